package fetch

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/trace/table"
)

func TestTheCatalogueIsConsistent(t *testing.T) {
	seen := map[string]bool{}
	for i := range All() {
		l := &All()[i]
		if l.Folder == "" {
			continue // a data set
		}
		for _, name := range []string{
			l.Name, l.File, strings.ToUpper(l.File), strings.TrimSuffix(l.File, ".gz"), strings.TrimSuffix(l.File, ".swf.gz")} {
			if got, ok := Find(name); !ok || got != l {
				t.Errorf("Find(%q) does not find %s", name, l.Name)
			}
		}
		if seen[l.Name] || seen[l.File] {
			t.Errorf("%s is listed twice", l.Name)
		}
		seen[l.Name], seen[l.File] = true, true
		if !strings.HasPrefix(l.Folder, "l_") || !strings.HasSuffix(l.File, ".swf.gz") || l.Machine == "" {
			t.Errorf("%+v is incomplete", *l)
		}
		if (l.Size > 0) != (len(l.SHA256) == 64) {
			t.Errorf("%s: size %d and SHA-256 %q, want both or neither", l.Name, l.Size, l.SHA256)
		}
	}
	if _, ok := Find("nonesuch"); ok {
		t.Error("Find finds what is not there")
	}
}

// The sums in the catalogue are those of real files: each one found in the
// folder BACKFILL_TRACES must match.
func TestTheCatalogueMatchesRealLogs(t *testing.T) {
	dir := os.Getenv("BACKFILL_TRACES")
	if dir == "" {
		t.Skip("set BACKFILL_TRACES to a folder with logs of the archive")
	}
	found := 0
	for i := range All() {
		l := &All()[i]
		c, err := Inspect(context.Background(), filepath.Join(dir, l.File))
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err == nil {
			err = l.Matches(c)
		}
		if err != nil {
			t.Errorf("%s: %v", l.File, err)
		}
		found++
	}
	if found == 0 {
		t.Errorf("no log of the catalogue is in %s", dir)
	}
}

// A data set says who tells what, is read by a map that exists, and has an address or what to do by hand.
func TestDataSetsAreComplete(t *testing.T) {
	seen := map[string]bool{}
	sets := 0
	for i := range All() {
		l := &All()[i]
		if l.Folder != "" {
			seen[l.Name], seen[l.File] = true, true
			continue
		}
		sets++
		if got, ok := Find(l.Name); !ok || got != l || seen[l.Name] || seen[l.File] {
			t.Errorf("%s is not found, or listed twice", l.Name)
		}
		seen[l.Name], seen[l.File] = true, true
		if _, ok := table.FindPreset(l.Map); !ok || l.Licence == "" || l.Cite == "" || l.ByHand == "" || l.Machine == "" {
			t.Errorf("%s is incomplete", l.Name)
		}
		if (l.Size > 0) != (len(l.SHA256) == 64) || (l.Size > 0) != (l.Sums != "") {
			t.Errorf("%s: size %d, SHA-256 %q, told by %q", l.Name, l.Size, l.SHA256, l.Sums)
		}
		if l.URL != "" && (!strings.HasPrefix(l.URL, "https://") || !strings.HasSuffix(l.URL, "/"+l.File)) {
			t.Errorf("%s: the address %s is not that of %s", l.Name, l.URL, l.File)
		}
	}
	if sets < 10 {
		t.Errorf("%d data sets", sets)
	}
}
