package atomicfile

import (
	"os"
	"path/filepath"
	"testing"
)

func TestAFailedCommandRemovesWhatItMadeAndNothingElse(t *testing.T) {
	dir := t.TempDir()
	old, made := filepath.Join(dir, "old"), filepath.Join(dir, "made")
	if err := os.Mkdir(old, 0o777); err != nil {
		t.Fatal(err)
	}
	var f Fresh
	for _, path := range []string{old, made, filepath.Join(made, "a"), filepath.Join(made, "never")} {
		f.Expect(path)
	}
	if err := os.Mkdir(made, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := WriteBytes(filepath.Join(made, "a"), nil); err != nil {
		t.Fatal(err)
	}
	f.Remove()
	onlyFile(t, old)
}
