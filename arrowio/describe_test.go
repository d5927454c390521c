package arrowio

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// croissant.json tells the size and the SHA-256 of every other file of the folder but README.md.
func TestFilesAreAsTheDictionarySays(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out")
	for _, optional := range []bool{true, false} { // the second time, files go away
		commit(t, fill(t, path, "1", everything, optional))
		text, err := os.ReadFile(filepath.Join(path, croissantFile))
		if err != nil {
			t.Fatal(err)
		}
		var d struct {
			Distribution []struct {
				ContentURL, ContentSize, SHA256 string
			}
		}
		if err := json.Unmarshal(text, &d); err != nil {
			t.Fatal(err)
		}
		names := []string{readmeFile, croissantFile}
		for _, f := range d.Distribution {
			data, err := os.ReadFile(filepath.Join(path, f.ContentURL))
			if err != nil {
				t.Fatal(err)
			}
			sum := sha256.Sum256(data)
			if f.SHA256 != hex.EncodeToString(sum[:]) || f.ContentSize != fmt.Sprint(len(data), " B") {
				t.Errorf("%s has %d bytes with SHA-256 %x, described as %+v", f.ContentURL, len(data), sum, f)
			}
			names = append(names, f.ContentURL)
		}
		slices.Sort(names)
		if got := list(t, path); !slices.Equal(got, names) {
			t.Errorf("the folder holds %v, described are %v", got, names)
		}
	}
}

// A README.md that somebody wrote stays as it is, in a folder of results and in any other.
func TestReadmesOfOthersStay(t *testing.T) {
	path := t.TempDir()
	readme := filepath.Join(path, readmeFile)
	for range 2 {
		if err := os.WriteFile(readme, []byte("# Mine\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		d := fill(t, path, "1", everything, true)
		commit(t, d)
		if text, err := os.ReadFile(readme); err != nil || string(text) != "# Mine\n" {
			t.Errorf("README.md is %q, %v", text, err)
		}
		if slices.Contains(d.Files(), readme) || !slices.Contains(d.Files(), filepath.Join(path, croissantFile)) {
			t.Errorf("Files are %v", d.Files())
		}
		if err := os.Remove(readme); err != nil {
			t.Fatal(err)
		}
		commit(t, fill(t, path, "1", everything, true))
		if !replaceable(path, readmeFile) {
			t.Error("the README.md of this program may not be replaced by it")
		}
	}
}
