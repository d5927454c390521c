package twin

import (
	"path/filepath"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/internal/truth"
)

// Arrays become eligible in the second that the accounting has, if it is not given. That is at their submission, at a later one or at a
// look at the queue. Of 24.11, the clock of a look is not always known: script has 13 tasks for which it shows a second too few.
func TestArraysAreFoundWhenSlurmFindsThem(t *testing.T) {
	for _, run := range []struct {
		name, data      string
		right, of, came int
	}{
		{"control", "data", 7, 7, 4}, {"control", "held-out", 8, 8, 4}, {"control", "24.11.5", 7, 7, 0}, {"control", "25.11.7", 7, 7, 0},
		{"script", "data", 14, 14, 14}, {"script", "later", 31, 31, 31}, {"script", "24.11.5", 10, 10, 6},
		{"script", "24.11.5-later", 18, 31, 7}, {"load", "data", 103, 103, 16}, {"load", "later", 111, 114, 52},
		{"load", "24.11.5", 101, 101, 45}, {"load", "24.11.5-later", 114, 114, 57},
	} {
		t.Run(run.name+" "+run.data, func(t *testing.T) {
			t.Parallel()
			r, err := truth.Read(filepath.Join(truths, run.name), run.data)
			if err != nil {
				t.Fatal(err)
			}
			slurm, mine := map[int]int64{}, map[int]int64{}
			for i := range r.Log.Jobs {
				if j := &r.Log.Jobs[i]; j.Array > 0 && j.After == nil && j.ArrayLimit == 0 && len(r.Log.Recorded[i].Starts) == 1 {
					slurm[i], j.Begin = r.Log.Recorded[i].Row.Eligible-r.Log.UnixStart, cluster.None
				}
			}
			w := New(r.System)
			w.CalcUs, w.Calcs, w.Looks, w.Cycles = r.CalcUs, r.Calcs, r.Looks, r.Cycles
			e, err := cluster.NewEngine(r.Exactly(w))
			if err != nil {
				t.Fatal(err)
			}
			for e.Step() {
				for i := range slurm {
					if e.Phase[i] == cluster.Waiting && w.eligible[i] != never {
						mine[i] = w.eligible[i]
					}
				}
			}
			right, came := 0, 0
			for i, at := range mine {
				if at == slurm[i] {
					right++
				}
				if r.Log.Jobs[i].Submit == slurm[i] {
					came++
				}
			}
			if right < run.right || len(mine) != run.of || came != run.came {
				t.Errorf("%d of %d tasks are eligible when Slurm says, %d of them at submission; want %d of %d, %d", right, len(mine), came,
					run.right, run.of, run.came)
			}
		})
	}
}
