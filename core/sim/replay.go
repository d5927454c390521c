package sim

import "github.com/backfill-lab/backfill/core/job"

// Replay returns the schedule that the log records: Start is submission plus
// recorded wait, End is Start plus the uncut run time. It keeps the jobs with a
// recorded wait, in their order; the schedule is parallel to them. A log may
// overlap more jobs than its machine holds.
func Replay(jobs []job.Job) ([]job.Job, []job.Placement) {
	kept := make([]job.Job, 0, len(jobs))
	placed := make([]job.Placement, 0, len(jobs))
	for i := range jobs {
		if j := &jobs[i]; j.Wait >= 0 {
			start := j.Submit + j.Wait
			kept = append(kept, *j)
			placed = append(placed, job.Placement{Start: start, End: start + j.Run})
		}
	}
	return kept, placed
}
