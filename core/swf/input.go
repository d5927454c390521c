package swf

import (
	"bytes"
	"io"
)

const (
	maxLine     = 64 << 10 // bytes; a row of 18 whole numbers takes less than 400
	maxComments = 16 << 20 // bytes of comments kept
)

// An input delivers the lines of a text.
type input struct {
	src     *Text
	buf     []byte
	at, end int   // buf[at:end] is not yet delivered
	err     error // why no more can be read
}

// fill reads more text behind what is buffered. There must be room.
func (in *input) fill() {
	for range 100 {
		n, err := in.src.Read(in.buf[in.end:])
		in.end += n
		in.err = err
		if n > 0 || err != nil {
			return
		}
	}
	in.err = io.ErrNoProgress
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
		if in.end-in.at > maxLine {
			return nil, in.skip()
		}
		if in.err != nil {
			line := in.buf[in.at:in.end]
			in.at = in.end
			if in.err != io.EOF || len(line) == 0 {
				return nil, in.err // part of a line is no row
			}
			return line, nil
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
