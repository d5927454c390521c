package sites

import (
	"cmp"
	"slices"

	"github.com/backfill-lab/backfill/core/job"
)

// A world is the sites and their queues at one second. It looks everything up anew whenever
// needed.
type world struct {
	g        *Problem
	r        *Rules
	now      int64
	bySubmit []int // jobs by submission, then number
	next     int   // index in bySubmit of the first job not yet submitted
	waiting  []int // submitted, not started, by submission, then number
	running  []int // hold processors
	placed   []Placement

	estimated []int64 // by job, once it has started: how long it would hold its parts for its estimate
}

func newWorld(g *Problem, r *Rules) *world {
	w := &world{g: g, r: r, now: job.None, estimated: make([]int64, len(g.Jobs))}
	for i := range g.Jobs {
		w.bySubmit = append(w.bySubmit, i)
		w.placed = append(w.placed, Placement{Placement: job.Placement{Start: job.None, End: job.None}})
	}
	slices.SortFunc(w.bySubmit, func(a, b int) int {
		return cmp.Or(cmp.Compare(g.Jobs[a].Submit, g.Jobs[b].Submit), cmp.Compare(g.Jobs[a].ID, g.Jobs[b].ID))
	})
	return w
}

// after is the first second later than now in which something happens, if there is one: a job
// arrives or ends or, with Problem.Extend, reaches its estimated end where it runs, which
// doubles the estimate.
func (w *world) after() (t int64, ok bool) {
	if w.next < len(w.bySubmit) {
		t, ok = w.g.Jobs[w.bySubmit[w.next]].Submit, true
	}
	for _, i := range w.running {
		for _, end := range []int64{w.placed[i].End, w.expected(i)} {
			if end > w.now && (!ok || end < t) {
				t, ok = end, true
			}
		}
	}
	return t, ok
}

// expected is when the scheduler believes running job i to end.
func (w *world) expected(i int) int64 {
	length := w.estimated[i]
	for w.placed[i].Start+length <= w.now {
		length *= 2
	}
	return w.placed[i].Start + length
}

// endJobs takes the jobs that end now off their sites.
func (w *world) endJobs() {
	w.running = slices.DeleteFunc(w.running, func(i int) bool { return w.placed[i].End == w.now })
}

// submitJobs puts the jobs that arrive now into the queue.
func (w *world) submitJobs() {
	for ; w.next < len(w.bySubmit) && w.g.Jobs[w.bySubmit[w.next]].Submit == w.now; w.next++ {
		w.waiting = append(w.waiting, w.bySubmit[w.next])
	}
}

// start moves waiting job i onto parts, until it ends.
func (w *world) start(i int, parts []Part) {
	j := &w.g.Jobs[i]
	w.waiting = slices.DeleteFunc(w.waiting, func(k int) bool { return k == i })
	w.running = append(w.running, i)
	w.estimated[i] = w.g.length(i, parts, j.Estimate)
	w.placed[i] = Placement{job.Placement{Start: w.now, End: w.now + w.g.Length(i, parts), Killed: !w.g.Extend && j.Run > j.Estimate}, parts}
}

// free is how many processors of each site no job holds.
func (w *world) free() []int {
	free := make([]int, len(w.g.Sites))
	for s := range free {
		free[s] = w.g.Sites[s].Procs
	}
	for _, i := range w.running {
		for _, p := range w.placed[i].Parts {
			free[p.Site] -= p.Procs
		}
	}
	return free
}

// queues returns the waiting jobs in their order, in one queue or one per home
// site.
func (w *world) queues() [][]int {
	jobs := slices.Clone(w.waiting)
	if w.r.Order != nil {
		keys := make(map[int]float64, len(jobs))
		for _, i := range jobs {
			keys[i] = w.r.Order(w.now, &w.g.Jobs[i].Job)
		}
		slices.SortStableFunc(jobs, func(a, b int) int { return cmp.Compare(keys[a], keys[b]) })
	}
	if !w.r.Clusters {
		return [][]int{jobs}
	}
	queues := make([][]int, len(w.g.Sites))
	for _, i := range jobs {
		home := w.g.Jobs[i].Home
		queues[home] = append(queues[home], i)
	}
	return queues
}

// pass gives each waiting job its turn, up to the first that stays unless List. choose returns
// the parts on which a job starts, or nil.
func (w *world) pass(choose func(*turn) []Part) (instant bool) {
	for _, queue := range w.queues() {
		for k, i := range queue {
			parts := choose(&turn{g: w.g, r: w.r, job: i, behind: queue[k+1:], free: w.free()})
			if parts != nil {
				w.start(i, parts)
				instant = instant || w.placed[i].End == w.now
			} else if !w.r.List {
				break
			}
		}
	}
	return instant
}
