package sacct

import (
	"bytes"
	"io"
)

// maxLine is the longest line taken, in bytes; a row with the command line of a
// job (SubmitLine) can be long.
const maxLine = 1 << 20

// An input delivers lines and holds at most two of the longest.
type input struct {
	src     io.Reader
	buf     []byte
	at, end int // buf[at:end] is not yet delivered
	err     error
}

// next returns the next line without its line ending, valid until the next
// call. A line longer than maxLine is skipped and reported as ErrLine.
func (in *input) next() ([]byte, error) {
	scanned := in.at
	for {
		if i := bytes.IndexByte(in.buf[scanned:in.end], '\n'); i >= 0 {
			line := in.buf[in.at : scanned+i]
			in.at = scanned + i + 1
			return trimLine(line)
		}
		scanned = in.end
		if in.err != nil {
			line := in.buf[in.at:in.end]
			in.at = in.end
			if in.err != io.EOF || len(line) == 0 {
				return nil, in.err // part of a line is no row
			}
			return trimLine(line)
		}
		if in.end-in.at > maxLine {
			return nil, in.skip()
		}
		if in.at > 0 {
			scanned -= in.at
			in.end = copy(in.buf, in.buf[in.at:in.end])
			in.at = 0
		}
		if in.end == len(in.buf) {
			in.buf = append(in.buf, make([]byte, max(len(in.buf), 1<<16))...)
		}
		in.fill()
	}
}

func trimLine(line []byte) ([]byte, error) {
	if len(line) > maxLine {
		return nil, ErrLine
	}
	return bytes.TrimSuffix(line, []byte("\r")), nil
}

// fill reads more behind what is buffered.
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
