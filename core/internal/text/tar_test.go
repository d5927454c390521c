package text

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// archive returns a tar archive of members, each a name and a text; a name that ends in a slash is a folder's.
func archive(t *testing.T, format tar.Format, members ...string) string {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for i := 0; i < len(members); i += 2 {
		h := &tar.Header{Name: members[i], Size: int64(len(members[i+1])), Mode: 0o644, Format: format}
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		io.WriteString(w, members[i+1])
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// An archive of one file is read as this file; one of several is refused with two of their names, at once if the first is short.
func TestAnArchiveIsItsOnlyFile(t *testing.T) {
	short, long := "JobID|Submit\n", strings.Repeat("1|2026-01-01T00:00:00\n", 10_000)
	block := strings.Repeat("x", 1024)
	for _, format := range []tar.Format{tar.FormatUSTAR, tar.FormatPAX, tar.FormatGNU} {
		for _, c := range []struct {
			name    string
			members []string
			want    string
			err     error
		}{
			{"one", []string{"a.txt", short}, short, nil},
			{"long", []string{"a.txt", long}, long, nil},
			{"whole blocks", []string{"a.txt", block}, block, nil},
			{"empty", []string{"a.txt", ""}, "", nil},
			{"in a folder", []string{"logs/", "", "logs/a.txt", short}, short, nil},
			{"of macOS", []string{"./._a.txt", "\x00\x05\x16\x07", "./a.txt", long}, long, nil},
			{"byte order mark", []string{"a.txt", "\ufeff" + short}, short, nil},
			{"no file", []string{"logs/", ""}, "", ErrTar},
			{"two", []string{"README", short, "b.txt", long}, "", ErrTarFiles},
			{"a long one first", []string{"a.txt", long, "b.txt", short}, long, ErrTarFiles},
			{"packed in it", []string{"a.gz", "\x1f\x8b" + block}, "", ErrCompressed},
		} {
			whole := archive(t, format, c.members...)
			var packed bytes.Buffer
			z := gzip.NewWriter(&packed)
			io.WriteString(z, whole)
			z.Close()
			for _, in := range []string{whole, packed.String()} {
				got, err := io.ReadAll(NewSource(iotest.HalfReader(strings.NewReader(in))))
				if !errors.Is(err, c.err) || string(got) != c.want {
					t.Errorf("%v: %s: %d bytes, %v; want %d, %v", format, c.name, len(got), err, len(c.want), c.err)
				}
				if c.err == ErrTarFiles && !strings.Contains(err.Error(), " and b.txt: ") {
					t.Error(err)
				}
			}
		}
	}
}

// An archive that is cut off anywhere, or has a header that cannot be read, ends with an error or is whole.
func TestADamagedArchiveIsAnError(t *testing.T) {
	long := strings.Repeat("1|2026-01-01T00:00:00\n", 10_000)
	whole := archive(t, tar.FormatUSTAR, "a.txt", long)
	for cut := tarBlock; cut < len(whole); cut += 3333 {
		got, err := io.ReadAll(NewSource(strings.NewReader(whole[:cut])))
		if err != ErrTar && string(got) != long {
			t.Fatalf("cut at %d: %d bytes, %v", cut, len(got), err)
		}
	}
	for _, size := range []string{"99999999999\x00", "-1000000000\x00", "\x80\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01"} {
		if _, err := io.ReadAll(NewSource(strings.NewReader(whole[:124] + size + whole[136:]))); err != ErrTar {
			t.Errorf("%q: %v", size, err)
		}
	}
}
