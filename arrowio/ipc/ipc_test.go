package ipc

import (
	"bytes"
	"io"
	"testing"

	arrowipc "github.com/apache/arrow/go/v17/arrow/ipc"

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
