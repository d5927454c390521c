package experiment

import (
	"testing"

	"github.com/backfill-lab/backfill/core/optimum/exact"
)

// At every second the table's jobs hold what is not free, and what waiting jobs have.
func TestSchedulesHoldWhatRunsAndWhatWaits(t *testing.T) {
	in := &exact.Instance{Procs: 8, Now: 10, Free: []exact.Step{{At: 10, Procs: 1}, {At: 15, Procs: 5}, {At: 30, Procs: 8}},
		Jobs: []exact.Job{
			{ID: 7, Procs: 4, Estimate: 9, Submit: 2},
			{ID: 3, Procs: 1, Estimate: 40, Submit: 10},
			{ID: 9, Procs: 8, Estimate: 5, Submit: 0},
		}}
	var names []string
	var starts [][]int64
	for i := range exact.Policies {
		names, starts = append(names, exact.Policies[i].Name), append(starts, in.List(exact.Policies[i].Order(in)))
	}
	table, err := Schedules(in, names, starts)
	if err != nil {
		t.Fatal(err)
	}
	if want := len(names) * (len(in.Jobs) + 2); table.Rows != want {
		t.Fatalf("%d rows, not %d", table.Rows, want)
	}
	for i, name := range names {
		for now := in.Now; now < 100; now++ {
			held := 0
			for r := range table.Rows {
				if table.Col("run").GetText(r) == name && table.Col("start_s").Float[r] <= float64(now) && float64(now) < table.Col("end_s").Float[r] {
					held += int(table.Col("procs").Int[r])
				}
			}
			want := in.Procs
			for _, s := range in.Free {
				if s.At <= now {
					want = in.Procs - s.Procs
				}
			}
			for k, j := range in.Jobs {
				if starts[i][k] <= now && now < starts[i][k]+j.Estimate {
					want += j.Procs
				}
			}
			if held != want {
				t.Fatalf("%s: %d processors are held in second %d, not %d", name, held, now, want)
			}
		}
	}
}
