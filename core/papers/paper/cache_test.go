package paper_test

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

func TestUnreadableCacheEntriesAreComputedAgain(t *testing.T) {
	dir := t.TempDir()
	var damaged []string
	opt := paper.Options{Cache: paper.Folder(dir, func(file string) { damaged = append(damaged, file) }), Parallel: 1}
	want := evaluate(t, demo, opt, "demo/table1")
	var files []string
	fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".json") {
			files = append(files, filepath.Join(dir, path))
		}
		return err
	})
	if len(files) != 3 {
		t.Fatalf("the cache has files %q, want three", files)
	}
	half, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	other, err := os.ReadFile(files[2])
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{files[0]: half[:len(half)/2], files[1]: other, files[2]: nil} {
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got := evaluate(t, demo, opt, "demo/table1")
	same(t, "after damage", got, want)
	for _, r := range got[0].Runs {
		if r.Cached {
			t.Errorf("%s was taken from a damaged file", r.Label)
		}
	}
	if slices.Sort(damaged); !slices.Equal(damaged, []string{files[0] + ".damaged", files[2] + ".damaged"}) { // files[1] is whole
		t.Errorf("damaged are said to be %q", damaged)
	}
}

// numberIn changes a number in a file of the cache.
func numberIn(data []byte) []byte {
	at := bytes.LastIndexAny(data[:bytes.LastIndexByte(data[:len(data)-1], '\n')], "123456789")
	changed := bytes.Clone(data)
	changed[at] ^= 1
	return changed
}

// Entries of before have no checksum: they are taken, and have one from then on.
func TestEntriesOfBeforeAreTakenAndSealed(t *testing.T) {
	dir := t.TempDir()
	opt := paper.Options{Cache: paper.Folder(dir, func(file string) { t.Errorf("%s is said to be damaged", file) })}
	want := evaluate(t, demo, opt, "demo/table1")
	files, err := filepath.Glob(filepath.Join(dir, "*", "*.json"))
	if err != nil || len(files) != 3 {
		t.Fatal(files, err)
	}
	now := map[string][]byte{}
	for _, name := range files {
		if now[name], err = os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
		entry, _, _ := bytes.Cut(now[name], []byte("\n"))
		if err := os.WriteFile(name, append(entry, '\n'), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got := evaluate(t, demo, opt, "demo/table1")
	same(t, "from entries of before", got, want)
	for _, r := range got[0].Runs {
		if !r.Cached {
			t.Errorf("%s was computed again", r.Label)
		}
	}
	for _, name := range files {
		if data, err := os.ReadFile(name); err != nil || !bytes.Equal(data, now[name]) {
			t.Errorf("%s did not get its checksum: %v", name, err)
		}
	}
	if use, err := paper.UseOf(dir, nil); err != nil || use.Runs != 3 || use.Void != 0 {
		t.Errorf("%+v, %v", use, err)
	}
}

// A number that someone changed in an entry is in no result.
func TestChangedNumbersOfEntriesAreInNoResult(t *testing.T) {
	dir := t.TempDir()
	damaged := 0
	opt := paper.Options{Cache: paper.Folder(dir, func(string) { damaged++ }), Parallel: 1}
	want := evaluate(t, demo, opt, "demo/table1")
	files, _ := filepath.Glob(filepath.Join(dir, "*", "*.json"))
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, numberIn(data), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	same(t, "after changes", evaluate(t, demo, opt, "demo/table1"), want)
	if damaged != 3 {
		t.Errorf("%d files are said to be damaged, want 3", damaged)
	}
}

func TestACacheThatCannotBeWrittenIsAnError(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	_, err := demo.Evaluate(context.Background(), paper.Options{Scale: paper.Quick, Cache: paper.Folder(file, nil)}, "demo")
	if err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("error %v does not name %s", err, file)
	}
}
