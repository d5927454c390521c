package text

import (
	"bufio"
	"io"
)

// Lines splits a text into lines. It holds 256 KiB, and at most two of the longest lines
// if these are longer.
type Lines struct {
	src     *bufio.Reader
	most    int   // bytes in a line
	tooLong error // for a line with more
	number  int
	long    []byte // a line longer than src's buffer
	err     error  // that ended src
}

// NewLines returns the lines of src. Next returns the error tooLong for a line of more
// than most bytes.
func NewLines(src io.Reader, most int, tooLong error) Lines {
	return Lines{src: bufio.NewReaderSize(src, 256<<10), most: most, tooLong: tooLong}
}

// Number returns the number of the last line that Next reached, from 1.
func (l *Lines) Number() int { return l.number }

// Ahead returns how many bytes of src have been read beyond that line.
func (l *Lines) Ahead() int { return l.src.Buffered() }

// Next returns the next line without its LF, valid until the next call. After a line
// that is too long Next goes on; any other error, such as io.EOF, is final. Text between
// the last LF and an error of src other than io.EOF is dropped.
func (l *Lines) Next() ([]byte, error) {
	if l.err != nil {
		return nil, l.err
	}
	line, err := l.src.ReadSlice('\n')
	if size := len(line) - 1; err == nil && size <= l.most {
		l.number++
		return line[:size], nil
	}
	return l.rest(line, err)
}

// rest is Next after the first ReadSlice, for a line that is long, last or broken off.
func (l *Lines) rest(line []byte, err error) ([]byte, error) {
	size := len(line)
	l.long = l.long[:0]
	for err == bufio.ErrBufferFull {
		if size <= l.most {
			l.long = append(l.long, line...)
		}
		line, err = l.src.ReadSlice('\n')
		size += len(line)
	}
	if err == nil {
		line = line[:len(line)-1]
		size--
	}
	l.err = err
	if err == io.EOF && size == 0 {
		return nil, err
	}
	l.number++
	switch {
	case size > l.most:
		return nil, l.tooLong
	case err != nil && err != io.EOF:
		return nil, err
	}
	if len(l.long) > 0 {
		l.long = append(l.long, line...)
		return l.long, nil
	}
	return line, nil
}
