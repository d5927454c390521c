package record_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/papers/record"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// sized is a record of invented papers a, b, ... with so many printed numbers each, among others that are not printed.
func sized(sizes ...int) *record.Record {
	r := &record.Record{}
	for i, size := range sizes {
		key := string(rune('a' + i))
		e := &paper.Evaluation{Paper: &paper.Paper{Key: key}, Experiment: &paper.Experiment{ID: key + "/table1"}}
		for k := range size {
			id := fmt.Sprintf("%s/table1/%d", key, k)
			e.Numbers = append(e.Numbers, paper.Number{ID: id, Published: 1, Class: paper.Measured},
				paper.Number{ID: id + "-ours", Published: 1, Class: paper.Own},
				paper.Number{ID: id + "-repeat", Published: 1, Class: paper.Repeat},
				paper.Number{ID: id + "-none", Published: numeral.JSON(math.NaN()), Class: paper.Measured})
		}
		e.Claims = []paper.ClaimResult{{ID: key + "/table1/claim", Section: "1"}}
		r.Evaluations = append(r.Evaluations, e)
	}
	return r
}

func ids(rows []record.Row) (list []string) {
	for _, row := range rows {
		list = append(list, row.ID())
	}
	return list
}

// A draw is of distinct printed numbers in the record's order, evenly from the papers; a larger one has all of a
// smaller one; and what it takes of a paper does not depend on the others.
func TestADrawIsEvenAndRepeats(t *testing.T) {
	r := sized(5, 40, 1, 12)
	var order []string
	for _, row := range r.Share(1, 1).Rows {
		order = append(order, row.ID())
	}
	var before []string
	for count := 1; count < 70; count++ {
		rows := r.Draw(7, count).Rows
		drawn := ids(rows)
		if want := min(count, 58); len(rows) != want {
			t.Fatalf("%d rows of a draw of %d", len(rows), count)
		}
		of := map[string]int{}
		last := -1
		for _, row := range rows {
			if !row.Printed() || row.Number == nil || row.Number.Class == paper.Repeat {
				t.Fatalf("%s is drawn, which is not printed, or elsewhere", row.ID())
			}
			at := slices.Index(order, row.ID())
			if at <= last {
				t.Fatalf("%s is drawn twice, or not in the record's order", row.ID())
			}
			last = at
			of[row.Of.Paper.Key]++
		}
		for i, size := range []int{5, 40, 1, 12} {
			key := string(rune('a' + i))
			if most := slices.Max([]int{of["a"], of["b"], of["c"], of["d"]}); of[key] < min(size, most-1) {
				t.Fatalf("a draw of %d takes %v", count, of)
			}
			alone := ids(r.Draw(7, max(1, of[key]), key).Rows)
			mine := slices.DeleteFunc(slices.Clone(drawn), func(id string) bool { return id[:1] != key })
			if of[key] > 0 && !slices.Equal(alone, mine) {
				t.Fatalf("alone %s gives %v, among others %v", key, alone, mine)
			}
		}
		for _, id := range before {
			if !slices.Contains(drawn, id) {
				t.Fatalf("%s is in a draw of %d, not in one of %d", id, count-1, count)
			}
		}
		before = drawn
	}
	if slices.Equal(ids(r.Draw(1, 8).Rows), ids(r.Draw(2, 8).Rows)) {
		t.Error("two seeds draw the same")
	}
}

// A share is of everything, printed or not, and of claims.
func TestAShareIsOfAllRows(t *testing.T) {
	r := sized(100, 100)
	if n := len(r.Share(1, 1).Rows); n != r.Rows() {
		t.Errorf("%d of %d rows", n, r.Rows())
	}
	if n := len(r.Share(1, 1, "b/table1").Rows); n != r.Rows()/2 {
		t.Errorf("%d rows of one of two experiments with %d", n, r.Rows())
	}
	if n := len(r.Share(1, 0.25).Rows); n < 150 || n > 250 { // 802 rows: 200 with a deviation of 12
		t.Errorf("a quarter of %d rows is %d", r.Rows(), n)
	}
}

func TestARowSaysWhereItIsPrinted(t *testing.T) {
	x := &paper.Experiment{ID: "a/fig12", Published: []paper.Published{{Row: "r", Column: "c", Where: "text on figure 3"}}}
	e := &paper.Evaluation{Paper: &paper.Paper{Key: "a"}, Experiment: x}
	plain := &paper.Evaluation{Paper: e.Paper, Experiment: &paper.Experiment{ID: "a/section4"}}
	for want, row := range map[string]record.Row{
		"text on figure 3": {Of: e, Number: &paper.Number{Row: "r", Column: "c", Class: paper.Measured}},
		"figure 12":        {Of: e, Number: &paper.Number{Row: "r", Column: "d", Class: paper.Measured}},
		"section4":         {Of: plain, Number: &paper.Number{Class: paper.Input}},
		"section 6.1":      {Of: e, Claim: &paper.ClaimResult{Section: "6.1"}},
		"":                 {Of: e, Claim: &paper.ClaimResult{}},
	} {
		if got := row.Where(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
