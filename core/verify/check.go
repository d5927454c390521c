package verify

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// A Problem is what a schedule has to solve.
type Problem struct {
	Procs  int       // processors of the machine
	Jobs   []job.Job // in any order; a schedule is parallel to it
	Extend bool      // a run past its estimate goes on instead of being cut

	// Feed, unless nil, begins a reading of the jobs and of their schedule, for Jobs and for the placements that Check, Follows,
	// Effort and the laws take. They read it as often as they need, and hold no more than the jobs that wait and run.
	Feed func() Feed
}

// length is for how many seconds j holds its processors.
func (p *Problem) length(j *job.Job) int64 { return j.Length(!p.Extend) }

// Check returns what is illegal in a schedule: the violations of each job in the order of
// p.Jobs, then overloads by time, one for each span of constant excess. It costs O(n log n).
// Of a Feed, the overloads are without the jobs that start before their submission.
func Check(p Problem, placed []job.Placement) []Violation {
	var over Report
	found := p.check(placed, &sweep{found: &over, procs: int64(p.Procs)})
	return append(found, over...)
}

// CheckJobs is Check of a schedule that may overload the machine: it counts the overloads.
func CheckJobs(p Problem, placed []job.Placement) (found []Violation, overloads int) {
	s := sweep{procs: int64(p.Procs)}
	found = p.check(placed, &s)
	return found, s.overloads
}

// check returns the violations of each job, and hands what the jobs hold to s.
func (p *Problem) check(placed []job.Placement, s *sweep) []Violation {
	var found, twice Report
	known := numbers{}
	if p.Feed == nil && !found.Entries(len(p.Jobs), len(placed), func(i int) int64 { return p.Jobs[i].ID }) {
		return found
	}
	t := timeline[Change]{at: func(c Change) int64 { return c.At }, compare: compareChanges, take: s.take}
	var hold Changes
	for j, at := range p.each(placed) {
		p.checkJob(&found, j, at)
		if p.Feed != nil && known.take(j.ID) {
			twice.twice(j.ID)
		}
		if hold = hold[:0]; p.Feed == nil || at.Start >= j.Submit {
			hold.Hold(j.ID, at, int64(j.Procs))
		}
		t.add(p.floor(j), hold...)
	}
	t.close()
	slices.SortFunc(twice, func(a, b Violation) int { return cmp.Compare(a.Job, b.Job) })
	return slices.Concat(slices.Compact(twice), found)
}

func (p *Problem) checkJob(found *Report, j *job.Job, at job.Placement) {
	if int64(j.Procs) > int64(p.Procs) {
		found.Add(RuleWidth, j.ID, at.Start, "asks for %d processors of a machine of %d and cannot run at all", j.Procs, p.Procs)
	}
	if !found.Starts(j, at) {
		return
	}
	if held := at.End - at.Start; held != p.length(j) {
		why := fmt.Sprintf("its run time is %d", j.Run)
		if !p.Extend && j.Run > j.Estimate {
			why += fmt.Sprintf(", cut at its estimate of %d", j.Estimate)
		}
		found.Add(RuleEnd, j.ID, at.End, "holds its processors for %d s from %d to %d, expected %d s: %s",
			held, at.Start, at.End, p.length(j), why)
	}
	found.Killed(j, at, p.Extend)
}
