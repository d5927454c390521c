package arrowio

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/result"
)

// numbered is a table of numbers whose column says doc of itself.
func numbered(doc string, numbers ...int64) *result.Table {
	t := &result.Schema{Name: "numbers", Doc: "one row per number", Columns: []result.Column{{Name: "n", Type: result.Int, Doc: doc}}}
	table := result.NewTable(t, len(numbers))
	copy(table.Col("n").Int, numbers)
	return table
}

func write(t *testing.T, dir, digest string, table *result.Table) []byte {
	t.Helper()
	files, err := WriteTables(dir, result.Meta{{Key: result.MetaDigest, Value: digest}, {Key: result.MetaVersion, Value: "v" + digest}}, table)
	if err != nil || len(files) != 1 {
		t.Fatalf("%v, %v", files, err)
	}
	b, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A file with the same digest stays, whatever the program's version; another is written, and so is a damaged one.
func TestTablesThatAreThereStay(t *testing.T) {
	dir := t.TempDir()
	first := write(t, dir, "one", numbered("A number.", 1))
	if again := write(t, dir, "one", numbered("The number.", 1)); !bytes.Equal(first, again) {
		t.Error("tables of the same digest are written again")
	}
	other := write(t, dir, "two", numbered("A number.", 2))
	if bytes.Equal(first, other) {
		t.Error("tables of another digest are not written")
	}
	if err := os.WriteFile(filepath.Join(dir, "numbers.parquet"), other[:len(other)/2], 0o644); err != nil {
		t.Fatal(err)
	}
	if whole := write(t, dir, "two", numbered("A number.", 2)); !bytes.Equal(other, whole) {
		t.Error("a damaged file stays")
	}
}

// Tables are read though their columns say something else of themselves by now, but not with columns of another name or type.
func TestTablesOutliveTheirWords(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "one", numbered("A number.", 7))
	now := numbered("The number of something.").Schema
	tables, err := ReadTables(dir, now)
	if err != nil || tables[now] == nil || tables[now].Col("n").Int[0] != 7 {
		t.Errorf("%v, %v", tables, err)
	}
	for _, c := range []result.Column{{Name: "m", Type: result.Int}, {Name: "n", Type: result.Text},
		{Name: "n", Type: result.Int, Unit: "s"}} {
		_, err := ReadTables(dir, &result.Schema{Name: "numbers", Columns: []result.Column{c}})
		if err == nil || !strings.Contains(err.Error(), "its columns are those of another version (vone)") {
			t.Errorf("column %v: %v", c, err)
		}
	}
}
