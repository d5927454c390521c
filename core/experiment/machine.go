package experiment

import (
	"context"
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/internal/retell"
	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/platform/grid"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/policy/dynp"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/event"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/verify"
)

// machinePlatform is the Platform of processors that are all alike.
type machinePlatform struct{ *Spec }

func (machinePlatform) kind() Kind                                  { return Machine }
func (machinePlatform) String() string                              { return string(Machine) }
func (machinePlatform) Simple() bool                                { return true }
func (machinePlatform) reseed(uint64) bool                          { return false }
func (machinePlatform) sites() []grid.Site                          { return nil }
func (machinePlatform) homes(*trace.Workload) []int32               { return nil }
func (machinePlatform) Details() string                             { return "" }
func (machinePlatform) Notes(*trace.Workload) []string              { return nil }
func (machinePlatform) taken() []string                             { return nil }
func (machinePlatform) validate() error                             { return nil }
func (m machinePlatform) canonical() Spec                           { return *m.Spec }
func (machinePlatform) Metrics() []metrics.Metric                   { return metrics.All }
func (machinePlatform) Size(w *trace.Workload) (n int, unit string) { return w.Procs, "processor" }

func (machinePlatform) fit(w *trace.Workload) (*trace.Workload, error) { return w, nil }

func (m machinePlatform) ready(p *Problem) (player, error) {
	if slices.Contains(m.Policies, policy.Recorded) {
		if err := p.Workload.Recorded(); err != nil {
			return nil, fmt.Errorf("policy %s: %w", policy.Recorded, err)
		}
	}
	return machinePlayer{p}, nil
}

func (m machinePlatform) verify(v *Verified, w *trace.Workload, o *Outcome) error {
	p := retell.Machine(m.onProcs(w.Procs, o.Jobs))
	var err error
	if o.schedule != nil {
		p.Feed = func() verify.Feed { return o.schedule.feed(&err) }
	}
	v.machine(m.Spec, w, o, p)
	return err
}

type machinePlayer struct{ *Problem }

func (m machinePlayer) play(ctx context.Context, r *run) error {
	jobs := &m.Workload.Jobs
	r.procs = m.Workload.Procs
	cfg := m.Spec.onProcs(r.procs, nil)
	switch recorded := r.entry.Name == policy.Recorded; {
	case recorded && jobs.Spooled():
		return m.replay(ctx, r)
	case recorded:
		r.Jobs = jobs.Held()
		r.Placed = sim.Replay(r.Jobs, cfg.Overrun == sim.Cut)
		return nil
	case jobs.Spooled():
		cfg.Feed, cfg.Total = jobs.Read(), jobs.Len()
	default:
		cfg.Jobs = jobs.Held()
	}
	return m.schedule(ctx, cfg, r)
}

// A book records a run on one machine.
type book interface {
	observer() sim.Observer                   // what sees the run, or nil
	until() func() bool                       // tells whether it can end early; nil is never
	done(played *sim.Engine, err error) error // leaves the schedule to the run, which ended with err
}

// book returns the book of a run of pol on cfg.
func (p *Problem) book(cfg *sim.Config, r *run, pol sim.Policy) (book, error) {
	if p.Workload != nil && p.Workload.Jobs.Spooled() {
		return p.spooledBook(r, pol)
	}
	planner, _ := pol.(sim.Planner)
	return &heldBook{r, cfg.Jobs, r.watch(pol, planner, len(cfg.Jobs))}, nil
}

// A heldBook is the book of a run on held jobs.
type heldBook struct {
	run   *run
	jobs  []job.Job
	notes sim.Observer // or nil
}

func (b *heldBook) observer() sim.Observer { return b.notes }
func (b *heldBook) until() func() bool     { return b.run.Until }

func (b *heldBook) done(played *sim.Engine, err error) error {
	if err == nil {
		b.run.Jobs, b.run.Placed = b.jobs, played.Schedule()
	}
	return err
}

// schedule plays a policy for one machine on cfg.
func (p *Problem) schedule(ctx context.Context, cfg sim.Config, r *run) error {
	pol, err := r.entry.Machine(p.Workload)
	if err != nil {
		return err
	}
	cfg.Observers = append(cfg.Observers, r.Observers...)
	problems := r.collect(pol)
	if problems != nil {
		cfg.Observers = append(cfg.Observers, problems)
	}
	book, err := p.book(&cfg, r, pol)
	if err != nil {
		return err
	}
	if o := book.observer(); o != nil {
		cfg.Observers = append(cfg.Observers, o)
	}
	r.listen(pol, problems)
	played := pol
	if r.Around != nil {
		played = r.Around(pol)
	}
	e, err := sim.New(cfg, played)
	if err != nil {
		return err
	}
	if problems != nil {
		problems.machine = e.Machine()
	}
	total := max(len(cfg.Jobs), cfg.Total)
	return book.done(e, event.Run(ctx, until{e, book.until()}, total, sim.Stride(ctx, pol), r.Progress))
}

// until is an engine that stops early.
type until struct {
	event.Steppable
	over func() bool // nil: never
}

func (u until) Step() bool { return (u.over == nil || !u.over()) && u.Steppable.Step() }

// engine plays e to its end, or as far as the hooks want. over tells that they have seen enough.
func (r *run) engine(ctx context.Context, e interface {
	event.Steppable
	Run(ctx context.Context, progress func(done, total int)) error
}, jobs int) (over bool, err error) {
	if r.Until == nil {
		return false, e.Run(ctx, r.Progress)
	}
	err = event.Run(ctx, until{e, r.Until}, jobs, 64, r.Progress)
	return r.Until(), err
}

// collect returns what keeps the instances of p's self-tuning steps, or nil if nobody wants
// them.
func (r *run) collect(p sim.Policy) *collector {
	if _, ok := p.(*dynp.SelfTuning); !ok || r.Tables[result.Instances] == nil && r.Instance == nil {
		return nil
	}
	c := &collector{run: r.Run, policy: r.Policy, whole: r.Instance != nil}
	r.tables = append(r.tables, func(result.Set) error { return c.write(r.Instance) })
	if r.Tables[result.Instances] != nil {
		c.rows = result.NewInstanceRows(r.Run, r.Policy, r.Scratch)
		r.keep(result.Instances, c.rows)
	}
	return c
}

// onProcs returns what jobs on one machine are: the engine plays it, and the referee judges
// by it.
func (s *Spec) onProcs(procs int, jobs []job.Job) sim.Config {
	return sim.Config{Procs: procs, Jobs: jobs, Overrun: s.overrun()}
}

func (s *Spec) overrun() sim.Overrun {
	if s.Overrun == "extend" {
		return sim.Extend
	}
	return sim.Cut
}
