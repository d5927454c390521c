package result

import "fmt"

// A Table is a batch of rows of one schema, by columns. Sinks borrow a table
// for the length of a call and keep nothing of it but its Dicts.
type Table struct {
	Schema *Schema
	Rows   int
	Cols   []Vector // one per column, in the schema's order
}

// A Vector holds one column: the slice for its Type has Table.Rows elements,
// the others are nil.
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

// A Dict numbers distinct texts in order of first use. It only grows, so codes
// given out stay valid; several tables of one run may share it.
type Dict struct {
	texts []string
	codes map[string]int32
}

// NewDict returns an empty Dict.
func NewDict() *Dict { return &Dict{codes: map[string]int32{}} }

// Code returns the number of s, giving it the next one if it is new; -1 for "".
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

// Texts returns all texts in the order of their codes. The caller must not
// change the slice.
func (d *Dict) Texts() []string { return d.texts }

// A Sink takes the rows of one table in batches. Close completes it; a sink
// that is not closed leaves nothing behind.
type Sink interface {
	Write(t *Table) error
	Close() error
}

// Meta is what a result file says about itself, in a fixed order.
type Meta []Pair

// A Pair is one entry of a Meta.
type Pair struct{ Key, Value string }

// The keys of Meta that every result file has.
const (
	MetaSpec     = "backfill.spec"            // the experiment.Spec as JSON
	MetaDigest   = "backfill.spec_sha256"     // the Spec's digest
	MetaWorkload = "backfill.workload_sha256" // the workload's digest
	MetaVersion  = "backfill.version"         // the program's version
)

// Get returns the value of key, or "".
func (m Meta) Get(key string) string {
	for _, p := range m {
		if p.Key == key {
			return p.Value
		}
	}
	return ""
}
