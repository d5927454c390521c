package verify

import (
	"cmp"
	"iter"
	"slices"

	"github.com/backfill-lab/backfill/core/job"
)

// A Key gives job j its place in the queue at second now: smaller first, ties
// by submission and then by number. A nil Key is the order of submission.
type Key func(now int64, j *job.Job) float64

// A world is a machine and its queue at one second. It looks everything up anew whenever
// needed: it is meant to be too simple to be wrong.
type world struct {
	p        *Problem
	key      Key
	now      int64
	bySubmit []int // jobs by submission, then number
	next     int   // index in bySubmit of the first job not yet submitted
	waiting  []int // submitted, not started, by submission, then number
	running  []int // hold processors
	placed   []job.Placement
}

func newWorld(p *Problem, key Key) *world {
	w := &world{p: p, key: key, now: job.None, placed: make([]job.Placement, len(p.Jobs))}
	for i := range p.Jobs {
		w.bySubmit = append(w.bySubmit, i)
		w.placed[i] = job.Placement{Start: job.None, End: job.None}
	}
	slices.SortFunc(w.bySubmit, p.submission)
	return w
}

// submission compares jobs a and b by submission, then number.
func (p *Problem) submission(a, b int) int {
	return cmp.Or(cmp.Compare(p.Jobs[a].Submit, p.Jobs[b].Submit), cmp.Compare(p.Jobs[a].ID, p.Jobs[b].ID))
}

// end is when running job i really gives its processors back.
func (w *world) end(i int) int64 { return w.placed[i].Start + w.p.length(i) }

// expected is when the scheduler believes running job i to end: after its estimate, which
// doubles whenever the job reaches it.
func (w *world) expected(i int) int64 {
	length := w.p.Jobs[i].Estimate
	for w.placed[i].Start+length <= w.now {
		length *= 2
	}
	return w.placed[i].Start + length
}

// free is how many processors no job holds.
func (w *world) free() int64 {
	free := int64(w.p.Procs)
	for _, i := range w.running {
		free -= int64(w.p.Jobs[i].Procs)
	}
	return free
}

// after is the first second later than now in which something happens of its own accord, if
// there is one.
func (w *world) after() (t int64, ok bool) {
	consider := func(second int64) {
		if second > w.now && (!ok || second < t) {
			t, ok = second, true
		}
	}
	if w.next < len(w.bySubmit) {
		consider(w.p.Jobs[w.bySubmit[w.next]].Submit)
	}
	for _, i := range w.running {
		consider(w.end(i))
		consider(w.expected(i))
	}
	return t, ok
}

// endJobs takes the jobs that end now off the machine and returns them.
func (w *world) endJobs() (ended []int) {
	w.running = slices.DeleteFunc(w.running, func(i int) bool {
		if w.end(i) != w.now {
			return false
		}
		ended = append(ended, i)
		w.placed[i].End = w.now
		w.placed[i].Killed = !w.p.Extend && w.p.Jobs[i].Run > w.p.Jobs[i].Estimate
		return true
	})
	return ended
}

// submitJobs moves the jobs that arrive now into the queue and returns them.
func (w *world) submitJobs() (arrived []int) {
	for ; w.next < len(w.bySubmit) && w.p.Jobs[w.bySubmit[w.next]].Submit == w.now; w.next++ {
		arrived = append(arrived, w.bySubmit[w.next])
	}
	w.waiting = append(w.waiting, arrived...)
	return arrived
}

// start moves waiting job i onto the machine.
func (w *world) start(i int) {
	w.waiting = slices.DeleteFunc(w.waiting, func(k int) bool { return k == i })
	w.running = append(w.running, i)
	w.placed[i].Start = w.now
}

// queue returns the waiting jobs in queue order.
func (w *world) queue() []int {
	queue := slices.Clone(w.waiting)
	if w.key == nil {
		return queue
	}
	keys := make(map[int]float64, len(queue))
	for _, i := range queue {
		keys[i] = w.key(w.now, &w.p.Jobs[i])
	}
	slices.SortStableFunc(queue, func(a, b int) int { return cmp.Compare(keys[a], keys[b]) })
	return queue
}

// seconds sets now to each second in which something happens or the schedule starts a job, and
// yields the jobs started.
func (w *world) seconds(placed []job.Placement) iter.Seq[[]int] {
	byStart := slices.Clone(w.bySubmit)
	slices.SortStableFunc(byStart, func(a, b int) int { return cmp.Compare(placed[a].Start, placed[b].Start) })
	return func(yield func([]int) bool) {
		for {
			t, ok := w.after()
			if len(byStart) > 0 && (!ok || placed[byStart[0]].Start < t) {
				t, ok = placed[byStart[0]].Start, true
			}
			n := 0
			for n < len(byStart) && placed[byStart[n]].Start == t {
				n++
			}
			starts := byStart[:n]
			byStart = byStart[n:]
			if w.now = t; !ok || !yield(starts) {
				return
			}
		}
	}
}
