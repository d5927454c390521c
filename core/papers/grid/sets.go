package grid

import (
	"slices"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/platform/grid"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
)

func workloads(paper.Setting) (sets []paper.JobSet) {
	for _, g := range logs {
		which := "have a queue"
		if g.completed {
			which = "completed, in queues 1 to 5"
		}
		sets = append(sets, paper.JobSet{Name: g.set, Title: g.title, Make: g.make, Drawn: true, Doc: "The jobs of " + g.trace + " that " +
			which + "; where it is not given, drawn queue by queue from what the paper prints of them."})
	}
	return sets
}

func (g *log) make(l *paper.Loader) (*trace.Workload, error) {
	w, ok, err := l.Trace(g.trace, trace.Options{})
	if err != nil {
		return nil, err
	}
	if !ok {
		return g.like(l), nil
	}
	w = g.jobsOf(w)
	l.Note("%s: %d jobs of the cleaned version of the log; the paper used %.0f of an uncleaned one.", g.trace, w.Len(), g.jobs)
	if l.Scale == paper.Quick {
		w = w.Head(quickJobs)
		l.Note("Scale quick takes the first %d.", w.Len())
	}
	return w, nil
}

// jobsOf keeps the jobs that the paper used, judged by counts and longest run times:
// those that completed on SDSC's machine (queues 1, 2 and 5 match to the job), all that
// have a queue on LANL's.
func (g *log) jobsOf(w *trace.Workload) *trace.Workload {
	c := *w
	c.Jobs = trace.Hold(slices.DeleteFunc(slices.Clone(w.Jobs.Held()), func(j job.Job) bool {
		return j.Queue < 0 || g.completed && j.Status != job.Completed ||
			!slices.ContainsFunc(g.queues, func(q queue) bool { return q.from == "*" || q.from == w.Queues[j.Queue] })
	}))
	change := "jobs without a queue left out"
	if g.completed {
		change = "jobs that did not complete left out"
	}
	c.Changes = append(slices.Clip(w.Changes), change)
	return &c
}

// grid returns the paper's grid, with sites of speed 1.
func (g *log) grid(cost grid.MultiSite) *grid.Grid {
	all := &grid.Grid{MultiSite: cost}
	for _, q := range g.queues {
		all.Sites = append(all.Sites, grid.Site{Name: q.title, Procs: int(q.site), From: []string{q.from}})
	}
	return all
}
