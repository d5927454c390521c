package table

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/internal/text"
	"github.com/backfill-lab/backfill/internal/printable"
)

// The bounds of a CSV file.
const (
	maxRecord = 1 << 20 // bytes of a row
	batchRows = 4096
)

var (
	errRecord = fmt.Errorf("a row of more than %d bytes: a quote is not closed, or this is not a table", maxRecord)
	errHeader = errors.New("the first line does not name columns: put a header line first, such as submit,run,estimate,procs")
)

// A CSV is a table in a text file: a header line with the names of the columns, then a line for each row,
// with commas, semicolons, tabs, bars or, if there is none of these, spaces between cells, which may be in double quotes
// (RFC 4180). Lines before the header that begin with # are comments. Rows of a table with spaces may have a cell more
// before the others: the names of rows that R and pandas print.
type CSV struct {
	file    string
	src     text.Bounded
	r       *csv.Reader
	columns []Column
	spaced  bool
	batch   Batch
	lines   []int
}

// NewCSV begins to read a table; file is its name for messages. r is plain or compressed with gzip.
func NewCSV(file string, r io.Reader) (*CSV, error) {
	src := text.NewSource(r)
	sep := Separator(src.Peek())
	c := &CSV{file: file, spaced: sep == 0 && len(spacedNames(src.Peek())) > 1}
	if c.spaced {
		sep = ' '
	} else if sep == 0 {
		sep = ','
	}
	c.src = text.Bounded{Src: src, Most: maxRecord, TooLong: errRecord}
	c.r = csv.NewReader(&c.src)
	c.r.TrimLeadingSpace = c.spaced
	c.r.Comma, c.r.Comment, c.r.FieldsPerRecord, c.r.ReuseRecord = rune(sep), '#', -1, true
	head, err := c.r.Read()
	if err != nil {
		return nil, c.failed(err)
	}
	head = c.trimmed(head)
	if len(head) > MaxColumns {
		return nil, fmt.Errorf("%s:1: the header line names %d columns, more than %d", file, len(head), MaxColumns)
	}
	for _, name := range head {
		c.columns = append(c.columns, Column{Name: strings.Clone(strings.TrimSpace(name)), Type: Text})
	}
	if !slices.ContainsFunc(c.columns, func(c Column) bool { return IsName(c.Name) }) {
		return nil, fmt.Errorf("%s:1: %w", file, errHeader)
	}
	return c, nil
}

// failed words an error of the whole file.
func (c *CSV) failed(err error) error {
	var parse *csv.ParseError
	switch {
	case err == io.EOF:
		return fmt.Errorf("%s: the file is empty", c.file)
	case errors.As(err, &parse):
		return fmt.Errorf("%s:%d: %w", c.file, parse.Line, parse.Err)
	}
	return fmt.Errorf("%s: %w", c.file, err)
}

// Columns returns the columns: all are text.
func (c *CSV) Columns() []Column { return c.columns }

// Meta returns "".
func (c *CSV) Meta(string) string { return "" }

var errFields = errors.New("the row has another number of cells than the header")

// Read implements Table.
func (c *CSV) Read(columns []int) (*Batch, error) {
	b := &c.batch
	if b.Cols == nil {
		b.Cols = make([]Vector, len(columns))
		b.Line = func(row int) int { return c.lines[row] }
	}
	b.Rows, b.Bad, c.lines = 0, nil, c.lines[:0]
	for k := range b.Cols {
		b.Cols[k].Text = b.Cols[k].Text[:0]
	}
	for b.Rows < batchRows {
		c.src.Begin(c.r.InputOffset())
		row, err := c.r.Read()
		var parse *csv.ParseError
		switch {
		case err == io.EOF:
			if b.Rows == 0 {
				return nil, io.EOF
			}
			return b, nil
		case errors.As(err, &parse):
			err = parse.Err
			c.lines = append(c.lines, parse.Line)
		case err != nil:
			return nil, c.failed(err)
		default:
			line, _ := c.r.FieldPos(0)
			c.lines = append(c.lines, line)
			if row = c.trimmed(row); c.spaced && len(row) == len(c.columns)+1 {
				row = row[1:] // without the name of the row
			}
			if len(row) != len(c.columns) {
				err = errFields
			}
		}
		if err != nil {
			if b.Bad == nil {
				b.Bad = make([]*ParseError, batchRows)
			}
			b.Bad[b.Rows] = &ParseError{Err: err}
		}
		b.Rows++
		for k, i := range columns {
			cell := ""
			if err == nil {
				cell = printable.ParseCell(row[i])
			}
			b.Cols[k].Text = append(b.Cols[k].Text, cell)
		}
	}
	return b, nil
}

// trimmed returns the cells of a line without an empty one that spaces at its end make.
func (c *CSV) trimmed(row []string) []string {
	if n := len(row); c.spaced && n > 0 && row[n-1] == "" {
		return row[:n-1]
	}
	return row
}

// Spaced tells whether the first line that is no comment names three fields of jobs or more with spaces between them.
func Spaced(head []byte) bool { return KnownNames(spacedNames(head)) >= 3 }

// spacedNames returns the names between spaces in the first line that is no comment, nil if a word in it is no name.
func spacedNames(head []byte) (names []string) {
	for _, word := range strings.Fields(string(headerLine(head))) {
		if word = unquote(word); !IsName(word) {
			return nil
		}
		names = append(names, word)
	}
	return names
}

// headerLine returns the first line that is no comment, without spaces around it.
func headerLine(head []byte) []byte {
	for line := range bytes.Lines(head) {
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '#' {
			return line
		}
	}
	return nil
}

// Separator returns the byte between the names of the columns in the first line that is no comment, or 0
// if the line names none.
func Separator(head []byte) byte {
	line := string(headerLine(head))
	best, most := byte(0), 0
	for _, sep := range []byte(",;\t|") {
		cells := split(line, sep)
		if n := len(cells) - 1; n > most && slices.ContainsFunc(cells, func(c string) bool { return IsName(unquote(c)) }) {
			best, most = sep, n
		}
	}
	return best
}

// Header returns the names in the first line that is no comment, and the byte between them; nil if the line names none.
func Header(head []byte) (names []string, sep byte) {
	if sep = Separator(head); sep == 0 {
		return nil, 0
	}
	for _, cell := range split(string(headerLine(head)), sep) {
		names = append(names, unquote(cell))
	}
	return names, sep
}

// IsQuoted tells whether cells of a text are in double quotes.
func IsQuoted(head []byte, sep byte) bool {
	for line := range bytes.Lines(head) {
		if len(line) > 0 && line[0] == '"' || sep != '|' && bytes.Contains(line, []byte{sep, '"'}) {
			return true
		}
	}
	return false
}

// IsName tells whether a cell of the first line can be the name of a column: it has a letter, and is no
// number or date.
func IsName(s string) bool {
	if s == "" || isNull(s) {
		return false
	}
	c := s[0] | 0x20
	return c >= 'a' && c <= 'z' || c == '_' || c >= 0x80
}
