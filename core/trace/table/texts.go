package table

import (
	"fmt"
	"io"
	"strconv"
	"time"
)

// Texts are the rows of a table as texts: times without a zone as 2006-01-02T15:04:05, others in seconds since 1970, durations as
// 12:30:00, and nothing for a missing value.
type Texts struct {
	file    string
	table   Table
	columns []int
	all     []Column
	cells   []string
	batch   *Batch
	next    int // row of batch
	row     int // from 1
}

// NewTexts returns the rows of a table. file is its name for messages.
func NewTexts(file string, t Table) *Texts {
	r := &Texts{file: file, table: t, all: t.Columns()}
	for i, c := range r.all {
		if c.Type != Other {
			r.columns = append(r.columns, i)
		}
	}
	r.cells = make([]string, len(r.columns))
	return r
}

// Names returns the names of the columns that can be read.
func (r *Texts) Names() (names []string) {
	for _, i := range r.columns {
		names = append(names, r.all[i].Name)
	}
	return names
}

// Next returns the cells of the next row and its line, or its number if the file has no lines; io.EOF after the last. A
// *ParseError is about this row alone.
func (r *Texts) Next() (cells []string, line int, err error) {
	for r.batch == nil || r.next >= r.batch.Rows {
		b, err := r.table.Read(r.columns)
		if err != nil {
			if err != io.EOF {
				err = named(r.file, r.table, err)
			}
			return nil, r.row, err
		}
		r.batch, r.next = b, 0
	}
	i := r.next
	r.next++
	r.row++
	line = r.row
	if r.batch.Line != nil {
		line = r.batch.Line(i)
	}
	if r.batch.Bad != nil && r.batch.Bad[i] != nil {
		bad := *r.batch.Bad[i]
		bad.File, bad.Line = r.file, line
		return nil, line, &bad
	}
	for k, at := range r.columns {
		r.cells[k] = r.text(&r.batch.Cols[k], &r.all[at], i)
	}
	return r.cells, line, nil
}

// text returns a cell.
func (r *Texts) text(v *Vector, c *Column, i int) string {
	switch {
	case v.null(i):
		return ""
	case v.Text != nil:
		return v.Text[i]
	case v.Float != nil:
		if v.Float[i] != v.Float[i] {
			return ""
		}
		return strconv.FormatFloat(v.Float[i], 'f', -1, 64)
	case v.Int == nil:
		return ""
	}
	n := v.Int[i]
	if c.Type != Time && c.Type != Duration {
		return strconv.FormatInt(n, 10)
	}
	n, _ = timeUnits[c.Unit].times(n)
	if c.Type == Duration {
		return strconv.FormatInt(n/3600, 10) + time.Unix(n%3600, 0).UTC().Format(":04:05")
	}
	if c.Local {
		return time.Unix(n, 0).UTC().Format("2006-01-02T15:04:05")
	}
	return strconv.FormatInt(n, 10)
}

// named adds the file's name to an error of a table that does not name it.
func named(file string, t Table, err error) error {
	if _, is := t.(*CSV); is {
		return err
	}
	return fmt.Errorf("%s: %w", file, err)
}
