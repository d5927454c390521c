package web

import (
	"io/fs"
	"path"
	"testing"
)

// Built or not, the files embedded are what FS says.
func TestFSHoldsTheWholePageOrNone(t *testing.T) {
	files, built := FS()
	want := []string{"index.html.br", "style.css.br", "main.js.br", "worker.js.br", "backfill.wasm.br", "parquet.wasm.br", "figure.wasm.br",
		"sw.js.br", "manifest.webmanifest.br", "de.html.br", "main.de.js.br", "manifest.de.webmanifest.br"}
	for _, name := range want {
		_, err := fs.Stat(files, name)
		if built != (err == nil) {
			t.Errorf("built is %t, but for %s: %v", built, name, err)
		}
	}
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && name != "README" && path.Ext(name) != ".br" {
			t.Errorf("%s is embedded uncompressed", name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
