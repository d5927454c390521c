package parquet

import (
	"fmt"

	"github.com/parquet-go/parquet-go"

	"github.com/backfill-lab/backfill/core/result"
)

// ordered is a group of columns in the schema's order; parquet.Group sorts by name.
type ordered struct {
	parquet.Group
	fields []parquet.Field
}

func (o ordered) Fields() []parquet.Field { return o.fields }

// schemaOf returns the Parquet schema of s: nullable columns are optional.
func schemaOf(s *result.Schema) (*parquet.Schema, error) {
	if len(s.Columns) == 0 {
		return nil, fmt.Errorf("parquet: table %s has no columns", s.Name)
	}
	o := ordered{Group: make(parquet.Group, len(s.Columns))}
	for _, c := range s.Columns {
		n := node(c.Type)
		if c.Nullable {
			n = parquet.Optional(n)
		}
		o.Group[c.Name] = n
	}
	byName := make(map[string]parquet.Field, len(s.Columns))
	for _, f := range o.Group.Fields() {
		byName[f.Name()] = f
	}
	for _, c := range s.Columns {
		o.fields = append(o.fields, byName[c.Name])
	}
	return parquet.NewSchema(s.Name, o), nil
}

// node returns a column's type and encoding. Seconds are mostly whole, so splitting
// the streams puts the zero bytes of doubles together: smaller than plain and twice
// as fast to compress (14.0 bytes and 245 ns a row of jobs; plain 14.7 and 460,
// dictionary 20.3 and 405). Flags are plain bits: readers disagree about this
// library's runs of them.
func node(t result.Type) parquet.Node {
	switch t {
	case result.Float:
		return parquet.Encoded(parquet.Leaf(parquet.DoubleType), &parquet.ByteStreamSplit)
	case result.Int:
		return parquet.Encoded(parquet.Int(64), &parquet.DeltaBinaryPacked)
	case result.Bool:
		return parquet.Encoded(parquet.Leaf(parquet.BooleanType), &parquet.Plain)
	}
	return parquet.Encoded(parquet.String(), &parquet.RLEDictionary)
}
