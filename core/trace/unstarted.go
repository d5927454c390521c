package trace

import (
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// An Unstarted is a job of a log that never started, as far as the log tells. It is none of the Jobs.
type Unstarted struct {
	ID        string // its number as users know it
	Submit    int64  // seconds of the log
	End       int64  // when it was cancelled, or job.None
	Cancelled bool   // else it waited when the log ended, or the log does not tell
}

// unstarted returns what a row without a run tells of its job.
func (r *Row) unstarted() Unstarted {
	u := Unstarted{ID: r.label(), Submit: r.Submit, End: job.None, Cancelled: r.Status == cancelled}
	if u.Cancelled && r.Wait >= 0 {
		u.End = r.Submit + r.Wait
	}
	return u
}

// noJob is the error of Find for a number that no job has: it says whether a job of the log had it that never started.
func (w *Workload) noJob(id string) error {
	k := slices.IndexFunc(w.Unstarted, func(u Unstarted) bool { return u.ID == id })
	if k < 0 {
		return fmt.Errorf("the log has no job %s", id)
	}
	u := &w.Unstarted[k]
	switch {
	case !u.Cancelled:
		return fmt.Errorf("job %s never started, as far as the log tells, so it is not simulated", id)
	case u.End == job.None || len(w.Changes) > 0: // which may have changed times
		return fmt.Errorf("job %s was cancelled before it started, so it is not simulated", id)
	}
	when := "second " + numeral.Whole(u.End)
	if c := w.Clock(); c.Known() {
		when += ", " + c.Date(u.End)
	}
	return fmt.Errorf("job %s was cancelled before it started, at %s, so it is not simulated", id, when)
}
