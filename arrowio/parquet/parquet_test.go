package parquet

import (
	"bytes"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"github.com/backfill-lab/backfill/arrowio/internal/laws"
	"github.com/backfill-lab/backfill/core/result"
)

var pq = laws.Format{
	New: NewWriter,
	Read: func(data []byte) (*result.Table, result.Meta, error) {
		return Read(bytes.NewReader(data), int64(len(data)))
	},
	// A row group is 122,880 rows of at most 100 bytes, whatever they pack into.
	Slack: 64 << 20, Ratio: 16 * valuesPerByte,
}

func TestParquetKeepsTheLaws(t *testing.T) { pq.Check(t) }

func FuzzRead(f *testing.F) { pq.Fuzz(f) }

// open returns the file as the library sees it.
func open(t *testing.T, data []byte) *parquet.File {
	t.Helper()
	f, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestColumnsKeepTheSchemasOrder(t *testing.T) {
	for _, s := range result.All {
		root := open(t, pq.Write(t, s)).Root()
		if len(root.Columns()) != len(s.Columns) {
			t.Fatalf("%s: %d columns for %d", s.Name, len(root.Columns()), len(s.Columns))
		}
		for i, c := range root.Columns() {
			want := s.Columns[i]
			if c.Name() != want.Name || c.Optional() != want.Nullable {
				t.Errorf("%s: column %d is %s, optional %t; want %s, %t", s.Name, i, c.Name(), c.Optional(), want.Name, want.Nullable)
			}
		}
	}
}

// TestNothingButZerosIsRead: the bound on unpacked size must not refuse the most
// compressible table.
func TestNothingButZerosIsRead(t *testing.T) {
	for _, typ := range []result.Type{result.Float, result.Int, result.Bool, result.Text} {
		s := &result.Schema{Name: "t", Columns: []result.Column{{Name: "x", Type: typ}}}
		zeros := result.NewTable(s, 40*RowGroupRows)
		if typ == result.Text {
			clear(zeros.Cols[0].Code)
			zeros.Cols[0].SetText(0, "x")
		}
		data := pq.Write(t, s, zeros)
		got, _, err := pq.Read(data)
		if err != nil || got.Rows != zeros.Rows {
			t.Errorf("%s: %d bytes for %d rows: %v", typ, len(data), zeros.Rows, err)
		}
		t.Logf("%s: %d values a byte", typ, zeros.Rows/len(data))
	}
}

// TestRowGroupsCanBePruned: groups of 122,880 rows whatever the batches, with
// bounds and null counts per chunk and per page, texts in dictionaries.
func TestRowGroupsCanBePruned(t *testing.T) {
	const n = 2*RowGroupRows + 7
	table := laws.Jobs(n, "ann", "", "bob")
	for i := range n {
		table.Col("submit_s").Float[i] = float64(i)
	}
	f := open(t, pq.Write(t, result.Jobs, table.Head(1000), table))
	var sizes []int64
	for _, g := range f.RowGroups() {
		sizes = append(sizes, g.NumRows())
	}
	if len(sizes) != 3 || sizes[0] != RowGroupRows || sizes[1] != RowGroupRows || sizes[2] != 1007 {
		t.Fatalf("row groups of %d rows", sizes)
	}
	submit := result.Jobs.Index("submit_s")
	md := f.Metadata().RowGroups[1].Columns[submit].MetaData
	lo, hi := parquet.DoubleValue(RowGroupRows-1000).Bytes(), parquet.DoubleValue(2*RowGroupRows-1001).Bytes()
	if !bytes.Equal(md.Statistics.MinValue, lo) || !bytes.Equal(md.Statistics.MaxValue, hi) {
		t.Errorf("bounds %x and %x, want %x and %x", md.Statistics.MinValue, md.Statistics.MaxValue, lo, hi)
	}
	index, err := f.RowGroups()[1].ColumnChunks()[submit].ColumnIndex()
	if err != nil || index.NumPages() < 2 || !index.IsAscending() {
		t.Errorf("%d pages, ascending %t, %v", index.NumPages(), index.IsAscending(), err)
	}
	user := f.Metadata().RowGroups[0].Columns[result.Jobs.Index("user")].MetaData
	if user.Statistics.NullCount == 0 || user.DictionaryPageOffset == 0 || user.Codec != format.Zstd {
		t.Errorf("user: %d nulls, dictionary at %d, %s", user.Statistics.NullCount, user.DictionaryPageOffset, user.Codec)
	}
	if string(user.Statistics.MinValue) != "ann" || string(user.Statistics.MaxValue) != "bob" {
		t.Errorf("user from %q to %q", user.Statistics.MinValue, user.Statistics.MaxValue)
	}
}

// TestTheLibraryReadsTheSameRows guards against a writer and a reader that
// agree with each other and with no one else.
func TestTheLibraryReadsTheSameRows(t *testing.T) {
	table := laws.Jobs(1000, "ann", "", "bob")
	rows := open(t, pq.Write(t, result.Jobs, table)).RowGroups()[0].Rows()
	defer rows.Close()
	buf := make([]parquet.Row, 1)
	for i := range table.Rows {
		if n, err := rows.ReadRows(buf); n != 1 {
			t.Fatal(err)
		}
		for k, c := range result.Jobs.Columns {
			got, v := buf[0][k], &table.Cols[k]
			var same bool
			switch c.Type {
			case result.Float:
				same = got.Double() == v.Float[i]
			case result.Int:
				same = got.Int64() == v.Int[i]
			case result.Bool:
				same = got.Boolean() == v.Bool[i]
			case result.Text:
				same = got.IsNull() == (v.Code[i] < 0) && (got.IsNull() || string(got.ByteArray()) == v.GetText(i))
			}
			if !same {
				t.Fatalf("row %d, column %s: %v", i, c.Name, got)
			}
		}
	}
}

// Another program may keep a result's columns and metadata, and write all columns as ones that might be null, in its
// encodings.
func TestResultsThatOtherProgramsWroteAgainAreRead(t *testing.T) {
	type row struct {
		N    *int64   `parquet:"n"`
		B    *bool    `parquet:"b"`
		X    *float64 `parquet:"x"`
		Text *string  `parquet:"text"`
	}
	schema := &result.Schema{Name: "t", Columns: []result.Column{{Name: "n", Type: result.Int}, {Name: "b", Type: result.Bool},
		{Name: "x", Nullable: true}, {Name: "text", Type: result.Text, Nullable: true}}}
	options := []parquet.WriterOption{parquet.Compression(&parquet.Snappy), parquet.DataPageVersion(1)}
	for _, p := range laws.Meta.WithSchema(schema) {
		options = append(options, parquet.KeyValueMetadata(p.Key, p.Value))
	}
	for _, last := range []row{{N: new(int64(8)), B: new(true)}, {B: new(true)}} {
		var b bytes.Buffer
		w := parquet.NewGenericWriter[row](&b, options...)
		if _, err := w.Write([]row{{new(int64(7)), new(false), new(0.5), new("a")}, last}); err != nil || w.Close() != nil {
			t.Fatal(err)
		}
		got, _, err := pq.Read(b.Bytes())
		if last.N == nil {
			if err == nil || !strings.Contains(err.Error(), "table t: column n: it has nulls, which int64 cannot") {
				t.Errorf("a null number of whole ones: %v", err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if n, b, x, text := got.Col("n"), got.Col("b"), got.Col("x"), got.Col("text"); n.Int[1] != 8 || !b.Bool[1] || b.Bool[0] ||
			x.Float[0] != 0.5 || x.Float[1] == x.Float[1] || text.GetText(0) != "a" || text.GetText(1) != "" {
			t.Errorf("got %+v", got)
		}
	}
}

func BenchmarkRead(b *testing.B) {
	table := realistic(result.BatchRows)
	data := pq.Write(b, result.Jobs, table)
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := pq.Read(data); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(table.Rows)*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
}
