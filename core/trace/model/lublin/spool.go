package lublin

import (
	"errors"

	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
)

// Spools tells whether Spool can draw the Model: only jobs of one type are drawn in the order of their submissions.
func (m Model) Spools() bool { return len(types[m.Type]) == 1 }

// Spool is Generate with spooled jobs, which the caller closes, for a Model that Spools. Its memory does not
// grow with the jobs. create makes temporary files: see trace.NewSpool.
//
// A target load depends on all jobs, so they are drawn twice.
func (m Model) Spool(create func() (trace.ScratchFile, error)) (*trace.Workload, error) {
	d, err := m.drawing()
	if err != nil {
		return nil, err
	}
	var j job.Job
	stretch := 1.0
	if d.Load > 0 {
		for range d.Jobs {
			d.next(&j)
		}
		stretch = d.stretch()
		if d, err = m.drawing(); err != nil {
			return nil, err
		}
	}
	w, to := d.workload(), trace.NewSpool(create)
	for range d.Jobs {
		at := d.next(&j)
		j.ID = int64(to.Len()) + 1
		if j.Submit, err = at.second(stretch); err == nil {
			err = to.Add(&j, nil)
		}
		if err != nil {
			return nil, errors.Join(err, to.Close())
		}
	}
	if w.Jobs, err = to.Jobs(); err != nil {
		return nil, errors.Join(err, to.Close())
	}
	return w, nil
}
