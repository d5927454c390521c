package table

import (
	"encoding/csv"
	"io"
	"slices"
	"strings"
	"testing"
	"time"
)

// A table of the columns that Wanted names is read the same, also where only a column that no field is read from tells rows of one
// job apart: the tasks of two arrays, which alternate.
func TestAWantedPartOfATableIsReadTheSame(t *testing.T) {
	const text = `job_id,stage,submit,start,end,slots
70,a,2024-03-01 10:00:00,2024-03-01 10:01:00,2024-03-01 10:11:00,1
71,b,2024-03-01 10:00:00,2024-03-01 10:01:00,2024-03-01 10:11:00,2
70,c,2024-03-01 10:00:00,2024-03-01 10:01:00,2024-03-01 10:11:00,1
71,d,2024-03-01 10:00:00,2024-03-01 10:01:00,2024-03-01 10:11:00,2
71,b,2024-03-01 10:00:00,2024-03-01 10:01:00,2024-03-01 10:11:00,2
`
	whole, err := NewCSV("x.csv", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	wanted := Wanted(whole, make([]bool, len(whole.Columns())))
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var part strings.Builder
	w := csv.NewWriter(&part)
	for _, row := range rows {
		var cells []string
		for _, i := range wanted {
			cells = append(cells, row[i])
		}
		if err := w.Write(cells); err != nil {
			t.Fatal(err)
		}
	}
	w.Flush()
	again := func(text string) (all []bool) {
		r, err := open(text, "", time.UTC)
		if err != nil {
			t.Fatal(err)
		}
		for {
			row, err := r.Next()
			if err == io.EOF {
				return all
			}
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, row.Repeated)
		}
	}
	if got := again(part.String()); !slices.Equal(got, again(text)) || !slices.Equal(got, make([]bool, 5)) {
		t.Errorf("rows that are above again: %v of columns %v, %v of all", got, wanted, again(text))
	}
}
