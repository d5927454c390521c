package verify

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// A Discipline says which waiting jobs start, given the order of the queue.
type Discipline string

const (
	// FCFS starts jobs from the front of the queue while they fit.
	FCFS Discipline = "fcfs"
	// List starts every job that fits, in queue order.
	List Discipline = "list"
	// EASY gives the first job that does not fit a reservation at the shadow time, when it fits
	// by the estimates of the running jobs. A later job that fits now starts if it ends by the
	// shadow time or takes no more than is left over then.
	EASY Discipline = "easy"
	// Conservative promises every job, at its submission, the earliest slot in the plan. When
	// jobs end, each waiting job, in queue order, leaves the plan and returns at its earliest
	// slot; then the jobs submitted in that second get theirs. If a job runs past its estimate
	// (Problem.Extend), all leave before the first returns.
	Conservative Discipline = "cons"
	// ConservativeEarly is Conservative whose waiting jobs leave and return only when a job ends before its expected end.
	ConservativeEarly Discipline = "cons:compress=early"
	// ConservativeNever is Conservative whose waiting jobs keep the slots of their submission.
	ConservativeNever Discipline = "cons:compress=never"
	// Planned makes a new plan in every pass: each waiting job, in queue order, gets the
	// earliest slot beside the running jobs and those planned before it. Jobs whose slot begins
	// now start; nothing is promised.
	Planned Discipline = "plan"
)

// promises tells whether the discipline is a kind of Conservative.
func (d Discipline) promises() bool {
	return d == Conservative || d == ConservativeEarly || d == ConservativeNever
}

// Plans tells whether the discipline plans the starts of waiting jobs.
func (d Discipline) Plans() bool { return d.promises() || d == Planned }

// A verdict is a discipline's decision on one waiting job.
type verdict struct {
	job   int
	start bool
	why   reason
}

// A reason holds the numbers of a verdict; text spells it out.
type reason struct {
	free   int64 // processors free at the job's turn
	head   int   // the first job that did not fit, -1 before its turn
	shadow int64 // EASY: the head's reservation, else math.MaxInt64
	extra  int64 // EASY: processors left over then
}

// text says why job i may or may not start.
func (r reason) text(w *world, i int) string {
	j := w.jobs[i]
	switch {
	case int64(j.Procs) > r.free:
		return fmt.Sprintf("it needs %d processors, %d are free", j.Procs, r.free)
	case r.head < 0:
		return fmt.Sprintf("it needs %d processors, %d are free, and no job before it waits", j.Procs, r.free)
	case r.shadow == math.MaxInt64:
		return fmt.Sprintf("it needs %d processors, %d are free, and job %d waits before it", j.Procs, r.free, w.jobs[r.head].ID)
	default:
		return fmt.Sprintf("it needs %d of %d free processors until %d, and job %d has a reservation at %d that leaves %d processors over",
			j.Procs, r.free, w.Now+j.Estimate, w.jobs[r.head].ID, r.shadow, r.extra)
	}
}

// pass returns the verdicts of FCFS, List or EASY on the waiting jobs, in queue order.
func (w *world) pass(d Discipline) []verdict {
	r := reason{free: w.free(), head: -1, shadow: math.MaxInt64}
	var verdicts []verdict
	var starts []int
	for _, i := range w.Queue() {
		j := w.jobs[i]
		fits := int64(j.Procs) <= r.free
		if !fits && r.head < 0 {
			r.head = i
			if d == EASY {
				r.shadow, r.extra = w.shadow(i, starts)
			}
		}
		byShadow := d == EASY && w.Now+j.Estimate <= r.shadow
		beside := d == EASY && int64(j.Procs) <= r.extra
		start := fits && (r.head < 0 || d == List || byShadow || beside)
		verdicts = append(verdicts, verdict{i, start, r})
		if start {
			starts = append(starts, i)
			r.free -= int64(j.Procs)
			if r.head >= 0 && !byShadow {
				r.extra -= int64(j.Procs)
			}
		}
	}
	return verdicts
}

// shadow returns the first second at which job head fits by the estimates of the running jobs
// and of starts, which start now, and how many processors are left over once all jobs that end
// then have given theirs back.
func (w *world) shadow(head int, starts []int) (shadow, extra int64) {
	type end struct{ at, procs int64 }
	var ends []end
	free := w.free()
	for _, i := range w.Running {
		ends = append(ends, end{w.Expected(i), int64(w.jobs[i].Procs)})
	}
	for _, i := range starts {
		free -= int64(w.jobs[i].Procs)
		ends = append(ends, end{w.Now + w.jobs[i].Estimate, int64(w.jobs[i].Procs)})
	}
	slices.SortFunc(ends, func(a, b end) int { return cmp.Compare(a.at, b.at) })
	need := int64(w.jobs[head].Procs)
	for k, e := range ends {
		free += e.procs
		if last := k+1 == len(ends) || ends[k+1].at != e.at; last && free >= need {
			return e.at, free - need
		}
	}
	return math.MaxInt64, 0
}
