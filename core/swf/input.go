package swf

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"errors"
	"io"
)

const (
	maxLine     = 64 << 10 // bytes; a row of 18 numbers takes less than 400
	maxComments = 16 << 20 // bytes of comments kept

	// A log shrinks 5 to 10 times and the most regular one about 40 times; a
	// bomb shrinks up to 1,032 times. The first bytes are free.
	maxExpansion  = 200
	freeExpansion = 4 << 20
)

// An input delivers the lines of a log, decompressed. Its errors are io.EOF,
// those of this package and those of the io.Reader below.
type input struct {
	raw     counter   // the log as it comes
	src     io.Reader // the text of the log
	zipped  bool
	text    int64 // bytes of text delivered by src
	buf     []byte
	at, end int   // buf[at:end] is not yet delivered
	err     error // why no more can be read
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

// magic tells other kinds of files by their first bytes, so that the message
// says what to do.
var magic = []struct{ bytes, tool string }{
	{"BZh", "bzip2 -d"}, {"\xfd7zXZ", "xz -d"}, {"\x28\xb5\x2f\xfd", "zstd -d"},
	{"PK\x03\x04", "unzip"}, {"\x1f\x9d", "uncompress"},
}

// open looks at the first bytes.
func (in *input) open(r io.Reader) {
	in.raw.r = r
	in.src = &in.raw
	in.buf = make([]byte, 4*maxLine)
	for in.end < 8 && in.err == nil {
		in.fill()
	}
	head := in.buf[:in.end]
	if bytes.HasPrefix(head, []byte{0x1f, 0x8b}) {
		rest := io.MultiReader(bytes.NewReader(bytes.Clone(head)), &in.raw)
		if in.err != nil && in.err != io.EOF {
			return
		}
		in.zipped, in.at, in.end, in.text, in.err = true, 0, 0, 0, nil
		z, err := gzip.NewReader(rest)
		if err == io.EOF {
			err = io.ErrUnexpectedEOF // the first bytes were there
		}
		if err != nil {
			in.err = gzipError(err)
			return
		}
		in.src = z
		for in.end < 8 && in.err == nil {
			in.fill()
		}
		head = in.buf[:in.end]
	}
	for _, m := range magic {
		if bytes.HasPrefix(head, []byte(m.bytes)) {
			in.fail(&compressedError{m.tool})
		}
	}
	switch {
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}):
		in.fail(&compressedError{"gunzip, once,"})
	case bytes.HasPrefix(head, []byte{0xff, 0xfe}), bytes.HasPrefix(head, []byte{0xfe, 0xff}):
		in.fail(ErrEncoding)
	case bytes.HasPrefix(head, []byte{0xef, 0xbb, 0xbf}):
		in.at = 3
	}
}

func (in *input) fail(err error) { in.at, in.end, in.err = 0, 0, err }

// A compressedError names the tool for a compression other than gzip.
type compressedError struct{ tool string }

func (e *compressedError) Error() string {
	return ErrCompressed.Error() + ": decompress it first with " + e.tool
}

func (e *compressedError) Unwrap() error { return ErrCompressed }

// fill reads more text behind what is buffered. There must be room.
func (in *input) fill() {
	for range 100 {
		n, err := in.src.Read(in.buf[in.end:])
		in.end += n
		in.text += int64(n)
		if err == nil && in.zipped && in.text > freeExpansion && in.text/maxExpansion > in.raw.n {
			err = ErrExpansion
		}
		if err != nil {
			if in.zipped {
				err = gzipError(err)
			}
			in.err = err
			return
		}
		if n > 0 {
			return
		}
	}
	in.err = io.ErrNoProgress
}

func gzipError(err error) error {
	switch {
	case err == io.EOF || err == ErrExpansion:
		return err
	case errors.Is(err, io.ErrUnexpectedEOF):
		return ErrTruncated
	case errors.Is(err, gzip.ErrHeader), errors.Is(err, gzip.ErrChecksum):
		return ErrCorrupt
	}
	if corrupt := flate.CorruptInputError(0); errors.As(err, &corrupt) {
		return ErrCorrupt
	}
	return err
}

// next returns the next line without its LF. It is valid until the next call.
// A line longer than maxLine is skipped and reported as ErrLine.
func (in *input) next() ([]byte, error) {
	scanned := in.at
	for {
		if i := bytes.IndexByte(in.buf[scanned:in.end], '\n'); i >= 0 {
			line := in.buf[in.at : scanned+i]
			in.at = scanned + i + 1
			if len(line) > maxLine {
				return nil, ErrLine
			}
			return line, nil
		}
		scanned = in.end
		if in.err != nil {
			line := in.buf[in.at:in.end]
			in.at = in.end
			if in.err != io.EOF || len(line) == 0 {
				return nil, in.err // part of a line is no row
			}
			if len(line) > maxLine {
				return nil, ErrLine
			}
			return line, nil
		}
		if in.end-in.at > maxLine {
			return nil, in.skip()
		}
		if in.at > 0 && len(in.buf)-in.end < maxLine {
			scanned -= in.at
			in.end = copy(in.buf, in.buf[in.at:in.end])
			in.at = 0
		}
		in.fill()
	}
}

// skip drops the rest of a line that is too long.
func (in *input) skip() error {
	for {
		if i := bytes.IndexByte(in.buf[in.at:in.end], '\n'); i >= 0 {
			in.at += i + 1
			return ErrLine
		}
		in.at, in.end = 0, 0
		if in.err != nil {
			return ErrLine
		}
		in.fill()
	}
}
