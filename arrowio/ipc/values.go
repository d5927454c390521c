package ipc

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"

	"github.com/backfill-lab/backfill/core/trace/table"
)

// room is what a Vector begins with: a batch may claim more rows than it has.
const room = 4096

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

// setNulls sets the nulls of a Vector to those in an array's bitmap.
func setNulls(v *table.Vector, a arrow.Array) error {
	bits := a.NullBitmapBytes()
	if len(bits) == 0 || a.NullN() == 0 {
		v.Null = nil
		return nil
	}
	if from := a.Data().Offset(); from < 0 || a.Len() > 8*len(bits)-from {
		return errors.New("ipc: the Arrow data are damaged: a column has more values than it tells nulls of")
	}
	v.Null = v.Null[:0]
	for i := range a.Len() {
		v.Null = append(v.Null, a.IsNull(i))
	}
	return nil
}

// fill makes a Vector of an array without a dictionary.
func fill(v *table.Vector, a arrow.Array, mem *budget) error {
	if err := setNulls(v, a); err != nil {
		return err
	}
	switch a := a.(type) {
	case *array.Int8:
		ints(v, a.Int8Values())
	case *array.Int16:
		ints(v, a.Int16Values())
	case *array.Int32:
		ints(v, a.Int32Values())
	case *array.Int64:
		v.Int, v.Float, v.Text = a.Int64Values(), nil, nil
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
		v.Int, v.Float, v.Text = nil, a.Float64Values(), nil
		for i, null := range v.Null {
			if null {
				v.Float[i] = math.NaN()
			}
		}
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
		mem.take(a.Len()) // they took no bytes of the message
		v.Int, v.Float, v.Text, v.Null = nil, nil, nil, v.Null[:0]
		for range a.Len() {
			v.Null = append(v.Null, true)
		}
	default:
		return fmt.Errorf("ipc: values of the type %s are not read", a.DataType())
	}
	return nil
}
