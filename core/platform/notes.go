package platform

import (
	"slices"

	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// observe returns Notes of that many jobs, and the observer that fills in what planner plans
// for them when they are submitted and which order switcher has in force when they start.
// Either may be nil; the observer is nil if both are.
func observe(planner sim.Planner, switcher sim.Switcher, jobs int) (n result.Notes, o sim.Observer) {
	if planner != nil {
		n.Planned = slices.Repeat([]int64{job.None}, jobs)
	}
	if switcher != nil {
		n.StartedWith = make([]string, jobs)
	}
	if planner != nil || switcher != nil {
		o = &noter{planner: planner, switcher: switcher, notes: n}
	}
	return n, o
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

// recorder returns a function that adds a policy's steps to rows.
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

func decisionRow(s *sim.Step, d *rules.Decision) *result.Decision {
	row := &result.Decision{Time: s.Time, Waiting: s.Waiting, Features: d.At[:],
		Before: s.Before, Strategy: s.After, Rule: s.Case, Fired: d.FiredRules()}
	for _, f := range d.Fired {
		row.Value += f.For
	}
	return row
}
