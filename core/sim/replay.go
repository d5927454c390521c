package sim

import "github.com/backfill-lab/backfill/core/sim/job"

// Replay returns the schedule that the log records, parallel to jobs, which all have a
// recorded wait: a job starts at its submission plus that wait and lasts as it does under a
// policy, cut at its estimate if cut is true. A log may overlap more jobs than its machine holds.
func Replay(jobs []job.Job, cut bool) []job.Placement {
	placed := make([]job.Placement, len(jobs))
	for i := range jobs {
		j := &jobs[i]
		start := j.Submit + j.Wait
		placed[i] = job.Placement{Start: start, End: start + j.Length(cut), Killed: cut && j.Run > j.Estimate}
	}
	return placed
}
