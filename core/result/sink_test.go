package result

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/backfill-lab/backfill/core/internal/golden"
)

// split writes t to sink in batches whose text columns share no Dict.
func split(t testing.TB, table *Table, sink Sink, cuts []int) {
	t.Helper()
	from := 0
	for _, to := range append(cuts, table.Rows) {
		part := NewTable(table.Schema, to-from)
		for i, c := range table.Schema.Columns {
			p, v := &part.Cols[i], &table.Cols[i]
			switch c.Type {
			case Float:
				copy(p.Float, v.Float[from:])
			case Int:
				copy(p.Int, v.Int[from:])
			case Bool:
				copy(p.Bool, v.Bool[from:])
			case Text:
				for k := to - 1; k >= from; k-- { // backwards: codes differ from the whole table's
					p.SetText(k-from, v.GetText(k))
				}
			}
		}
		if err := sink.Write(part); err != nil {
			t.Fatal(err)
		}
		from = to
	}
}

func sum(t testing.TB, table *Table) string {
	t.Helper()
	d := NewDigest(table.Schema)
	if err := d.Write(table); err != nil {
		t.Fatal(err)
	}
	return d.Sum()
}

func asCSV(t testing.TB, table *Table) string {
	t.Helper()
	var b bytes.Buffer
	w := NewCSV(&b, table.Schema)
	if err := errors.Join(w.Write(table), w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestBatchesDoNotShow: however rows are cut into batches, and whatever Dicts
// those have, every sink sees the same table.
func TestBatchesDoNotShow(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := rapid.SampledFrom(All).Draw(rt, "schema")
		n := rapid.IntRange(0, 40).Draw(rt, "rows")
		table := sampleTable(s, n, rapid.IntRange(0, 9).Draw(rt, "seed"))
		var cuts []int
		for at := 0; at < n; {
			at += rapid.IntRange(0, 9).Draw(rt, "batch")
			if at <= n {
				cuts = append(cuts, at)
			}
		}
		c, d := NewCollect(s), NewDigest(s)
		var b bytes.Buffer
		w := NewCSV(&b, s)
		all := Tee(c, d, w)
		split(t, table, all, cuts)
		if err := all.Close(); err != nil {
			rt.Fatal(err)
		}
		if err := c.Table().Check(); err != nil {
			rt.Fatal(err)
		}
		want := asCSV(t, table)
		if b.String() != want || asCSV(t, c.Table()) != want {
			rt.Fatalf("in batches:\n%s\nat once:\n%s\ncollected:\n%s", b.String(), want, asCSV(t, c.Table()))
		}
		if d.Sum() != sum(t, table) || sum(t, c.Table()) != sum(t, table) {
			rt.Fatal("the digest depends on the batches")
		}
	})
}

func TestCollectLeavesTheProducersDictAlone(t *testing.T) {
	a, b := sampleTable(Jobs, 5, 1), sampleTable(Jobs, 5, 2)
	before := len(a.Col("run").Dict.Texts())
	c := new(Collect)
	for _, table := range []*Table{a, b, a} {
		if err := c.Write(table); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(a.Col("run").Dict.Texts()); n != before {
		t.Errorf("the first table's Dict grew from %d to %d texts", before, n)
	}
	if got, want := c.Table().Col("run").GetText(12), a.Col("run").GetText(2); got != want {
		t.Errorf("row 12 is %q, want %q", got, want)
	}
}

func TestSinksRefuseAnotherTable(t *testing.T) {
	wrong := NewTable(Steps, 1)
	for name, s := range map[string]Sink{"collect": NewCollect(Jobs), "csv": NewCSV(io.Discard, Jobs), "digest": NewDigest(Jobs)} {
		if s.Write(wrong) == nil {
			t.Errorf("%s takes rows of steps for jobs", name)
		}
	}
}

// TestDigestSeesEveryChange changes one thing at a time.
func TestDigestSeesEveryChange(t *testing.T) {
	base := func() *Table { return sampleTable(Jobs, 6, 3) }
	seen := map[string]string{sum(t, base()): "nothing"}
	for name, change := range map[string]func(*Table){
		"a float's last bit": func(t *Table) {
			f := t.Col("wait_s").Float
			f[2] = math.Nextafter(f[2], 1e9)
		},
		"the sign of zero": func(t *Table) { t.Col("submit_s").Float[0] = math.Copysign(0, -1) },
		"zero":             func(t *Table) { t.Col("submit_s").Float[0] = 0 },
		"null":             func(t *Table) { t.Col("submit_s").Float[0] = math.NaN() },
		"an int":           func(t *Table) { t.Col("job").Int[5]++ },
		"a flag":           func(t *Table) { k := t.Col("killed").Bool; k[1] = !k[1] },
		"a text":           func(t *Table) { t.Col("run").SetText(0, "other") },
		"a null text":      func(t *Table) { t.Col("run").SetText(0, "") },
		"texts run together": func(t *Table) {
			t.Col("run").SetText(0, t.Col("run").GetText(0)+t.Col("run").GetText(1))
			t.Col("run").SetText(1, "")
		},
		"two rows swapped": func(t *Table) { j := t.Col("procs").Int; j[0], j[1] = j[1], j[0] },
		"a row less":       func(t *Table) { *t = *t.Head(5) },
	} {
		table := base()
		change(table)
		s := sum(t, table)
		if other, ok := seen[s]; ok {
			t.Errorf("changing %s and changing %s give one digest", name, other)
		}
		seen[s] = name
	}
}

// TestDigestIsPinned holds the canonical bytes still: stored digests stay
// comparable across versions unless this constant changes on purpose.
func TestDigestIsPinned(t *testing.T) {
	s := &Schema{
		Name: "t",
		Columns: []Column{
			{Name: "f", Type: Float, Nullable: true},
			{Name: "i", Type: Int},
			{Name: "b", Type: Bool},
			{Name: "x", Type: Text, Nullable: true},
		},
	}
	table := NewTable(s, 2)
	table.Col("f").Float[0], table.Col("f").Float[1] = 1.5, math.Float64frombits(0xfff8_0000_0000_0001)
	table.Col("i").Int[0], table.Col("b").Bool[0] = -3, true
	table.Col("x").SetText(0, "äh")
	const want = "7086c354cb2e44ee0aff9cc444f4a7cabfadabf769e49054dbdd02022d984026"
	if got := sum(t, table); got != want {
		t.Errorf("digest %s, want %s", got, want)
	}
}

// TestCSVReadsBack reads with the standard library what CSV wrote.
func TestCSVReadsBack(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(0, 5).Draw(rt, "rows")
		table := NewTable(Jobs, n)
		for i, c := range Jobs.Columns {
			for row := range n {
				switch v := &table.Cols[i]; c.Type {
				case Float:
					v.Float[row] = rapid.Float64().Draw(rt, "float")
				case Int:
					v.Int[row] = rapid.Int64().Draw(rt, "int")
				case Bool:
					v.Bool[row] = rapid.Bool().Draw(rt, "bool")
				case Text:
					v.SetText(row, rapid.StringMatching(`[a-zä", \n]{0,6}`).Draw(rt, "text"))
				}
			}
		}
		rows, err := csv.NewReader(strings.NewReader(asCSV(t, table))).ReadAll()
		if err != nil || len(rows) != n+1 {
			rt.Fatalf("%d lines for %d rows: %v", len(rows), n, err)
		}
		for i, c := range Jobs.Columns {
			if rows[0][i] != c.Name {
				rt.Fatalf("header %q", rows[0])
			}
			for row := range n {
				cell, v := rows[row+1][i], &table.Cols[i]
				var same bool
				switch c.Type {
				case Float:
					x, _ := strconv.ParseFloat(cell, 64)
					same = x == v.Float[row]
				case Int:
					same = cell == strconv.FormatInt(v.Int[row], 10)
				case Bool:
					same = cell == strconv.FormatBool(v.Bool[row])
				case Text:
					same = cell == v.GetText(row)
				}
				if !same {
					rt.Fatalf("%s reads back as %q", c.Name, cell)
				}
			}
		}
	})
}

func TestCSVWritesNullAsNothing(t *testing.T) {
	table := NewTable(Steps, 1)
	table.Col("value").Float[0] = math.NaN()
	if got, want := asCSV(t, table), "run,policy,step,time_s,kind,job,waiting,before,after,case,option,value\n,,0,0,,,0,,,,,\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTeeClosesAllAndTellsAllErrors(t *testing.T) {
	a, b := &failing{errors.New("disk full"), 0}, &failing{errors.New("gone"), 0}
	s := Tee(a, b)
	if err := s.Write(NewTable(Jobs, 0)); err == nil {
		t.Error("a failed Write is lost")
	}
	err := s.Close()
	if a.closed != 1 || b.closed != 1 || !errors.Is(err, a.err) || !errors.Is(err, b.err) {
		t.Errorf("closed %d and %d times, error %v", a.closed, b.closed, err)
	}
}

type failing struct {
	err    error
	closed int
}

func (f *failing) Write(*Table) error { return f.err }
func (f *failing) Close() error       { f.closed++; return f.err }

func TestMarkdownHasOneLinePerColumn(t *testing.T) {
	for _, s := range All {
		lines := strings.Split(strings.TrimSuffix(s.Markdown(), "\n"), "\n")
		if len(lines) != len(s.Columns)+2 {
			t.Fatalf("%s: %d lines for %d columns", s.Name, len(lines), len(s.Columns))
		}
		for i, c := range s.Columns {
			line := lines[i+2]
			if !strings.HasPrefix(line, "| `"+c.Name+"` | "+c.Type.String()+" | "+c.Unit+" | ") {
				t.Errorf("line of %s: %s", c.Name, line)
			}
			if bars := strings.Count(line, "|") - strings.Count(line, `\|`); bars != 5 {
				t.Errorf("%d cell bounds in %s", bars, line)
			}
		}
	}
}

// TestSchemasAreAsRecorded keeps a change of columns from happening unnoticed:
// notebooks and people's scripts depend on them.
func TestSchemasAreAsRecorded(t *testing.T) {
	var b strings.Builder
	for _, s := range All {
		fmt.Fprintf(&b, "## %s: %s\n\n%s\n", s.Name, s.Doc, s.Markdown())
	}
	const file = "testdata/columns.md"
	if b.String() != golden.Read(t, file, b.String()) {
		t.Errorf(
			"the columns are not those of %s; if that is meant, `go test ./core/result -update` records them, and CHANGELOG says so\n%s", file,
			b.String())
	}
}

func TestMetaCarriesTheSchema(t *testing.T) {
	meta := Meta{{MetaSpec, `{"a":1}`}, {MetaVersion, "1"}}
	for _, s := range All {
		got, rest, err := meta.WithSchema(s).Schema()
		if err != nil || got != s || len(rest) != 2 || rest.Get(MetaSpec) != `{"a":1}` {
			t.Errorf("%s: schema %p for %p, rest %v, error %v", s.Name, got, s, rest, err)
		}
	}
	if len(meta) != 2 {
		t.Error("WithSchema changed its receiver")
	}
	changed := *Jobs
	changed.Columns = changed.Columns[:3]
	if got, _, err := meta.WithSchema(&changed).Schema(); err != nil || got == Jobs || !got.Equal(&changed) {
		t.Errorf("another version's schema came back as %v, %v", got, err)
	}
}

func TestMetaRefusesABrokenSchema(t *testing.T) {
	for _, text := range []string{"", "[", "{}", `{"columns":[{"name":"a","type":"float32"}]}`, `{"columns":[{"name":""}]}`,
		`{"columns":[{"name":"a","type":"int64"},{"name":"a","type":"int64"}]}`, `{"columns":[{"name":"a","type":"bool","nullable":true}]}`} {
		if _, _, err := (Meta{{MetaSchema, text}}).Schema(); err == nil {
			t.Errorf("%q is accepted as a schema", text)
		}
	}
}

func TestTypesAreNamesInJSON(t *testing.T) {
	b, err := json.Marshal(Column{Name: "x", Type: Text, Doc: "d."})
	if want := `{"name":"x","type":"text","doc":"d."}`; err != nil || string(b) != want {
		t.Errorf("%s, %v; want %s", b, err, want)
	}
}
