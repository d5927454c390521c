package types

import (
	"flag"
	"os"
	"path/filepath"
	"testing"
)

const root = "../../../.."

var update = flag.Bool("update", false, "rewrite "+File)

func TestTheTypesOfThePageAreThoseOfGo(t *testing.T) {
	if *update {
		if err := Write(root); err != nil {
			t.Fatal(err)
		}
	}
	want, err := TypeScript(root)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(filepath.Join(root, File)); err != nil || string(got) != want {
		t.Errorf("%s is not what Go's types say (%v): run go test ./wasm/build/internal/types -update", File, err)
	}
}
