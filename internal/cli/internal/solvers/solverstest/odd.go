// Package solverstest helps to test what asks solvers.
package solverstest

import (
	"github.com/backfill-lab/backfill/core/optimum/exact"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// Odd returns instances at the edges of what exact.Instance.Check accepts, each with a
// name that says what is odd.
func Odd() []*exact.Instance {
	all := []*exact.Instance{
		{Name: "no jobs", Procs: 4, Free: steps(0, 4)},
		{Name: "no jobs, no processors", Procs: 4, Now: 50, Free: steps(50, 0)},
		{Name: "no jobs, the last second", Procs: 4, Now: job.MaxSeconds, Free: steps(job.MaxSeconds, 2)},
		{Name: "one job of one second", Procs: 1, Free: steps(0, 1), Jobs: jobs(1, 1, 1)},
		{Name: "equal jobs", Procs: 4, Now: 70, Free: steps(70, 1, 4), Jobs: jobs(12, 3, 60)},
		{Name: "equal jobs as wide as the machine", Procs: 4, Free: steps(0, 4), Jobs: jobs(9, 4, 60)},
		{Name: "long jobs", Procs: 8, Now: 1000, Free: steps(1000, 3, 8), Jobs: jobs(7, 5, 100_000_000)},
		{Name: "the longest job", Procs: 2, Free: steps(0, 0, 2), Jobs: jobs(1, 2, job.MaxSeconds)},
		{Name: "a wide job", Procs: 64, Now: 9, Free: steps(9, 5, 40, 63), Jobs: jobs(6, 1, 600)},
		{Name: "many jobs", Procs: 16, Free: steps(0, 0, 16), Jobs: jobs(140, 3, 500)},
		{Name: "the widest machine", Procs: job.MaxProcs, Free: steps(0, job.MaxProcs), Jobs: jobs(3, job.MaxProcs, 100)},
	}
	few := &exact.Instance{Name: "many steps", Procs: 400, Now: 5, Free: []exact.Step{{At: 5}}, Jobs: jobs(8, 90, 4000)}
	for i := range 300 {
		few.Free = append(few.Free, exact.Step{At: 6 + 17*int64(i), Procs: i + 1})
	}
	dear := &exact.Instance{Name: "costs near the limit", Procs: 1 << 20, Free: steps(0, 1<<20), Jobs: jobs(4, 1<<20, 1)}
	for i := range dear.Jobs { // a span of 2^31 s for 2^22 processors is 2^53
		dear.Jobs[i].Estimate = 1<<29 - 1
	}
	all = append(all, few, dear)
	all[8].Jobs[3].Procs = 63 // of a wide job
	for _, in := range all {
		for i := range in.Jobs {
			in.Jobs[i].Submit = in.Now * int64(i) / int64(len(in.Jobs))
		}
	}
	return all
}

// steps frees so many processors at second now, and each further number 100 s later.
func steps(now int64, procs ...int) (free []exact.Step) {
	for i, n := range procs {
		free = append(free, exact.Step{At: now + 100*int64(i), Procs: n})
	}
	return free
}

func jobs(n, procs int, estimate int64) (list []exact.Job) {
	for i := range n {
		list = append(list, exact.Job{ID: int64(i + 1), Procs: procs, Estimate: estimate})
	}
	return list
}
