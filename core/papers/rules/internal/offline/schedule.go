package offline

import (
	"cmp"
	"slices"

	"github.com/backfill-lab/backfill/core/sim/job"
)

type machine struct {
	procs  int
	jobs   []job.Job
	length []int64 // of each job
}

func newMachine(procs int, jobs []job.Job, cut bool) *machine {
	m := &machine{procs: procs, jobs: jobs, length: make([]int64, len(jobs))}
	for i := range jobs {
		m.length[i] = jobs[i].Length(cut)
	}
	return m
}

// schedule places the jobs in order o; placed is parallel to them. A job with a run time of 0
// holds nothing and ends at its submission.
func (m *machine) schedule(o Order, t *timeline, placed []job.Placement) {
	first := int64(0)
	if len(m.jobs) > 0 {
		first = m.jobs[0].Submit
	}
	t.reset(first, int32(m.procs))
	for _, i := range o {
		j, length := &m.jobs[i], m.length[i]
		start := j.Submit
		if length > 0 {
			start = t.fit(j.Submit, length, j.Procs)
			t.take(start, start+length, j.Procs)
		}
		placed[i] = job.Placement{Start: start, End: start + length, Killed: length < j.Run}
	}
}

// startOrder returns the order in which the jobs of a schedule start.
func startOrder(placed []job.Placement) Order {
	o := make(Order, len(placed))
	for i := range o {
		o[i] = int32(i)
	}
	slices.SortStableFunc(o, func(a, b int32) int { return cmp.Compare(placed[a].Start, placed[b].Start) })
	return o
}
