package verify

import (
	"iter"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// A world is a machine and its queue at one second.
type world struct {
	p *Problem
	Replay
	given []job.Placement // where the schedule that is judged puts the jobs, or nil
}

func newWorld(p *Problem, key Key, given []job.Placement) *world {
	jobs := make([]*job.Job, len(p.Jobs))
	for i := range jobs {
		jobs[i] = &p.Jobs[i]
	}
	w := &world{p: p, Replay: NewReplay(jobs, p.Extend, key), given: given}
	if p.Feed != nil {
		next := p.Feed()
		w.more = func() *job.Job {
			j, at, ok := next()
			if !ok {
				return nil
			}
			kept := *j
			w.given = append(w.given, at)
			return &kept
		}
		w.follow(func(to []int) { w.given = rearrange(w.given, to) })
	}
	return w
}

// free is how many processors no job holds.
func (w *world) free() int64 {
	free := int64(w.p.Procs)
	for _, i := range w.Running {
		free -= int64(w.jobs[i].Procs)
	}
	return free
}

// start moves waiting job i onto the machine.
func (w *world) start(i int) { w.Start(i, w.p.length(w.jobs[i]), w.jobs[i].Estimate) }

// along is Seconds of the schedule that is judged.
func (w *world) along() iter.Seq[[]int] {
	return w.Seconds(func(i int) int64 { return w.given[i].Start })
}
