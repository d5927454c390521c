package verify

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/job"
)

// A Problem is what a schedule has to solve.
type Problem struct {
	Procs  int       // processors of the machine
	Jobs   []job.Job // in any order; a schedule is parallel to it
	Extend bool      // a run past its estimate goes on instead of being cut
}

// length is how long job i holds its processors, in seconds.
func (p *Problem) length(i int) int64 { return p.Jobs[i].Length(!p.Extend) }

// The rules that Check applies.
const (
	RuleLength   = "length"   // the schedule has one placement per job
	RuleTwice    = "twice"    // a job number occurs once
	RulePlaced   = "placed"   // every job starts and ends
	RuleWidth    = "width"    // no job is wider than the machine
	RuleSubmit   = "submit"   // no job starts before its submission
	RuleEnd      = "end"      // end = start + min(run, estimate), or start + run
	RuleKilled   = "killed"   // killed exactly if run > estimate and cut there
	RuleCapacity = "capacity" // in no second more processors held than there are
)

// Check returns the violations of the rules above, ordered by job as in
// p.Jobs, those of the capacity last and by time; none means the schedule is
// legal. An overload is reported once for each span of constant excess. It
// costs O(n log n).
func Check(p Problem, placed []job.Placement) []Violation {
	if len(placed) != len(p.Jobs) {
		return []Violation{{Rule: RuleLength, Job: job.None, At: job.None,
			Text: fmt.Sprintf("expected one placement for each of %d jobs, found %d", len(p.Jobs), len(placed))}}
	}
	found := repeats(p.Jobs)
	for i := range p.Jobs {
		found = p.checkJob(found, i, placed[i])
	}
	return p.checkCapacity(found, placed)
}

func (p *Problem) checkJob(found []Violation, i int, at job.Placement) []Violation {
	j := &p.Jobs[i]
	report := func(rule string, second int64, format string, args ...any) {
		found = append(found, Violation{Rule: rule, Job: j.ID, At: second, Text: fmt.Sprintf(format, args...)})
	}
	if int64(j.Procs) > int64(p.Procs) {
		report(RuleWidth, at.Start, "asks for %d processors of a machine of %d and cannot run at all", j.Procs, p.Procs)
	}
	switch {
	case at.Start < 0:
		report(RulePlaced, j.Submit, "submitted at %d, was never started", j.Submit)
		return found
	case at.End < 0:
		report(RulePlaced, at.Start, "started at %d, never ended", at.Start)
		return found
	}
	if at.Start < j.Submit {
		report(RuleSubmit, at.Start, "starts at %d, expected no start before its submission at %d", at.Start, j.Submit)
	}
	if held := at.End - at.Start; held != p.length(i) {
		why := fmt.Sprintf("its run time is %d", j.Run)
		if !p.Extend && j.Run > j.Estimate {
			why += fmt.Sprintf(", cut at its estimate of %d", j.Estimate)
		}
		report(RuleEnd, at.End, "holds its processors for %d s from %d to %d, expected %d s: %s",
			held, at.Start, at.End, p.length(i), why)
	}
	if killed := !p.Extend && j.Run > j.Estimate; at.Killed != killed {
		report(RuleKilled, at.End, "killed is %t, expected %t: run time %d, estimate %d, overrun %s",
			at.Killed, killed, j.Run, j.Estimate, map[bool]string{false: "cut", true: "extend"}[p.Extend])
	}
	return found
}

func repeats(jobs []job.Job) (found []Violation) {
	ids := make([]int64, len(jobs))
	for i := range jobs {
		ids[i] = jobs[i].ID
	}
	slices.Sort(ids)
	for i := 1; i < len(ids); i++ {
		if ids[i] == ids[i-1] && (i == 1 || ids[i-2] != ids[i]) {
			found = append(found, Violation{Rule: RuleTwice, Job: ids[i], At: job.None,
				Text: "occurs more than once, expected one job and one start for each number"})
		}
	}
	return found
}

// A change is a job taking (procs > 0) or giving back processors.
type change struct {
	at    int64
	procs int64
	id    int64
}

// changes lists, by time, what the placed jobs take and give back; jobs that
// hold nothing are left out.
func (p *Problem) changes(placed []job.Placement) []change {
	all := make([]change, 0, 2*len(placed))
	for i, at := range placed {
		if j := &p.Jobs[i]; at.Start >= 0 && at.Start < at.End {
			all = append(all, change{at.Start, int64(j.Procs), j.ID}, change{at.End, -int64(j.Procs), j.ID})
		}
	}
	slices.SortFunc(all, func(a, b change) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.id, b.id))
	})
	return all
}

func (p *Problem) checkCapacity(found []Violation, placed []job.Placement) []Violation {
	return overloads(found, p.changes(placed), p.Procs, "")
}

// overloads adds a violation for each span in which more than procs processors
// are held; whose says whose processors they are.
func overloads(found []Violation, all []change, procs int, whose string) []Violation {
	held, before := int64(0), int64(0)
	for k := 0; k < len(all); {
		at, last := all[k].at, int64(job.None)
		for ; k < len(all) && all[k].at == at; k++ {
			held += all[k].procs
			if all[k].procs > 0 {
				last = all[k].id
			}
		}
		if held > int64(procs) && held != before {
			found = append(found, Violation{Rule: RuleCapacity, Job: last, At: at,
				Text: fmt.Sprintf("%d processors%s are held in the seconds from %d to %d, expected at most %d",
					held, whose, at, all[k].at, procs)})
		}
		before = held
	}
	return found
}
