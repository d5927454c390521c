package verify

import (
	"cmp"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// The rules of the laws below, which judge schedules that pass Check.
const (
	RuleOrder   = "order"   // SubmissionOrder
	RuleGreedy  = "greedy"  // Greedy
	RuleHead    = "head"    // HeadOnTime
	RulePromise = "promise" // PromisesKept
)

// SubmissionOrder is the law of first come, first served: jobs start in the order of submission,
// ties by number. It costs O(n log n).
func SubmissionOrder(p Problem, placed []job.Placement) []Violation {
	var found Report
	var latest job.Job // that with the latest start so far
	start := int64(math.MinInt64)
	for w := newWorld(&p, nil, placed); ; {
		w.forget()
		if w.fetch(); len(w.coming) == 0 {
			return found
		}
		i := w.coming[0]
		w.coming = w.coming[1:]
		j, at := w.jobs[i], w.given[i].Start
		if at >= start {
			latest, start = *j, at
			continue
		}
		found.Add(RuleOrder, j.ID, at, "submitted at %d, starts at %d, expected not before job %d, submitted at %d, which starts at %d",
			j.Submit, at, latest.ID, latest.Submit, start)
	}
}

// Greedy is the law of list scheduling in any order of the queue: no job waits while enough
// processors for it are idle. It names the narrowest waiting job in each second in which a job
// arrives, starts or ends, and costs O(jobs that wait or run) a second.
func Greedy(p Problem, placed []job.Placement) []Violation {
	var found Report
	w := newWorld(&p, nil, placed)
	for starts := range w.along() {
		happens := len(w.End())+len(w.Arrive())+len(starts) > 0
		for _, i := range starts {
			w.start(i)
		}
		w.End()
		if !happens || len(w.Waiting) == 0 {
			continue
		}
		i := slices.MinFunc(w.Waiting, func(a, b int) int { return cmp.Compare(w.jobs[a].Procs, w.jobs[b].Procs) })
		if free := w.free(); int64(w.jobs[i].Procs) <= free {
			found.Add(RuleGreedy, w.jobs[i].ID, w.Now, "waits until %d for %d processors although %d are idle",
				w.given[i].Start, w.jobs[i].Procs, free)
		}
	}
	return found
}

// HeadOnTime is the law of EASY: the head of the queue starts no later than any reservation that
// it had there, the first second at which it fits by the estimates of the jobs that run. The law
// lapses for a job that another overtakes in the order of key, and with Problem.Extend, where
// estimates bound nothing.
func HeadOnTime(p Problem, placed []job.Placement, key Key) []Violation {
	var found Report
	if p.Extend {
		return found
	}
	w := newWorld(&p, key, placed)
	head, due, since := -1, int64(math.MaxInt64), int64(0)
	if p.Feed != nil {
		w.follow(func(to []int) {
			if head >= 0 {
				head = to[head]
			}
		})
	}
	for starts := range w.along() {
		w.End()
		w.Arrive()
		switch {
		case head < 0:
		case w.Queue()[0] != head:
			head = -1 // overtaken
		case w.Now > due:
			found.Add(RuleHead, w.jobs[head].ID, due, "starts at %d, expected by %d, its reservation as head of the queue at %d",
				w.given[head].Start, due, since)
			due = math.MaxInt64 // once is enough
		}
		for _, i := range starts {
			w.start(i)
		}
		w.End()
		queue := w.Queue()
		switch {
		case len(queue) == 0:
			head = -1
			continue
		case queue[0] != head:
			head, due = queue[0], math.MaxInt64
		}
		at := w.Now // it fits already
		if int64(w.jobs[head].Procs) > w.free() {
			at, _ = w.shadow(head, nil)
		}
		if at < due {
			due, since = at, w.Now
		}
	}
	return found
}

// PromisesKept is the law of conservative backfilling: no job starts later than Promises says.
// It lapses with Problem.Extend.
func PromisesKept(p Problem, placed []job.Placement, key Key) []Violation {
	var found Report
	_, err := expect(p, placed, Conservative, key, seen{promised: func(w *world, i int, by int64) {
		if start := w.given[i].Start; !p.Extend && start > by {
			found.Add(RulePromise, w.jobs[i].ID, by, "starts at %d, promised by %d when it was submitted", start, by)
		}
	}})
	if err != nil {
		found = nil
		found.Add(RuleWidth, job.None, job.None, "%v", err)
	}
	return found
}
