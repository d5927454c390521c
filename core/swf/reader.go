package swf

import (
	"errors"
	"io"

	"github.com/backfill-lab/backfill/core/internal/text"
)

// spaces are what separates fields.
const spaces = " \t\r\v\f"

// A Reader reads the rows of a log from a stream. It is not safe for
// concurrent use.
//
// After a *ParseError about one line, Read goes on with the next line; any
// other error, io.EOF among them, stays.
type Reader struct {
	// File is what a ParseError calls the log.
	File string

	// Strict makes every row that has not exactly 18 fields an error. Otherwise
	// a row may have 5 or more: those that it lacks are -1 and those beyond 18
	// are not looked at; NumFields tells.
	Strict bool

	text     *text.Source
	lines    text.Lines
	fields   int
	rows     int
	ahead    bool // the first row has been read, to know where the header ends
	row      Record
	rowErr   error
	done     error
	header   Header
	comments int // bytes kept in header
}

// minFields is the number of fields that a row must have: up to the processors.
const minFields = 5

// NewReader returns a Reader of the log that r delivers, plain or compressed
// with gzip. It reads ahead.
func NewReader(r io.Reader) *Reader {
	source := text.NewSource(r)
	return &Reader{text: source, lines: text.NewLines(source, maxLine, ErrLine)}
}

// Header returns the comments read so far: at least those before the first row,
// and all of them after Read has returned io.EOF. The error is nil or one that
// ends the log; io.EOF is no error here.
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

// Read returns the next row. It returns io.EOF after the last one and a
// *ParseError for a row that breaks the grammar of the package comment.
func (r *Reader) Read() (Record, error) {
	var rec Record
	err := r.ReadTo(&rec)
	return rec, err
}

// ReadTo is Read into a Record of the caller's. It allocates only where a row
// has Decimals. After an error *rec is not defined.
func (r *Reader) ReadTo(rec *Record) error {
	if r.ahead {
		r.ahead = false
		*rec = r.row
		return r.rowErr
	}
	return r.read(rec)
}

// ReadAll returns all rows that are left. Its error is nil at the end of the
// log, or the first one met, with the rows before it.
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

// Line returns the number of the line that was read last, from 1.
func (r *Reader) Line() int { return r.lines.Number() }

// NumFields returns how many fields the row has that was read last.
func (r *Reader) NumFields() int { return r.fields }

// Offset returns how many bytes have been taken from the io.Reader, before
// decompression; compared with the file's size it tells the progress.
func (r *Reader) Offset() int64 { return r.text.Offset() }

// read reads on to the next row.
func (r *Reader) read(rec *Record) error {
	if r.done != nil {
		return r.done
	}
	for {
		line, err := r.lines.Next()
		if err != nil {
			if err == io.EOF {
				r.done = io.EOF
				return io.EOF
			}
			err = r.fail(0, nil, err)
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

// comment keeps a comment line. Where the line ends in CRs they belong to the
// line ending.
func (r *Reader) comment(line []byte) error {
	for line[len(line)-1] == '\r' {
		line = line[:len(line)-1]
	}
	const overhead = 32 // of a string and its place, so that short comments cannot outgrow the bound
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

// fail makes a ParseError for the line that was read last.
func (r *Reader) fail(field int, text []byte, err error) error {
	return &ParseError{File: r.File, Line: r.lines.Number(), Field: field, Text: shorten(text), Err: err}
}

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' && c != '\n' }
