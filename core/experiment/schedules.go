package experiment

import (
	"github.com/backfill-lab/backfill/core/optimum/exact"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// Schedules returns schedules of an instance as a jobs table to be drawn, with a run of that
// name for each. Its jobs are in the queue waiting. Of running jobs only the ends are known:
// one job with a negative number, in the queue running, stands for all that end in a second.
func Schedules(in *exact.Instance, names []string, starts [][]int64) (*result.Table, error) {
	out := result.NewCollect(result.Jobs)
	rows := result.NewJobRows(result.Names{Runs: names, Policies: names, Queues: []string{"waiting", "running"}})
	for i, name := range names {
		var list []job.Job
		var placed []job.Placement
		add := func(id, start, length int64, procs int, queue int32) {
			list = append(list, job.Job{ID: id, Submit: start, Run: length, Estimate: length, Procs: int32(procs),
				User: job.None, Group: job.None, Queue: queue})
			placed = append(placed, job.Placement{Start: start, End: start + length})
		}
		for k, step := range in.Free[1:] {
			add(-int64(k)-1, in.Now, step.At-in.Now, step.Procs-in.Free[k].Procs, 1)
		}
		for k, j := range in.Jobs {
			add(j.ID, starts[i][k], j.Estimate, j.Procs, 0)
		}
		if err := rows.Write(out, name, name, list, placed, result.Notes{}); err != nil {
			return nil, err
		}
	}
	return out.Table(), nil
}
