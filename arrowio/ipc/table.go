package ipc

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/ipc"

	"github.com/backfill-lab/backfill/core/trace/table"
)

// A Table is the columns of an Arrow file or stream of any program, as package columns reads them. It
// holds one record batch at a time. Nested columns are there, but cannot be read.
type Table struct {
	schema  *arrow.Schema
	columns []table.Column
	next    func() (arrow.Record, error) // io.EOF after the last
	last    arrow.Record                 // to release
	batch   table.Batch
}

// NewStream begins to read an Arrow stream: messages one after another, as from a pipe.
func NewStream(r io.Reader) (t *Table, err error) {
	defer recovered(&err)
	m := &messages{src: bufio.NewReaderSize(r, 64<<10), budget: newBudget(0)}
	s, err := ipc.NewReader(m, ipc.WithAllocator(m.budget), ipc.WithDelayReadSchema(false))
	if err != nil {
		return nil, damaged(err, m.err)
	}
	return newTable(s.Schema(), func() (arrow.Record, error) {
		rec, err := s.Read()
		switch {
		case err == io.EOF && m.err == nil || err == nil:
			return rec, err
		case err == io.EOF:
			return nil, m.err
		}
		return nil, damaged(err, m.err)
	})
}

// compressed begins the library's error about columns that the page's programs cannot read; see wasm/build/internal/slim.
const compressed = "its columns are compressed"

// damaged words an error of the library, or its cause.
func damaged(err, cause error) error {
	if cause != nil {
		return cause
	}
	if _, todo, is := strings.Cut(err.Error(), compressed); is {
		return errors.New("ipc: " + compressed + todo)
	}
	return fmt.Errorf("ipc: the Arrow data are damaged or cut off: %v", err)
}

// NewTable begins to read an Arrow file of that size.
func NewTable(r ipc.ReadAtSeeker, size int64) (t *Table, err error) {
	defer recovered(&err)
	if err := checkFile(r, size); err != nil {
		return nil, err
	}
	mem := newBudget(int(size))
	f, err := ipc.NewFileReader(r, ipc.WithAllocator(mem))
	if err != nil {
		return nil, damaged(err, nil)
	}
	batch := 0
	return newTable(f.Schema(), func() (arrow.Record, error) {
		if batch >= f.NumRecords() {
			return nil, io.EOF
		}
		mem.refill(int(size))
		rec, err := f.RecordAt(batch)
		if err != nil {
			return nil, damaged(err, nil)
		}
		batch++
		return rec, nil
	})
}

// recovered turns a panic into an error: the library trusts a file's offsets and panics if they are wrong.
func recovered(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("ipc: the Arrow data are damaged or cut off: %v", p)
	}
}

func newTable(s *arrow.Schema, next func() (arrow.Record, error)) (*Table, error) {
	if s.NumFields() > table.MaxColumns {
		return nil, fmt.Errorf("ipc: the Arrow data have %d columns, more than %d", s.NumFields(), table.MaxColumns)
	}
	t := &Table{schema: s, next: next}
	for _, f := range s.Fields() {
		t.columns = append(t.columns, describe(f.Name, f.Type))
	}
	return t, nil
}

var timeUnits = map[arrow.TimeUnit]string{arrow.Second: "s", arrow.Millisecond: "ms", arrow.Microsecond: "us", arrow.Nanosecond: "ns"}

// describe returns what package columns knows of a column of that type.
func describe(name string, t arrow.DataType) table.Column {
	c := table.Column{Name: name}
	switch t := t.(type) {
	case *arrow.TimestampType:
		c.Type, c.Unit, c.Local = table.Time, timeUnits[t.Unit], t.TimeZone == ""
	case *arrow.Date32Type:
		c.Type, c.Unit, c.Local = table.Time, "d", true
	case *arrow.Date64Type:
		c.Type, c.Unit, c.Local = table.Time, "ms", true
	case *arrow.DurationType:
		c.Type, c.Unit = table.Duration, timeUnits[t.Unit]
	case *arrow.Float16Type, *arrow.Float32Type, *arrow.Float64Type:
		c.Type = table.Float
	case *arrow.Decimal128Type, *arrow.Decimal256Type:
		c.Type = table.Float
	case *arrow.StringType, *arrow.LargeStringType, *arrow.StringViewType, *arrow.NullType:
		c.Type = table.Text
	case *arrow.DictionaryType:
		return describe(name, t.ValueType)
	case *arrow.BooleanType:
		c.Type = table.Int
	default:
		if arrow.IsInteger(t.ID()) {
			c.Type = table.Int
		} else {
			c.Note = t.Name()
		}
	}
	return c
}

// Columns implements table.Table.
func (t *Table) Columns() []table.Column { return t.columns }

// Meta implements table.Table.
func (t *Table) Meta(key string) string { return meta(t.schema).Get(key) }

// Read reads the chosen columns of the next record batch.
func (t *Table) Read(chosen []int) (b *table.Batch, err error) {
	defer recovered(&err)
	if t.last != nil {
		t.last.Release()
		t.last = nil
	}
	rec, err := t.next()
	if err != nil {
		return nil, err
	}
	t.last = rec
	if int(rec.NumCols()) != len(t.columns) {
		return nil, errors.New("ipc: the Arrow data are damaged: a batch has other columns than the schema")
	}
	if rec.NumRows() < 0 || rec.NumRows() > maxRows {
		return nil, fmt.Errorf("ipc: a batch of %d rows, more than %d: write smaller ones", rec.NumRows(), maxRows)
	}
	t.batch.Rows = int(rec.NumRows())
	if t.batch.Cols == nil {
		t.batch.Cols = make([]table.Vector, len(chosen))
	}
	for k, i := range chosen {
		v := &t.batch.Cols[k]
		a := rec.Column(i)
		if a.Len() != t.batch.Rows {
			return nil, errors.New("ipc: the Arrow data are damaged: columns of a batch differ in length")
		}
		if err := fill(v, a); err != nil {
			return nil, fmt.Errorf("column %s: %w", t.columns[i].Name, err)
		}
		if !v.Has(t.batch.Rows) {
			return nil, fmt.Errorf("column %s: ipc: the Arrow data are damaged: it has other values than its type says", t.columns[i].Name)
		}
	}
	return &t.batch, nil
}

// maxRows bounds the rows of a batch: those of a column of nulls take no bytes.
const maxRows = 1 << 24

// room is what a Vector begins with: a batch may claim more rows than it has.
const room = 4096

// fill makes a Vector of an array.
func fill(v *table.Vector, a arrow.Array) error {
	v.Null = v.Null[:0]
	if a.NullN() > 0 {
		for i := range a.Len() {
			v.Null = append(v.Null, a.IsNull(i))
		}
	} else {
		v.Null = nil
	}
	if d, ok := a.(*array.Dictionary); ok {
		return coded(v, d)
	}
	return values(v, a)
}

// coded makes a Vector of codes and the values of a dictionary.
func coded(v *table.Vector, d *array.Dictionary) error {
	var dict table.Vector
	if err := values(&dict, d.Dictionary()); err != nil {
		return err
	}
	n := d.Dictionary().Len()
	var at []int
	for i := range d.Len() {
		at = append(at, 0)
		if d.IsNull(i) {
			continue
		}
		at[i] = d.GetValueIndex(i)
		if at[i] < 0 || at[i] >= n {
			return fmt.Errorf("ipc: the Arrow data are damaged: value %d of a dictionary of %d", at[i], n)
		}
		if d.Dictionary().IsNull(at[i]) {
			if v.Null == nil {
				v.Null = make([]bool, d.Len())
			}
			v.Null[i] = true
		}
	}
	if n == 0 { // all are null
		*v = table.Vector{Null: v.Null}
		return nil
	}
	v.Int, v.Float, v.Text = pick(v.Int, dict.Int, at), pick(v.Float, dict.Float, at), pick(v.Text, dict.Text, at)
	return nil
}

func pick[T any](to, from []T, at []int) []T {
	if from == nil {
		return nil
	}
	to = to[:0]
	for _, i := range at {
		to = append(to, from[i])
	}
	return to
}

// ints appends numbers of a kind.
func ints[T int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64 |
	arrow.Timestamp | arrow.Date32 | arrow.Date64 | arrow.Duration](
	v *table.Vector, values []T) {
	v.Int, v.Float, v.Text = v.Int[:0], nil, nil
	if v.Int == nil {
		v.Int = make([]int64, 0, room)
	}
	for _, x := range values {
		i := int64(x)
		if x > 0 && i < 0 { // 2^63 or more
			i = math.MaxInt64
		}
		v.Int = append(v.Int, i)
	}
}

// floatsOf appends numbers with decimals; those under a null are NaN.
func floatsOf(v *table.Vector, n int, value func(int) float64) {
	v.Int, v.Float, v.Text = nil, v.Float[:0], nil
	if v.Float == nil {
		v.Float = make([]float64, 0, room)
	}
	for i := range n {
		x := math.NaN()
		if v.Null == nil || !v.Null[i] {
			x = value(i)
		}
		v.Float = append(v.Float, x)
	}
}

// decimal returns a decimal of these words, the highest first.
func decimal(scale int, words ...uint64) float64 {
	var b [32]byte
	for i, w := range words {
		binary.BigEndian.PutUint64(b[8*i:], w)
	}
	return table.Decimal(b[:8*len(words)], scale)
}

func texts(v *table.Vector, n int, value func(int) string) {
	v.Int, v.Float, v.Text = nil, nil, v.Text[:0]
	if v.Text == nil {
		v.Text = make([]string, 0, room)
	}
	for i := range n {
		s := ""
		if v.Null == nil || !v.Null[i] {
			s = value(i)
		}
		v.Text = append(v.Text, s)
	}
}

// values makes a Vector of an array without a dictionary, whose Null is set.
func values(v *table.Vector, a arrow.Array) error {
	switch a := a.(type) {
	case *array.Int8:
		ints(v, a.Int8Values())
	case *array.Int16:
		ints(v, a.Int16Values())
	case *array.Int32:
		ints(v, a.Int32Values())
	case *array.Int64:
		ints(v, a.Int64Values())
	case *array.Uint8:
		ints(v, a.Uint8Values())
	case *array.Uint16:
		ints(v, a.Uint16Values())
	case *array.Uint32:
		ints(v, a.Uint32Values())
	case *array.Uint64:
		ints(v, a.Uint64Values())
	case *array.Timestamp:
		ints(v, a.TimestampValues())
	case *array.Date32:
		ints(v, a.Date32Values())
	case *array.Date64:
		ints(v, a.Date64Values())
	case *array.Duration:
		ints(v, a.DurationValues())
	case *array.Boolean:
		ints[int8](v, nil)
		for i := range a.Len() {
			if a.Value(i) {
				v.Int = append(v.Int, 1)
			} else {
				v.Int = append(v.Int, 0)
			}
		}
	case *array.Float16:
		floatsOf(v, a.Len(), func(i int) float64 { return float64(a.Value(i).Float32()) })
	case *array.Float32:
		floatsOf(v, a.Len(), func(i int) float64 { return float64(a.Value(i)) })
	case *array.Float64:
		floatsOf(v, a.Len(), a.Value)
	case *array.Decimal128:
		scale := int(a.DataType().(arrow.DecimalType).GetScale())
		floatsOf(v, a.Len(), func(i int) float64 {
			x := a.Value(i)
			return decimal(scale, uint64(x.HighBits()), x.LowBits())
		})
	case *array.Decimal256:
		scale := int(a.DataType().(arrow.DecimalType).GetScale())
		floatsOf(v, a.Len(), func(i int) float64 {
			x := a.Value(i).Array() // the lowest first
			return decimal(scale, x[3], x[2], x[1], x[0])
		})
	case *array.String:
		texts(v, a.Len(), a.Value)
	case *array.LargeString:
		texts(v, a.Len(), a.Value)
	case *array.StringView:
		texts(v, a.Len(), a.Value)
	case *array.Null:
		v.Int, v.Float, v.Text, v.Null = nil, nil, nil, v.Null[:0]
		for range a.Len() {
			v.Null = append(v.Null, true)
		}
	default:
		return fmt.Errorf("ipc: values of the type %s are not read", a.DataType())
	}
	return nil
}

// IsFile tells whether a file begins as an Arrow file does.
func IsFile(head []byte) bool { return bytes.HasPrefix(head, magic) }

// IsStream tells whether bytes begin as an Arrow stream does.
func IsStream(head []byte) bool {
	return len(head) >= 8 && bytes.HasPrefix(head, continuation) && head[7] == 0 // the length of the first message
}
