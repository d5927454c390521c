package bounded

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAFileOfMoreThanTheBoundIsAnError(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.json")
	for n, want := range map[int]string{0: "", 4096: "", 4097: name + " has more than 4 kB: it is too large to be such a file"} {
		text := strings.Repeat("x", n)
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		got, err := ReadFile(name, 4096)
		switch {
		case want == "" && (err != nil || string(got) != text):
			t.Errorf("%d bytes: %d, %v", n, len(got), err)
		case want != "" && (err == nil || err.Error() != want || !errors.Is(err, ErrSize) || got != nil):
			t.Errorf("%d bytes: %d, %v; want %s", n, len(got), err, want)
		}
	}
	if _, err := ReadFile(name+"x", 1); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no such file: %v", err)
	}
}

func TestAnEndlessDeviceEnds(t *testing.T) {
	const zero = "/dev/zero"
	if _, err := os.Stat(zero); err != nil {
		t.Skip(err)
	}
	f, err := os.Open(zero)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := ReadAll(f, zero, 1<<20); !errors.Is(err, ErrSize) {
		t.Error(err)
	}
	if _, err := ReadFile(zero, 1<<20); !errors.Is(err, errKind) {
		t.Error(err)
	}
}

func TestALongLineIsToldInWords(t *testing.T) {
	s := Lines(strings.NewReader("a\n"+strings.Repeat("x", 5000)+"\n"), 2048)
	n := 0
	for s.Scan() {
		n++
	}
	if err := s.Err(); n != 1 || err == nil || err.Error() != "a line is too long: it has more than 2 kB" {
		t.Errorf("%d lines, %v", n, err)
	}
}
