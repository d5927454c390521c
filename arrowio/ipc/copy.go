package ipc

import (
	"fmt"
	"io"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/arrow/memory"

	"github.com/backfill-lab/backfill/core/trace/table"
)

// Copy writes the chosen columns of a table as an Arrow stream, with what the table says of itself under
// the keys. NewStream reads the same values.
func Copy(w io.Writer, t table.Table, chosen []int, keys ...string) error {
	var fields []arrow.Field
	for _, i := range chosen {
		c := t.Columns()[i]
		typ, err := typeOf(c)
		if err != nil {
			return err
		}
		fields = append(fields, arrow.Field{Name: c.Name, Type: typ, Nullable: true})
	}
	var names, values []string
	for _, key := range keys {
		if v := t.Meta(key); v != "" {
			names, values = append(names, key), append(values, v)
		}
	}
	md := arrow.NewMetadata(names, values)
	b := array.NewRecordBuilder(memory.DefaultAllocator, arrow.NewSchema(fields, &md))
	defer b.Release()
	out := ipc.NewWriter(w, ipc.WithSchema(b.Schema()))
	for {
		batch, err := t.Read(chosen)
		if err == io.EOF {
			return out.Close()
		}
		if err != nil {
			return err
		}
		for k := range fields {
			build(b.Field(k), &batch.Cols[k], batch.Rows)
		}
		rec := b.NewRecord()
		err = out.Write(rec)
		rec.Release()
		if err != nil {
			return err
		}
	}
}

// typeOf returns the type of a column's values in a copy.
func typeOf(c table.Column) (arrow.DataType, error) {
	units := map[string]arrow.TimeUnit{"s": arrow.Second, "ms": arrow.Millisecond, "us": arrow.Microsecond, "ns": arrow.Nanosecond}
	switch c.Type {
	case table.Int:
		return arrow.PrimitiveTypes.Int64, nil
	case table.Float:
		return arrow.PrimitiveTypes.Float64, nil
	case table.Text:
		return arrow.BinaryTypes.String, nil
	case table.Duration:
		return &arrow.DurationType{Unit: units[c.Unit]}, nil
	case table.Time:
		t := &arrow.TimestampType{Unit: units[c.Unit]}
		if !c.Local {
			t.TimeZone = "UTC"
		}
		if c.Unit == "d" {
			return arrow.FixedWidthTypes.Date32, nil
		}
		return t, nil
	}
	return nil, fmt.Errorf("column %s is %s, which is not copied", c.Name, c.Note)
}

// build appends values to a column.
func build(b array.Builder, v *table.Vector, rows int) {
	for i := range rows {
		if v.Null != nil && v.Null[i] {
			b.AppendNull()
			continue
		}
		switch b := b.(type) {
		case *array.Int64Builder:
			b.Append(v.Int[i])
		case *array.Float64Builder:
			b.Append(v.Float[i])
		case *array.StringBuilder:
			b.Append(v.Text[i])
		case *array.DurationBuilder:
			b.Append(arrow.Duration(v.Int[i]))
		case *array.TimestampBuilder:
			b.Append(arrow.Timestamp(v.Int[i]))
		case *array.Date32Builder:
			b.Append(arrow.Date32(v.Int[i]))
		}
	}
}
