package text

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"
)

var errLong = errors.New("too long")

// checkLines holds Lines to splitting the whole text in memory.
func checkLines(t *testing.T, text string, most int, read func(io.Reader) io.Reader) {
	t.Helper()
	l := NewLines(read(strings.NewReader(text)), most, errLong)
	number := 0
	for want := range strings.Lines(text) {
		want = strings.TrimSuffix(want, "\n")
		number++
		got, err := l.Next()
		if l.Number() != number {
			t.Fatalf("line %d has the number %d", number, l.Number())
		}
		if len(want) > most {
			if err != errLong {
				t.Fatalf("line %d of %d bytes, at most %d: %v", number, len(want), most, err)
			}
		} else if err != nil || string(got) != want {
			t.Fatalf("line %d is %.40q, %v; want %.40q", number, got, err, want)
		}
	}
	for range 2 {
		if _, err := l.Next(); err != io.EOF || l.Number() != number {
			t.Fatalf("after %d lines: %v at %d", number, err, l.Number())
		}
	}
	if limit := max(256<<10, 2*most); l.src.Size()+cap(l.long) > limit {
		t.Fatalf("it holds %d bytes, more than %d", l.src.Size()+cap(l.long), limit)
	}
}

func TestLinesAreThoseOfTheText(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	readers := []func(io.Reader) io.Reader{func(r io.Reader) io.Reader { return r }, iotest.HalfReader, iotest.DataErrReader}
	for _, most := range []int{10, 64 << 10, 1 << 20} {
		for _, edge := range []int{0, 1, most - 1, most, most + 1, 2 * most, 5 * most} {
			for i, ending := range []string{"", "\n", "\nx", "\n\n\nx\n"} {
				checkLines(t, strings.Repeat("7", edge)+ending, most, readers[i%len(readers)])
			}
		}
		for i := range 5 {
			var b strings.Builder
			for range r.IntN(40) {
				b.WriteString(strings.Repeat("y", r.IntN(1+r.IntN(most+most/8))))
				b.WriteByte('\n')
			}
			checkLines(t, b.String(), most, readers[i%len(readers)])
		}
	}
	checkLines(t, "one\ntwo", 10, iotest.OneByteReader)
}

// The line by which Excel knows the separator is empty, so that the lines below keep their numbers.
func TestExcelsSeparatorIsNoText(t *testing.T) {
	for in, want := range map[string]string{
		"sep=;\na;b\n": "\na;b\n", "\ufeffSEP=,\r\na,b\r\n": "\r\na,b\r\n", "sep=\t\ra\tb\r": "\na\tb\n",
		"sep=;": "sep=;", "sep=;;\n": "sep=;;\n", "sep,b\n": "sep,b\n",
	} {
		if got, err := io.ReadAll(NewSource(strings.NewReader(in))); err != nil || string(got) != want {
			t.Errorf("%q: %q, %v", in, got, err)
		}
	}
}

func TestAFailingSourceEndsTheLines(t *testing.T) {
	broken := errors.New("broken")
	l := NewLines(io.MultiReader(strings.NewReader("a\nhalf"), iotest.ErrReader(broken)), 10, errLong)
	if got, err := l.Next(); string(got) != "a" || err != nil {
		t.Fatalf("%q, %v", got, err)
	}
	if got, err := l.Next(); err != broken || l.Number() != 2 {
		t.Fatalf("%q, %v in line %d", got, err, l.Number())
	}
}

// wide returns a text in UTF-16 with a byte order mark.
func wide(order binary.AppendByteOrder, plain string) string {
	var b []byte
	for _, c := range utf16.Encode([]rune("\ufeff" + plain)) {
		b = order.AppendUint16(b, c)
	}
	return string(b)
}

func TestASourceIsPlainOrPacked(t *testing.T) {
	const names = "zoë 山田 🚀\r\n"
	plain := strings.Repeat("1 2 3\n", 2000)
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	io.WriteString(z, plain)
	z.Close()
	cut := packed.Bytes()[:packed.Len()/2]
	for _, c := range []struct {
		name, in, want string
		err            error
	}{
		{"plain", plain, plain, nil},
		{"byte order mark", "\xef\xbb\xbf" + plain, plain, nil},
		{"gzip", packed.String(), plain, nil},
		{"CR alone", strings.ReplaceAll(plain, "\n", "\r"), plain, nil},
		{"CRLF", strings.ReplaceAll(plain, "\n", "\r\n"), strings.ReplaceAll(plain, "\n", "\r\n"), nil},
		{"CRLF at the end of the first bytes", strings.Repeat("7", headSize-1) + "\r\n", strings.Repeat("7", headSize-1) + "\r\n", nil},
		{"cut gzip", string(cut), "", ErrTruncated},
		{"zip", zipped + strings.Repeat("\x00", 26) + "jobs.csv", "", ErrCompressed},
		{"workbook", zipped + strings.Repeat("\x00", 26) + "[Content_Types].xml", "", errWorkbook},
		{"xz", "\xfd7zXZ" + plain, "", ErrCompressed},
		{"UTF-16 of PowerShell", wide(binary.LittleEndian, plain), plain, nil},
		{"UTF-16, big end first", wide(binary.BigEndian, names+plain), names + plain, nil},
		{"half of a pair", "\xff\xfe1\x00\x3d\xd82\x00\x3d\xd8", "1\ufffd2\ufffd", nil},
		{"UTF-16, cut", "\xff\xfe1\x002", "", ErrEncoding},
		{"UTF-32", "\xff\xfe\x00\x001\x00\x00\x00", "", ErrEncoding},
	} {
		s := NewSource(strings.NewReader(c.in))
		if NewSource(s) != s {
			t.Error("the source of a Source is another one")
		}
		head := string(s.Peek())
		got, err := io.ReadAll(s)
		if !errors.Is(err, c.err) || c.err == nil && (string(got) != c.want || !strings.HasPrefix(c.want, head)) {
			t.Errorf("%s: %d bytes, %v; want %d bytes, %v", c.name, len(got), err, len(c.want), c.err)
		}
		if err == nil && s.Used(0) != int64(len(c.in)) {
			t.Errorf("%s: %d of %d bytes", c.name, s.Used(0), len(c.in))
		}
	}
}
