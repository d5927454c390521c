package swf

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// A Writer writes a log, from which a Reader reads the same records and comments.
// Columns are as wide as in the archive, or wider if a number needs it. Call Flush
// at the end.
type Writer struct {
	w   io.Writer
	buf []byte
	err error
}

const (
	writeSize = 64 << 10 // bytes that Writer collects before it writes them
	maxRow    = 1 << 10  // a little more than the longest row of whole numbers
)

// widths are the columns of the archive's logs.
var widths = [Fields]int{5, 8, 6, 6, 4, 6, 5, 4, 6, 5, 2, 3, 3, 3, 2, 2, 2, 2}

// NewWriter returns a Writer to w.
func NewWriter(w io.Writer) *Writer {
	return &Writer{w: w, buf: make([]byte, 0, writeSize+maxRow)}
}

// WriteHeader writes h.Lines. The caller writes h.Later between the rows, with
// WriteComment.
func (w *Writer) WriteHeader(h Header) error {
	for _, line := range h.Lines {
		if err := w.WriteComment(line); err != nil {
			return err
		}
	}
	return w.err
}

// WriteComment writes a comment line, which must start with ";".
func (w *Writer) WriteComment(line string) error {
	if !strings.HasPrefix(strings.TrimLeft(line, spaces), ";") || strings.Contains(line, "\n") || strings.HasSuffix(line, "\r") {
		return fmt.Errorf("swf: %q is not a comment: it must start with ; and be one line", line)
	}
	if len(line) > maxLine {
		return fmt.Errorf("swf: a comment of %d bytes is longer than a line may be", len(line))
	}
	w.buf = append(w.buf, line...)
	return w.endLine()
}

// Write writes one row.
func (w *Writer) Write(rec *Record) error {
	if math.IsNaN(rec.CPU) || math.IsInf(rec.CPU, 0) {
		return errors.New("swf: the CPU time of job " + strconv.FormatInt(rec.Job, 10) + " is not a number")
	}
	v := [Fields]int64{
		rec.Job, rec.Submit, rec.Wait, rec.Run, rec.Procs, 0, rec.MemoryKiB, rec.ReqProcs, rec.ReqTime,
		rec.ReqMemoryKiB, rec.Status, rec.User, rec.Group, rec.App, rec.Queue, rec.Partition, rec.Preceding, rec.ThinkTime,
	}
	var text [32]byte
	for i, n := range v {
		number := text[:0]
		switch {
		case i == cpuField:
			number = strconv.AppendFloat(number, rec.CPU, 'f', -1, 64)
		case rec.Decimals != nil && fractional>>i&1 == 1 && float64(n) == math.Round(rec.Decimals[i]):
			number = strconv.AppendFloat(number, rec.Decimals[i], 'f', -1, 64)
		default:
			number = strconv.AppendInt(number, n, 10)
		}
		if i > 0 {
			w.buf = append(w.buf, ' ')
		}
		for k := len(number); k < widths[i]; k++ {
			w.buf = append(w.buf, ' ')
		}
		w.buf = append(w.buf, number...)
	}
	return w.endLine()
}

// Flush writes the collected bytes.
func (w *Writer) Flush() error {
	if w.err == nil && len(w.buf) > 0 {
		_, w.err = w.w.Write(w.buf)
	}
	w.buf = w.buf[:0]
	return w.err
}

func (w *Writer) endLine() error {
	w.buf = append(w.buf, '\n')
	if len(w.buf) >= writeSize {
		return w.Flush()
	}
	return w.err
}
