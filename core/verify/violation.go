package verify

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// A Violation is one broken rule.
type Violation struct {
	Rule string `json:"rule"` // a Rule constant of the referee
	Job  int64  `json:"job"`  // the job's number; job.None if no single job is at fault
	At   int64  `json:"at"`   // the second at which it shows, or job.None
	Text string `json:"text"` // what was found and what was expected
}

// String returns the violation as one line.
func (v Violation) String() string {
	var b strings.Builder
	b.WriteString(v.Rule)
	if v.Job != job.None {
		fmt.Fprintf(&b, ": job %d", v.Job)
	}
	if v.At != job.None {
		fmt.Fprintf(&b, ": second %d", v.At)
	}
	return b.String() + ": " + v.Text
}

// Err returns nil without violations, else an error with a line for each of the first ten
// and a count of the rest.
func Err(found []Violation) error {
	if len(found) == 0 {
		return nil
	}
	const most = 10
	var lines []string
	for _, v := range found[:min(len(found), most)] {
		lines = append(lines, v.String())
	}
	if rest := len(found) - most; rest > 0 {
		lines = append(lines, fmt.Sprintf("and %d more violations", rest))
	}
	return errors.New(strings.Join(lines, "\n"))
}

// The rules that all referees share; each adds its own.
const (
	RuleLength   = "length"   // the schedule has one entry per job
	RuleTwice    = "twice"    // a job number occurs once
	RulePlaced   = "placed"   // every job starts and ends
	RuleWidth    = "width"    // no job is wider than the machine; the problem is in range
	RuleSubmit   = "submit"   // no job starts before its submission
	RuleEnd      = "end"      // a job holds what it was given for its length
	RuleKilled   = "killed"   // killed exactly if run > estimate and cut there
	RuleCapacity = "capacity" // at no time more is held than there is
	RuleEarly    = "early"    // no job starts that the policy makes wait
	RuleMissed   = "missed"   // no job waits that the policy starts
)

// A Report collects what a referee finds.
type Report []Violation

// Add adds a violation of rule by job id at a second; both may be job.None.
func (r *Report) Add(rule string, id, at int64, format string, args ...any) {
	*r = append(*r, Violation{Rule: rule, Job: id, At: at, Text: fmt.Sprintf(format, args...)})
}

// Entries reports whether a schedule has one entry for each of n jobs. It adds a violation if not,
// otherwise one for each number that several jobs share.
func (r *Report) Entries(n, entries int, id func(i int) int64) bool {
	if n != entries {
		r.Add(RuleLength, job.None, job.None, "expected one entry for each of %d jobs, found %d", n, entries)
		return false
	}
	ids := make([]int64, n)
	for i := range ids {
		ids[i] = id(i)
	}
	slices.Sort(ids)
	for i := 1; i < len(ids); i++ {
		if ids[i] == ids[i-1] && (i == 1 || ids[i-2] != ids[i]) {
			r.twice(ids[i])
		}
	}
	return true
}

func (r *Report) twice(id int64) {
	r.Add(RuleTwice, id, job.None, "occurs more than once, expected one job and one start for each number")
}

// Starts reports whether job j starts and ends, and adds a violation if not or if it
// starts before its submission.
func (r *Report) Starts(j *job.Job, at job.Placement) bool {
	switch {
	case at.Start < 0:
		r.Add(RulePlaced, j.ID, j.Submit, "submitted at %d, was never started", j.Submit)
		return false
	case at.End < 0:
		r.Add(RulePlaced, j.ID, at.Start, "started at %d, never ended", at.Start)
		return false
	case at.Start < j.Submit:
		r.Add(RuleSubmit, j.ID, at.Start, "starts at %d, expected no start before its submission at %d", at.Start, j.Submit)
	}
	return true
}

// Killed adds a violation unless job j is marked killed exactly if it was cut; with extend
// none is.
func (r *Report) Killed(j *job.Job, at job.Placement, extend bool) {
	if killed := !extend && j.Run > j.Estimate; at.Killed != killed {
		overrun := map[bool]string{false: "cut", true: "extend"}[extend]
		r.Add(RuleKilled, j.ID, at.End, "killed is %t, expected %t: run time %d, estimate %d, overrun %s",
			at.Killed, killed, j.Run, j.Estimate, overrun)
	}
}

// A Change is a job that takes (Procs > 0) or gives back processors.
type Change struct{ At, Procs, ID int64 }

// Changes are what jobs take from one machine and give back.
type Changes []Change

// Hold adds what a placed job takes and gives back, if anything.
func (c *Changes) Hold(id int64, at job.Placement, procs int64) {
	if at.Start >= 0 && at.Start < at.End {
		*c = append(*c, Change{at.Start, procs, id}, Change{at.End, -procs, id})
	}
}

func compareChanges(a, b Change) int { return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.ID, b.ID)) }

// Overloads adds a violation for each span of constant excess in which more than procs
// processors are held. It sorts all; whose names the owner of the processors.
func (r *Report) Overloads(all Changes, procs int, whose string) {
	slices.SortFunc(all, compareChanges)
	s := sweep{found: r, procs: int64(procs), whose: whose}
	for _, c := range all {
		s.take(c)
	}
}

// A sweep is Overloads of changes by time. The last one leaves nothing held.
type sweep struct {
	found     *Report // or nil
	overloads int
	procs     int64
	whose     string
	held      int64
	before    int64 // held until at
	at        int64 // second of the last change
	last      int64 // the job that took processors last in it, or job.None
}

func (s *sweep) take(c Change) {
	if c.At != s.at {
		if s.held > s.procs && s.held != s.before {
			s.overloads++
			if s.found != nil {
				s.found.Add(RuleCapacity, s.last, s.at, "%d processors%s are held in the seconds from %d to %d, expected at most %d",
					s.held, s.whose, s.at, c.At, s.procs)
			}
		}
		s.before, s.at, s.last = s.held, c.At, job.None
	}
	if s.held += c.Procs; c.Procs > 0 {
		s.last = c.ID
	}
}
