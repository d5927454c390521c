package swf

import (
	"errors"
	"io"

	"github.com/backfill-lab/backfill/core/internal/text"
)

// spaces separate fields.
const spaces = " \t\r\v\f"

// A Reader reads the rows of a log from a stream. It is not safe for concurrent use.
//
// After a *ParseError about one line, Read goes on with the next line. Any other
// error, such as io.EOF, is returned by every further call.
type Reader struct {
	File string // the log's name in a ParseError

	// Strict makes a row without exactly 18 fields an error. Otherwise a row may
	// have 5 or more (see NumFields): missing ones are -1, those beyond 18 are ignored.
	Strict bool

	text     *text.Source
	lines    text.Lines
	fields   int
	rows     int
	ahead    bool // the first row has been read, because the header ends there
	row      Record
	rowErr   error
	done     error
	header   Header
	comments int // bytes kept in header
}

// minFields is the number of fields that a row must have: up to the processors.
const minFields = 5

// NewReader returns a Reader of the log in r, plain or compressed with gzip. It reads ahead.
func NewReader(r io.Reader) *Reader {
	source := text.NewSource(r)
	return &Reader{text: source, lines: text.NewLines(source, maxLine, ErrLine)}
}

// Header returns the comments read so far: at least those before the first row, and
// all after Read has returned io.EOF. The error is the one that ended the log, if
// any, but not io.EOF.
func (r *Reader) Header() (Header, error) {
	if r.rows == 0 && !r.ahead && r.done == nil {
		r.rowErr = r.read(&r.row)
		r.ahead = true
	}
	if r.done != nil && r.done != io.EOF {
		return r.header, r.done
	}
	return r.header, nil
}

// Read returns the next row. It returns io.EOF after the last one, and a *ParseError
// for a row that violates the grammar of the package comment.
func (r *Reader) Read() (Record, error) {
	var rec Record
	err := r.ReadTo(&rec)
	return rec, err
}

// ReadTo reads the next row into *rec, as Read does. It allocates only for a row with
// Decimals. After an error *rec is undefined.
func (r *Reader) ReadTo(rec *Record) error {
	if r.ahead {
		r.ahead = false
		*rec = r.row
		return r.rowErr
	}
	return r.read(rec)
}

// ReadAll returns the remaining rows: all of them, or those before the first error
// and that error.
func (r *Reader) ReadAll() ([]Record, error) {
	var all []Record
	for {
		rec, err := r.Read()
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return all, err
		}
		all = append(all, rec)
	}
}

// Line returns the number of the last line read, from 1.
func (r *Reader) Line() int { return r.lines.Number() }

// NumFields returns the number of fields of the last row read.
func (r *Reader) NumFields() int { return r.fields }

// Offset returns how many bytes of the io.Reader, before decompression, the lines read so far took; of a compressed
// log, about. Over the file's size, it is the progress.
func (r *Reader) Offset() int64 { return r.text.Used(r.lines.Ahead()) }

// read reads up to the next row.
func (r *Reader) read(rec *Record) error {
	if r.done != nil {
		return r.done
	}
	for {
		line, err := r.lines.Next()
		if err != nil {
			if err != io.EOF {
				err = r.fail(0, nil, err)
			}
			if !errors.Is(err, ErrLine) {
				r.done = err
			}
			return err
		}
		i := 0
		for i < len(line) && isSpace(line[i]) {
			i++
		}
		if i == len(line) {
			continue
		}
		if line[i] == ';' {
			if err := r.comment(line); err != nil {
				r.done = err
				return err
			}
			continue
		}
		if err := r.parse(line, i, rec); err != nil {
			return err
		}
		r.rows++
		return nil
	}
}

// comment keeps a comment line without the CRs at its end, which belong to the line ending.
func (r *Reader) comment(line []byte) error {
	for line[len(line)-1] == '\r' {
		line = line[:len(line)-1]
	}
	const overhead = 32 // bytes of a string and its place, so that short comments count too
	if r.comments += len(line) + overhead; r.comments > maxComments {
		return r.fail(0, nil, ErrComments)
	}
	if r.rows == 0 {
		r.header.Lines = append(r.header.Lines, string(line))
	} else {
		r.header.Later = append(r.header.Later, Comment{Before: r.rows, Text: string(line)})
	}
	return nil
}

// fail returns a ParseError about the last line read.
func (r *Reader) fail(field int, word []byte, err error) error {
	return &ParseError{File: r.File, Line: r.lines.Number(), Field: Numbered(field), Text: text.Shorten(word), Err: err}
}

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' && c != '\n' }
