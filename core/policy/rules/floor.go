package rules

import (
	"math"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// Floor returns the scores if no job waited, however few processors there are. No schedule
// has a lower AWRT, of all jobs or of a group. U has no value. A run ends at its estimate if
// cut is true.
func Floor(jobs []job.Job, groups Groups, cut bool) Scores {
	placed := make([]job.Placement, len(jobs))
	for i := range jobs {
		j := &jobs[i]
		placed[i] = job.Placement{Start: j.Submit, End: j.Submit + j.Length(cut)}
	}
	s := Score(1, jobs, placed, groups)
	s.U = math.NaN()
	return s
}
