package trace

import (
	"errors"
	"iter"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// Jobs are the jobs of a Workload by (Submit, ID). They are held in memory, or spooled: encoded, and in a temporary file
// from some number on. Operations on a Workload do the same to both. The zero value holds no jobs.
type Jobs struct {
	held  []job.Job
	spool *Spool // instead
	err   error  // why an operation could not spool its jobs
}

// Hold returns jobs, which are by (Submit, ID), as Jobs. It keeps the slice.
func Hold(jobs []job.Job) Jobs { return Jobs{held: jobs} }

// Spooled tells whether the jobs are spooled.
func (j *Jobs) Spooled() bool { return spoolable && (j.spool != nil || j.err != nil) }

// Held returns the jobs, which nobody may change. It panics if they are spooled.
func (j *Jobs) Held() []job.Job {
	if j.Spooled() {
		panic("trace: the jobs are spooled: read them one by one")
	}
	return j.held
}

// Len returns the number of jobs.
func (j *Jobs) Len() int {
	if spoolable && j.spool != nil {
		return j.spool.Len()
	}
	return len(j.held)
}

// Err returns why an operation could not spool its jobs, of which there are none then. Reading them gives the same error.
func (j *Jobs) Err() error { return j.err }

// Close gives back the temporary file of spooled jobs, which cannot be read then.
func (j *Jobs) Close() error {
	if spoolable && j.spool != nil {
		return j.spool.Close()
	}
	return nil
}

// All yields each job, which nobody may change or keep. An error, of the temporary file, is the last.
func (j *Jobs) All() iter.Seq2[*job.Job, error] {
	return func(yield func(*job.Job, error) bool) {
		if j.Spooled() {
			j.yieldSpooled(yield)
			return
		}
		for i := range j.held {
			if !yield(&j.held[i], nil) {
				return
			}
		}
	}
}

func (j *Jobs) yieldSpooled(yield func(*job.Job, error) bool) {
	var next job.Job
	for r := j.Read(); ; {
		if ok, err := r.Next(&next); err != nil {
			yield(&next, err)
			return
		} else if !ok || !yield(&next, nil) {
			return
		}
	}
}

// span returns the submissions of the first and the last job, 0, 0 without jobs.
func (j *Jobs) span() (first, last int64) {
	switch n := len(j.held); {
	case spoolable && j.spool != nil:
		return j.spool.span()
	case n > 0:
		return j.held[0].Submit, j.held[n-1].Submit
	}
	return 0, 0
}

// shift moves all submissions by some seconds. It is for whoever has made the jobs.
func (j *Jobs) shift(by int64) {
	if spoolable && j.spool != nil {
		j.spool.shift += by
	}
	for i := range j.held {
		j.held[i].Submit += by
	}
}

// changed returns the jobs for which change is true, after it has changed them, in order. slurm has what Slurm's accounting says
// of held jobs, by their Row, or is nil; change may change that, too, and gets nil for jobs of other logs.
func (j *Jobs) changed(slurm []job.Slurm, change func(*job.Job, *job.Slurm) bool) Jobs {
	if j.Spooled() {
		return j.respooled(change)
	}
	jobs := make([]job.Job, 0, len(j.held))
	for i := range j.held {
		n := len(jobs)
		jobs = append(jobs, j.held[i])
		var s *job.Slurm
		if slurm != nil {
			s = &slurm[jobs[n].Row]
		}
		if !change(&jobs[n], s) {
			jobs = jobs[:n]
		}
	}
	putInOrder(jobs) // rounding may merge two seconds
	return Hold(jobs)
}

// respooled is changed of spooled jobs, onto another Spool.
func (j *Jobs) respooled(change func(*job.Job, *job.Slurm) bool) Jobs {
	if j.err != nil {
		return *j
	}
	w := newSpoolWriter(j.spool.create)
	if err := w.addAll(j.spool, change); err != nil {
		return Jobs{err: errors.Join(err, w.Close())}
	}
	return Jobs{spool: w.spool}
}

// A JobReader reads Jobs from the front. It is a sim.Feed.
type JobReader struct {
	jobs    *Jobs
	next    int // of held jobs
	spooled *spoolReader
}

// Read returns a JobReader at the first job. Several may read at once.
func (j *Jobs) Read() *JobReader {
	r := &JobReader{jobs: j}
	if spoolable && j.spool != nil {
		r.spooled = j.spool.read()
	}
	return r
}

// Next sets *next to the next job. After the last one ok is false.
func (r *JobReader) Next(next *job.Job) (ok bool, err error) {
	switch {
	case spoolable && r.spooled != nil:
		return r.spooled.next(next)
	case r.next == len(r.jobs.held):
		return false, r.jobs.err
	}
	*next = r.jobs.held[r.next]
	r.next++
	return true, nil
}

// Slurm returns what Slurm's accounting says of the job last read, until the next is read. It is nil of held jobs, whose
// Workload has it, and of jobs of other logs.
func (r *JobReader) Slurm() *job.Slurm {
	if !spoolable || r.spooled == nil {
		return nil
	}
	return r.spooled.account()
}
