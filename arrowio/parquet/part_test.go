package parquet

import (
	"bytes"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/backfill-lab/backfill/arrowio/laws"
	"github.com/backfill-lab/backfill/core/result"
)

// TestAPartIsTheFileWithoutSomeColumns writes one or, rarely, two row groups and reads them without any of their columns.
func TestAPartIsTheFileWithoutSomeColumns(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		first := laws.Draw(r, result.Jobs, rapid.IntRange(0, 5).Draw(r, "rows"), nil)
		data := pq.Write(t, result.Jobs, first, laws.Jobs(RowGroupRows*(rapid.IntRange(0, 19).Draw(r, "more")/19), "ann", "ben"))
		var without []string
		for _, c := range result.Jobs.Columns {
			if rapid.Bool().Draw(r, c.Name) {
				without = append(without, c.Name)
			}
		}
		whole, _, err := Read(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			r.Fatal(err)
		}
		part, _, err := ReadWithout(bytes.NewReader(data), int64(len(data)), without)
		if err != nil {
			r.Fatal(err)
		}
		if part.Rows != whole.Rows {
			r.Fatalf("%d rows of %d", part.Rows, whole.Rows)
		}
		for i := range whole.Cols {
			c := &whole.Schema.Columns[i]
			if slices.Contains(without, c.Name) { // what it is must not matter: the whole has the same
				whole.Cols[i] = blank(c, whole.Rows)
				whole.Cols[i].Dict = part.Cols[i].Dict
			}
		}
		if laws.Digest(t, part) != laws.Digest(t, whole) {
			r.Fatalf("without %v, other columns differ", without)
		}
	})
}
