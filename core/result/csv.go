package result

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/internal/printable"
)

// CSV is a Sink that writes comma-separated text with a header line: numbers in full
// precision, null as nothing, flags as true and false, texts quoted where RFC 4180 asks
// for it, lines ended by a line feed. Texts that a spreadsheet would compute have an
// apostrophe in front.
type CSV struct {
	Exact bool // no apostrophes

	schema *Schema
	w      *bufio.Writer
	line   []byte
}

// NewCSV returns a CSV for tables of schema s, with its header line written. Close does
// not close w.
func NewCSV(w io.Writer, s *Schema) *CSV {
	c := &CSV{schema: s, w: bufio.NewWriterSize(w, 1<<16)}
	for i := range s.Columns {
		if i > 0 {
			c.w.WriteByte(',')
		}
		c.w.WriteString(s.Columns[i].Name)
	}
	c.w.WriteByte('\n')
	return c
}

// Write writes the rows of t.
func (c *CSV) Write(t *Table) error {
	if t.Schema != c.schema {
		return fmt.Errorf("result: rows of table %s for a CSV of %s", t.Schema.Name, c.schema.Name)
	}
	for row := range t.Rows {
		c.line = c.line[:0]
		for i := range t.Cols {
			if i > 0 {
				c.line = append(c.line, ',')
			}
			c.line = t.Cols[i].appendValue(c.line, t.Schema.Columns[i].Type, row, c.Exact)
		}
		c.line = append(c.line, '\n')
		if _, err := c.w.Write(c.line); err != nil {
			return err
		}
	}
	return nil
}

// Close writes what is buffered.
func (c *CSV) Close() error { return c.w.Flush() }

// Format returns a value of the table as text: a number in full precision, "" for null.
func (t *Table) Format(column string, row int) string {
	i := t.Schema.Index(column)
	return string(t.Cols[i].appendValue(nil, t.Schema.Columns[i].Type, row, true))
}

func (v *Vector) appendValue(b []byte, t Type, row int, exact bool) []byte {
	switch t {
	case Float:
		return appendFloat(b, v.Float[row])
	case Int:
		return strconv.AppendInt(b, v.Int[row], 10)
	case Bool:
		return strconv.AppendBool(b, v.Bool[row])
	}
	s := v.GetText(row)
	if !exact {
		s = printable.Cell(s)
	}
	if !strings.ContainsAny(s, "\",\r\n") && strings.TrimSpace(s) == s {
		return append(b, s...)
	}
	b = append(b, '"')
	b = append(b, strings.ReplaceAll(s, `"`, `""`)...)
	return append(b, '"')
}

// appendFloat writes the shortest text that reads back as x, seconds and counts without
// an exponent.
func appendFloat(b []byte, x float64) []byte {
	if x != x {
		return b
	}
	format := byte('g')
	if a := math.Abs(x); a == 0 || a >= 1e-6 && a < 1e15 {
		format = 'f'
	}
	return strconv.AppendFloat(b, x, format, -1, 64)
}
