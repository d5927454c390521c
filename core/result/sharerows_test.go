package result

import (
	"math"
	"slices"
	"testing"
)

func TestSharesCrossBatches(t *testing.T) {
	const n = 2*BatchRows + 5
	for _, most := range []int{n, 3 * n} {
		c := NewCollect(Shares)
		err := WriteShares(c, "r", "p", most, func(yield func(Share) bool) {
			for i := range int64(n) {
				if !yield(
					Share{Job: i, Start: float64(i) / 4, End: float64(i), Nodes: []string{"0-2,5*2",
						"7"}[i%2], Yield: 0.25, CPU: 1.5, Penalty: i%3 == 0}) {
					return
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		table := c.Table()
		if err := table.Check(); err != nil || table.Rows != n {
			t.Fatalf("%d rows, %v", table.Rows, err)
		}
		for i := range n {
			state := "running"
			if i%3 == 0 {
				state = "penalty"
			}
			if table.Col("job").Int[i] != int64(i) || table.Col("nodes").GetText(i) != []string{"0-2,5*2", "7"}[i%2] ||
				table.Col("state").GetText(i) != state ||
				table.Col("start_s").Float[i] != float64(i)/4 || table.Col("end_s").Float[i] != float64(i) ||
				table.Col("cpu").Float[i] != 1.5 {
				t.Fatalf("row %d is of job %d on %s", i, table.Col("job").Int[i], table.Col("nodes").GetText(i))
			}
		}
	}
	if err := WriteShares(NewCollect(Jobs), "r", "p", 1, slices.Values([]Share{{}})); err == nil {
		t.Error("a table of jobs takes shares")
	}
}

// Times on shared nodes are finer than those of a placement, and rows without
// them have those of the placement again.
func TestStaysAreExact(t *testing.T) {
	jobs, placed := schedule(2)
	c := NewCollect(Jobs)
	rows := NewJobRows(Names{})
	at := float64(jobs[1].Submit) + 0.25
	stays := []Stay{{Start: float64(jobs[0].Submit), End: float64(jobs[0].Submit) + 9}, {Start: at, End: at + 1.5, Pauses: 2, Migrations: 3}}
	if err := rows.Write(c, "r", "p", jobs, placed, Notes{Alone: []int64{4, 5}, Stays: stays}); err != nil {
		t.Fatal(err)
	}
	if err := rows.Write(c, "r", "p", jobs, placed, Notes{}); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]float64{"start_s": at, "end_s": at + 1.5, "wait_s": 0.25, "run_s": 1.5, "alone_s": 5,
		"pauses": 2, "migrations": 3} {
		if got := c.Table().Col(name).Float[1]; got != want {
			t.Errorf("%s is %v, not %v", name, got, want)
		}
	}
	for name, want := range map[string]float64{"start_s": float64(placed[1].Start), "end_s": float64(placed[1].End),
		"alone_s": math.NaN(), "pauses": math.NaN()} {
		if got := c.Table().Col(name).Float[3]; got != want && (got == got || want == want) {
			t.Errorf("%s of the placement is %v, not %v", name, got, want)
		}
	}
}
