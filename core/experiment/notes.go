package experiment

import (
	"github.com/backfill-lab/backfill/core/job"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/sim"
)

// observe has cfg's run by policy p noted: what p plans at submissions, if it is
// a sim.Planner, and which order is in force at starts, if it is a sim.Switcher.
func (x *execution) observe(cfg *sim.Config, p sim.Policy) (n result.Notes) {
	w := &noter{}
	if w.planner, _ = p.(sim.Planner); w.planner != nil {
		n.Planned = make([]int64, len(cfg.Jobs))
		for i := range n.Planned {
			n.Planned[i] = job.None
		}
	}
	if w.switcher, _ = p.(sim.Switcher); w.switcher != nil {
		n.StartedWith = make([]string, len(cfg.Jobs))
	}
	if w.planner != nil || w.switcher != nil {
		w.notes = n
		cfg.Observers = append(cfg.Observers, w)
	}
	return n
}

// A noter is the sim.Observer that fills in Notes.
type noter struct {
	planner  sim.Planner
	switcher sim.Switcher
	notes    result.Notes
	arrived  []*sim.Job // submitted since the last pass
}

func (w *noter) Submitted(_ int64, j *sim.Job) { w.arrived = append(w.arrived, j) }

func (w *noter) Started(now int64, j *sim.Job) {
	if w.switcher != nil {
		w.notes.StartedWith[j.Index] = w.switcher.InForce()
	}
	if w.planner != nil && now == j.Submit && w.notes.Planned[j.Index] == job.None {
		w.notes.Planned[j.Index] = now
	}
}

func (w *noter) Ended(int64, *sim.Job, bool) {}

func (w *noter) Passed(int64) {
	if w.planner != nil {
		for _, j := range w.arrived {
			if at, ok := w.planner.Planned(j); ok {
				w.notes.Planned[j.Index] = at
			}
		}
	}
	w.arrived = w.arrived[:0]
}

// recorder returns what adds a policy's steps to rows.
func recorder(rows *result.StepRows) func(*sim.Step) {
	return func(s *sim.Step) {
		step := result.Step{Time: s.Time, Kind: s.Kind, Before: s.Before, After: s.After, Case: s.Case, Job: job.None, Waiting: s.Waiting}
		if s.Job != nil {
			step.Job = s.Job.ID
		}
		rows.Begin(&step)
		for _, o := range s.Options {
			rows.Option(o.Name, o.Value)
		}
	}
}
