// Package parquet writes result tables as Parquet files and reads them back.
//
// Columns are in the schema's order, texts dictionary-encoded, and bodies compressed with
// Zstandard. A row group holds 122,880 rows (result.BatchRows), the unit of DuckDB's
// scans; every column chunk and page has its bounds and null count, so readers can skip
// it. The file's metadata is the result.Meta, in order of keys, with the table's Schema, also as
// readers of Arrow look for it.
package parquet

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/compress/zstd"

	"github.com/backfill-lab/backfill/arrowio/ipc"
	"github.com/backfill-lab/backfill/core/result"
)

// RowGroupRows is the number of rows of every row group but a file's last.
const RowGroupRows = result.BatchRows

// pageRows is the number of rows converted at a time: they stay in the cache.
const pageRows = 8192

// codec is shared by all writers, with its encoders' memory. The fastest level costs a
// few per cent of size and saves half of the time.
var codec compress.Codec = &zstd.Codec{Level: zstd.SpeedFastest}

// A writer writes one table as a Parquet file. It keeps
// one row group in memory.
type writer struct {
	schema *result.Schema
	w      *parquet.GenericWriter[any]
	rows   int // in the current row group
	values []parquet.Value
	texts  []texts
	err    error
}

// texts holds the values of a text column's codes.
type texts struct {
	from   *result.Dict
	values []parquet.Value
}

// arrowSchema is the key of the Arrow schema, which tells pyarrow and R each column's unit and meaning.
const arrowSchema = "ARROW:schema"

// NewWriter returns a Sink that writes a table of schema s to w, with m as the file's
// metadata. Close completes the file; it does not close w.
func NewWriter(w io.Writer, s *result.Schema, m result.Meta) (result.Sink, error) {
	ps, err := schemaOf(s)
	if err != nil {
		return nil, err
	}
	options := []parquet.WriterOption{
		ps,
		parquet.Compression(codec),
		parquet.DataPageStatistics(false), // the column index has them
		parquet.CreatedBy("backfill", "1.0.0", "parquet-go"),
	}
	m = m.WithSchema(s)
	arrow, err := ipc.Schema(s, m)
	if err != nil {
		return nil, err
	}
	m = append(m, result.Pair{Key: arrowSchema, Value: base64.StdEncoding.EncodeToString(arrow)})
	for _, p := range m {
		options = append(options, parquet.KeyValueMetadata(p.Key, p.Value))
	}
	return &writer{schema: s, w: parquet.NewGenericWriter[any](w, options...), texts: make([]texts, len(s.Columns))}, nil
}

// Write writes the rows of t.
func (w *writer) Write(t *result.Table) error {
	if w.err != nil {
		return w.err
	}
	if t.Schema != w.schema {
		return fmt.Errorf("parquet: rows of table %s for a file of %s", t.Schema.Name, w.schema.Name)
	}
	if err := t.Check(); err != nil {
		return err
	}
	for from := 0; from < t.Rows && w.err == nil; {
		to := min(t.Rows, from+RowGroupRows-w.rows)
		w.err = w.write(t, from, to)
		from = to
	}
	return w.err
}

// write appends rows to the current row group and ends it when it is full.
func (w *writer) write(t *result.Table, from, to int) error {
	for i, cw := range w.w.ColumnWriters() {
		v, c := &t.Cols[i], &w.schema.Columns[i]
		for at := from; at < to; at += pageRows {
			if _, err := cw.WriteRowValues(w.convert(v, c, i, at, min(at+pageRows, to))); err != nil {
				return fmt.Errorf("parquet: writing column %s of table %s: %w", c.Name, w.schema.Name, err)
			}
		}
	}
	if w.rows += to - from; w.rows < RowGroupRows {
		return nil
	}
	w.rows = 0
	if err := w.w.Flush(); err != nil {
		return fmt.Errorf("parquet: writing table %s: %w", w.schema.Name, err)
	}
	return nil
}

// convert returns rows [from, to) of a column as Parquet values, valid until the next
// call. Only optional columns need levels.
func (w *writer) convert(v *result.Vector, c *result.Column, i, from, to int) []parquet.Value {
	if w.values == nil {
		w.values = make([]parquet.Value, pageRows)
	}
	out := w.values[:to-from]
	switch c.Type {
	case result.Float:
		for k, x := range v.Float[from:to] {
			out[k] = parquet.DoubleValue(x)
		}
		if c.Nullable {
			for k, x := range v.Float[from:to] {
				if x != x {
					out[k] = parquet.NullValue()
				} else {
					out[k] = out[k].Level(0, 1, i)
				}
			}
		}
	case result.Int:
		for k, x := range v.Int[from:to] {
			out[k] = parquet.Int64Value(x)
		}
	case result.Bool:
		for k, x := range v.Bool[from:to] {
			out[k] = parquet.BooleanValue(x)
		}
	case result.Text:
		values := w.texts[i].of(v.Dict, c.Nullable, i)
		for k, code := range v.Code[from:to] {
			out[k] = values[code+1]
		}
	}
	return out
}

// of returns a value for null and one for each text of d.
func (x *texts) of(d *result.Dict, nullable bool, column int) []parquet.Value {
	if x.from != d {
		x.from, x.values = d, append(x.values[:0], parquet.NullValue())
	}
	for _, s := range d.Texts()[len(x.values)-1:] {
		v := parquet.ByteArrayValue([]byte(s))
		if nullable {
			v = v.Level(0, 1, column)
		}
		x.values = append(x.values, v)
	}
	return x.values
}

// Close writes the last row group and the footer.
func (w *writer) Close() error {
	if w.err != nil {
		return w.err
	}
	if w.err = w.w.Close(); w.err != nil {
		return fmt.Errorf("parquet: completing table %s: %w", w.schema.Name, w.err)
	}
	w.err = errClosed
	return nil
}

var errClosed = errors.New("parquet: the file is complete")
