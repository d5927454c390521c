package trace

import (
	"errors"

	"github.com/backfill-lab/backfill/core/internal/order"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// A taping puts jobs on a Tape in their order.
type taping struct {
	create   func() (ScratchFile, error)
	sorter   *order.Sorter[accounted, *accounted]
	tape     *Tape
	ignored  *ignoring
	doubting *doubting
	busy     *busy // nil unless it is asked for
	next     accounted
	numbers  numberSet
	again    int64 // jobs that get another number
	first    int64 // submission, job.None before the first job
	shift    bool  // to second 0
}

func newTaping(create func() (ScratchFile, error)) *taping {
	t := &taping{create: create, first: job.None}
	t.sorter = order.New[accounted](t.put, func() order.Run[accounted] { return &tapeRun{tape: newTape(0, create)} })
	t.begin()
	return t
}

// begin begins with an empty Tape.
func (t *taping) begin() {
	t.tape, t.ignored, t.doubting = NewTape(t.create), new(ignoring), newDoubting(0)
	if t.busy != nil {
		t.busy = new(busy)
	}
}

// add takes the next job of the log, and what Slurm's accounting says of it, or nil. A job that gets another number has one
// above maxID until the last is known.
func (t *taping) add(j *job.Job, s *job.Slurm) error {
	a := &t.next
	a.Job = *j
	valid := a.ID >= 0 && a.ID <= maxID
	if valid {
		var err error
		if valid, err = t.numbers.take(a.ID); err != nil {
			return err
		}
	}
	if !valid {
		t.again++
		a.ID = maxID + t.again
	}
	return t.place(a, s)
}

// place takes a job with a number of its own.
func (t *taping) place(a *accounted, s *job.Slurm) error {
	if a.known = s != nil; a.known {
		a.slurm = *s
	}
	if t.first == job.None || a.Submit < t.first {
		t.first = a.Submit
	}
	return t.sorter.Add(a)
}

// addAll adds the jobs of a Tape for which changed is true. It may change a job and its Slurm, which is nil if the log is not
// sacct output, and is given the first submission.
func (t *taping) addAll(from *Tape, changed func(j *job.Job, s *job.Slurm, first int64) bool) error {
	first := int64(job.None)
	for r := from.Read(); ; {
		j := &t.next.Job
		ok, err := r.Next(j)
		if err != nil {
			return err
		}
		if !ok {
			return t.finish()
		}
		if first == job.None {
			first = j.Submit
		}
		if s := r.Slurm(); changed(j, s, first) {
			if err := t.place(&t.next, s); err != nil {
				return err
			}
		}
	}
}

// put puts the next job on the Tape.
func (t *taping) put(a *accounted) error {
	t.ignored.add(&a.Job, a.account())
	t.doubting.add(&a.Job)
	if t.busy != nil {
		t.busy.add(&a.Job)
	}
	return t.tape.Add(&a.Job, a.account())
}

func (t *taping) finish() error {
	all, err := t.sorter.Done()
	if err != nil {
		return err
	}
	if !all { // once more, with those that came too late
		if err := t.tape.Done(); err != nil {
			return err
		}
		early := &tapeRun{tape: t.tape}
		t.begin()
		if err := t.sorter.Merge(early, t.put); err != nil {
			return err
		}
	}
	t.doubting.close()
	if t.again > 0 {
		t.tape.lower = t.numbers.highest - maxID
	}
	if t.shift {
		t.tape.shift = -t.first
	}
	return t.tape.Done()
}

// Close gives back the Tape, and what waits to be put on it.
func (t *taping) Close() error { return errors.Join(t.tape.Close(), t.sorter.Close()) }

// An accounted is a job with what Slurm's accounting says of it, if it is of sacct output.
type accounted struct {
	job.Job
	slurm job.Slurm
	known bool // slurm
}

// Before puts jobs in the order of a Workload.
func (a *accounted) Before(b *accounted) bool { return after(&b.Job, &a.Job) }

func (a *accounted) account() *job.Slurm {
	if !a.known {
		return nil
	}
	return &a.slurm
}

// A tapeRun is a part of the jobs, in order.
type tapeRun struct {
	tape *Tape
	read *TapeReader
}

func (r *tapeRun) Add(a *accounted) error { return r.tape.Add(&a.Job, a.account()) }
func (r *tapeRun) Done() error            { return r.tape.Done() }
func (r *tapeRun) Close() error           { return r.tape.Close() }

func (r *tapeRun) Next(a *accounted) (ok bool, err error) {
	if r.read == nil {
		r.read = r.tape.drain()
	}
	ok, err = r.read.Next(&a.Job)
	if s := r.read.Slurm(); ok && s != nil {
		a.slurm, a.known = *s, true
	}
	return ok, err
}
