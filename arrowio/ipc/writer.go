// Package ipc writes result tables as Arrow IPC files and reads them back.
// pandas.read_feather, polars.read_ipc, pyarrow, R's arrow and the browser's
// apache-arrow open the files unchanged; bodies are not compressed, so readers can map
// them into memory.
//
// Texts are dictionary-encoded, null floats and texts have validity bits, and the file's
// metadata is the result.Meta with the table's Schema.
//
// The format allows one dictionary per column, which readers find through the footer.
// The writer streams batches after the dictionaries known at the first. One that has
// grown since is written again at the end, and the footer names that one; so memory
// holds one batch and the dictionaries. Most readers refuse delta dictionaries.
package ipc

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/ipc"

	"github.com/backfill-lab/backfill/core/result"
)

// A writer writes one table as an Arrow IPC file.
type writer struct {
	schema *result.Schema
	fields *arrow.Schema
	w      *ipc.Writer
	cols   []column
	err    error
}

// column is the writer's state of a column between batches.
type column struct {
	texts   result.Recoder
	dict    arrow.Array // the dictionary in the file so far
	codes   []int32     // the batch's codes under one dictionary
	scratch []byte      // values with nulls zeroed, or packed flags
	valid   []byte      // validity bits
}

// NewWriter returns a Sink that writes a table of schema s to w, with m as the file's
// metadata. Close completes the file; it does not close w.
func NewWriter(w io.Writer, s *result.Schema, m result.Meta) (result.Sink, error) {
	fields := fields(s, dictionary, m.WithSchema(s))
	out := ipc.NewWriterWithPayloadWriter(&file{w: w}, ipc.WithSchema(fields))
	return &writer{schema: s, fields: fields, w: out, cols: make([]column, len(s.Columns))}, nil
}

// dictionary is the type of texts in Arrow files.
var dictionary = &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int32, ValueType: arrow.BinaryTypes.String}

// fields returns the Arrow schema of a table with that type of texts. Each field says its column's unit, meaning and formula.
func fields(s *result.Schema, texts arrow.DataType, m result.Meta) *arrow.Schema {
	types := [...]arrow.DataType{
		result.Float: arrow.PrimitiveTypes.Float64,
		result.Int:   arrow.PrimitiveTypes.Int64,
		result.Bool:  arrow.FixedWidthTypes.Boolean,
		result.Text:  texts,
	}
	f := make([]arrow.Field, len(s.Columns))
	for i, c := range s.Columns {
		var about result.Meta
		for _, p := range (result.Meta{{Key: "unit", Value: c.Unit}, {Key: "description", Value: c.Doc}, {Key: "formula", Value: c.Formula}}) {
			if p.Value != "" {
				about = append(about, p)
			}
		}
		f[i] = arrow.Field{Name: c.Name, Type: types[c.Type], Nullable: c.Nullable, Metadata: metadata(about)}
	}
	meta := metadata(m)
	return arrow.NewSchema(f, &meta)
}

func metadata(m result.Meta) arrow.Metadata {
	keys, values := make([]string, len(m)), make([]string, len(m))
	for i, p := range m {
		keys[i], values[i] = p.Key, p.Value
	}
	return arrow.NewMetadata(keys, values)
}

// Schema returns the message of a table's Arrow schema, with texts that are no dictionaries: what a Parquet file
// has for readers of Arrow under the key ARROW:schema, in base64. They take the metadata of the file from it, too.
func Schema(s *result.Schema, m result.Meta) ([]byte, error) {
	var message bytes.Buffer
	if err := ipc.NewWriter(&message, ipc.WithSchema(fields(s, arrow.BinaryTypes.String, m))).Close(); err != nil {
		return nil, fmt.Errorf("ipc: schema of table %s: %w", s.Name, err)
	}
	return message.Bytes()[:message.Len()-endOfStream], nil
}

// endOfStream is the length of a stream's end in bytes.
const endOfStream = 8

// Write writes the rows of t as one record batch.
func (w *writer) Write(t *result.Table) error {
	if w.err != nil {
		return w.err
	}
	if t.Schema != w.schema {
		return fmt.Errorf("ipc: rows of table %s for a file of %s", t.Schema.Name, w.schema.Name)
	}
	if err := t.Check(); err != nil {
		return err
	}
	if t.Rows == 0 {
		return nil
	}
	w.err = w.write(t)
	return w.err
}

func (w *writer) write(t *result.Table) error {
	arrays := make([]arrow.Array, len(t.Cols))
	for i := range t.Cols {
		arrays[i] = w.cols[i].array(&t.Cols[i], w.schema.Columns[i].Type, t.Rows)
	}
	rec := array.NewRecord(w.fields, arrays, int64(t.Rows))
	defer rec.Release()
	if err := w.w.Write(rec); err != nil {
		return fmt.Errorf("ipc: writing table %s: %w", w.schema.Name, err)
	}
	return nil
}

// Close writes dictionaries that have grown, and the footer.
func (w *writer) Close() error {
	if w.err != nil {
		return w.err
	}
	for i := range w.cols {
		c := &w.cols[i]
		if c.dict != nil && c.dict.Len() < len(c.texts.Dict().Texts()) {
			c.dict = nil // array makes a new one
		}
	}
	// An empty batch carries the dictionaries; file omits the batch itself.
	if w.err = w.write(result.NewTable(w.schema, 0)); w.err != nil {
		return w.err
	}
	if w.err = w.w.Close(); w.err != nil {
		return fmt.Errorf("ipc: completing table %s: %w", w.schema.Name, w.err)
	}
	w.err = errClosed
	return nil
}

var errClosed = errors.New("ipc: the file is complete")
