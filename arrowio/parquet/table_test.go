package parquet

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"github.com/backfill-lab/backfill/arrowio/internal/laws"
	"github.com/backfill-lab/backfill/core/trace/table"
)

// foreign is a row as other programs write it.
type foreign struct {
	ID     int64     `parquet:"id"`
	Small  int32     `parquet:"small"`
	Delta  int64     `parquet:"delta,delta"`
	Delta3 int32     `parquet:"delta3,delta"`
	Split  float64   `parquet:"split,split"`
	Half   float32   `parquet:"half"`
	Flag   bool      `parquet:"flag"`
	Text   string    `parquet:"text"`
	Coded  string    `parquet:"coded,dict"`
	Sizes  string    `parquet:"sizes,delta"`
	At     time.Time `parquet:"at,timestamp(microsecond)"`
	Maybe  *int64    `parquet:"maybe,optional"`
	Word   *string   `parquet:"word,optional,dict"`
	Number *float64  `parquet:"number,optional"`
	Lists  []int64   `parquet:"lists,list"`
	Cents  int32     `parquet:"cents,decimal(2:9)"`
	Milli  *int64    `parquet:"milli,decimal(3:18),optional"`
	Wide   [9]byte   `parquet:"wide,decimal(1:20)"`
	U32    uint32    `parquet:"u32"`
	U64    uint64    `parquet:"u64,dict"`
	Last   int64     `parquet:"last,dict"`
}

func foreignRows(n int) []foreign {
	r := rand.New(rand.NewPCG(7, 7))
	rows := make([]foreign, n)
	for i := range rows {
		x, s, f := r.Int64(), fmt.Sprint("w", r.IntN(5)), r.NormFloat64()
		row := foreign{
			ID: int64(i), Small: int32(r.Uint32()), Delta: int64(i) * 1000, Delta3: int32(r.Uint32()), Split: f, Half: float32(f),
			Flag: i%3 == 0, Text: strings.Repeat("ä", r.IntN(9)), Coded: s, Sizes: s + s, At: time.UnixMicro(1_700_000_000_000_000 + x%1e12),
			Cents: int32(r.Uint32()) >> 3, U32: r.Uint32(), U64: r.Uint64(), Last: int64(r.IntN(4)),
		}
		for k := range row.Wide { // -1 or one byte
			row.Wide[k] = byte(-(i % 2))
		}
		row.Wide[8] |= byte(i)
		if r.IntN(3) > 0 {
			row.Maybe, row.Milli, row.Word, row.Number = &x, new(x>>20), &s, &f
		}
		for range r.IntN(4) {
			row.Lists = append(row.Lists, x)
		}
		rows[i] = row
	}
	return rows
}

func writeForeign(t testing.TB, rows []foreign, options ...parquet.WriterOption) []byte {
	t.Helper()
	var b bytes.Buffer
	w := parquet.NewGenericWriter[foreign](&b, options...)
	if _, err := w.Write(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// readAll reads all columns that can be read, as slices of numbers and texts with nil for null.
func readAll(data []byte) (map[string][]any, []table.Column, error) {
	t, err := NewTable(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, nil, err
	}
	all, err := laws.ReadTable(t, math.MaxInt)
	return all, t.Columns(), err
}

func TestFilesOfOtherProgramsAreReadAsTheyAre(t *testing.T) {
	rows := foreignRows(1000)
	for name, options := range map[string][]parquet.WriterOption{
		"v1":           {parquet.DataPageVersion(1)},
		"v2":           {parquet.DataPageVersion(2)},
		"small pages":  {parquet.PageBufferSize(200), parquet.DataPageVersion(1)},
		"small groups": {parquet.MaxRowsPerRowGroup(77)},
		"snappy":       {parquet.Compression(&parquet.Snappy), parquet.DataPageVersion(1)},
		"gzip":         {parquet.Compression(&parquet.Gzip)},
		"zstd":         {parquet.Compression(&parquet.Zstd), parquet.PageBufferSize(500)},
		"lz4":          {parquet.Compression(&parquet.Lz4Raw)},
		"brotli":       {parquet.Compression(&parquet.Brotli)},
	} {
		got, all, err := readAll(writeForeign(t, rows, options...))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		want := map[string][]any{}
		for _, r := range rows {
			flag := int64(0)
			if r.Flag {
				flag = 1
			}
			for key, x := range map[string]any{
				"id": r.ID, "small": int64(r.Small), "delta": r.Delta, "delta3": int64(r.Delta3), "split": r.Split, "half": float64(r.Half),
				"flag": flag, "text": r.Text, "coded": r.Coded, "sizes": r.Sizes, "at": r.At.UnixMicro(), "last": r.Last,
				"cents": float64(r.Cents) / 100,
				"u32":   int64(r.U32), "u64": int64(min(r.U64, math.MaxInt64)),
				"wide": float64(int16(r.Wide[7])<<8|int16(r.Wide[8])) / 10,
			} {
				want[key] = append(want[key], x)
			}
			var maybe, milli, word, number any
			if r.Maybe != nil {
				maybe, milli, word, number = *r.Maybe, float64(*r.Milli)/1000, *r.Word, *r.Number
			}
			want["milli"] = append(want["milli"], milli)
			want["maybe"], want["word"], want["number"] = append(want["maybe"], maybe), append(want["word"], word), append(want["number"], number)
		}
		if d := cmp.Diff(want, got, cmpopts.EquateNaNs()); d != "" {
			t.Errorf("%s: %.2000s", name, d)
		}
		for _, c := range all {
			switch {
			case c.Name == "lists" && c.Type != table.Other, c.Name == "at" && (c.Type != table.Time || c.Unit != "us"):
				t.Errorf("%s: column %+v", name, c)
			}
		}
	}
}

// The encodings of texts that the library's writer does not choose.
// Batches of any size have the rows of the file, whichever pages they lie in.
func TestBatchesAreTheRowsOfAllPages(t *testing.T) {
	for name, options := range map[string][]parquet.WriterOption{
		"small pages":  {parquet.PageBufferSize(300), parquet.Compression(&parquet.Snappy)},
		"small groups": {parquet.MaxRowsPerRowGroup(77), parquet.PageBufferSize(100), parquet.DataPageVersion(1)},
		"one page":     {parquet.PageBufferSize(1 << 20)},
	} {
		data := writeForeign(t, foreignRows(500), options...)
		want, _, err := readAll(data)
		if err != nil {
			t.Fatal(err)
		}
		for _, most := range []int{1, 7, 76, 77, 499} {
			table, err := NewTable(bytes.NewReader(data), int64(len(data)))
			if err != nil {
				t.Fatal(err)
			}
			table.most = most
			got, err := laws.ReadTable(table, math.MaxInt)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(want, got, cmpopts.EquateNaNs()); d != "" {
				t.Errorf("%s, %d rows at a time: %s", name, most, d)
			}
		}
	}
}

// A large row group is not in memory as a whole.
func TestARowGroupIsReadPageByPage(t *testing.T) {
	const rows, page = 200_000, 64 << 10
	data := writeForeign(t, foreignRows(rows), parquet.PageBufferSize(page))
	table, err := NewTable(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	if len(table.footer.RowGroups) != 1 || table.Rows() != rows {
		t.Fatalf("%d groups, %d rows", len(table.footer.RowGroups), table.Rows())
	}
	got := 0
	for {
		b, err := table.Read([]int{0, 4, 7}) // id, split, text
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		got += b.Rows
		for k := range table.decoders {
			d := &table.decoders[k]
			if d.held > batchRows+page/4 || len(d.window.buf) > 8*page {
				t.Fatalf("%d rows and %d bytes are held", d.held, len(d.window.buf))
			}
		}
	}
	if got != rows {
		t.Errorf("%d rows", got)
	}
}

func TestTextsThatShareTheirBeginnings(t *testing.T) {
	type row struct {
		A string `parquet:"a,delta"`
	}
	var b bytes.Buffer
	w := parquet.NewGenericWriter[row](&b)
	var want []any
	var rows []row
	for i := range 500 {
		s := fmt.Sprintf("prefix-%05d-%s", i/7, strings.Repeat("x", i%11))
		rows, want = append(rows, row{s}), append(want, s)
	}
	if _, err := w.Write(rows); err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	got, _, err := readAll(b.Bytes())
	if d := cmp.Diff(want, got["a"]); err != nil || d != "" {
		t.Errorf("%v %s", err, d)
	}
}

// Whatever byte of a file is damaged, reading it is an error or gives some rows, in a line, and takes
// little memory.
func TestADamagedFileTakesLittleMemory(t *testing.T) {
	rows := foreignRows(40)
	for _, options := range [][]parquet.WriterOption{
		{parquet.DataPageVersion(1), parquet.Compression(&parquet.Snappy)},
		{parquet.Compression(&parquet.Zstd)}, {parquet.Compression(&parquet.Gzip)},
		{parquet.Compression(&parquet.Lz4Raw)},
	} {
		data := writeForeign(t, rows, options...)
		step := 5
		if testing.Short() {
			step = 41
		}
		for i := 0; i < len(data); i += step {
			for _, x := range []byte{0, 0x7f, 0xff, data[i] ^ 1, data[i] + 16} {
				if x == data[i] {
					continue // no damage
				}
				bad := bytes.Clone(data)
				bad[i] = x
				var err error
				if n := laws.Allocated(func() { _, _, err = readAll(bad) }); n > 32<<20 {
					t.Fatalf("byte %d as %#x: %d bytes allocated", i, x, n)
				}
				if err != nil && strings.Contains(err.Error(), "\n") {
					t.Fatalf("byte %d as %#x: an error of several lines: %v", i, x, err)
				}
			}
		}
		for i := 0; i < len(data); i += 13 {
			if _, _, err := readAll(data[:i]); err == nil {
				t.Fatalf("the first %d of %d bytes are read", i, len(data))
			}
		}
	}
}

func TestWhatIsNotReadIsSaid(t *testing.T) {
	d := chunkDecoder{scratch: new(scratch), codec: format.LZO}
	if _, err := d.unpack([]byte("1"), 1, true); err == nil || !strings.Contains(err.Error(), "compressed by LZO: write the file with ZSTD") {
		t.Errorf("LZO: %v", err)
	}
	if _, err := NewTable(strings.NewReader("no"), 2); err == nil {
		t.Error("two bytes are a file")
	}
	var b bytes.Buffer
	group := parquet.Group{}
	for i := range table.MaxColumns + 1 {
		group[fmt.Sprint("c", i)] = parquet.Leaf(parquet.Int64Type)
	}
	w := parquet.NewGenericWriter[any](&b, parquet.NewSchema("wide", group))
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if _, _, err := readAll(b.Bytes()); err == nil || !strings.Contains(err.Error(), "more than 4096") {
		t.Errorf("4097 columns: %v", err)
	}
}

func TestNumbersInDeltasOfAnyWidth(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	for bits := range 64 {
		n := 1 + r.IntN(300)
		want := make([]int64, n)
		for i := range want {
			want[i] = int64(r.Uint64() >> bits)
			if r.IntN(2) == 0 {
				want[i] = -want[i]
			}
		}
		data := parquet.DeltaBinaryPacked
		b, err := data.EncodeInt64(nil, want)
		if err != nil {
			t.Fatal(err)
		}
		got, rest, err := deltas(nil, append(b, 1, 2), n)
		if err != nil || cmp.Diff(want, got) != "" || len(rest) != 2 {
			t.Fatalf("%d numbers of %d bits: %v, %d bytes left", n, 64-bits, err, len(rest))
		}
	}
}

func FuzzTable(f *testing.F) {
	rows := foreignRows(30)
	f.Add(writeForeign(f, rows, parquet.DataPageVersion(1)))
	f.Add(writeForeign(f, rows, parquet.Compression(&parquet.Snappy), parquet.PageBufferSize(50)))
	f.Add(writeForeign(f, rows, parquet.Compression(&parquet.Zstd), parquet.MaxRowsPerRowGroup(10)))
	f.Fuzz(func(t *testing.T, data []byte) {
		_, _, err := readAll(data)
		if errors.Is(err, io.EOF) || err != nil && strings.Contains(err.Error(), "\n") {
			t.Fatalf("%v", err)
		}
	})
}

// What pandas has as durations is durations, as its metadata tells; other metadata change nothing.
func TestDurationsOfPandasAreDurations(t *testing.T) {
	for _, c := range []struct{ pandas, unit string }{
		{`{"columns": [{"field_name": "N", "numpy_type": "timedelta64[ms]"}]}`, "ms"},
		{`{"columns": [{"field_name": "N", "numpy_type": "timedelta64[ns]"}, {"field_name": "S", "numpy_type": "timedelta64[ns]"}]}`, "ns"},
		{`{"columns": [{"field_name": "N", "numpy_type": "timedelta64[Y]"}]}`, ""},
		{`{"columns": [{"field_name": "N", "numpy_type": "int64"}, {"field_name": null}]}`, ""},
		{`{"columns": 5}`, ""}, {`[`, ""}, {"", ""},
	} {
		var b bytes.Buffer
		w := parquet.NewGenericWriter[struct {
			N int64
			S string
		}](&b, parquet.KeyValueMetadata("pandas", c.pandas))
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		got, err := NewTable(bytes.NewReader(b.Bytes()), int64(b.Len()))
		if err != nil {
			t.Fatal(err)
		}
		want := table.Column{Name: "N", Type: table.Int}
		if c.unit != "" {
			want.Type, want.Unit = table.Duration, c.unit
		}
		if have := got.Columns(); have[0] != want || have[1].Type != table.Text {
			t.Errorf("%s: %+v, want %+v and a text", c.pandas, have, want)
		}
	}
}
