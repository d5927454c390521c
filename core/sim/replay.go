package sim

import "github.com/backfill-lab/backfill/core/job"

// Replay puts each job where the log says it ran: Start is submission plus
// recorded wait, End is Start plus the run time, uncut. It returns the jobs
// whose wait the log gives, in their order, and the schedule parallel to them.
// Nothing stops a log from overlapping more jobs than its machine holds.
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
