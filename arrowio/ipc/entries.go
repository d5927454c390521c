package ipc

import (
	"fmt"
	"math"
	"slices"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"

	"github.com/backfill-lab/backfill/arrowio/internal/scan"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/trace/table"
)

// entries are the values of a column's dictionary, as long as batches have the same one.
type entries struct {
	of    arrow.ArrayData
	n     int
	value table.Vector
	code  []int32 // of texts in a result's Dict, -1 for null
	at    []int32 // a batch's indexes or codes
}

// load makes entries those of a batch's dictionary, and their codes if dict is given.
func (e *entries) load(d *array.Dictionary, dict *result.Dict, mem *budget) error {
	from := d.Data().Dictionary()
	if from == e.of && from != nil {
		return nil
	}
	a := d.Dictionary()
	e.of, e.n, e.value = from, a.Len(), table.Vector{}
	if err := fill(&e.value, a, mem); err != nil || dict == nil {
		return err
	}
	if e.n > 0 && e.value.Text == nil {
		return fmt.Errorf("ipc: its dictionary has values of the type %s, not texts", a.DataType())
	}
	e.code = scan.AppendCodes(e.code[:0], e.value.Text, dict)
	return nil
}

// indexes returns the index of each row's entry, -1 for null.
func (e *entries) indexes(d *array.Dictionary) ([]int32, error) {
	e.at = e.at[:0]
	switch a := d.Indices().(type) {
	case *array.Int32:
		e.at = append(e.at, a.Int32Values()...)
	default:
		for i := range d.Len() {
			e.at = append(e.at, int32(min(d.GetValueIndex(i), math.MaxInt32)))
		}
	}
	hasNulls := d.NullN() > 0
	for i, k := range e.at {
		switch {
		case hasNulls && d.IsNull(i):
			e.at[i] = -1
		case k < 0 || int(k) >= e.n:
			return nil, fmt.Errorf("ipc: the Arrow data are damaged: value %d of a dictionary of %d", k, e.n)
		case e.value.Null != nil && e.value.Null[k]:
			e.at[i] = -1
		}
	}
	return e.at, nil
}

// vector makes the Vector of a batch.
func (e *entries) vector(v *table.Vector, d *array.Dictionary, mem *budget) error {
	if err := e.load(d, nil, mem); err != nil {
		return err
	}
	at, err := e.indexes(d)
	if err != nil {
		return err
	}
	null := v.Null[:0]
	v.Null = nil
	if slices.Contains(at, -1) {
		for _, k := range at {
			null = append(null, k < 0)
		}
		v.Null = null
	}
	v.Int, v.Float, v.Text = pick(v.Int, e.value.Int, at, 0), pick(v.Float, e.value.Float, at, math.NaN()), pick(v.Text, e.value.Text, at, "")
	return nil
}

// pick appends entries to the empty to, and null at indexes of -1.
func pick[T any](to, entries []T, at []int32, null T) []T {
	if len(entries) == 0 {
		return nil // all are null
	}
	to = to[:0]
	for _, k := range at {
		if k < 0 {
			to = append(to, null)
		} else {
			to = append(to, entries[k])
		}
	}
	return to
}

// codes returns a batch's texts as codes of dict, valid until the next call.
func (e *entries) codes(d *array.Dictionary, dict *result.Dict, mem *budget) ([]int32, error) {
	if err := e.load(d, dict, mem); err != nil {
		return nil, err
	}
	at, err := e.indexes(d)
	if err != nil {
		return nil, err
	}
	for i, k := range at {
		if k >= 0 {
			at[i] = e.code[k]
		}
	}
	return at, nil
}
