// Package laws tests file formats for result tables: a format's tests call Check
// with its writer and reader.
package laws

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/backfill-lab/backfill/core/result"
)

// A Format is a file format.
type Format struct {
	New  func(w io.Writer, s *result.Schema, m result.Meta) (result.Sink, error)
	Read func(data []byte) (*result.Table, result.Meta, error)
	// Reading a file may take Slack bytes of memory and Ratio for each of its bytes.
	Slack, Ratio int
}

// Meta is the metadata of the files of Write, with its keys in order.
var Meta = result.Meta{
	{Key: result.MetaSpec, Value: `{"policies":["easy"]}`}, {Key: result.MetaDigest, Value: ""},
	{Key: result.MetaVersion, Value: "1.2"}, {Key: result.MetaWorkload, Value: "ä\n"},
}

// Draw returns a table of s with any values that s allows. Its text columns use
// dicts unless that is nil.
func Draw(t *rapid.T, s *result.Schema, rows int, dicts []*result.Dict) *result.Table {
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

// Digest returns the digest of a table's content.
func Digest(t testing.TB, table *result.Table) string {
	t.Helper()
	d := result.NewDigest(table.Schema)
	must(t, d.Write(table))
	return d.Sum()
}

func must(t interface{ Fatal(...any) }, errs ...error) {
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

// Jobs returns n rows of the jobs table whose users take turns.
func Jobs(n int, users ...string) *result.Table {
	t := result.NewTable(result.Jobs, n)
	for i := range n {
		t.Col("run").SetText(i, "w/easy")
		t.Col("policy").SetText(i, "easy")
		t.Col("user").SetText(i, users[i%len(users)])
		t.Col("job").Int[i] = int64(i)
		t.Col("start_s").Float[i] = float64(i) / 2
		t.Col("killed").Bool[i] = i%3 == 0
	}
	return t
}

// small returns a table with a column of every kind whose file is short.
func small() *result.Table {
	s := &result.Schema{Name: "t", Columns: []result.Column{{Name: "f", Nullable: true}, {Name: "g"}, {Name: "i", Type: result.Int},
		{Name: "b", Type: result.Bool}, {Name: "x", Type: result.Text, Nullable: true}, {Name: "y", Type: result.Text}}}
	t := result.NewTable(s, 20)
	for i := range 20 {
		t.Col("f").Float[i], t.Col("i").Int[i], t.Col("b").Bool[i] = math.Sqrt(float64(i-2)), int64(i*i), i%3 == 0
		t.Col("x").SetText(i, strings.Repeat("x", i%4))
		t.Col("y").SetText(i, "y")
	}
	return t
}

// Write returns a file of the batches.
func (f *Format) Write(t testing.TB, s *result.Schema, batches ...*result.Table) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := f.New(&b, s, Meta)
	must(t, err)
	for _, batch := range batches {
		must(t, w.Write(batch))
	}
	must(t, w.Close())
	return b.Bytes()
}

// Check runs all laws.
func (f *Format) Check(t *testing.T) {
	t.Run("ReadReturnsWhatWasWritten", f.readReturnsWhatWasWritten)
	t.Run("ReadReturnsALongTable", f.readReturnsALongTable)
	t.Run("ReadReturnsAnotherVersionsTable", f.readReturnsAnotherVersionsTable)
	t.Run("SameRowsSameBytes", f.sameRowsSameBytes)
	t.Run("WriterRefusesBadTables", f.writerRefusesBadTables)
	t.Run("AFailedWriteIsNotForgotten", f.aFailedWriteIsNotForgotten)
	t.Run("ReadRefusesCutOffFiles", f.readRefusesCutOffFiles)
	t.Run("ReadRefusesOtherFiles", f.readRefusesOtherFiles)
	t.Run("ReadSurvivesDamage", f.readSurvivesDamage)
}

// readReturnsWhatWasWritten: any rows in any batches, whose Dicts are separate,
// shared, or shared and growing.
func (f *Format) readReturnsWhatWasWritten(t *testing.T) {
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
			batch := Draw(rt, s, rapid.IntRange(0, 20).Draw(rt, "rows"), dicts)
			batches = append(batches, batch)
			must(rt, all.Write(batch))
		}
		got, meta, err := f.Read(f.Write(t, s, batches...))
		must(rt, err)
		if got.Schema != s || Digest(t, got) != Digest(t, all.Table()) {
			rt.Fatalf("%d rows of %s came back as %d rows of %s, or changed", all.Table().Rows, s.Name, got.Rows, got.Schema.Name)
		}
		if d := cmp.Diff(Meta, meta); d != "" {
			rt.Fatal(d)
		}
	})
}

// readReturnsALongTable crosses the bounds of batches, pages and row groups,
// and has a text column with thousands of texts.
func (f *Format) readReturnsALongTable(t *testing.T) {
	users := make([]string, 5000)
	for i := range users {
		users[i] = strings.Repeat("u", i%7) + string(rune('a'+i%26)) + string(rune(0x100+i))
	}
	users[17] = "" // null
	all := Jobs(2*result.BatchRows+4321, users...)
	for i := range all.Rows {
		all.Col("submit_s").Float[i] = math.Sqrt(float64(i))
		all.Col("procs").Int[i] = int64(i*i*7919) << (i % 30)
	}
	got, _, err := f.Read(f.Write(t, result.Jobs, all.Head(1000), all))
	must(t, err)
	want := result.NewCollect(result.Jobs)
	must(t, want.Write(all.Head(1000)), want.Write(all))
	if got.Rows != want.Table().Rows || Digest(t, got) != Digest(t, want.Table()) {
		t.Errorf("%d rows came back as %d, or changed", want.Table().Rows, got.Rows)
	}
	zeros := result.NewTable(result.Jobs, 3*result.BatchRows)
	for _, c := range []string{"run", "policy"} {
		clear(zeros.Col(c).Code)
		zeros.Col(c).SetText(0, "x")
	}
	if got, _, err := f.Read(f.Write(t, result.Jobs, zeros)); err != nil || Digest(t, got) != Digest(t, zeros) {
		t.Errorf("a table of zeros: %v", err)
	}
}

func (f *Format) readReturnsAnotherVersionsTable(t *testing.T) {
	other := &result.Schema{Name: "jobs", Doc: "of another version", Columns: []result.Column{
		{Name: "zeta", Type: result.Text, Nullable: true, Doc: "Z."}, {Name: "alpha_s", Type: result.Float, Unit: "s", Doc: "A."}}}
	table := result.NewTable(other, 2)
	table.Col("alpha_s").Float[1] = 7
	got, _, err := f.Read(f.Write(t, other, table))
	if err != nil || !got.Schema.Equal(other) || Digest(t, got) != Digest(t, table) {
		t.Errorf("read %v, %v", got, err)
	}
}

// sameRowsSameBytes: the bytes do not depend on which NaN stands for null.
func (f *Format) sameRowsSameBytes(t *testing.T) {
	tables := [2]*result.Table{result.NewTable(result.Steps, 3), result.NewTable(result.Steps, 3)}
	for k, s := range tables {
		for i := range 3 {
			for _, c := range []string{"run", "policy", "kind"} {
				s.Col(c).SetText(i, "x")
			}
		}
		s.Col("value").Float[1] = math.Float64frombits([2]uint64{0x7ff8_0000_0000_0001, 0xfff8_dead_beef_0001}[k])
	}
	if !bytes.Equal(f.Write(t, result.Steps, tables[0]), f.Write(t, result.Steps, tables[1])) {
		t.Error("two files of the same rows differ")
	}
}

func (f *Format) writerRefusesBadTables(t *testing.T) {
	var b bytes.Buffer
	w, err := f.New(&b, result.Jobs, nil)
	must(t, err)
	bad := Jobs(3, "ann")
	bad.Col("user").Code[2] = 9
	if err := w.Write(bad); err == nil || !strings.Contains(err.Error(), "jobs.user, row 2") {
		t.Errorf("got %v", err)
	}
	if w.Write(result.NewTable(result.Steps, 0)) == nil {
		t.Error("rows of another table are accepted")
	}
	if err := w.Write(Jobs(3, "ann")); err != nil {
		t.Errorf("a refused table spoils the file: %v", err)
	}
	must(t, w.Close())
	if got, _, err := f.Read(b.Bytes()); err != nil || got.Rows != 3 {
		t.Errorf("read %v, %v", got, err)
	}
	if w.Write(Jobs(1, "ann")) == nil || w.Close() == nil {
		t.Error("a complete file can be written to")
	}
}

// aFailedWriteIsNotForgotten fills a disk at every stage of a file: Close never
// calls an incomplete file complete.
func (f *Format) aFailedWriteIsNotForgotten(t *testing.T) {
	rows := Jobs(20_000, "ann", "")
	size := 0
	for limit := 0; ; limit = 2*limit + 100 {
		disk := &disk{left: limit}
		w, err := f.New(disk, result.Jobs, nil)
		must(t, err)
		failed := errors.Join(w.Write(rows), w.Write(rows.Head(99)))
		closed := w.Close()
		if closed == nil {
			size = disk.taken
			if failed != nil {
				t.Fatalf("disk full after %d bytes: Write says %v, Close says nothing", limit, failed)
			}
			break
		}
		if !errors.Is(closed, errFull) {
			t.Fatalf("disk full after %d bytes: Close says %v", limit, closed)
		}
	}
	w, err := f.New(&disk{left: size - 1}, result.Jobs, nil)
	must(t, err)
	if errors.Join(w.Write(rows), w.Write(rows.Head(99)), w.Close()) == nil {
		t.Error("the last byte does not fit and no one says so")
	}
}

var errFull = errors.New("disk full")

// disk takes left bytes and no more.
type disk struct{ left, taken int }

func (d *disk) Write(p []byte) (int, error) {
	n := min(len(p), d.left)
	d.left -= n
	d.taken += n
	if n < len(p) {
		return n, errFull
	}
	return n, nil
}

func (f *Format) readRefusesCutOffFiles(t *testing.T) {
	data := f.Write(t, result.Jobs, Jobs(20, "ann", "bob"))
	for n := range data {
		if _, _, err := f.Read(data[:n]); err == nil {
			t.Fatalf("the first %d of %d bytes are read as a file", n, len(data))
		}
		if n > 0 { // the beginning is lost
			if _, _, err := f.Read(data[n:]); err == nil {
				t.Fatalf("the last %d of %d bytes are read as a file", len(data)-n, len(data))
			}
		}
	}
}

func (f *Format) readRefusesOtherFiles(t *testing.T) {
	for name, data := range map[string]string{"empty": "", "text": "; Version: 2.2\n1 0 10 60 4\n", "zeros": strings.Repeat("\x00", 4096),
		"one magic": "ARROW1", "magics": "PAR1PAR1PAR1", "arrows": "ARROW1\x00\x00\xff\xff\xff\xffARROW1"} {
		if _, _, err := f.Read([]byte(data)); err == nil || strings.Contains(err.Error(), "runtime error") {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// readSurvivesDamage overwrites four bytes at a time, everywhere, with dangerous
// lengths and offsets, and flips single bits.
func (f *Format) readSurvivesDamage(t *testing.T) {
	table := small()
	data := f.Write(t, table.Schema, table)
	for _, x := range []uint32{0, 1, 0x7fff_ffff, 0xffff_ffff, 0x4000_0000, 0xffff_ff1f, uint32(len(data))} {
		for at := 0; at+4 <= len(data); at++ {
			bad := bytes.Clone(data)
			binary.LittleEndian.PutUint32(bad[at:], x)
			f.survives(t, bad)
		}
	}
	for bit := 0; bit < 8*len(data); bit += 5 {
		bad := bytes.Clone(data)
		bad[bit/8] ^= 1 << (bit % 8)
		f.survives(t, bad)
	}
	all := Allocated(func() {
		for at := 0; at+4 <= len(data); at++ {
			bad := bytes.Clone(data)
			binary.LittleEndian.PutUint32(bad[at:], 0x0fff_ff1f)
			f.survives(t, bad)
		}
	})
	if mean, most := all/uint64(len(data)), uint64(f.Slack+f.Ratio*len(data)); mean > most {
		t.Errorf("reading a damaged file of %d bytes takes %d bytes on average, more than %d", len(data), mean, most)
	}
}

func (f *Format) survives(t testing.TB, data []byte) {
	table, _, err := f.Read(data)
	if err != nil {
		return
	}
	if err := table.Check(); err != nil {
		t.Fatalf("read without an error: %v", err)
	}
}

// Fuzz reads arbitrary bytes, beginning with files of the format. Callers may add
// seeds before.
func (f *Format) Fuzz(fz *testing.F) {
	table := small()
	fz.Add(f.Write(fz, table.Schema))
	fz.Add(f.Write(fz, table.Schema, table))
	fz.Add(f.Write(fz, table.Schema, table, table.Head(3)))
	fz.Fuzz(func(t *testing.T, data []byte) {
		if got, most := Allocated(func() { f.survives(t, data) }), uint64(f.Slack+f.Ratio*len(data)); got > most {
			t.Fatalf("reading a file of %d bytes takes %d bytes, more than %d", len(data), got, most)
		}
	})
}
