package arrowio

import (
	"bytes"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/backfill-lab/backfill/arrowio/internal/laws"
	"github.com/backfill-lab/backfill/arrowio/parquet"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/internal/bounded"
)

// drawUsed returns a table in which some columns have no value, and some only whole ones.
func drawUsed(t *rapid.T, s *result.Schema, rows int) *result.Table {
	table := laws.Draw(t, s, rows, nil)
	for i, c := range s.Columns {
		v := &table.Cols[i]
		kind := rapid.SampledFrom([]string{"any", "null", "whole"}).Draw(t, c.Name)
		for k := range rows {
			switch {
			case kind == "null" && c.Nullable && c.Type == result.Float:
				v.Float[k] = math.NaN()
			case kind == "null" && c.Nullable:
				v.Code[k] = -1
			case kind == "whole" && c.Type == result.Float:
				v.Float[k] = float64(rapid.Int64Range(-1<<53, 1<<53).Draw(t, "whole"))
			}
		}
	}
	return table
}

// compacted returns what a compact folder has, and the schemas of its files.
func compacted(t *rapid.T, root string, batches ...result.Tables) (*Result, map[string]*result.Schema) {
	path := filepath.Join(root, "out")
	d, err := Create(path, meta("1"), Options{Tables: result.All, Formats: []string{"parquet"}, Compact: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, tables := range batches {
		if err := tables.WriteTo(d.Tables()); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Commit(); err != nil {
		t.Fatal(err)
	}
	r, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	schemas := map[string]*result.Schema{}
	for s := range r.Tables {
		f, err := bounded.Open(filepath.Join(path, s.Name+".parquet"))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		info, err := f.Stat()
		if err != nil {
			t.Fatal(err)
		}
		held, _, err := parquet.Read(f, info.Size())
		if err != nil {
			t.Fatal(err)
		}
		schemas[s.Name] = held.Schema
	}
	return r, schemas
}

// Reading a compact table gives every value of the rows that were written; its file has just the columns with values.
func TestCompactTablesComeBackWhole(t *testing.T) {
	root := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		first, second, all := result.Tables{}, result.Tables{}, result.Tables{}
		for _, s := range result.All {
			first[s], second[s] = drawUsed(t, s, rapid.IntRange(1, 3).Draw(t, "rows")), drawUsed(t, s, rapid.IntRange(0, 3).Draw(t, "rows"))
			c := result.NewCollect(s)
			if c.Write(first[s]) != nil || c.Write(second[s]) != nil {
				t.Fatal("rows cannot be collected")
			}
			all[s] = c.Table()
		}
		r, schemas := compacted(t, root, first, second)
		for s, want := range all {
			if digest(t, r.Tables[s]) != digest(t, want) {
				t.Fatalf("table %s came back changed", s.Name)
			}
			for i, c := range s.Columns {
				v, k := &want.Cols[i], schemas[s.Name].Index(c.Name)
				some := !c.Nullable || slices.ContainsFunc(v.Float, func(x float64) bool { return x == x }) ||
					slices.ContainsFunc(v.Code, func(c int32) bool { return c >= 0 })
				whole := s != result.Runs && c.Type == result.Float && c.Unit != "1" && c.Unit != "%" &&
					!slices.ContainsFunc(v.Float, func(x float64) bool {
						return x != math.Trunc(x) || math.Abs(x) > 1<<53 || x == 0 && math.Signbit(x)
					})
				if some != (k >= 0) {
					t.Fatalf("column %s.%s has a value: %t, and is in the file: %t", s.Name, c.Name, some, k >= 0)
				}
				if k >= 0 && c.Type == result.Float && whole != (schemas[s.Name].Columns[k].Type == result.Int) {
					t.Fatalf("column %s.%s has only whole numbers: %t, and its type is %s", s.Name, c.Name, whole, schemas[s.Name].Columns[k].Type)
				}
			}
		}
	})
}

func digest(t *rapid.T, table *result.Table) string {
	d := result.NewDigest(table.Schema)
	if err := d.Write(table); err != nil {
		t.Fatal(err)
	}
	return d.Sum()
}

// A column that a compact file lacks is read as nulls where it is asked for by its name.
func TestScanOfACompactTable(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out")
	compact := everything
	compact.Compact = true
	commit(t, fill(t, path, "1", compact, true))
	r, err := Open(path, result.Runs)
	if err != nil {
		t.Fatal(err)
	}
	all := result.NewCollect(result.Jobs)
	if err := r.Scan(path, result.Jobs, []string{"job", "site", "submit_s"}, all); err != nil {
		t.Fatal(err)
	}
	got := all.Table()
	if got.Rows != 10 || got.Col("job").Int[9] != 9 || got.Col("site").GetText(9) != "" || len(got.Col("submit_s").Float) != 10 {
		t.Errorf("the scan gives %d rows: %v", got.Rows, got.Col("submit_s").Float)
	}
}

func TestACompactBundleIsRead(t *testing.T) {
	var stream bytes.Buffer
	b, err := NewBundle(&stream, meta("d"), Options{Tables: result.All, Compact: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := rows().WriteTo(b.Tables()); err != nil {
		t.Fatal(err)
	}
	if b.CloseTables() != nil || b.Close() != nil {
		t.Fatal("the bundle cannot be completed")
	}
	files, err := Unbundle(&stream)
	if err != nil {
		t.Fatal(err)
	}
	r, err := OpenFiles(files)
	if err != nil {
		t.Fatal(err)
	}
	for s, want := range rows() {
		if laws.Digest(t, r.Tables[s]) != laws.Digest(t, want) {
			t.Errorf("table %s came back changed", s.Name)
		}
	}
}
