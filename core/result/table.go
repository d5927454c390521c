package result

import (
	"fmt"
	"math"
	"slices"
)

// A Table is a batch of rows of one schema, by columns. Sinks borrow it for a call and
// keep nothing of it but its Dicts.
type Table struct {
	Schema *Schema
	Rows   int
	Cols   []Vector // one per column, in the schema's order
}

// A Vector is one column: the slice for its Type has Table.Rows elements, the others are
// nil.
type Vector struct {
	Float []float64
	Int   []int64
	Bool  []bool
	Code  []int32 // text: index into Dict, or -1 for null
	Dict  *Dict
}

// NewTable returns a table of n rows, all zero; text columns get empty Dicts
// and null codes.
func NewTable(s *Schema, n int) *Table {
	t := &Table{Schema: s, Rows: n, Cols: make([]Vector, len(s.Columns))}
	for i, c := range s.Columns {
		switch v := &t.Cols[i]; c.Type {
		case Float:
			v.Float = make([]float64, n)
		case Int:
			v.Int = make([]int64, n)
		case Bool:
			v.Bool = make([]bool, n)
		case Text:
			v.Code, v.Dict = make([]int32, n), NewDict()
			for k := range v.Code {
				v.Code[k] = -1
			}
		}
	}
	return t
}

// Head returns the first n rows; it shares memory with t.
func (t *Table) Head(n int) *Table {
	h := &Table{Schema: t.Schema, Rows: n, Cols: make([]Vector, len(t.Cols))}
	for i, v := range t.Cols {
		h.Cols[i] = Vector{head(v.Float, n), head(v.Int, n), head(v.Bool, n), head(v.Code, n), v.Dict}
	}
	return h
}

func head[T any](values []T, n int) []T { return values[:min(n, len(values))] }

// As returns the rows of t as rows of s, another version of its schema or its compact form: columns are found by name, those
// that t lacks are null, and those that s lacks are left out. Numbers become whole ones, and the other way round, where Compact
// may have made them. It is an error if a column has another type or unit in t, or is missing there and can never be null. It
// shares memory with t.
func (t *Table) As(s *Schema) (*Table, error) {
	if t.Schema == s {
		return t, nil
	}
	as := NewTable(s, 0)
	as.Rows = t.Rows
	for i, c := range s.Columns {
		k := t.Schema.Index(c.Name)
		if k < 0 && c.Nullable {
			as.Cols[i] = nulls(c.Type, t.Rows)
			continue
		}
		if k < 0 {
			return nil, fmt.Errorf("table %s has no column %s", s.Name, c.Name)
		}
		switch from := t.Schema.Columns[k]; {
		case from.Unit == c.Unit && from.Type == c.Type && (c.Nullable || !from.Nullable):
			as.Cols[i] = t.Cols[k]
		case from.Unit == c.Unit && c.Type == Int && t.Schema.counts(&from):
			as.Cols[i].Int = converted[int64](t.Cols[k].Float)
		case from.Unit == c.Unit && from.Type == Int && s.counts(&c):
			as.Cols[i].Float = converted[float64](t.Cols[k].Int)
		default:
			return nil, fmt.Errorf("table %s has another column %s", s.Name, c.Name)
		}
	}
	return as, nil
}

// nulls returns n of them, of a type that can be null.
func nulls(t Type, n int) Vector {
	if t == Text {
		return Vector{Code: slices.Repeat([]int32{-1}, n), Dict: NewDict()}
	}
	return Vector{Float: slices.Repeat([]float64{math.NaN()}, n)}
}

// Check tells what is wrong with a table: a column of another length than Rows, a code
// without a text, a null where the schema allows none. Sinks that write files call it,
// so that a producer's mistake is an error with a row number, not an unreadable file.
func (t *Table) Check() error {
	if len(t.Cols) != len(t.Schema.Columns) {
		return fmt.Errorf("result: table %s has %d columns, its schema %d", t.Schema.Name, len(t.Cols), len(t.Schema.Columns))
	}
	for i := range t.Schema.Columns {
		if err := t.CheckColumn(i); err != nil {
			return err
		}
	}
	return nil
}

// CheckColumn is Check for the i-th column of the schema.
func (t *Table) CheckColumn(i int) error {
	c := &t.Schema.Columns[i]
	if n := t.Cols[i].Len(c.Type); n != t.Rows {
		return fmt.Errorf("result: column %s.%s has %d values for %d rows", t.Schema.Name, c.Name, n, t.Rows)
	}
	if row, what := t.Cols[i].firstBad(c); row >= 0 {
		return fmt.Errorf("result: column %s.%s, row %d: %s", t.Schema.Name, c.Name, row, what)
	}
	return nil
}

// Len returns the number of values of type t, or -1 for codes without a Dict.
func (v *Vector) Len(t Type) int {
	if t == Text && v.Dict == nil {
		return -1
	}
	return [...]int{len(v.Float), len(v.Int), len(v.Bool), len(v.Code)}[t]
}

// firstBad returns the first row that breaks the column's rules, or -1.
func (v *Vector) firstBad(c *Column) (row int, what string) {
	switch {
	case c.Type == Float && !c.Nullable:
		for i, x := range v.Float {
			if x != x {
				return i, "null in a column that is never null"
			}
		}
	case c.Type == Text:
		least, n := int32(0), int32(len(v.Dict.texts))
		if c.Nullable {
			least = -1
		}
		for i, k := range v.Code {
			if k < least {
				return i, "null in a column that is never null"
			}
			if k >= n {
				return i, fmt.Sprintf("code %d of a dictionary with %d texts", k, n)
			}
		}
	}
	return -1, ""
}

// Col returns the named column. It panics if the schema has none of that name.
func (t *Table) Col(name string) *Vector {
	i := t.Schema.Index(name)
	if i < 0 {
		panic(fmt.Sprintf("result: table %s has no column %q", t.Schema.Name, name))
	}
	return &t.Cols[i]
}

// SetText sets row i of a text column; "" is null.
func (v *Vector) SetText(i int, s string) { v.Code[i] = v.Dict.Code(s) }

// GetText returns row i of a text column, "" for null.
func (v *Vector) GetText(i int) string { return v.Dict.Text(v.Code[i]) }

// A Dict numbers distinct texts in order of first use. Codes stay valid; several tables
// of one run may share it.
type Dict struct {
	texts []string
	codes map[string]int32
}

// NewDict returns an empty Dict.
func NewDict() *Dict { return &Dict{codes: map[string]int32{}} }

// Code returns the number of s, the next one if it is new, and -1 for "".
func (d *Dict) Code(s string) int32 {
	if s == "" {
		return -1
	}
	c, ok := d.codes[s]
	if !ok {
		c = int32(len(d.texts))
		d.codes[s], d.texts = c, append(d.texts, s)
	}
	return c
}

// Text returns the text that c stands for, "" for -1.
func (d *Dict) Text(c int32) string {
	if c < 0 {
		return ""
	}
	return d.texts[c]
}

// Texts returns all texts in the order of their codes. Do not change the slice.
func (d *Dict) Texts() []string { return d.texts }

// A Sink takes the rows of one table in batches. Close completes it; without Close it
// leaves nothing behind.
type Sink interface {
	Write(t *Table) error
	Close() error
}

// WriteTable writes a table to a sink that gets no other one, and closes the sink.
func WriteTable(s Sink, t *Table) error {
	if err := s.Write(t); err != nil {
		return err
	}
	return s.Close()
}

// Pick returns the rows of those numbers, in that order; it shares dictionaries with t.
func (t *Table) Pick(rows []int) *Table {
	p := &Table{Schema: t.Schema, Rows: len(rows), Cols: make([]Vector, len(t.Cols))}
	for i, v := range t.Cols {
		p.Cols[i] = Vector{pick(v.Float, rows), pick(v.Int, rows), pick(v.Bool, rows), pick(v.Code, rows), v.Dict}
	}
	return p
}

func pick[T any](values []T, rows []int) []T {
	if values == nil {
		return nil
	}
	picked := make([]T, len(rows))
	for k, i := range rows {
		picked[k] = values[i]
	}
	return picked
}
