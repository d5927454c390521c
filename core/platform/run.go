package platform

import (
	"context"
	"errors"

	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/event"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/verify"
)

// A Played is one finished run.
type Played struct {
	Policy  string
	Jobs    []job.Job       // as they ran
	Placed  []job.Placement // where each was put; on shared nodes rounded outwards
	LeftOut int             // jobs that the policy cannot run here: on whole nodes, those with more tasks than nodes
	Counts  []Count         // jobs by how the platform treated them
	Detail  any             // what the platform tells beside: *grid.Run, *shared.Run or *cluster.Run

	Unwritten
}

// An Unwritten is what a run is measured and written by, until it is written.
type Unwritten struct {
	Name     string
	Procs    int
	Schedule Schedule // of spooled jobs: instead of Jobs and Placed
	Notes    result.Notes
	Measured func() metrics.Input // what the metrics are of; nil: Jobs and Placed

	tables []func(result.Set) error
}

// A Schedule is what a run without Jobs and Placed has instead.
type Schedule interface {
	Jobs() int
	Measure() (metrics.Values, *metrics.Blocks) // in the groups of the Problem; as Played.Measure
	Write(sink result.Sink, run, policy string, rows *result.JobRows, notes result.Notes) error
	Feed(failed *error) verify.Feed // for the referee, which may read it several times; an error ends it and goes to *failed
	Close() error
}

// A Count is the number of jobs that a run treated in some way.
type Count struct {
	Name string // such as away: not on their home site
	Jobs int
}

// Judge returns the metrics of the run, with users in the given groups.
func (p *Played) Judge(groups []uint8) metrics.Values {
	values, _ := p.Measure(groups, 0)
	return values
}

// Measure is Judge, and returns what intervals are made of, too; start is the Unix time of second 0.
func (p *Played) Measure(groups []uint8, start int64) (metrics.Values, *metrics.Blocks) {
	if p.Schedule != nil {
		return p.Schedule.Measure()
	}
	in := p.Input()
	in.Groups = groups
	return metrics.Measure(in, start)
}

// Input returns what Judge computes the metrics from; on shared nodes its times are in
// microseconds.
func (p *Played) Input() metrics.Input {
	if p.Measured != nil {
		return p.Measured()
	}
	return metrics.Input{Procs: p.Procs, Jobs: p.Jobs, Placed: p.Placed}
}

// Len returns how many jobs ran.
func (p *Played) Len() int {
	if p.Schedule != nil {
		return p.Schedule.Jobs()
	}
	return len(p.Jobs)
}

// Write writes the run's rows to the tables that are wanted; rows makes those of
// its jobs.
func (p *Played) Write(to result.Set, rows *result.JobRows) error {
	if sink := to[result.Jobs]; sink != nil {
		var err error
		if p.Schedule != nil {
			err = p.Schedule.Write(sink, p.Name, p.Policy, rows, p.Notes)
		} else {
			err = rows.Write(sink, p.Name, p.Policy, p.Jobs, p.Placed, p.Notes)
		}
		if err != nil {
			return err
		}
	}
	for _, write := range p.tables {
		if err := write(to); err != nil {
			return err
		}
	}
	return nil
}

// A Run is a run that is being played.
type Run struct {
	Played
	Hooks
	Entry *Entry // its policy

	full []func() error // each returns why rows could not be kept, if so
}

// NewRun returns a run of a policy that has not begun.
func NewRun(e *Entry, h Hooks) *Run {
	return &Run{Played: Played{Policy: e.Spelling, Unwritten: Unwritten{Name: h.Run}}, Hooks: h, Entry: e}
}

// Later writes rows of table s when the run is over, if that table is wanted.
func (r *Run) Later(s *result.Schema, write func(result.Sink) error) {
	r.AtEnd(func(to result.Set) error {
		if sink := to[s]; sink != nil {
			return write(sink)
		}
		return nil
	})
}

// AtEnd calls f when the run is written.
func (r *Run) AtEnd(f func(to result.Set) error) { r.tables = append(r.tables, f) }

// Keep is Later for rows that are kept while the run is played.
func (r *Run) Keep(s *result.Schema, rows interface {
	Write(result.Sink) error
	Err() error
	Close() error
}) {
	r.full = append(r.full, rows.Err)
	r.Later(s, func(sink result.Sink) error { return errors.Join(rows.Write(sink), rows.Close()) })
}

// Err returns why rows could not be kept, if so.
func (r *Run) Err() error {
	for _, full := range r.full {
		if err := full(); err != nil {
			return err
		}
	}
	return nil
}

// Note records what the jobs table needs beside the schedule. The observer that it returns may be nil.
func (r *Run) Note(p any, planner sim.Planner, jobs int) (o sim.Observer) {
	if r.Tables[result.Jobs] != nil {
		switcher, _ := p.(sim.Switcher)
		r.Notes, o = observe(planner, switcher, jobs)
	}
	return o
}

// Listen records p's steps, as far as somebody wants them. also sees them, too, unless it is nil.
func (r *Run) Listen(p any, also func(*sim.Step)) {
	var see []func(*sim.Step)
	based, _ := p.(*rules.Policy)
	if r.Tables[result.Steps] != nil && (based == nil || r.Scores) {
		rows := result.NewStepRows(r.Name, r.Policy, r.Scratch)
		r.Keep(result.Steps, rows)
		see = append(see, recorder(rows))
	}
	if r.Tables[result.Decisions] != nil && based != nil {
		rows := result.NewDecisionRows(r.Name, r.Policy, r.Scratch)
		r.Keep(result.Decisions, rows)
		see = append(see, func(s *sim.Step) { rows.Add(decisionRow(s, based.Decision())) })
	}
	if also != nil {
		see = append(see, also)
	}
	if r.Step != nil {
		see = append(see, r.Step)
	}
	if s, ok := p.(sim.Stepper); ok && len(see) > 0 {
		s.OnStep(func(step *sim.Step) {
			for _, f := range see {
				f(step)
			}
		})
	}
}

// Steps plays e to its end or until over, which may be nil, is true.
func (r *Run) Steps(ctx context.Context, e event.Steppable, over func() bool, jobs, stride int) error {
	return event.Run(ctx, until{e, over}, jobs, stride, r.Progress)
}

// Engine plays e to its end, or as far as the hooks want. over tells that they have seen enough.
func (r *Run) Engine(ctx context.Context, e interface {
	event.Steppable
	Run(ctx context.Context, progress func(done, total int)) error
}, jobs int) (over bool, err error) {
	if r.Until == nil {
		return false, e.Run(ctx, r.Progress)
	}
	err = r.Steps(ctx, e, r.Until, jobs, 64)
	return r.Until(), err
}

// until is an engine that stops early.
type until struct {
	event.Steppable
	over func() bool // nil: never
}

func (u until) Step() bool { return (u.over == nil || !u.over()) && u.Steppable.Step() }
