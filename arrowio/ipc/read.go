package ipc

import (
	"bytes"
	"fmt"
	"math"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/ipc"

	"github.com/backfill-lab/backfill/core/result"
)

// Read reads an Arrow IPC file written by NewWriter, or by a program that kept its columns
// and metadata. A truncated, damaged or hostile file is an error; memory stays within a
// fixed multiple of the file's size.
func Read(data []byte) (t *result.Table, m result.Meta, err error) {
	defer recovered(&err)
	if err := checkFile(bytes.NewReader(data), int64(len(data))); err != nil {
		return nil, nil, err
	}
	f, err := ipc.NewFileReader(bytes.NewReader(data), ipc.WithAllocator(newBudget(len(data))))
	if err != nil {
		return nil, nil, fmt.Errorf("ipc: the file is damaged or cut off: %w", err)
	}
	defer f.Close()
	s, m, err := meta(f.Schema()).Schema()
	if err != nil {
		return nil, nil, fmt.Errorf("ipc: %w", err)
	}
	if err := match(f.Schema(), s); err != nil {
		return nil, nil, err
	}
	all := result.NewCollect(s)
	dicts := make([]*result.Dict, len(s.Columns))
	for i := range f.NumRecords() {
		rec, err := f.RecordAt(i)
		if err != nil {
			return nil, nil, fmt.Errorf("ipc: batch %d of table %s: %w", i, s.Name, err)
		}
		batch, err := tableOf(s, rec, dicts)
		if err == nil {
			err = all.Write(batch)
		}
		rec.Release()
		if err != nil {
			return nil, nil, fmt.Errorf("ipc: batch %d of table %s: %w", i, s.Name, err)
		}
	}
	return all.Table(), m, nil
}

func meta(s *arrow.Schema) result.Meta {
	md := s.Metadata()
	m := make(result.Meta, md.Len())
	for i := range m {
		m[i] = result.Pair{Key: md.Keys()[i], Value: md.Values()[i]}
	}
	return m
}

// match returns an error if the file's columns are not those of its metadata.
func match(f *arrow.Schema, s *result.Schema) error {
	if f.NumFields() != len(s.Columns) {
		return fmt.Errorf("ipc: the file has %d columns, table %s has %d", f.NumFields(), s.Name, len(s.Columns))
	}
	want := fields(s, nil)
	for i := range s.Columns {
		got, want := f.Field(i), want.Field(i)
		if got.Name != want.Name || !arrow.TypeEqual(got.Type, want.Type) {
			return fmt.Errorf("ipc: column %d of table %s is %s %s, the file has %s %s", i, s.Name, want.Name, want.Type, got.Name, got.Type)
		}
	}
	return nil
}

// tableOf returns a record batch as a Table, which shares its memory if possible.
func tableOf(s *result.Schema, rec arrow.Record, dicts []*result.Dict) (*result.Table, error) {
	n := int(rec.NumRows())
	t := &result.Table{Schema: s, Rows: n, Cols: make([]result.Vector, len(s.Columns))}
	for i := range t.Cols {
		v := &t.Cols[i]
		switch a := rec.Column(i).(type) {
		case *array.Float64:
			v.Float = floats(a)
		case *array.Int64:
			v.Int = a.Int64Values()
		case *array.Boolean:
			v.Bool = make([]bool, n)
			for k := range v.Bool {
				v.Bool[k] = a.Value(k)
			}
		case *array.Dictionary:
			if dicts[i] == nil {
				d, err := dict(a.Dictionary().(*array.String))
				if err != nil {
					return nil, fmt.Errorf("column %s: %w", s.Columns[i].Name, err)
				}
				dicts[i] = d
			}
			v.Dict = dicts[i]
			v.Code = codes(a)
		}
		if c := s.Columns[i]; rec.Column(i).NullN() > 0 && (c.Type == result.Int || c.Type == result.Bool) {
			return nil, fmt.Errorf("column %s has nulls, which %s cannot", c.Name, c.Type)
		}
	}
	return t, t.Check()
}

func floats(a *array.Float64) []float64 {
	if a.NullN() == 0 {
		return a.Float64Values()
	}
	x := make([]float64, a.Len())
	for i := range x {
		x[i] = math.NaN()
		if a.IsValid(i) {
			x[i] = a.Value(i)
		}
	}
	return x
}

func dict(texts *array.String) (*result.Dict, error) {
	d := result.NewDict()
	for i := range texts.Len() {
		if c := d.Code(texts.Value(i)); int(c) != i {
			return nil, fmt.Errorf("its dictionary holds %q twice", texts.Value(i))
		}
	}
	return d, nil
}

func codes(a *array.Dictionary) []int32 {
	c := make([]int32, a.Len())
	copy(c, a.Indices().(*array.Int32).Int32Values())
	for i := range c {
		if a.IsNull(i) {
			c[i] = -1
		}
	}
	return c
}
