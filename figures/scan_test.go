package figures

import (
	"bytes"
	"maps"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/result"
)

// scanned is in with a jobs table that is read in batches of n rows, only the columns asked for,
// with dictionaries of the batch's own.
func scanned(in Input, n int) Input {
	jobs := in.Tables[result.Jobs]
	less := maps.Clone(in.Tables)
	delete(less, result.Jobs)
	out := Of(less, nil, in.Options)
	out.Rules, out.Ignored, out.Calendar = in.Rules, in.Ignored, in.Calendar
	out.Scan = func(table *result.Schema, columns []string, to result.Sink) error {
		for from := 0; from < jobs.Rows; from += n {
			rows := make([]int, min(n, jobs.Rows-from))
			for i := range rows {
				rows[i] = from + i
			}
			batch := jobs.Pick(rows)
			for i := range batch.Cols {
				v := &batch.Cols[i]
				if !slices.Contains(columns, table.Columns[i].Name) {
					*v = result.Vector{}
				} else if v.Dict != nil {
					own := result.NewDict()
					for k, c := range v.Code {
						v.Code[k] = own.Code(v.Dict.Text(c))
					}
					v.Dict = own
				}
			}
			if err := to.Write(batch); err != nil {
				return err
			}
		}
		return nil
	}
	return out
}

// Figures of a table that is read in parts, with the columns they ask for and no others, are those
// of the whole table; and drawing one leaves the rows for the next as they were.
func TestFiguresOfARowStreamAreThoseOfTheTable(t *testing.T) {
	two := small()
	two.Only = []string{"wide", "fcfs"}
	byUser := small()
	byUser.Color = "user"
	for name, in := range map[string]Input{
		"small": small(), "two runs": two, "by user": byUser, "grid": smallGrid(), "shared": smallCluster(), "large": large(3000, 2),
		"rules": ruled(),
	} {
		ids := []string{}
		for _, f := range For(in) {
			if _, err := Draw(f.ID, in); err == nil { // the others need a table that it lacks
				ids = append(ids, f.ID)
			}
		}
		want := map[string][]byte{}
		for _, id := range ids {
			want[id] = drawnBytes(t, id, in)
		}
		for _, n := range []int{1 << 20, 7} {
			from := scanned(in, n)
			slices.Reverse(ids)
			for _, id := range ids {
				if !bytes.Equal(drawnBytes(t, id, from), want[id]) {
					t.Errorf("%s: figure %s differs when it is read %d rows at a time", name, id, n)
				}
			}
		}
	}
}

// drawnBytes is a figure with its numbers.
func drawnBytes(t *testing.T, id string, in Input) []byte {
	t.Helper()
	d := drawn(t, id, in)
	svg, err := d.Bytes("svg")
	if err != nil {
		t.Fatal(err)
	}
	numbers, err := d.Bytes("csv")
	if err != nil {
		t.Fatal(err)
	}
	return append(svg, numbers...)
}

// What is drawn after Only was changed, or another table was given, is not what was kept.
func TestKeptRowsAreOfTheInput(t *testing.T) {
	in := Of(small().Tables, nil, Options{})
	all := drawnBytes(t, "wait-cdf", in)
	in.Only = []string{"wide"}
	one := drawnBytes(t, "wait-cdf", in)
	in.Only = nil
	in.Tables = large(50, 1).Tables
	other := drawnBytes(t, "wait-cdf", in)
	if bytes.Equal(all, one) || bytes.Equal(all, other) || bytes.Equal(one, other) {
		t.Error("a figure shows rows of an earlier one")
	}
}
