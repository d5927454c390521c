package verify

import (
	"fmt"

	"github.com/backfill-lab/backfill/core/job"
)

// A Problem is what a schedule has to solve.
type Problem struct {
	Procs  int       // processors of the machine
	Jobs   []job.Job // in any order; a schedule is parallel to it
	Extend bool      // a run past its estimate goes on instead of being cut
}

// length is for how many seconds job i holds its processors.
func (p *Problem) length(i int) int64 { return p.Jobs[i].Length(!p.Extend) }

// Check returns what is illegal in a schedule: the violations of each job in the order of
// p.Jobs, then overloads by time, one for each span of constant excess. It costs O(n log n).
func Check(p Problem, placed []job.Placement) []Violation {
	var found Report
	if !found.Entries(len(p.Jobs), len(placed), func(i int) int64 { return p.Jobs[i].ID }) {
		return found
	}
	all := make(Changes, 0, 2*len(placed))
	for i, at := range placed {
		p.checkJob(&found, i, at)
		all.Hold(p.Jobs[i].ID, at, int64(p.Jobs[i].Procs))
	}
	found.Overloads(all, p.Procs, "")
	return found
}

func (p *Problem) checkJob(found *Report, i int, at job.Placement) {
	j := &p.Jobs[i]
	if int64(j.Procs) > int64(p.Procs) {
		found.Add(RuleWidth, j.ID, at.Start, "asks for %d processors of a machine of %d and cannot run at all", j.Procs, p.Procs)
	}
	if !found.Starts(j, at) {
		return
	}
	if held := at.End - at.Start; held != p.length(i) {
		why := fmt.Sprintf("its run time is %d", j.Run)
		if !p.Extend && j.Run > j.Estimate {
			why += fmt.Sprintf(", cut at its estimate of %d", j.Estimate)
		}
		found.Add(RuleEnd, j.ID, at.End, "holds its processors for %d s from %d to %d, expected %d s: %s",
			held, at.Start, at.End, p.length(i), why)
	}
	found.Killed(j, at, p.Extend)
}
