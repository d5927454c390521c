package swf

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"errors"
	"io"
)

const (
	// A log shrinks 5 to 10 times and the most regular one about 40 times; a
	// bomb shrinks up to 1,032 times. The first bytes are free.
	maxExpansion  = 200
	freeExpansion = 4 << 20

	headSize = 4 << 10 // bytes that Peek shows
)

// A Text delivers the plain text of a log, compressed with gzip or not, as an
// io.Reader. It sees a compression by the first bytes, drops a byte order mark,
// and ends with ErrExpansion where the compressed data are a bomb.
type Text struct {
	raw    counter // the log as it comes
	src    io.Reader
	opened bool
	zipped bool
	head   []byte // the first bytes of the text, as far as they are not yet delivered
	n      int64  // bytes of text taken from src
	err    error  // after head
}

// NewText returns the text of the log that r delivers.
func NewText(r io.Reader) *Text { return &Text{raw: counter{r: r}} }

// Peek returns the first bytes of the text, up to 4 KiB, before any is read.
// They are not yet taken.
func (t *Text) Peek() []byte {
	t.open()
	return t.head
}

// Offset returns how many bytes have been taken from the io.Reader below.
func (t *Text) Offset() int64 { return t.raw.n }

// Read delivers text. Its errors are io.EOF, those of this package and those of
// the io.Reader below.
func (t *Text) Read(p []byte) (int, error) {
	t.open()
	if len(t.head) > 0 {
		n := copy(p, t.head)
		t.head = t.head[n:]
		return n, nil
	}
	if t.err != nil {
		return 0, t.err
	}
	n, err := t.take(p)
	t.err = err
	return n, err
}

// take reads from src.
func (t *Text) take(p []byte) (int, error) {
	n, err := t.src.Read(p)
	t.n += int64(n)
	if t.zipped && err != nil {
		err = gzipError(err)
	}
	if t.zipped && err == nil && t.n > freeExpansion && t.n/maxExpansion > t.raw.n {
		err = ErrExpansion
	}
	return n, err
}

// magic tells other kinds of files by their first bytes, so that the message
// says what to do.
var magic = []struct {
	bytes string
	err   error
}{
	{"\x1f\x8b", &compressedError{"gunzip, once,"}}, // gzip within gzip
	{"BZh", &compressedError{"bzip2 -d"}},
	{"\xfd7zXZ", &compressedError{"xz -d"}},
	{"\x28\xb5\x2f\xfd", &compressedError{"zstd -d"}},
	{"PK\x03\x04", &compressedError{"unzip"}},
	{"\x1f\x9d", &compressedError{"uncompress"}},
	{"\xff\xfe", ErrEncoding},
	{"\xfe\xff", ErrEncoding},
}

// open looks at the first bytes, once.
func (t *Text) open() {
	if t.opened {
		return
	}
	t.opened = true
	t.src = &t.raw
	t.peek()
	if bytes.HasPrefix(t.head, []byte{0x1f, 0x8b}) && (t.err == nil || t.err == io.EOF) {
		z, err := gzip.NewReader(io.MultiReader(bytes.NewReader(t.head), &t.raw))
		if err == io.EOF {
			err = io.ErrUnexpectedEOF // the first bytes were there
		}
		if err != nil {
			t.head, t.err = nil, gzipError(err)
			return
		}
		t.src, t.zipped, t.n, t.err = z, true, 0, nil
		t.peek()
	}
	for _, m := range magic {
		if bytes.HasPrefix(t.head, []byte(m.bytes)) {
			t.head, t.err = nil, m.err
		}
	}
	t.head = bytes.TrimPrefix(t.head, []byte{0xef, 0xbb, 0xbf})
}

// peek fills head anew.
func (t *Text) peek() {
	head := make([]byte, headSize)
	n := 0
	for idle := 0; n < len(head) && t.err == nil; {
		var k int
		k, t.err = t.take(head[n:])
		if n += k; k > 0 {
			idle = 0
		} else if idle++; idle > 100 && t.err == nil {
			t.err = io.ErrNoProgress
		}
	}
	t.head = head[:n]
}

// A counter counts the bytes taken from an io.Reader.
type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

// A compressedError names the tool for a compression other than gzip.
type compressedError struct{ tool string }

func (e *compressedError) Error() string {
	return ErrCompressed.Error() + ": decompress it first with " + e.tool
}

func (e *compressedError) Unwrap() error { return ErrCompressed }

// gzipError says in words what is wrong with compressed data.
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
