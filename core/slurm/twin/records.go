package twin

import "github.com/backfill-lab/backfill/core/platform/cluster"

// records says when the records of jobs were made, in microseconds, which is their order in Slurm's list. Jobs of an array share one
// until a task starts and takes it: those that still wait get a new one then.
type records struct {
	made  []int64 // of jobs that have started
	split map[int32]int64
}

func newRecords(jobs int) records { return records{make([]int64, jobs), map[int32]int64{}} }

// takes gives a job that starts its record.
func (r *records) takes(j *cluster.Job, i int32, nowUs int64) {
	r.made[i] = j.Submit*cluster.Second + j.SubmitUs
	if j.Array == 0 {
		return
	}
	if at, split := r.split[j.Array]; split {
		r.made[i] = at
	}
	r.split[j.Array] = nowUs
}
