package trace

import (
	"errors"
	"fmt"
	"io"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// ErrWhole is the error of Stream for a log that must be read as a whole, by ReadFrom. What wraps it says why.
var ErrWhole = errors.New("the log must be read as a whole")

var (
	errScattered = fmt.Errorf("%w: the jobs' numbers do not rise and are spread too far to keep in mind", ErrWhole)
	errOptions   = fmt.Errorf("%w: an option of the reading needs all jobs at once", ErrWhole)
)

// Stream is ReadFrom with the jobs on a Tape: its memory does not grow with them, except for names of users, groups
// and so on, for the JSON of Batsim, and for jobs of sacct output with several runs. create makes temporary files, one of them
// that of the Tape, which the caller closes. The workload is the one that ReadFrom returns, without Unstarted, and with
// what Slurm's accounting says of jobs on the Tape.
func Stream(name string, r io.Reader, opt Options, create func() (ScratchFile, error)) (*Workload, error) {
	if opt != opt.plain() {
		return nil, errOptions
	}
	t := newTaping(create)
	w, err := readAll(name, r, &builder{opt: opt, taping: t})
	if err != nil {
		return nil, errors.Join(err, t.Close())
	}
	return w, nil
}

// StreamInterarrival is ScaleInterarrival of a workload on a Tape, onto another, which the caller closes; create makes
// temporary files.
func (w *Workload) StreamInterarrival(f float64, create func() (ScratchFile, error)) (*Workload, error) {
	mustScale(f)
	return w.streamRescaled(rescaled(f), create, func(j *job.Job, first int64) { j.Submit = first + scale(j.Submit-first, f) })
}

// StreamShake is Shake of a workload on a Tape, onto another, which the caller closes; create makes its file.
func (w *Workload) StreamShake(within int64, seed uint64, create func() (ScratchFile, error)) (*Workload, error) {
	change, move := shaking(within, seed)
	return w.streamRescaled(change, create, func(j *job.Job, _ int64) { move(j) })
}

// streamRescaled is rescale by an f that moves submissions, which is given the first of them, onto another Tape.
func (w *Workload) streamRescaled(change string, create func() (ScratchFile, error), f func(j *job.Job, first int64)) (*Workload, error) {
	s, err := w.stream(change, create, func(j *job.Job, _ *job.Slurm, first int64) bool {
		f(j, first)
		j.Wait = job.None
		return j.Submit <= job.MaxSeconds
	})
	if err != nil {
		return nil, err
	}
	s.Rescaled = change
	return s, nil
}

// StreamEligible is ArriveEligible of a workload on a Tape, onto another, which the caller closes; create makes temporary files.
func (w *Workload) StreamEligible(create func() (ScratchFile, error)) (*Workload, error) {
	told := false
	s, err := w.stream(arrivesEligible, create, func(j *job.Job, s *job.Slurm, _ int64) bool {
		if s == nil {
			return true
		}
		told = told || s.Held != job.None
		arriveEligible(j, s.Held)
		s.Held = min(s.Held, 0)
		return j.Submit <= job.MaxSeconds
	})
	if err == nil && !told {
		return nil, errors.Join(w.untold(), s.Tape.Close())
	}
	return s, err
}

// stream returns a workload with the jobs on w's Tape for which f is true, and counts those that it leaves out: see addAll.
func (w *Workload) stream(change string, create func() (ScratchFile, error),
	f func(j *job.Job, s *job.Slurm, first int64) bool) (*Workload, error) {
	t := newTaping(create)
	if err := t.addAll(w.Tape, f); err != nil {
		return nil, errors.Join(err, t.Close())
	}
	s := w.with(nil, change)
	s.Tape, s.ignored, s.doubting = t.tape, t.ignored, t.doubting
	s.count(outOfRange, w.Len()-s.Len())
	return s, nil
}

// plain returns the options without those that need the whole log, or are for others.
func (o Options) plain() Options {
	return Options{
		Strict: o.Strict, Width: o.Width, Procs: o.Procs, TimeZone: o.TimeZone, Columns: o.Columns, Map: o.Map, NoNodeLists: o.NoNodeLists,
	}
}
