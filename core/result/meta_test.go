package result

import (
	"math"
	"strings"
	"testing"
)

func TestFilesOfANewerSchemaAreRefused(t *testing.T) {
	of := func(version string) error {
		m := Meta{{MetaVersion, "v9.0.0"}}.WithSchema(Jobs)
		for i := range m {
			if m[i].Key == MetaSchemaVersion {
				m[i].Value = version
			}
		}
		_, rest, err := m.Schema()
		if err == nil && len(rest) != 1 {
			t.Errorf("%d entries remain", len(rest))
		}
		return err
	}
	for version, want := range map[string]string{
		"1": "", "": "", // of a program before 0.1.0
		"2":  "the file has schema version 2, which backfill v9.0.0 wrote; this program reads versions up to 1: install",
		"0":  "not a number from 1 on",
		"1x": "not a number from 1 on",
	} {
		if err := of(version); (want == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", version, err)
		}
	}
}

// Rows of an older version have the columns of this one: what they lack is null, and what has left is left out.
func TestOlderRowsAreReadByTheNamesOfTheirColumns(t *testing.T) {
	was := &Schema{Name: "t", Columns: []Column{{Name: "gone", Type: Bool}, {Name: "n", Type: Int, Doc: "Old words."}}}
	is := &Schema{Name: "t", Columns: []Column{{Name: "x", Type: Float, Nullable: true}, {Name: "n", Type: Int},
		{Name: "text", Type: Text, Nullable: true}}}
	table := NewTable(was, 2)
	table.Col("n").Int[1] = 7
	got, err := table.As(is)
	if err != nil || got.Check() != nil || got.Rows != 2 || got.Col("n").Int[1] != 7 ||
		!math.IsNaN(got.Col("x").Float[1]) || got.Col("text").GetText(0) != "" {
		t.Errorf("%v, %v", got, err)
	}
	for _, c := range []Column{{Name: "new", Type: Int}, {Name: "n", Type: Text}, {Name: "n", Type: Int, Unit: "s"}} {
		if got, err := table.As(&Schema{Name: "t", Columns: []Column{c}}); err == nil {
			t.Errorf("%v: %v", c, got)
		}
	}
}
