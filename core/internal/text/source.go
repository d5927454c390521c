// Package text reads the lines of accounting logs, plain or compressed. No input, even a
// malicious one, makes it hold more than two of the longest lines.
package text

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Errors of a file as a whole.
var (
	ErrTruncated  = errors.New("the compressed data end early: the file is cut off, fetch it again")
	ErrCorrupt    = errors.New("the compressed data are damaged: fetch the file again")
	ErrExpansion  = fmt.Errorf("the compressed data expand more than %d times: this is not a log", maxExpansion)
	ErrCompressed = errors.New("compressed in a way that is not read here")
	ErrEncoding   = errors.New("the text is UTF-32, or UTF-16 that is cut off: save it as UTF-8")
)

const (
	// A log shrinks by a factor of 5 to 10, the most regular one of about 40, a bomb of up
	// to 1,032. The first bytes are not checked.
	maxExpansion  = 200
	freeExpansion = 4 << 20

	headSize = 4 << 10 // bytes that Peek shows
)

// A Source is an io.Reader of the plain text of a log, which may be compressed with
// gzip and be the only file of a tar archive, or in UTF-16. It recognises these by the first bytes, drops a
// byte order mark and Excel's sep=;, makes LF of CR alone, and ends with ErrExpansion if the compressed data are a bomb. Its errors are
// io.EOF, those of this package, and those of the io.Reader below.
type Source struct {
	raw  counter
	text *bufio.Reader // nil before open
	read int64         // bytes of the text
	err  error         // instead of text
}

// NewSource returns the text of the log in r, or r itself if it is a Source.
func NewSource(r io.Reader) *Source {
	if s, ok := r.(*Source); ok {
		return s
	}
	return &Source{raw: counter{r: r}}
}

// Peek returns the next bytes of the text, up to 4 KiB, which Read will return too.
func (s *Source) Peek() []byte {
	if s.open(); s.err != nil {
		return nil
	}
	head, _ := s.text.Peek(headSize)
	return head
}

func (s *Source) Read(p []byte) (int, error) {
	if s.open(); s.err != nil {
		return 0, s.err
	}
	n, err := s.text.Read(p)
	s.read += int64(n)
	return n, err
}

// Used returns the number of bytes of the io.Reader below that all of the text but its last ahead bytes took: of compressed
// ones, in proportion.
func (s *Source) Used(ahead int) int64 {
	if s.read == 0 {
		return 0
	}
	return int64(float64(s.raw.n) * float64(s.read-int64(ahead)) / float64(s.read))
}

// magic lists the first bytes of other kinds of files and the error that says what to do.
var magic = []struct {
	bytes string
	err   error
}{
	{"\x1f\x8b", compressed("gunzip, once,")}, // the first: gzip, an error only within gzip
	{"BZh", compressed("bzip2 -d")},
	{"\xfd7zXZ", compressed("xz -d")},
	{"\x28\xb5\x2f\xfd", compressed("zstd -d")},
	{zipped, compressed("unzip")},
	{"\x1f\x9d", compressed("uncompress")},
	{"\xff\xfe\x00\x00", ErrEncoding},
}

const zipped = "PK\x03\x04"

var errWorkbook = errors.New("this is a workbook of a spreadsheet: save its sheet as CSV UTF-8")

// isWorkbook tells what a spreadsheet saved from other zip archives, by the names of the first files in it.
func isWorkbook(head []byte) bool {
	return bytes.HasPrefix(head, []byte(zipped)) &&
		(bytes.Contains(head, []byte("[Content_Types].xml")) || bytes.Contains(head, []byte("opendocument.spreadsheet")))
}

// open looks at the first bytes, on the first call only.
func (s *Source) open() {
	if s.text != nil {
		return
	}
	s.text = bufio.NewReaderSize(&s.raw, headSize)
	if bytes.HasPrefix(s.Peek(), []byte(magic[0].bytes)) {
		z, err := gzip.NewReader(s.text)
		if err == io.EOF {
			err = io.ErrUnexpectedEOF // not empty: the first bytes were there
		}
		if err != nil {
			s.err = gzipError(err)
			return
		}
		s.text = bufio.NewReaderSize(&unzipped{z, &s.raw, 0}, headSize)
	}
	if isTar(s.Peek()) {
		file, err := openTar(s.text)
		if err != nil {
			s.err = err
			return
		}
		s.text = bufio.NewReaderSize(file, headSize)
	}
	head := s.Peek()
	for _, m := range magic {
		if bytes.HasPrefix(head, []byte(m.bytes)) {
			s.err = m.err
		}
	}
	if isWorkbook(head) {
		s.err = errWorkbook
	}
	if plain := newUTF16(s.text, head); plain != nil {
		s.text = bufio.NewReaderSize(plain, headSize)
	} else if bytes.HasPrefix(head, []byte("\ufeff")) {
		s.text.Discard(3)
	}
	if endsInCR(s.Peek()) {
		s.text = bufio.NewReaderSize(&lineFeeds{s.text}, headSize)
	}
	if namesSeparator(s.Peek()) {
		s.text.Discard(len("sep=;")) // the end of the line stays, which keeps its number
	}
}

// namesSeparator reports whether the first line is that by which Excel knows a CSV file's separator, such as sep=;
func namesSeparator(head []byte) bool {
	const key = "sep="
	return len(head) > len(key)+1 && strings.EqualFold(string(head[:len(key)]), key) && (head[len(key)+1] == '\n' || head[len(key)+1] == '\r')
}

// endsInCR reports whether the lines of a text end in CR alone, as old programs for the Macintosh write them.
func endsInCR(head []byte) bool {
	end := bytes.IndexByte(head, '\r')
	return end >= 0 && end < len(head)-1 && bytes.IndexByte(head, '\n') < 0
}

// lineFeeds is a text with LF for CR.
type lineFeeds struct{ src io.Reader }

func (l *lineFeeds) Read(p []byte) (int, error) {
	n, err := l.src.Read(p)
	for i, c := range p[:n] {
		if c == '\r' {
			p[i] = '\n'
		}
	}
	return n, err
}

// A counter counts the bytes taken from an io.Reader, whose first error is final.
type counter struct {
	r   io.Reader
	n   int64
	err error
}

func (c *counter) Read(p []byte) (n int, err error) {
	if c.err == nil {
		n, c.err = c.r.Read(p)
		c.n += int64(n)
	}
	return n, c.err
}

// An unzipped is the text of compressed data.
type unzipped struct {
	z   *gzip.Reader
	raw *counter
	n   int64
}

func (u *unzipped) Read(p []byte) (int, error) {
	n, err := u.z.Read(p)
	u.n += int64(n)
	if err == nil && u.n > freeExpansion && u.n/maxExpansion > u.raw.n {
		err = ErrExpansion
	}
	return n, gzipError(err)
}

func compressed(tool string) error {
	return fmt.Errorf("%w: decompress it first with %s", ErrCompressed, tool)
}

// gzipError replaces an error about compressed data by one of this package.
func gzipError(err error) error {
	var corrupt flate.CorruptInputError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return ErrTruncated
	case errors.Is(err, gzip.ErrHeader), errors.Is(err, gzip.ErrChecksum), errors.As(err, &corrupt):
		return ErrCorrupt
	}
	return err
}

// A ParseError says what is wrong with a line of a file.
type ParseError struct {
	File  string
	Line  int    // from 1: the first of a continued line, the row of a file without lines
	Field string // the column, key or option, for a message; "" for the whole line
	Text  string // the value, shortened, or ""
	Err   error
}

// Error returns the message "file:line: field: "text": err" without the parts that are empty.
func (e *ParseError) Error() string {
	s := fmt.Sprintf("%d: ", e.Line)
	if e.File != "" {
		s = e.File + ":" + s
	}
	if e.Field != "" {
		s += e.Field + ": "
	}
	if e.Text != "" {
		s += fmt.Sprintf("%q: ", e.Text)
	}
	return s + e.Err.Error()
}

func (e *ParseError) Unwrap() error { return e.Err }

// Shorten returns a field for a message; it may be as long as a line.
func Shorten(field []byte) string {
	const most = 40
	if len(field) > most {
		return string(field[:most-3]) + "..."
	}
	return string(field)
}
