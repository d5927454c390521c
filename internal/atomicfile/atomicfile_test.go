package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestWriteReplacesTheWholeFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.swf")
	for _, text := range []string{"first, and rather long", "second"} {
		err := Write(path, func(w io.Writer) error { _, err := io.WriteString(w, text); return err })
		if err != nil {
			t.Fatal(err)
		}
		if got := read(t, path); got != text {
			t.Fatalf("file holds %q, want %q", got, text)
		}
	}
	onlyFile(t, path)
}

func TestAFailedWriteLeavesWhatWasThere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.swf")
	if err := os.WriteFile(path, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	boom := errors.New("boom")
	err := Write(path, func(w io.Writer) error {
		w.Write(make([]byte, 1<<20)) // more than the buffer, so that the disk has some of it
		return boom
	})
	if !errors.Is(err, boom) {
		t.Fatalf("Write returned %v, want the writer's own error", err)
	}
	if got := read(t, path); got != "old" {
		t.Fatalf("file holds %q after a failed write, want what was there", got)
	}
	onlyFile(t, path)
}

// The error of a disk that is full while fill writes names the file, not the temporary one, whatever fill wraps it in.
func TestAFullDiskIsToldOfTheFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.parquet")
	err := Write(path, func(io.Writer) error {
		files, err := filepath.Glob(filepath.Join(dir, ".*"))
		if err != nil || len(files) != 1 {
			t.Fatal(files, err)
		}
		return fmt.Errorf("parquet: %w", &fs.PathError{Op: "write", Path: files[0], Err: syscall.ENOSPC})
	})
	if want := path + ": cannot be written: " + syscall.ENOSPC.Error(); err == nil || err.Error() != want || !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("%v, want %s", err, want)
	}
}

func TestThePermissionsAreTheUmasks(t *testing.T) {
	dir := t.TempDir()
	plain, ours := filepath.Join(dir, "plain"), filepath.Join(dir, "ours")
	f, err := os.Create(plain)
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	if err := Write(ours, func(io.Writer) error { return nil }); err != nil {
		t.Fatal(err)
	}
	a, _ := os.Stat(plain)
	b, _ := os.Stat(ours)
	if a.Mode() != b.Mode() {
		t.Errorf("permissions %v, want %v as os.Create gives", b.Mode(), a.Mode())
	}
}

func TestErrorsNameTheFileTheUserNamed(t *testing.T) {
	dir := t.TempDir()
	for path, want := range map[string]string{
		filepath.Join(dir, "missing", "a.swf"): "does not exist",
		dir:                                    "is a folder",
	} {
		err := Write(path, func(io.Writer) error { return nil })
		if err == nil || !strings.HasPrefix(err.Error(), path+": ") || !strings.Contains(err.Error(), want) ||
			strings.Contains(err.Error(), ".backfill-") {
			t.Errorf("Write(%s): %v, want an error about %s that says %q", path, err, path, want)
		}
	}
}

func TestADeviceIsWrittenToAndStaysOne(t *testing.T) {
	if err := Write(os.DevNull, func(w io.Writer) error { _, err := io.WriteString(w, "x"); return err }); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Fatalf("%s became a regular file (%v)", os.DevNull, err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func onlyFile(t *testing.T, path string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != filepath.Base(path) {
			t.Errorf("%s was left behind", e.Name())
		}
	}
}
