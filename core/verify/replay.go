package verify

import (
	"cmp"
	"iter"
	"slices"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// A Key gives job j its place in the queue at second now: smaller first, ties by submission,
// then by number. A nil Key is the order of submission.
type Key func(now int64, j *job.Job) float64

// A Replay is the jobs of a schedule at one second; a job is its place in NewReplay's jobs. It
// looks everything up anew each time, to be too simple to be wrong.
type Replay struct {
	Now     int64
	Waiting []int           // submitted, not started, by submission, then number
	Running []int           // hold processors
	Placed  []job.Placement // of the jobs that have started, with their real ends

	jobs     []*job.Job
	extend   bool
	key      Key
	coming   []int   // not yet submitted, by submission, then number
	estimate []int64 // of the jobs that have started, in seconds

	start func(i int) int64 // of Seconds, or nil
	later []int             // then: not yet started, by start

	more  func() *job.Job  // nil if all jobs are there; else the next by submission, then number, nil after the last
	moved []func(to []int) // told of new places of jobs: see rearrange
}

// NewReplay returns a Replay before the first second. Its queue is in the order of key; extend
// is that of Problem.
func NewReplay(jobs []*job.Job, extend bool, key Key) Replay {
	r := Replay{Now: job.None, jobs: jobs, extend: extend, key: key, estimate: make([]int64, len(jobs))}
	for i := range jobs {
		r.coming = append(r.coming, i)
		r.Placed = append(r.Placed, job.Placement{Start: job.None, End: job.None})
	}
	slices.SortFunc(r.coming, r.submission)
	return r
}

// submission compares jobs a and b by submission, then number.
func (r *Replay) submission(a, b int) int {
	return cmp.Or(cmp.Compare(r.jobs[a].Submit, r.jobs[b].Submit), cmp.Compare(r.jobs[a].ID, r.jobs[b].ID))
}

// Expected is when the scheduler expects running job i to end: after its estimate, which
// doubles whenever the job reaches it.
func (r *Replay) Expected(i int) int64 {
	length := r.estimate[i]
	for r.Placed[i].Start+length <= r.Now {
		length *= 2
	}
	return r.Placed[i].Start + length
}

// After returns the first second after Now in which a job arrives, ends or is expected to end,
// if any.
func (r *Replay) After() (t int64, ok bool) {
	r.forget()
	r.fetch()
	if len(r.coming) > 0 {
		t, ok = r.jobs[r.coming[0]].Submit, true
	}
	for _, i := range r.Running {
		for _, end := range []int64{r.Placed[i].End, r.Expected(i)} {
			if end > r.Now && (!ok || end < t) {
				t, ok = end, true
			}
		}
	}
	return t, ok
}

// End removes the jobs that end now from Running and returns them.
func (r *Replay) End() (ended []int) {
	r.Running = slices.DeleteFunc(r.Running, func(i int) bool {
		if r.Placed[i].End == r.Now {
			ended = append(ended, i)
		}
		return r.Placed[i].End == r.Now
	})
	return ended
}

// Arrive moves the jobs that are submitted now into the queue and returns them.
func (r *Replay) Arrive() (arrived []int) {
	for len(r.coming) > 0 && r.jobs[r.coming[0]].Submit == r.Now {
		arrived, r.coming = append(arrived, r.coming[0]), r.coming[1:]
	}
	r.Waiting = append(r.Waiting, arrived...)
	return arrived
}

// Start lets waiting job i run for length seconds; the scheduler expects estimate.
func (r *Replay) Start(i int, length, estimate int64) {
	r.Waiting = slices.DeleteFunc(r.Waiting, func(k int) bool { return k == i })
	r.Running = append(r.Running, i)
	r.estimate[i] = estimate
	j := r.jobs[i]
	r.Placed[i] = job.Placement{Start: r.Now, End: r.Now + length, Killed: !r.extend && j.Run > j.Estimate}
}

// Queue returns the waiting jobs in the order of the key.
func (r *Replay) Queue() []int {
	queue := slices.Clone(r.Waiting)
	if r.key == nil {
		return queue
	}
	keys := make(map[int]float64, len(queue))
	for _, i := range queue {
		keys[i] = r.key(r.Now, r.jobs[i])
	}
	slices.SortStableFunc(queue, func(a, b int) int { return cmp.Compare(keys[a], keys[b]) })
	return queue
}

// Seconds sets Now to each second in which something happens or the schedule starts a job, at
// start(i), and yields the jobs that start.
func (r *Replay) Seconds(start func(i int) int64) iter.Seq[[]int] {
	r.start, r.later = start, slices.Clone(r.coming)
	slices.SortStableFunc(r.later, func(a, b int) int { return cmp.Compare(start(a), start(b)) })
	return func(yield func([]int) bool) {
		for {
			t, ok := r.After()
			if len(r.later) > 0 && (!ok || start(r.later[0]) < t) {
				t, ok = start(r.later[0]), true
			}
			n := 0
			for n < len(r.later) && start(r.later[n]) == t {
				n++
			}
			starts := r.later[:n]
			r.later = r.later[n:]
			if r.Now = t; !ok || !yield(starts) {
				return
			}
		}
	}
}

// fetch sees to it that coming has all jobs of the next second of a submission. None that comes after them starts before it.
func (r *Replay) fetch() {
	for r.more != nil && (len(r.coming) == 0 || r.jobs[r.coming[len(r.coming)-1]].Submit == r.jobs[r.coming[0]].Submit) {
		j := r.more()
		if j == nil {
			r.more = nil
			return
		}
		i := len(r.jobs)
		r.jobs, r.estimate, r.coming = append(r.jobs, j), append(r.estimate, 0), append(r.coming, i)
		r.Placed = append(r.Placed, job.Placement{Start: job.None, End: job.None})
		if r.start != nil {
			at, _ := slices.BinarySearchFunc(r.later, r.start(i)+1, func(k int, t int64) int { return cmp.Compare(r.start(k), t) })
			r.later = slices.Insert(r.later, at, i)
		}
	}
}

// follow says that jobs that are over may be forgotten, and that moved is to be told of the places that the others get.
func (r *Replay) follow(moved func(to []int)) { r.moved = append(r.moved, moved) }

// forget forgets the jobs that are over, once they are the most.
func (r *Replay) forget() {
	live := len(r.coming) + len(r.Waiting) + len(r.Running)
	if r.moved == nil || len(r.jobs) < 2*live+spare {
		return
	}
	to := slices.Repeat([]int{over}, len(r.jobs))
	lists := [][]int{r.coming, r.Waiting, r.Running}
	for _, list := range lists {
		for _, i := range list {
			to[i] = i
		}
	}
	n := 0
	for i := range to {
		if to[i] != over {
			to[i] = n
			n++
		}
	}
	for _, list := range append(lists, r.later) {
		for k, i := range list {
			list[k] = to[i]
		}
	}
	r.jobs, r.Placed, r.estimate = rearrange(r.jobs, to), rearrange(r.Placed, to), rearrange(r.estimate, to)
	for _, moved := range r.moved {
		moved(to)
	}
}

// over is the place of a job that has been forgotten.
const over = -1

// rearrange moves values of jobs to their new places: that of job i goes to to[i], unless the job is over.
func rearrange[T any](values []T, to []int) []T {
	n := 0
	for i, k := range to[:len(values)] {
		if k != over {
			values[k] = values[i]
			n++
		}
	}
	clear(values[n:])
	return values[:n]
}
