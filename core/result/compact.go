package result

import (
	"math"
	"slices"
)

// A Usage is a Sink that notes what the columns of a table hold, so that Compact can tell what they need.
type Usage struct {
	schema  *Schema
	rows    int
	columns []use
}

// A use is what a column holds.
type use struct {
	some   bool // rows have a value
	broken bool // a row has a null, a fraction, or another number that an int64 does not give back
}

// NewUsage returns the Usage of a table without rows.
func NewUsage(s *Schema) *Usage { return &Usage{schema: s, columns: make([]use, len(s.Columns))} }

// exact bounds the whole numbers that a float64 tells apart.
const exact = 1 << 53

// Write notes rows.
func (u *Usage) Write(t *Table) error {
	u.rows += t.Rows
	for i := range u.columns {
		c := &u.columns[i]
		switch u.schema.Columns[i].Type {
		case Float:
			for _, x := range t.Cols[i].Float {
				c.some = c.some || x == x
				c.broken = c.broken || !(math.Abs(x) <= exact) || math.Float64bits(float64(int64(x))) != math.Float64bits(x)
			}
		case Text:
			c.some = c.some || slices.ContainsFunc(t.Cols[i].Code, func(code int32) bool { return code >= 0 })
		default:
			c.some = true
		}
	}
	return nil
}

// Close does nothing.
func (u *Usage) Close() error { return nil }

// Compact returns the schema of the rows in a compact form: without the columns in which no row has a value, and with
// int64 for amounts such as seconds if every row has a whole one. Metrics remain float64, so that the same
// columns of several runs have one type; so do ratios. A table without rows keeps its schema.
func (u *Usage) Compact() *Schema {
	if u.rows == 0 {
		return u.schema
	}
	s := *u.schema
	s.Columns = nil
	for i, c := range u.schema.Columns {
		switch held := u.columns[i]; {
		case c.Nullable && !held.some:
			continue
		case !held.broken && u.schema.counts(&c):
			c.Type, c.Nullable = Int, false
		}
		s.Columns = append(s.Columns, c)
	}
	return &s
}

// counts reports whether a compact table may have whole numbers in a column of s.
func (s *Schema) counts(c *Column) bool {
	return c.Type == Float && c.Unit != "1" && c.Unit != "%" && s.Name != Runs.Name
}

// Expands reports whether compact is s, or what Compact can have made of it.
func (s *Schema) Expands(compact *Schema) bool {
	if s == compact {
		return true
	}
	if s.Name != compact.Name || s.Doc != compact.Doc {
		return false
	}
	rest := compact.Columns
	for _, c := range s.Columns {
		whole := c
		whole.Type, whole.Nullable = Int, false
		switch {
		case len(rest) > 0 && (rest[0] == c || s.counts(&c) && rest[0] == whole):
			rest = rest[1:]
		case !c.Nullable:
			return false
		}
	}
	return len(rest) == 0
}

// As returns rows of a table in its compact form, or the other way round, from one schema to the other. Columns that t
// lacks are null. What has the same type shares memory with t.
func (t *Table) As(s *Schema) *Table {
	if t.Schema == s {
		return t
	}
	to := &Table{Schema: s, Rows: t.Rows, Cols: make([]Vector, len(s.Columns))}
	for i, c := range s.Columns {
		k := t.Schema.Index(c.Name)
		switch {
		case k < 0:
			to.Cols[i] = nulls(c.Type, t.Rows)
		case t.Schema.Columns[k].Type == c.Type:
			to.Cols[i] = t.Cols[k]
		case c.Type == Int:
			to.Cols[i].Int = converted[int64](t.Cols[k].Float)
		default:
			to.Cols[i].Float = converted[float64](t.Cols[k].Int)
		}
	}
	return to
}

func converted[To, From int64 | float64](values []From) []To {
	to := make([]To, len(values))
	for i, x := range values {
		to[i] = To(x)
	}
	return to
}

// nulls returns a column of n nulls; one of a type without nulls is empty.
func nulls(t Type, n int) (v Vector) {
	switch t {
	case Float:
		v.Float = slices.Repeat([]float64{math.NaN()}, n)
	case Text:
		v.Code, v.Dict = slices.Repeat([]int32{-1}, n), NewDict()
	}
	return v
}

// Recast returns a sink that hands rows of another form of the table to sink, as those of s. Closing it closes sink.
func Recast(s *Schema, sink Sink) Sink { return &recast{s, sink} }

type recast struct {
	schema *Schema
	Sink
}

// Write hands the rows on.
func (r *recast) Write(t *Table) error { return r.Sink.Write(t.As(r.schema)) }
