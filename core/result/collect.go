package result

import (
	"errors"
	"fmt"
	"slices"
)

// Collect is a Sink that keeps all rows in memory. The zero value takes the schema of
// the first table written.
type Collect struct {
	table  *Table
	shared []Recoder
}

// NewCollect returns a Collect for tables of schema s.
func NewCollect(s *Schema) *Collect {
	return &Collect{table: NewTable(s, 0), shared: make([]Recoder, len(s.Columns))}
}

// Write appends the rows of t.
func (c *Collect) Write(t *Table) error {
	if c.table == nil {
		*c = *NewCollect(t.Schema)
	}
	if t.Schema != c.table.Schema {
		return fmt.Errorf("result: rows of table %s for a collection of %s", t.Schema.Name, c.table.Schema.Name)
	}
	for i := range t.Cols {
		to, v := &c.table.Cols[i], &t.Cols[i]
		to.Float, to.Int, to.Bool = append(to.Float, v.Float...), append(to.Int, v.Int...), append(to.Bool, v.Bool...)
		if v.Dict != nil {
			n := len(to.Code)
			to.Code = slices.Grow(to.Code, t.Rows)
			to.Code = append(to.Code, c.shared[i].Codes(v, to.Code[n:n])...)
			to.Dict = c.shared[i].Dict()
		}
	}
	c.table.Rows += t.Rows
	return nil
}

// Close does nothing.
func (c *Collect) Close() error { return nil }

// Table returns all rows so far, valid until the next Write; nil if a zero Collect has
// none.
func (c *Collect) Table() *Table { return c.table }

// Tee returns a Sink that hands every table to sinks, in order. A failed Write ends
// there; Close closes all and returns every error.
func Tee(sinks ...Sink) Sink { return tee(sinks) }

type tee []Sink

func (t tee) Write(table *Table) error {
	for _, s := range t {
		if err := s.Write(table); err != nil {
			return err
		}
	}
	return nil
}

func (t tee) Close() error {
	errs := make([]error, len(t))
	for i, s := range t {
		errs[i] = s.Close()
	}
	return errors.Join(errs...)
}
