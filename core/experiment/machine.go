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
	if !trace.Streams || o.stream == nil {
		v.machine(m.Spec, w, o, p)
		return nil
	}
	var err error
	p.Feed = func() verify.Feed { return o.stream.feed(&err) }
	v.machine(m.Spec, w, o, p)
	return err
}

type machinePlayer struct{ *Problem }

func (m machinePlayer) play(ctx context.Context, r *run) error {
	r.procs = m.Workload.Procs
	switch recorded := r.entry.Name == policy.Recorded; {
	case trace.Streams && m.Workload.Tape != nil && recorded:
		return m.replay(ctx, r)
	case trace.Streams && m.Workload.Tape != nil:
		return m.stream(ctx, r)
	case recorded:
		r.Jobs = m.Workload.Jobs
		r.Placed = sim.Replay(r.Jobs, m.Spec.overrun() == sim.Cut)
		return nil
	}
	return m.schedule(ctx, m.Spec.onProcs(m.Workload.Procs, m.Workload.Jobs), r)
}

// schedule plays a policy for one machine on cfg.
func (p *Problem) schedule(ctx context.Context, cfg sim.Config, r *run) error {
	pol, err := r.entry.Machine(p.Workload)
	if err != nil {
		return err
	}
	planner, _ := pol.(sim.Planner)
	cfg.Observers = append(cfg.Observers, r.Observers...)
	problems := r.collect(pol)
	if problems != nil {
		cfg.Observers = append(cfg.Observers, problems)
	}
	if o := r.watch(pol, planner, problems, len(cfg.Jobs)); o != nil {
		cfg.Observers = append(cfg.Observers, o)
	}
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
	if err := event.Run(ctx, until{e, r.Until}, len(cfg.Jobs), sim.Stride(ctx, pol), r.Progress); err != nil {
		return err
	}
	r.Jobs, r.Placed = cfg.Jobs, e.Schedule()
	return nil
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
