package trace

import (
	"errors"

	"github.com/backfill-lab/backfill/core/internal/order"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// A spoolWriter spools jobs in their order.
type spoolWriter struct {
	create  func() (ScratchFile, error)
	sorter  *order.Sorter[spoolJob, *spoolJob]
	spool   *Spool
	next    spoolJob
	numbers numberSet
	again   int64 // jobs that get another number
}

func newSpoolWriter(create func() (ScratchFile, error)) *spoolWriter {
	w := &spoolWriter{create: create}
	w.sorter = order.New[spoolJob](w.put, func() order.Run[spoolJob] { return &spoolRun{spool: newSpool(0, create)} })
	w.begin()
	return w
}

// begin begins with an empty Spool.
func (w *spoolWriter) begin() {
	w.spool = NewSpool(w.create)
	w.spool.ignored, w.spool.doubts = new(ignoredCounter), newDoubtCounter(0)
}

// add takes the next job of the log, and what Slurm's accounting says of it, or nil. A job that gets another number has one
// above maxID until the last is known.
func (w *spoolWriter) add(j *job.Job, s *job.Slurm) error {
	n := &w.next
	n.Job = *j
	valid := n.ID >= 0 && n.ID <= maxID
	if valid {
		var err error
		if valid, err = w.numbers.take(n.ID); err != nil {
			return err
		}
	}
	if !valid {
		w.again++
		n.ID = maxID + w.again
	}
	return w.place(n, s)
}

// place takes a job with a number of its own.
func (w *spoolWriter) place(n *spoolJob, s *job.Slurm) error {
	if n.known = s != nil; n.known {
		n.slurm = *s
	}
	return w.sorter.Add(n)
}

// addAll adds the jobs of a Spool for which change is true. It may change a job and its Slurm, which is nil if the log is not
// sacct output.
func (w *spoolWriter) addAll(from *Spool, change func(j *job.Job, s *job.Slurm) bool) error {
	for r := from.read(); ; {
		j := &w.next.Job
		ok, err := r.next(j)
		if err != nil {
			return err
		}
		if !ok {
			return w.finish()
		}
		if s := r.account(); change(j, s) {
			if err := w.place(&w.next, s); err != nil {
				return err
			}
		}
	}
}

// put spools the next job.
func (w *spoolWriter) put(n *spoolJob) error {
	w.spool.ignored.add(&n.Job, n.account())
	w.spool.doubts.add(&n.Job)
	return w.spool.Add(&n.Job, n.account())
}

func (w *spoolWriter) finish() error {
	all, err := w.sorter.Done()
	if err != nil {
		return err
	}
	if !all { // once more, with those that came too late
		if err := w.spool.records.Done(); err != nil {
			return err
		}
		early := &spoolRun{spool: w.spool}
		w.begin()
		if err := w.sorter.Merge(early, w.put); err != nil {
			return err
		}
	}
	w.spool.doubts.close()
	if w.again > 0 {
		w.spool.lower = w.numbers.highest - maxID
	}
	return w.spool.records.Done()
}

// Close gives back the Spool, and what waits to be spooled.
func (w *spoolWriter) Close() error { return errors.Join(w.spool.Close(), w.sorter.Close()) }

// A spoolJob is a job with what Slurm's accounting says of it, if it is of sacct output.
type spoolJob struct {
	job.Job
	slurm job.Slurm
	known bool // slurm
}

// Before puts jobs in the order of a Workload.
func (a *spoolJob) Before(b *spoolJob) bool { return after(&b.Job, &a.Job) }

func (a *spoolJob) account() *job.Slurm {
	if !a.known {
		return nil
	}
	return &a.slurm
}

// A spoolRun is a part of the jobs, in order.
type spoolRun struct {
	spool  *Spool
	reader *spoolReader
}

func (r *spoolRun) Add(a *spoolJob) error { return r.spool.Add(&a.Job, a.account()) }
func (r *spoolRun) Done() error           { return r.spool.records.Done() }
func (r *spoolRun) Close() error          { return r.spool.Close() }

func (r *spoolRun) Next(a *spoolJob) (ok bool, err error) {
	if r.reader == nil {
		r.reader = r.spool.drain()
	}
	ok, err = r.reader.next(&a.Job)
	if s := r.reader.account(); ok && s != nil {
		a.slurm, a.known = *s, true
	}
	return ok, err
}
