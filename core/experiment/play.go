package experiment

import (
	"context"
	"errors"

	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/platform/grid"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/verify"
)

// A Problem is what a policy is played on: a Spec and the workload that its Load or Apply
// made.
type Problem struct {
	Spec     *Spec
	Workload *trace.Workload

	// Play works these out if they are nil.
	Natures []grid.Nature // on a grid, parallel to the workload's jobs
	Tasks   []shared.Job  // on a cluster; the Workload may then be nil

	groups rules.Groups // of users, for a run on spooled jobs
}

// Hooks are what a caller of Play wants to see. The zero Hooks see nothing.
type Hooks struct {
	Run       string                            // the run's name in tables
	Tables    result.Set                        // the tables whose rows Execute writes after the run
	Scores    bool                              // Steps also has the score of every strategy of a rule base: 13 rows a decision
	Stretches bool                              // keep SharedRun.Stretches even if the table of shares is not wanted
	Progress  func(done, total int)             // jobs that have ended, and all jobs
	Scratch   func() (trace.ScratchFile, error) // as in Options
	Ends      bool                              // keep the ends of spooled jobs as they were, for the referee

	Observers     []sim.Observer                  // see jobs, on a grid without their sites; on shared nodes they see nothing
	ObserveGrid   func(grid.Policy) grid.Observer // on a grid: returns what sees jobs and their sites in a run of that policy
	ObserveShared []shared.Observer               // see jobs on shared nodes
	Scheduler     Watcher                         // on nodes with resources
	Step          func(*sim.Step)                 // receives each decision; valid for the length of the call
	Around        func(sim.Policy) sim.Policy     // on one machine: returns what is played instead of the policy
	Until         func() bool                     // true ends the run early, which then is for the hooks alone; asked before every instant

	Instance func(*Instance) error // receives every Instance when the run is written; an error ends that
}

// A Watcher returns what is played instead of a scheduler of nodes with resources, and decides as that does.
// number returns the workload's number of the k-th job of the run, or job.None.
type Watcher func(s cluster.Scheduler, number func(k int32) int64) cluster.Scheduler

// A Played is one finished run.
type Played struct {
	Policy  string
	Jobs    []job.Job       // as they ran
	Placed  []job.Placement // where each was put; on shared nodes rounded outwards
	LeftOut int             // jobs that the policy cannot run here: on whole nodes, those with more tasks than nodes
	Grid    *GridRun        // on a grid: what each job held on each site
	Shared  *SharedRun      // on shared nodes: what each job held
	Cluster *ClusterRun     // on nodes with resources: what each job held
	Counts  []Count         // jobs by how the platform treated them

	unwritten
}

// unwritten is what a run is judged and written by.
type unwritten struct {
	procs    int
	schedule schedule // of spooled jobs: instead of Jobs and Placed
	notes    result.Notes
	input    func() metrics.Input // what the metrics are of; nil: Jobs and Placed
	tables   []func(result.Set) error
}

// A schedule is what a run without Jobs and Placed has instead.
type schedule interface {
	jobs() int
	measure(groups []uint8, start int64) (metrics.Values, *metrics.Blocks) // as Played.measure
	write(sink result.Sink, run, policy string, rows *result.JobRows, notes result.Notes) error
	feed(failed *error) verify.Feed // for the referee, which may read it several times; an error ends it and goes to *failed
	Close() error
}

// A Count is the number of jobs that a run treated in some way.
type Count struct {
	Name string // such as away: not on their home site
	Jobs int
}

// Play plays a policy on a Problem to its end. All runs outside tests and rule training go
// through it.
func Play(ctx context.Context, p Problem, policy string, hooks Hooks) (*Played, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	on, err := p.Spec.Platform().ready(&p)
	if err != nil {
		return nil, err
	}
	return play(ctx, p.Spec, on, policy, hooks)
}

func play(ctx context.Context, spec *Spec, on player, policy string, hooks Hooks) (played *Played, err error) {
	e, err := spec.Catalogue().Find(policy)
	if err != nil {
		return nil, err
	}
	defer e.panicked(&err)
	r := &run{Played: Played{Policy: e.Spelling}, Hooks: hooks, entry: e}
	if err := on.play(ctx, r); err != nil {
		return nil, err
	}
	return &r.Played, nil
}

// run is a run that is being played.
type run struct {
	Played
	Hooks
	entry *Entry         // its policy
	full  []func() error // each returns why rows could not be kept, if so
}

// Judge returns the metrics of the run, with users in the given groups.
func (p *Played) Judge(groups []uint8) metrics.Values {
	values, _ := p.measure(groups, 0)
	return values
}

// measure is Judge, and returns what intervals are made of, too; start is the Unix time of second 0.
func (p *Played) measure(groups []uint8, start int64) (metrics.Values, *metrics.Blocks) {
	if p.schedule != nil {
		return p.schedule.measure(groups, start)
	}
	in := p.Input()
	in.Groups = groups
	return metrics.Measure(in, start)
}

// Input returns what Judge computes the metrics from; on shared nodes its times are in
// microseconds.
func (p *Played) Input() metrics.Input {
	if p.input != nil {
		return p.input()
	}
	return metrics.Input{Procs: p.procs, Jobs: p.Jobs, Placed: p.Placed}
}

// write writes the run's rows to the tables that are wanted; rows makes those of
// its jobs.
func (p *Played) write(to result.Set, run string, rows *result.JobRows) error {
	if sink := to[result.Jobs]; sink != nil {
		var err error
		if p.schedule != nil {
			err = p.schedule.write(sink, run, p.Policy, rows, p.notes)
		} else {
			err = rows.Write(sink, run, p.Policy, p.Jobs, p.Placed, p.notes)
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

// jobs returns how many jobs ran.
func (p *Played) jobs() int {
	if p.schedule != nil {
		return p.schedule.jobs()
	}
	return len(p.Jobs)
}

// later writes rows of table s when the run is over, if that table is wanted.
func (r *run) later(s *result.Schema, write func(result.Sink) error) {
	r.tables = append(r.tables, func(to result.Set) error {
		if sink := to[s]; sink != nil {
			return write(sink)
		}
		return nil
	})
}

// keep is later for rows that are kept while the run is played.
func (r *run) keep(s *result.Schema, rows interface {
	Write(result.Sink) error
	Err() error
	Close() error
}) {
	r.full = append(r.full, rows.Err)
	r.later(s, func(sink result.Sink) error { return errors.Join(rows.Write(sink), rows.Close()) })
}

// kept returns why rows could not be kept, if so.
func (r *run) kept() error {
	for _, full := range r.full {
		if err := full(); err != nil {
			return err
		}
	}
	return nil
}

// watch records what the jobs table needs beside the schedule. The observer that it returns may be nil.
func (r *run) watch(p any, planner sim.Planner, jobs int) (o sim.Observer) {
	if r.Tables[result.Jobs] != nil {
		switcher, _ := p.(sim.Switcher)
		r.notes, o = observe(planner, switcher, jobs)
	}
	return o
}

// listen records p's steps, as far as somebody wants them.
func (r *run) listen(p any, problems *collector) {
	var see []func(*sim.Step)
	based, _ := p.(*rules.Policy)
	if r.Tables[result.Steps] != nil && (based == nil || r.Scores) {
		rows := result.NewStepRows(r.Run, r.Policy, r.Scratch)
		r.keep(result.Steps, rows)
		see = append(see, recorder(rows))
	}
	if r.Tables[result.Decisions] != nil && based != nil {
		rows := result.NewDecisionRows(r.Run, r.Policy, r.Scratch)
		r.keep(result.Decisions, rows)
		see = append(see, func(s *sim.Step) { rows.Add(decisionRow(s, based.Decision())) })
	}
	if problems != nil {
		see = append(see, problems.step)
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
