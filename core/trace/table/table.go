package table

import "slices"

// A Type is the type of a column's values.
type Type uint8

// The types.
const (
	Other Type = iota // one that is not read, such as a list
	Int
	Float
	Text
	Time     // a point in time: Int counts units of the column since 1970
	Duration // Int counts units of the column
)

var typeNames = [...]string{"nested or of another type", "whole numbers", "numbers", "text", "times", "durations"}

// A Column describes one column of a Table.
type Column struct {
	Name  string
	Type  Type
	Unit  string // of Time and Duration: ns, us, ms, s or d
	Local bool   // of Time: on a clock whose zone the file does not tell
	Note  string // of Other: what it is
}

// NamesOf returns the names of columns.
func NamesOf(all []Column) (names []string) {
	for _, c := range all {
		names = append(names, c.Name)
	}
	return names
}

// A Vector holds the values of a column in some rows. One of its slices is set: Int for Int, Time and
// Duration. None is if all are null.
type Vector struct {
	Int   []int64
	Float []float64 // NaN is null
	Text  []string
	Null  []bool // nil if there are none; a text of no characters is none either
}

// Has tells whether the Vector holds that many rows.
func (v *Vector) Has(rows int) bool {
	switch {
	case v.Null != nil && len(v.Null) != rows:
		return false
	case v.Text != nil:
		return len(v.Text) == rows
	case v.Float != nil:
		return len(v.Float) == rows
	case v.Int != nil:
		return len(v.Int) == rows
	}
	return rows == 0 || v.Null != nil && !slices.Contains(v.Null, false)
}

// null tells whether row i has no value, as far as Null says.
func (v *Vector) null(i int) bool { return v.Null != nil && v.Null[i] }

// A Batch is some rows of a table: of each column that was asked for a Vector.
type Batch struct {
	Rows int
	Cols []Vector

	Line func(row int) int // the line of a row for messages; nil if rows have none
	Bad  []*ParseError     // of each row, why it cannot be read, or nil, without its place; nil if all can
}

// A Table is rows that are read once, in order.
type Table interface {
	// Columns returns the table's columns, in its order. There are at most MaxColumns.
	Columns() []Column

	// Meta returns what the file says of itself under a key, or "".
	Meta(key string) string

	// Read reads the next rows of the columns with these indexes, the same in each call, and returns
	// io.EOF after the last. The Batch is valid until the next call.
	Read(columns []int) (*Batch, error)
}

// MaxColumns bounds the columns of a table.
const MaxColumns = 4096
