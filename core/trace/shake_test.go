package trace

import (
	"math"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// A shaken workload has the same jobs, each within the bound of where it was; moves of either side are as likely, and another
// seed moves them in another way.
func TestShakeMovesSubmissionsOnly(t *testing.T) {
	const n, within = 5000, 300
	w := &Workload{Name: "test", Procs: 8}
	for i := range int64(n) {
		w.Jobs = Hold(append(w.Jobs.Held(), job.Job{ID: i, Submit: 100 * i, Run: i % 50, Estimate: 60, Procs: int32(1 + i%8), Wait: 7}))
	}
	a, same, b := w.Shake(within, 1), w.Shake(within, 1), w.Shake(within, 2)
	if !slices.Equal(a.Jobs.Held(), same.Jobs.Held()) || slices.Equal(a.Jobs.Held(), b.Jobs.Held()) {
		t.Error("a seed decides nothing")
	}
	sum, most := 0.0, int64(0)
	seen := map[int64]bool{}
	for k, j := range a.Jobs.Held() {
		was := w.Jobs.Held()[j.ID]
		if k > 0 && j.Submit < a.Jobs.Held()[k-1].Submit || seen[j.ID] {
			t.Fatalf("job %d is out of order, or there twice", j.ID)
		}
		seen[j.ID] = true
		d := j.Submit - was.Submit
		most = max(most, d, -d)
		sum += float64(d)
		was.Submit, was.Wait = j.Submit, job.None
		if j != was || d < -within || d > within || j.Submit < 0 {
			t.Fatalf("job %d became %+v", j.ID, j)
		}
	}
	// The deviation of a move is 173 s, of their mean 2.5 s.
	if len(seen) != n || most < within-5 || math.Abs(sum/n) > 10 {
		t.Errorf("%d jobs, moved by %.1f s on average and at most %d s", len(seen), sum/n, most)
	}
	if w.Jobs.Held()[3].Wait != 7 {
		t.Error("the workload itself was changed")
	}
}
