package text

import (
	"bytes"
	"io"
)

// Lines splits a text into lines. It holds at most two of the longest, or 256 KiB if
// that is more.
type Lines struct {
	src     io.Reader
	most    int   // bytes in a line
	tooLong error // for a line with more
	number  int
	buf     []byte
	at, end int   // buf[at:end] has not been returned
	err     error // that ended src
}

// NewLines returns the lines of src. Next returns the error tooLong for a line of more
// than most bytes.
func NewLines(src io.Reader, most int, tooLong error) Lines {
	return Lines{src: src, most: most, tooLong: tooLong, buf: make([]byte, 256<<10)}
}

// Number returns the number of the last line that Next reached, from 1.
func (l *Lines) Number() int { return l.number }

// Next returns the next line without its LF, valid until the next call. After a line
// that is too long Next goes on; any other error, such as io.EOF, is final. Text between
// the last LF and an error of src other than io.EOF is dropped.
func (l *Lines) Next() ([]byte, error) {
	scanned := l.at
	for {
		if i := bytes.IndexByte(l.buf[scanned:l.end], '\n'); i >= 0 {
			line := l.buf[l.at : scanned+i]
			l.at = scanned + i + 1
			return l.deliver(line)
		}
		scanned = l.end
		if l.end-l.at > l.most {
			return l.skip()
		}
		if l.err != nil {
			line := l.buf[l.at:l.end]
			l.at = l.end
			if l.err == io.EOF && len(line) > 0 {
				return l.deliver(line)
			}
			if l.err != io.EOF {
				l.number++
			}
			return nil, l.err
		}
		if room := len(l.buf) / 4; l.at > 0 && len(l.buf)-l.end < room {
			scanned -= l.at
			l.end = copy(l.buf, l.buf[l.at:l.end])
			l.at = 0
		}
		if l.end == len(l.buf) {
			l.buf = append(l.buf, make([]byte, len(l.buf))...)
		}
		l.fill()
	}
}

func (l *Lines) deliver(line []byte) ([]byte, error) {
	l.number++
	if len(line) > l.most {
		return nil, l.tooLong
	}
	return line, nil
}

// fill reads more text into the buffer, which must have room.
func (l *Lines) fill() {
	for range 100 {
		n, err := l.src.Read(l.buf[l.end:])
		l.end += n
		l.err = err
		if n > 0 || err != nil {
			return
		}
	}
	l.err = io.ErrNoProgress
}

// skip drops a line that is too long.
func (l *Lines) skip() ([]byte, error) {
	l.number++
	for {
		if i := bytes.IndexByte(l.buf[l.at:l.end], '\n'); i >= 0 {
			l.at += i + 1
			return nil, l.tooLong
		}
		l.at, l.end = 0, 0
		if l.err != nil {
			return nil, l.tooLong
		}
		l.fill()
	}
}
