// Package bounded reads whole files that others wrote: one of any size, or a device without end, is an error and not
// the end of all memory.
package bounded

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
)

// Most is a bound on files that the program itself writes, in bytes: they are far smaller.
const Most = 1 << 30

// ErrSize is that of a file with more than a bound.
var ErrSize = errors.New("it is too large to be such a file")

// errKind is that of a pipe, to whose opening there may be no end, or of a device or folder.
var errKind = errors.New("it is not a regular file")

// Open opens a regular file.
func Open(name string) (*os.File, error) {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return nil, &os.PathError{Op: "open", Path: name, Err: errKind}
	}
	return os.Open(name)
}

// ReadFile returns the bytes of a regular file of that name, at most most of them.
func ReadFile(name string, most int64) ([]byte, error) {
	f, err := Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadAll(f, name, most)
}

// ReadAll returns what r holds, at most most bytes. The name is that of the file, for an error.
func ReadAll(r io.Reader, name string, most int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && int64(len(data)) > most {
		err = fmt.Errorf("%s has more than %s: %w", name, size(most), ErrSize)
	}
	if err != nil {
		return nil, err
	}
	return data, nil
}

func size(n int64) string {
	if n < 1<<20 {
		return fmt.Sprintf("%d kB", n>>10)
	}
	return fmt.Sprintf("%d MB", n>>20)
}

// Lines returns a scanner of r's lines, each of at most most bytes, and its error in plain words.
func Lines(r io.Reader, most int) *Scanner {
	s := &Scanner{Scanner: bufio.NewScanner(r), most: most}
	s.Buffer(nil, most)
	return s
}

// A Scanner is a bufio.Scanner whose error says what is wrong with the text.
type Scanner struct {
	*bufio.Scanner
	most int
}

// Err returns the first error other than io.EOF.
func (s *Scanner) Err() error {
	if err := s.Scanner.Err(); !errors.Is(err, bufio.ErrTooLong) {
		return err
	}
	return fmt.Errorf("a line is too long: it has more than %s", size(int64(s.most)))
}
