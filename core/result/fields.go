package result

import (
	"encoding/json"
	"fmt"
)

// A Field is a column of a table whose rows are values of type R, and the part of an R that is
// in it. At returns a pointer to that part: a *float64, *int, *uint64, *bool or *string of the column's
// type; anything else is text in JSON. A column that follows from others has Of in place of At:
// it returns the value itself, and nothing is read back.
type Field[R any] struct {
	Column
	At func(*R) any
	Of func(*R) any
}

// Fields map rows of type R to tables and back.
type Fields[R any] []Field[R]

// Schema returns the schema of the fields' tables.
func (all Fields[R]) Schema(name, doc string) *Schema {
	s := &Schema{Name: name, Doc: doc}
	for _, f := range all {
		s.Columns = append(s.Columns, f.Column)
	}
	return s
}

// Table returns the rows as a table of schema s, which is that of the fields.
func (all Fields[R]) Table(s *Schema, rows []R) *Table {
	t := NewTable(s, len(rows))
	for k, f := range all {
		for i := range rows {
			if f.At != nil {
				t.Cols[k].set(i, f.At(&rows[i]))
			} else {
				t.Cols[k].set(i, f.Of(&rows[i]))
			}
		}
	}
	return t
}

// set puts a field's value, or what a field points to, into row i.
func (v *Vector) set(i int, value any) {
	switch x := value.(type) {
	case *float64:
		v.Float[i] = *x
	case float64:
		v.Float[i] = x
	case *int:
		v.Int[i] = int64(*x)
	case int:
		v.Int[i] = int64(x)
	case *uint64:
		v.Int[i] = int64(*x)
	case uint64:
		v.Int[i] = int64(x)
	case *bool:
		v.Bool[i] = *x
	case *string:
		v.SetText(i, *x)
	case string:
		v.SetText(i, x)
	default:
		text, err := json.Marshal(value)
		if err != nil {
			panic("result: " + err.Error()) // the fields' types are the program's
		}
		if string(text) != "null" {
			v.SetText(i, string(text))
		}
	}
}

// Rows returns the rows of a table that Table made. An error names the row and the column.
func (all Fields[R]) Rows(t *Table) ([]R, error) {
	rows := make([]R, t.Rows)
	for k, f := range all {
		if f.At == nil {
			continue
		}
		for i := range rows {
			if err := t.Cols[k].get(i, f.At(&rows[i])); err != nil {
				return nil, fmt.Errorf("row %d, column %s: %w", i+1, f.Name, err)
			}
		}
	}
	return rows, nil
}

// get makes what a field points to the value in row i. A null text leaves it as it is.
func (v *Vector) get(i int, to any) error {
	switch x := to.(type) {
	case *float64:
		*x = v.Float[i]
	case *int:
		*x = int(v.Int[i])
	case *uint64:
		*x = uint64(v.Int[i])
	case *bool:
		*x = v.Bool[i]
	case *string:
		*x = v.GetText(i)
	default:
		if v.Code[i] >= 0 {
			return json.Unmarshal([]byte(v.GetText(i)), to)
		}
	}
	return nil
}

// Within returns the fields of an S that is part of each row.
func Within[R, S any](all Fields[S], part func(*R) *S) (lifted Fields[R]) {
	for _, f := range all {
		l := Field[R]{Column: f.Column}
		if f.At != nil {
			l.At = func(r *R) any { return f.At(part(r)) }
		} else {
			l.Of = func(r *R) any { return f.Of(part(r)) }
		}
		lifted = append(lifted, l)
	}
	return lifted
}
