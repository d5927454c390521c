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

func converted[To, From int64 | float64](values []From) []To {
	to := make([]To, len(values))
	for i, x := range values {
		to[i] = To(x)
	}
	return to
}

// Recast returns a sink that hands rows of another form or version of the table to sink, as those of s. Closing it closes sink.
func Recast(s *Schema, sink Sink) Sink { return &recast{s, sink} }

type recast struct {
	schema *Schema
	Sink
}

// Write hands the rows on.
func (r *recast) Write(t *Table) error {
	as, err := t.As(r.schema)
	if err != nil {
		return err
	}
	return r.Sink.Write(as)
}
