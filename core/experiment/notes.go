package experiment

import (
	"github.com/backfill-lab/backfill/core/job"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/sim"
)

// observe returns what notes a run of so many jobs: what planner plans for them
// when they are submitted, and which order switcher has in force when they start;
// either may be nil. The observer is nil where there is nothing to note.
func observe(planner sim.Planner, switcher sim.Switcher, jobs int) (n result.Notes, o sim.Observer) {
	w := &noter{planner: planner, switcher: switcher}
	if planner != nil {
		n.Planned = make([]int64, jobs)
		for i := range n.Planned {
			n.Planned[i] = job.None
		}
	}
	if switcher != nil {
		n.StartedWith = make([]string, jobs)
	}
	if w.planner == nil && w.switcher == nil {
		return n, nil
	}
	w.notes = n
	return n, w
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
