package trace

import (
	"fmt"
	"math"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// ScaleInterarrival multiplies the times between submissions by f, finite and at least 0;
// below 1 the load grows. The first job stays, and rounding does not add up because each
// job's distance to the first is scaled.
func (w *Workload) ScaleInterarrival(f float64) *Workload {
	mustScale(f)
	first, _ := w.Span()
	return w.rescale(fmt.Sprintf("times between submissions multiplied by %v", f), func(j *job.Job) {
		j.Submit = first + scale(j.Submit-first, f)
	})
}

// ScaleRuntime multiplies run times and estimates by f, finite and at least 0. A run time of 0
// stays 0; all others are at least 1 s. A job that ran within its estimate still does.
func (w *Workload) ScaleRuntime(f float64) *Workload {
	mustScale(f)
	return w.rescale(fmt.Sprintf("run times and estimates multiplied by %v", f), func(j *job.Job) {
		if j.Run > 0 {
			j.Run = max(1, scale(j.Run, f))
		}
		j.Estimate = max(1, scale(j.Estimate, f))
	})
}

// rescale is move by an f that makes the recorded waits untrue: they are dropped.
func (w *Workload) rescale(change string, f func(*job.Job)) *Workload {
	s := w.move(change, func(j *job.Job) {
		f(j)
		j.Wait = job.None
	})
	s.Rescaled = change
	return s
}

// ReplaceEstimates gives every job the estimate that of returns, at least 1 s; change says
// which. Nothing else changes, so the recorded waits stay.
func (w *Workload) ReplaceEstimates(change string, of func(*job.Job) int64) *Workload {
	e := w.move(change, func(j *job.Job) { j.Estimate = possible(of(j)) })
	e.NewEstimates = change
	return e
}

// possible returns the estimate nearest to x.
func possible(x int64) int64 { return min(max(x, 1), job.MaxSeconds) }

// ScaledEstimates returns what ReplaceEstimates takes to multiply estimates by f, finite and at least 0, to whole seconds.
func ScaledEstimates(f float64) (change string, of func(*job.Job) int64) {
	mustScale(f)
	return fmt.Sprintf("estimates multiplied by %v", f), func(j *job.Job) int64 { return scale(j.Estimate, f) }
}

func mustScale(f float64) {
	if !(f >= 0) || math.IsInf(f, 1) {
		panic(fmt.Sprintf("workload: cannot scale by %v", f))
	}
}

// scale returns n times f to the nearest second, halves up. A result above
// job.MaxSeconds may be inexact.
func scale(n int64, f float64) int64 {
	x := math.Floor(float64(float64(n)*f) + 0.5)
	return int64(min(x, 2*job.MaxSeconds))
}

// ScaleMachine makes the machine procs processors large (1..job.MaxProcs) and the jobs wider
// or narrower in proportion, rounded halves up, at least 1. Run times and, except for
// rounding, the offered load stay. Resize keeps the widths.
func (w *Workload) ScaleMachine(procs int) *Workload {
	mustBeMachine(procs)
	old, now := int64(w.Procs), int64(procs)
	s := w.rescale(fmt.Sprintf("scaled from %d to %d processors, widths in proportion", old, now), func(j *job.Job) {
		j.Procs = int32(max(1, (2*int64(j.Procs)*now+old)/(2*old)))
	})
	s.Procs, s.ProcsFrom = procs, ""
	return s
}

// OfferedLoad returns the processor seconds of the jobs (width times uncut run time) over
// those of the machine from the first to the last submission, 0 if these are simultaneous.
func (w *Workload) OfferedLoad() float64 {
	load, err := w.Load()
	if err != nil {
		panic("workload: the load of spooled jobs may fail: ask for Load")
	}
	return load
}

// Load is OfferedLoad, also of spooled jobs, which it may fail to read.
func (w *Workload) Load() (float64, error) {
	area, first, last := 0.0, int64(job.None), int64(0)
	for j, err := range w.Jobs.All() {
		if err != nil {
			return 0, err
		}
		if area += j.Area(false); first == job.None {
			first = j.Submit
		}
		last = j.Submit
	}
	if first == last || first == job.None {
		return 0, nil
	}
	return area / float64(float64(w.Procs)*float64(last-first)), nil
}

// ScaleLoad multiplies the times between submissions so that the offered load becomes
// load, except for rounding to seconds.
func (w *Workload) ScaleLoad(load float64) (*Workload, error) {
	if !(load > 0) || math.IsInf(load, 1) {
		return nil, fmt.Errorf("the offered load %v cannot be reached: give a positive number, 1 fills the machine", load)
	}
	now, err := w.Load()
	if err != nil {
		return nil, err
	}
	if now == 0 {
		return nil, fmt.Errorf("%s: the offered load cannot be scaled: its jobs need no time or are all submitted at once", w.Name)
	}
	s := w.ScaleInterarrival(now / load)
	s.Changes[len(s.Changes)-1] = fmt.Sprintf("scaled from an offered load of %.4g to %v: ", now, load) + s.Changes[len(s.Changes)-1]
	return s, nil
}
