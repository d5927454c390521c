package solvers

import (
	"fmt"

	"github.com/backfill-lab/backfill/core/optimum/exact"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/verify"
)

// referee returns the cost of a schedule, computed from its ends, or why it is
// illegal. Running jobs hold the processors that are not free yet.
func referee(in *exact.Instance, starts []int64) (cost int64, err error) {
	if len(starts) != len(in.Jobs) {
		return 0, fmt.Errorf("it has %d starts for %d jobs", len(starts), len(in.Jobs))
	}
	p := verify.Problem{Procs: in.Procs}
	var placed []job.Placement
	add := func(submit, start, length int64, procs int) {
		// Procs fits an int32: a checked instance says so.
		p.Jobs = append(p.Jobs, job.Job{ID: int64(len(p.Jobs)), Submit: submit, Run: length, Estimate: length, Procs: int32(procs)})
		placed = append(placed, job.Placement{Start: start, End: start + length})
	}
	for i, j := range in.Jobs {
		add(in.Now, starts[i], j.Estimate, j.Procs)
		cost += (placed[i].End - j.Submit) * int64(j.Procs)
	}
	for i, s := range in.Free[1:] {
		add(in.Now, in.Now, s.At-in.Now, s.Procs-in.Free[i].Procs)
	}
	if last := in.Free[len(in.Free)-1]; last.Procs < in.Procs { // never free
		end := last.At
		for i := range in.Jobs {
			end = max(end, placed[i].End)
		}
		add(in.Now, in.Now, end-in.Now, in.Procs-last.Procs)
	}
	found := verify.Check(p, placed)
	if len(found) == 0 {
		return cost, nil
	}
	v := found[0]
	if v.Job != job.None && v.Job < int64(len(in.Jobs)) {
		return 0, fmt.Errorf("job %d: %s", in.Jobs[v.Job].ID, v.Text)
	}
	return 0, fmt.Errorf("%s", v.Text)
}
