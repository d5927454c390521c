package ipc

import (
	"math"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"

	"github.com/backfill-lab/backfill/core/result"
)

// array returns the column as an Arrow array, valid until the next call: it borrows v's
// memory, or c's if values are packed or nulls zeroed.
func (c *column) array(v *result.Vector, t result.Type, n int) arrow.Array {
	var data *array.Data
	switch t {
	case result.Float:
		values, nulls := c.floats(v.Float)
		data = c.data(arrow.PrimitiveTypes.Float64, n, values, nulls)
	case result.Int:
		data = c.data(arrow.PrimitiveTypes.Int64, n, arrow.Int64Traits.CastToBytes(v.Int), 0)
	case result.Bool:
		data = c.data(arrow.FixedWidthTypes.Boolean, n, c.flags(v.Bool), 0)
	case result.Text:
		return c.dictionary(v, n)
	}
	defer data.Release()
	return array.MakeFromData(data)
}

func (c *column) data(t arrow.DataType, n int, values []byte, nulls int) *array.Data {
	var valid *memory.Buffer
	if nulls > 0 {
		valid = memory.NewBufferBytes(c.valid)
	}
	return array.NewData(t, n, []*memory.Buffer{valid, memory.NewBufferBytes(values)}, nil, nulls, 0)
}

// floats returns the values' bytes, zero under a null, and the number of nulls: NaNs may
// differ between machines, a file's bytes may not.
func (c *column) floats(x []float64) (values []byte, nulls int) {
	for _, f := range x {
		if f != f {
			nulls++
		}
	}
	values = arrow.Float64Traits.CastToBytes(x)
	if nulls == 0 {
		return values, 0
	}
	c.scratch = append(c.scratch[:0], values...)
	c.allValid(len(x))
	for i, f := range x {
		if math.IsNaN(f) {
			clear(c.scratch[8*i : 8*i+8])
			c.valid[i/8] &^= 1 << (i % 8)
		}
	}
	return c.scratch, nulls
}

// allValid sets n validity bits.
func (c *column) allValid(n int) {
	c.valid = c.valid[:0]
	for range n / 8 {
		c.valid = append(c.valid, 0xff)
	}
	if n%8 != 0 {
		c.valid = append(c.valid, 1<<(n%8)-1)
	}
}

// flags packs flags eight to a byte.
func (c *column) flags(x []bool) []byte {
	c.scratch = append(c.scratch[:0], make([]byte, (len(x)+7)/8)...)
	for i, b := range x {
		if b {
			c.scratch[i/8] |= 1 << (i % 8)
		}
	}
	return c.scratch
}

// dictionary returns a text column with the file's dictionary, which may lack texts until
// Close writes it whole.
func (c *column) dictionary(v *result.Vector, n int) arrow.Array {
	codes := c.texts.Codes(v, c.codes)
	nulls := 0
	for _, k := range codes {
		if k < 0 {
			nulls++
		}
	}
	if nulls > 0 {
		c.codes = append(c.codes[:0], codes...)
		codes = c.codes
		c.allValid(n)
		for i, k := range codes {
			if k < 0 {
				codes[i] = 0
				c.valid[i/8] &^= 1 << (i % 8)
			}
		}
	}
	if c.dict == nil {
		b := array.NewStringBuilder(memory.DefaultAllocator)
		b.AppendValues(c.texts.Dict().Texts(), nil)
		c.dict = b.NewArray()
	}
	t := &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int32, ValueType: arrow.BinaryTypes.String}
	index := c.data(t.IndexType, n, arrow.Int32Traits.CastToBytes(codes), nulls)
	defer index.Release()
	data := array.NewDataWithDictionary(t, n, index.Buffers(), nulls, 0, c.dict.Data().(*array.Data))
	defer data.Release()
	return array.NewDictionaryData(data)
}
