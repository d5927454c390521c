package ipc

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/ipc"

	"github.com/backfill-lab/backfill/arrowio/internal/scan"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/trace/table"
)

// A Table is the columns of an Arrow file or stream of any program, as package table reads them. It
// holds one record batch at a time. Nested columns are there, but cannot be read.
type Table struct {
	messages *messages
	reader   *ipc.Reader
	columns  []table.Column
	batches  int // that were read
	batch    table.Batch
	entries  []entries // of the chosen columns
}

// NewStream begins to read an Arrow stream: messages one after another, as from a pipe.
func NewStream(r io.Reader) (t *Table, err error) {
	defer recovered(&err)
	return newTable(&messages{src: bufio.NewReaderSize(r, 64<<10), budget: newBudget()})
}

// NewTable begins to read an Arrow file of that size.
func NewTable(r io.ReaderAt, size int64) (t *Table, err error) {
	defer recovered(&err)
	m, err := fileMessages(r, size)
	if err != nil {
		return nil, err
	}
	return newTable(m)
}

func newTable(m *messages) (*Table, error) {
	r, err := ipc.NewReaderFromMessageReader(m, ipc.WithAllocator(m.budget))
	if err != nil {
		return nil, damaged(err, m.err)
	}
	fields := r.Schema().Fields()
	if len(fields) > table.MaxColumns {
		return nil, fmt.Errorf("ipc: the Arrow data have %d columns, more than %d", len(fields), table.MaxColumns)
	}
	t := &Table{messages: m, reader: r}
	for _, f := range fields {
		t.columns = append(t.columns, describe(f.Name, f.Type))
	}
	return t, nil
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
	return errDamaged
}

var errDamaged = errors.New("ipc: the Arrow data are damaged or cut off")

// recovered turns a panic into an error: the library trusts a file's offsets and panics if they are wrong. What it
// says then is of its code, not of the file.
func recovered(err *error) {
	if p := recover(); p != nil {
		*err = errDamaged
	}
}

var timeUnits = map[arrow.TimeUnit]string{arrow.Second: "s", arrow.Millisecond: "ms", arrow.Microsecond: "us", arrow.Nanosecond: "ns"}

// describe returns what package table knows of a column of that type.
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

// About returns the metadata of the schema.
func (t *Table) About() result.Meta {
	md := t.reader.Schema().Metadata()
	m := make(result.Meta, md.Len())
	for i := range m {
		m[i] = result.Pair{Key: md.Keys()[i], Value: md.Values()[i]}
	}
	return m
}

// Meta implements table.Table.
func (t *Table) Meta(key string) string { return t.About().Get(key) }

// Read reads the chosen columns of the next record batch.
func (t *Table) Read(chosen []int) (*table.Batch, error) {
	return t.ReadCodes(chosen, make([]*result.Dict, len(chosen)), nil)
}

// ReadCodes implements scan.Source.
func (t *Table) ReadCodes(chosen []int, dicts []*result.Dict, codes [][]int32) (b *table.Batch, err error) {
	defer recovered(&err)
	rec, err := t.reader.Read() // which releases the one before
	switch {
	case err == io.EOF && t.messages.err == nil:
		return nil, io.EOF
	case err != nil:
		return nil, damaged(err, t.messages.err)
	}
	if int(rec.NumCols()) != len(t.columns) {
		return nil, errors.New("ipc: the Arrow data are damaged: a batch has other columns than the schema")
	}
	if rec.NumRows() < 0 || rec.NumRows() > maxRows {
		return nil, fmt.Errorf("ipc: a batch of %d rows, more than %d: write smaller ones", rec.NumRows(), maxRows)
	}
	t.batches++
	t.batch.Rows = int(rec.NumRows())
	if t.batch.Cols == nil {
		t.batch.Cols, t.entries = make([]table.Vector, len(chosen)), make([]entries, len(chosen))
	}
	for k, i := range chosen {
		if dicts[k] != nil {
			codes[k], err = t.codes(k, rec.Column(i), dicts[k])
		} else {
			err = t.vector(k, rec.Column(i))
		}
		if err != nil {
			return nil, fmt.Errorf("batch %d: column %s: %w", t.batches, t.columns[i].Name, err)
		}
	}
	return &t.batch, nil
}

// vector makes the Vector of the k-th chosen column of an array.
func (t *Table) vector(k int, a arrow.Array) (err error) {
	if a.Len() != t.batch.Rows {
		return errLengths
	}
	v := &t.batch.Cols[k]
	if d, ok := a.(*array.Dictionary); ok {
		err = t.entries[k].vector(v, d, t.messages.budget)
	} else {
		err = fill(v, a, t.messages.budget)
	}
	if err == nil && !v.Has(t.batch.Rows) {
		return errors.New("ipc: the Arrow data are damaged: it has other values than its type says")
	}
	return err
}

// codes returns the texts of the k-th chosen column as codes of dict, valid until the next call.
func (t *Table) codes(k int, a arrow.Array, dict *result.Dict) ([]int32, error) {
	e := &t.entries[k]
	if d, ok := a.(*array.Dictionary); ok && d.Len() == t.batch.Rows {
		return e.codes(d, dict, t.messages.budget)
	}
	if err := t.vector(k, a); err != nil {
		return nil, err
	}
	e.at = scan.AppendCodes(e.at[:0], t.batch.Cols[k].Text, dict)
	for len(e.at) < t.batch.Rows { // a column of nulls alone
		e.at = append(e.at, -1)
	}
	return e.at, nil
}

var errLengths = errors.New("ipc: the Arrow data are damaged: columns of a batch differ in length")

// maxRows bounds the rows of a batch: those of a column of nulls take no bytes.
const maxRows = 1 << 24

// IsFile tells whether a file begins as an Arrow file does.
func IsFile(head []byte) bool { return bytes.HasPrefix(head, magic) }

// IsStream tells whether bytes begin as an Arrow stream does.
func IsStream(head []byte) bool {
	return len(head) >= 8 && bytes.HasPrefix(head, continuation) && head[7] == 0 // the length of the first message
}
