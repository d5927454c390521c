package grid

import (
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/verify"
)

// A world is the sites and their queues at one second.
type world struct {
	g *Problem
	r *Rules
	verify.Replay
	parts [][]Part // of each job that has started
}

func newWorld(g *Problem, r *Rules) *world {
	jobs := make([]*job.Job, len(g.Jobs))
	for i := range jobs {
		jobs[i] = &g.Jobs[i].Job
	}
	return &world{g, r, verify.NewReplay(jobs, g.Extend, r.Order), make([][]Part, len(jobs))}
}

// start lets waiting job i hold parts, until it ends.
func (w *world) start(i int, parts []Part) {
	w.parts[i] = parts
	w.Start(i, w.g.Length(i, parts), w.g.length(i, parts, w.g.Jobs[i].Estimate))
}

// free is how many processors of each site no job holds.
func (w *world) free() []int {
	free := make([]int, len(w.g.Sites))
	for s := range free {
		free[s] = w.g.Sites[s].Procs
	}
	for _, i := range w.Running {
		for _, p := range w.parts[i] {
			free[p.Site] -= p.Procs
		}
	}
	return free
}

// queues returns the waiting jobs in their order, in one queue or one per home site.
func (w *world) queues() [][]int {
	if !w.r.Clusters {
		return [][]int{w.Queue()}
	}
	queues := make([][]int, len(w.g.Sites))
	for _, i := range w.Queue() {
		home := w.g.Jobs[i].Home
		queues[home] = append(queues[home], i)
	}
	return queues
}

// pass gives each waiting job its turn; unless List, a queue ends at the first that stays. choose
// returns the parts on which a job starts, or nil. instant reports whether a job of no length
// started.
func (w *world) pass(choose func(*turn) []Part) (instant bool) {
	for _, queue := range w.queues() {
		for k, i := range queue {
			parts := choose(&turn{g: w.g, r: w.r, job: i, behind: queue[k+1:], free: w.free()})
			if parts != nil {
				w.start(i, parts)
				instant = instant || w.Placed[i].End == w.Now
			} else if !w.r.List {
				break
			}
		}
	}
	return instant
}
