package arrowio

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/backfill-lab/backfill/arrowio/ipc"
	"github.com/backfill-lab/backfill/arrowio/parquet"
	"github.com/backfill-lab/backfill/core/trace/table"
)

// A Log is a file with a log of any format: text, or a table in Parquet or Arrow, which it recognises by
// its first bytes. It is what trace.ReadFrom takes. A table in a pipe can only be an Arrow stream.
type Log struct {
	io.Reader
	file *os.File // nil if there is no file
}

// NewLog returns the log that r reads. file is where its bytes lie, or nil for a reader that is none;
// Close closes it.
func NewLog(r io.Reader, file *os.File) *Log { return &Log{r, file} }

// OpenLog opens a log. Its errors are those of package os.
func OpenLog(path string) (io.ReadCloser, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	return NewLog(f, f), nil
}

// Close closes the file.
func (l *Log) Close() error {
	if l.file == nil {
		return nil
	}
	return l.file.Close()
}

// Stat describes the file: an error if there is none.
func (l *Log) Stat() (fs.FileInfo, error) {
	if l.file == nil {
		return nil, fs.ErrInvalid
	}
	return l.file.Stat()
}

// Size returns the bytes in the file, 0 if it is a pipe.
func (l *Log) Size() int64 {
	if l.file == nil {
		return 0
	}
	if info, err := l.file.Stat(); err == nil && info.Mode().IsRegular() {
		return info.Size()
	}
	return 0
}

var errPipe = errors.New("a Parquet or Arrow file cannot be read from a pipe: name the file, or send an Arrow stream")

// Table returns the table in the file, nil if it holds text.
func (l *Log) Table() (table.Table, error) {
	size := l.Size()
	if size == 0 {
		b := bufio.NewReader(l.Reader)
		l.Reader = b
		switch head, _ := b.Peek(8); {
		case ipc.IsStream(head):
			return ipc.NewStream(b)
		case ipc.IsFile(head), parquet.IsFile(head):
			return nil, errPipe
		}
		return nil, nil
	}
	head := make([]byte, 8)
	if n, err := l.file.ReadAt(head, 0); err != nil && err != io.EOF {
		return nil, fmt.Errorf("cannot be read: %w", err)
	} else {
		head = head[:n]
	}
	at := &stoppable{l.Reader, l.file, io.NewSectionReader(l.file, 0, size)}
	switch {
	case parquet.IsFile(head):
		t, err := parquet.NewTable(at, size)
		if err != nil {
			return nil, err
		}
		t.SetDurations(arrowDurations(t.Meta("ARROW:schema")))
		return t, nil
	case ipc.IsFile(head):
		return ipc.NewTable(at, size)
	case ipc.IsStream(head):
		return ipc.NewStream(l.Reader)
	}
	return nil, nil
}

// Rows returns the number of rows that a Parquet file says it has, 0 of any other file.
func Rows(path string) int64 {
	f, err := os.Open(path)
	if err != nil {
		return 0
	}
	defer f.Close()
	l := NewLog(f, f)
	if head := make([]byte, 4); l.Size() == 0 {
		return 0
	} else if _, err := f.ReadAt(head, 0); err != nil || !parquet.IsFile(head) {
		return 0
	}
	t, err := parquet.NewTable(f, l.Size())
	if err != nil {
		return 0 // who reads it will say why
	}
	return t.Rows()
}

// arrowDurations returns the units of the durations in the Arrow schema that Arrow's libraries and Polars keep in a
// Parquet file, as base64 of a stream's first message: Parquet has whole numbers for them.
func arrowDurations(schema string) map[string]string {
	message, err := base64.StdEncoding.DecodeString(schema)
	if err != nil || len(message) == 0 {
		return nil
	}
	t, err := ipc.NewStream(bytes.NewReader(message))
	if err != nil {
		return nil // its columns are read as what Parquet says
	}
	units := map[string]string{}
	for _, c := range t.Columns() {
		if c.Type == table.Duration {
			units[c.Name] = c.Unit
		}
	}
	return units
}

// stoppable reads a file at places, and ends with the error of a reader of the same file that was stopped.
type stoppable struct {
	stop io.Reader
	file *os.File
	*io.SectionReader
}

// ReadAt implements io.ReaderAt.
func (s *stoppable) ReadAt(p []byte, at int64) (int, error) {
	if _, err := s.stop.Read(nil); err != nil && err != io.EOF {
		return 0, err
	}
	return s.file.ReadAt(p, at)
}
