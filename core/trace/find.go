package trace

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// ErrNumber is the error of Find for a text that can be no job's number.
var ErrNumber = errors.New("is not the number of a job")

// Find returns the job that users of the log know by that number: 123 or, from sacct output,
// also 123_4 of an array, 123+0 of a heterogeneous job (which is one job, so 123 and 123+1
// too) and 123#1, the first of several runs; in a table, the text that it has instead. The number in Job.ID does as well,
// unless users know another job by it. Of several jobs with one text it is the first.
func (w *Workload) Find(id string) (*job.Job, error) {
	id = strings.TrimSpace(id)
	raw, err := strconv.ParseInt(id, 10, 64)
	plain := err == nil
	if w.Slurm != nil {
		j, err := w.labelled(id)
		if j != nil || err != nil {
			return j, err
		}
	}
	jobs := w.Jobs.Held()
	if w.Labels != nil {
		if i := slices.IndexFunc(jobs, func(j job.Job) bool { return w.Label(&j) == id }); i >= 0 {
			return &jobs[i], nil
		}
	}
	if !plain {
		if w.Labels == nil && (w.Slurm == nil || !isLabel(id)) {
			return nil, fmt.Errorf("%q %w", id, ErrNumber)
		}
		return nil, w.noJob(id)
	}
	if i := slices.IndexFunc(jobs, func(j job.Job) bool { return j.ID == raw }); i >= 0 {
		return &jobs[i], nil
	}
	return nil, w.noJob(id)
}

// isLabel tells whether the text is made as Slurm makes numbers of jobs.
func isLabel(id string) bool {
	_, _, ok := splitLabel(id)
	return ok
}

// splitLabel returns the base of a number, and what it says of task and run.
func splitLabel(id string) (base int64, s job.Slurm, ok bool) {
	s.Task = job.None
	part := func(sep string) (n int64) {
		before, after, found := strings.Cut(id, sep)
		if !found {
			return job.None
		}
		var err error
		if n, err = strconv.ParseInt(after, 10, 32); err != nil || n < 0 {
			ok = false
		}
		id = before
		return n
	}
	ok = true
	s.Earlier = int32(max(part("#"), 0))
	s.Parts = 1 + int32(max(part("+"), 0))
	s.Task = part("_")
	base, err := strconv.ParseInt(id, 10, 64)
	return base, s, ok && err == nil && base >= 0
}

// labelled finds a job of sacct output by its number; nil if there is none. It is an error if
// the number is that of a whole array.
func (w *Workload) labelled(id string) (found *job.Job, err error) {
	base, asked, ok := splitLabel(id)
	if !ok {
		return nil, nil
	}
	tasks := 0
	jobs := w.Jobs.Held()
	for i := range jobs {
		s := w.slurm(&jobs[i])
		if s.Base != base || s.Earlier != asked.Earlier || asked.Parts > s.Parts {
			continue
		}
		if s.Task == asked.Task {
			return &jobs[i], nil
		}
		if asked.Task == job.None {
			if tasks++; tasks == 1 {
				found = &jobs[i]
			}
		}
	}
	if tasks > 0 {
		return nil, fmt.Errorf("%s is an array of %s here: name one of them, such as %s", id, numeral.Plural(tasks, "job"), w.Label(found))
	}
	return nil, nil
}
