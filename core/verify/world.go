package verify

import (
	"iter"

	"github.com/backfill-lab/backfill/core/job"
)

// A world is a machine and its queue at one second.
type world struct {
	p *Problem
	Replay
}

func newWorld(p *Problem, key Key) *world {
	jobs := make([]*job.Job, len(p.Jobs))
	for i := range jobs {
		jobs[i] = &p.Jobs[i]
	}
	return &world{p, NewReplay(jobs, p.Extend, key)}
}

// free is how many processors no job holds.
func (w *world) free() int64 {
	free := int64(w.p.Procs)
	for _, i := range w.Running {
		free -= int64(w.p.Jobs[i].Procs)
	}
	return free
}

// start moves waiting job i onto the machine.
func (w *world) start(i int) { w.Start(i, w.p.length(i), w.p.Jobs[i].Estimate) }

// along is Seconds of a schedule.
func (w *world) along(placed []job.Placement) iter.Seq[[]int] {
	return w.Seconds(func(i int) int64 { return placed[i].Start })
}
