package ipc

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	arrowipc "github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/arrow/memory"

	"github.com/backfill-lab/backfill/arrowio/internal/laws"
	"github.com/backfill-lab/backfill/core/result"
)

var files = laws.Format{
	New: NewWriter, Read: Read,
	// The budget, copies, and the table.
	Slack: 4 << 20, Ratio: 150,
}

func TestIPCKeepsTheLaws(t *testing.T) { files.Check(t) }

func FuzzRead(f *testing.F) { files.Fuzz(f) }

// TestDictionariesComeFirstWhileTheyAreKnown: readers that read a file as a stream find
// every dictionary before its use.
func TestDictionariesComeFirstWhileTheyAreKnown(t *testing.T) {
	batch := laws.Jobs(10, "ann", "bob")
	data := files.Write(t, result.Jobs, batch, batch, batch)
	r, err := arrowipc.NewReader(bytes.NewReader(data[8:]))
	if err != nil {
		t.Fatal(err)
	}
	rows := int64(0)
	for r.Next() {
		rows += r.Record().NumRows()
	}
	if r.Err() != nil || rows != 30 {
		t.Errorf("as a stream: %d rows, %v", rows, r.Err())
	}
}

// TestAGrownDictionaryIsInTheFooterOnce: the format forbids two for one column; the
// footer no longer refers to the first.
func TestAGrownDictionaryIsInTheFooterOnce(t *testing.T) {
	a := laws.Jobs(3, "ann")
	b := laws.Jobs(3, "ann", "bob", "eve")
	r, err := arrowipc.NewFileReader(bytes.NewReader(files.Write(t, result.Jobs, a, b)))
	if err != nil {
		t.Fatal(err)
	}
	texts := 0
	for _, c := range result.Jobs.Columns {
		if c.Type == result.Text {
			texts++
		}
	}
	if r.NumDictionaries() != texts || r.NumRecords() != 2 {
		t.Errorf("%d dictionaries for %d text columns, %d batches for 2", r.NumDictionaries(), texts, r.NumRecords())
	}
}

// Another program may keep a result's columns and metadata and write texts without dictionaries, and numbers that
// might be null.
func TestResultsThatOtherProgramsWroteAgainAreRead(t *testing.T) {
	schema := &result.Schema{Name: "t", Columns: []result.Column{
		{Name: "n", Type: result.Int}, {Name: "x", Nullable: true}, {Name: "text", Type: result.Text, Nullable: true}}}
	md := laws.Meta.WithSchema(schema)
	var keys, values []string
	for _, p := range md {
		keys, values = append(keys, p.Key), append(values, p.Value)
	}
	about := arrow.NewMetadata(keys, values)
	b := array.NewRecordBuilder(memory.DefaultAllocator, arrow.NewSchema([]arrow.Field{
		{Name: "n", Type: arrow.PrimitiveTypes.Int32, Nullable: true}, {Name: "x", Type: arrow.PrimitiveTypes.Float64, Nullable: true},
		{Name: "text", Type: arrow.BinaryTypes.String, Nullable: true}}, &about))
	b.Field(0).(*array.Int32Builder).AppendValues([]int32{7, 8}, nil)
	b.Field(1).(*array.Float64Builder).AppendValues([]float64{0.5, 1}, []bool{true, false})
	b.Field(2).(*array.StringBuilder).AppendValues([]string{"a", "b"}, []bool{false, true})
	_, file := written(t, b.NewRecord())
	got, _, err := Read(file)
	if err != nil {
		t.Fatal(err)
	}
	if n, x, text := got.Col("n"), got.Col("x"), got.Col("text"); n.Int[1] != 8 || x.Float[0] != 0.5 || x.Float[1] == x.Float[1] ||
		text.GetText(0) != "" || text.GetText(1) != "b" {
		t.Errorf("got %+v", got)
	}
	b.Field(0).(*array.Int32Builder).AppendValues([]int32{7, 8}, []bool{false, true})
	b.Field(1).(*array.Float64Builder).AppendValues([]float64{0.5, 1}, nil)
	b.Field(2).(*array.StringBuilder).AppendValues([]string{"a", "b"}, nil)
	_, file = written(t, b.NewRecord())
	if _, _, err := Read(file); err == nil || !strings.Contains(err.Error(), "table t: column n: it has nulls, which int64 cannot") {
		t.Errorf("a null number of whole ones: %v", err)
	}
}

// A footer that lists a batch many times does not make more rows of it than the file has bytes.
func TestABatchIsNotReadTwice(t *testing.T) {
	w := new(file)
	var b bytes.Buffer
	w.w = &b
	batch := laws.Jobs(100, "ann")
	out := &writer{schema: result.Jobs, fields: fields(result.Jobs, dictionary, laws.Meta.WithSchema(result.Jobs)),
		cols: make([]column, len(result.Jobs.Columns))}
	out.w = arrowipc.NewWriterWithPayloadWriter(w, arrowipc.WithSchema(out.fields))
	if err := out.Write(batch); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		w.records = append(w.records, w.records...)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Read(b.Bytes()); err == nil || !strings.Contains(err.Error(), "more bytes than it") {
		t.Errorf("a batch that is listed eight times: %v", err)
	}
}

func BenchmarkWrite(b *testing.B) {
	batch := laws.Jobs(result.BatchRows, "ann", "bob", "", "eve")
	w, err := NewWriter(io.Discard, result.Jobs, nil)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := w.Write(batch); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(batch.Rows)*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
}

func BenchmarkRead(b *testing.B) {
	batch := laws.Jobs(result.BatchRows, "ann", "bob", "", "eve")
	data := files.Write(b, result.Jobs, batch, batch, batch)
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := Read(data); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(3*batch.Rows)*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
}
