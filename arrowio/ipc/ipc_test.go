package ipc

import (
	"bytes"
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	arrowipc "github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/backfill-lab/backfill/core/result"
)

var sampleMeta = result.Meta{
	{Key: result.MetaSpec, Value: `{"policies":["easy"]}`}, {Key: result.MetaDigest, Value: "d"},
	{Key: result.MetaVersion, Value: "1.2"}, {Key: result.MetaWorkload, Value: "ä"},
}

// draw returns a table of s with any values that s allows; its text columns
// use the given Dicts where there are some.
func draw(t *rapid.T, s *result.Schema, rows int, dicts []*result.Dict) *result.Table {
	table := result.NewTable(s, rows)
	float := rapid.OneOf(rapid.Float64(), rapid.SampledFrom([]float64{0, math.Copysign(0, -1), math.Inf(1), math.MaxFloat64}))
	for i, c := range s.Columns {
		v := &table.Cols[i]
		if c.Type == result.Text && dicts != nil {
			v.Dict = dicts[i]
		}
		for k := range rows {
			null := c.Nullable && rapid.Bool().Draw(t, "null")
			switch {
			case c.Type == result.Int:
				v.Int[k] = rapid.Int64().Draw(t, "int")
			case c.Type == result.Bool:
				v.Bool[k] = rapid.Bool().Draw(t, "bool")
			case c.Type == result.Float && null:
				v.Float[k] = math.NaN()
			case c.Type == result.Float:
				v.Float[k] = float.Draw(t, "float")
			case !null:
				v.SetText(k, rapid.StringN(1, 4, -1).Draw(t, "text"))
			}
		}
	}
	return table
}

func digest(t testing.TB, table *result.Table) string {
	t.Helper()
	d := result.NewDigest(table.Schema)
	if err := d.Write(table); err != nil {
		t.Fatal(err)
	}
	return d.Sum()
}

func write(t testing.TB, s *result.Schema, batches ...*result.Table) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := NewWriter(&b, s, sampleMeta)
	if err != nil {
		t.Fatal(err)
	}
	for _, batch := range batches {
		if err := w.Write(batch); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestReadReturnsWhatWasWritten: any rows in any batches, with Dicts of their
// own, shared, or shared and growing.
func TestReadReturnsWhatWasWritten(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := rapid.SampledFrom(result.All).Draw(rt, "schema")
		var dicts []*result.Dict
		if rapid.Bool().Draw(rt, "shared") {
			for range s.Columns {
				dicts = append(dicts, result.NewDict())
			}
		}
		var batches []*result.Table
		all := result.NewCollect(s)
		for range rapid.IntRange(0, 4).Draw(rt, "batches") {
			batch := draw(rt, s, rapid.IntRange(0, 20).Draw(rt, "rows"), dicts)
			batches = append(batches, batch)
			if err := all.Write(batch); err != nil {
				rt.Fatal(err)
			}
		}
		got, meta, err := Read(write(t, s, batches...))
		if err != nil {
			rt.Fatal(err)
		}
		if got.Schema != s || digest(t, got) != digest(t, all.Table()) {
			rt.Fatalf("%d rows of %s came back as %d rows of %s, or changed", all.Table().Rows, s.Name, got.Rows, got.Schema.Name)
		}
		if d := cmp.Diff(sampleMeta, meta); d != "" {
			rt.Fatal(d)
		}
	})
}

// jobs returns n rows of the jobs table with users at hand.
func jobs(n int, users ...string) *result.Table {
	t := result.NewTable(result.Jobs, n)
	for i := range n {
		t.Col("run").SetText(i, "w/easy")
		t.Col("policy").SetText(i, "easy")
		t.Col("user").SetText(i, users[i%len(users)])
		t.Col("job").Int[i] = int64(i)
		t.Col("start_s").Float[i] = float64(i) / 2
	}
	return t
}

// TestDictionariesComeFirstWhileTheyAreKnown: readers that go through a file
// from its start, as streams are read, find every dictionary before its use.
func TestDictionariesComeFirstWhileTheyAreKnown(t *testing.T) {
	batch := jobs(10, "ann", "bob")
	data := write(t, result.Jobs, batch, batch, batch)
	r, err := arrowipc.NewReader(bytes.NewReader(data[8:]))
	if err != nil {
		t.Fatal(err)
	}
	rows := int64(0)
	for r.Next() {
		rows += r.Record().NumRows()
	}
	if r.Err() != nil || rows != 30 {
		t.Errorf("read as a stream: %d rows, %v", rows, r.Err())
	}
}

// TestAGrownDictionaryIsInTheFooterOnce: the file format forbids two for one
// column, and what had been written of it is no longer referred to.
func TestAGrownDictionaryIsInTheFooterOnce(t *testing.T) {
	a := jobs(3, "ann")
	b := jobs(3, "ann", "bob", "eve")
	r, err := arrowipc.NewFileReader(bytes.NewReader(write(t, result.Jobs, a, b)))
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

func TestSameRowsSameBytes(t *testing.T) {
	table := result.NewTable(result.Steps, 3)
	other := result.NewTable(result.Steps, 3)
	for _, s := range []*result.Table{table, other} {
		for i := range 3 {
			for _, c := range []string{"run", "policy", "kind"} {
				s.Col(c).SetText(i, "x")
			}
		}
	}
	table.Col("value").Float[1] = math.NaN()
	other.Col("value").Float[1] = math.Float64frombits(0xfff8_dead_beef_0001)
	if !bytes.Equal(write(t, result.Steps, table), write(t, result.Steps, other)) {
		t.Error("which NaN stands for null shows in the file")
	}
}

func TestWriterRefusesBadTables(t *testing.T) {
	w, err := NewWriter(new(bytes.Buffer), result.Jobs, nil)
	if err != nil {
		t.Fatal(err)
	}
	bad := jobs(3, "ann")
	bad.Col("user").Code[2] = 9
	if err := w.Write(bad); err == nil || !strings.Contains(err.Error(), "jobs.user, row 2") {
		t.Errorf("got %v", err)
	}
	if w.Write(result.NewTable(result.Steps, 0)) == nil {
		t.Error("rows of another table are accepted")
	}
	if err := w.Write(jobs(3, "ann")); err != nil {
		t.Errorf("a refused table spoils the file: %v", err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if w.Write(jobs(1, "ann")) == nil || w.Close() == nil {
		t.Error("a complete file can be written to")
	}
}

func TestAFailedWriteIsNotForgotten(t *testing.T) {
	for limit := 0; limit < 20_000; limit += 997 {
		w, err := NewWriter(&full{limit}, result.Jobs, nil)
		if err != nil {
			t.Fatal(err)
		}
		err = w.Write(jobs(500, "ann"))
		if err2 := w.Close(); err2 == nil || err != nil && err2 != err {
			t.Fatalf("disk full after %d bytes: Write says %v, Close says %v", limit, err, err2)
		}
	}
}

// full takes so many bytes and no more.
type full struct{ left int }

func (f *full) Write(p []byte) (int, error) {
	if len(p) > f.left {
		n := f.left
		f.left = 0
		return n, os.ErrDeadlineExceeded
	}
	f.left -= len(p)
	return len(p), nil
}

func TestReadRefusesCutOffFiles(t *testing.T) {
	data := write(t, result.Jobs, jobs(20, "ann", "bob"))
	for n := range data {
		if _, _, err := Read(data[:n]); err == nil {
			t.Fatalf("the first %d of %d bytes are read as a file", n, len(data))
		}
	}
}

// TestReadSurvivesDamage overwrites four bytes at a time, everywhere, with
// numbers that lengths and offsets are dangerous with.
func TestReadSurvivesDamage(t *testing.T) {
	data := write(t, result.Jobs, jobs(4, "ann", "bob"))
	for _, x := range []uint32{0, 1, 0x7fff_ffff, 0xffff_ffff, 0x4000_0000, uint32(len(data))} {
		for at := 0; at+4 <= len(data); at++ {
			bad := bytes.Clone(data)
			binary.LittleEndian.PutUint32(bad[at:], x)
			readWithin(t, bad)
		}
	}
}

// readWithin fails the test if reading costs memory out of proportion.
func readWithin(t testing.TB, data []byte) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	table, _, err := Read(data)
	runtime.ReadMemStats(&after)
	if most := uint64(200*len(data) + 8<<20); after.TotalAlloc-before.TotalAlloc > most {
		t.Fatalf("a file of %d bytes took %d bytes of memory", len(data), after.TotalAlloc-before.TotalAlloc)
	}
	if err == nil {
		if err := table.Check(); err != nil {
			t.Fatalf("read without an error: %v", err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(write(f, result.Jobs, jobs(4, "ann", "bob"), jobs(3, "eve")))
	f.Add(write(f, result.Steps))
	files, err := filepath.Glob("../pytest/foreign/*.arrow")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(readWithinFuzz)
}

func readWithinFuzz(t *testing.T, data []byte) { readWithin(t, data) }

func BenchmarkWrite(b *testing.B) {
	batch := jobs(result.BatchRows, "ann", "bob", "", "eve")
	w, err := NewWriter(discard{}, result.Jobs, nil)
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

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }
