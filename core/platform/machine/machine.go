// Package machine is the platform of processors that are all alike: it plays the policies of
// core/policy, on held jobs and on spooled ones.
package machine

import (
	"context"
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/policy/dynp"
	"github.com/backfill-lab/backfill/core/policy/plan"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
)

// About is the platform.
var About = &platform.About{Kind: "machine", Phrase: "one machine", Default: true,
	Families: []platform.Family{
		{Name: "queue", Title: "a queue", Example: "KIND or ORDER-KIND, as in easy and sjf-easy",
			List: policy.All.List(), Find: platform.Finder(policy.All.Find)},
		{Name: "plan", Prefix: plan.Prefix, Title: "a plan of all jobs", Example: "plan-ORDER, as in plan-sjf",
			List: plan.All.List(), Find: platform.Finder(plan.All.Find)},
		{Name: "dynp", Prefix: dynp.Prefix, Title: "a plan in the order that is best at present",
			List: dynp.All.List(), Find: platform.Finder(dynp.All.Find)},
		{Name: "rules", Prefix: rules.Prefix, Title: "by rules", Example: "rules:FILE is a rule base, the rest are its strategies",
			List: rules.Always.List(), Find: strategy},
	},
	Makes: func(make any) bool { _, ok := make.(func() sim.Policy); return ok },
}

// strategy finds one of a rule base's.
func strategy(name string) (platform.Entry, error) {
	f, err := rules.Always.Find(name)
	if err != nil {
		return platform.Entry{Info: f.Info}, err
	}
	return based(f.Info, f.New()), nil
}

func based(info policy.Info, b *rules.Base) platform.Entry {
	return platform.Entry{Info: info, Spelling: info.Name, Key: info.Name, Base: b}
}

// RuleBase returns the entry of a rule base.
func RuleBase(b *rules.Base) *platform.Entry {
	e := based(b.Info(), b)
	e.On = About
	return &e
}

// Policy returns a new policy for w. Only rule bases need w, for its users.
func Policy(e *platform.Entry, w *trace.Workload) (sim.Policy, error) {
	switch make, ok := e.Make.(func() sim.Policy); {
	case ok:
		return make(), nil
	case e.Base != nil && w == nil:
		return nil, fmt.Errorf("policy %s knows user groups, which only a workload has: give it one", e.Spelling)
	case e.Base != nil:
		c, err := rules.Consumed(w.Jobs.All())
		if err != nil {
			return nil, err
		}
		return e.Base.PolicyFor(c), nil
	case e.Name == policy.Recorded:
		return nil, fmt.Errorf("policy %s replays the log and schedules nothing: choose a scheduling policy", e.Name)
	}
	return nil, &platform.Misplaced{Policy: e.Spelling, Of: e.On, Given: About}
}

// A Platform is one machine. Its number of processors is the workload's.
type Platform struct{}

// About implements platform.Platform.
func (Platform) About() *platform.About { return About }

// Validate implements platform.Platform.
func (Platform) Validate(*platform.Setting) error { return nil }

// Prepare implements platform.Platform.
func (Platform) Prepare(p *platform.Problem) (platform.Player, error) {
	if err := Recorded(p); err != nil {
		return nil, err
	}
	return player{p}, nil
}

// Recorded returns an error if the recorded schedule is asked for and the log does not have all of it.
func Recorded(p *platform.Problem) error {
	if slices.Contains(p.Policies, policy.Recorded) {
		if err := p.Workload.Recorded(); err != nil {
			return fmt.Errorf("policy %s: %w", policy.Recorded, err)
		}
	}
	return nil
}

type player struct{ *platform.Problem }

// Play implements platform.Player.
func (m player) Play(ctx context.Context, r *platform.Run) error {
	jobs := &m.Workload.Jobs
	r.Procs = m.Workload.Procs
	cfg := sim.Config{Procs: r.Procs, Overrun: m.Overrun}
	switch recorded := r.Entry.Name == policy.Recorded; {
	case recorded && jobs.Spooled():
		return replay(ctx, m.Problem, r)
	case recorded:
		Replay(m.Problem, r)
		return nil
	case jobs.Spooled():
		cfg.Feed, cfg.Total = jobs.Read(), jobs.Len()
	default:
		cfg.Jobs = jobs.Held()
	}
	return Play(ctx, m.Problem, cfg, r)
}

// Replay makes the recorded schedule of held jobs the run's.
func Replay(p *platform.Problem, r *platform.Run) {
	r.Procs, r.Jobs = p.Workload.Procs, p.Workload.Jobs.Held()
	r.Placed = sim.Replay(r.Jobs, p.Overrun == sim.Cut)
}

// A book records a run.
type book interface {
	observer() sim.Observer                   // what sees the run, or nil
	until() func() bool                       // tells whether it can end early; nil is never
	done(played *sim.Engine, err error) error // leaves the schedule to the run, which ended with err
}

// bookOf returns the book of a run of pol on cfg.
func bookOf(p *platform.Problem, cfg *sim.Config, r *platform.Run, pol sim.Policy) (book, error) {
	if p.Workload != nil && p.Workload.Jobs.Spooled() {
		return spooledBook(p, r, pol)
	}
	planner, _ := pol.(sim.Planner)
	return &heldBook{r, cfg.Jobs, r.Note(pol, planner, len(cfg.Jobs))}, nil
}

// A heldBook is the book of a run on held jobs.
type heldBook struct {
	run   *platform.Run
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

// Play plays a policy for one machine on cfg.
func Play(ctx context.Context, p *platform.Problem, cfg sim.Config, r *platform.Run) error {
	pol, err := Policy(r.Entry, p.Workload)
	if err != nil {
		return err
	}
	cfg.Observers = append(cfg.Observers, r.Observers...)
	problems, step := collect(r, pol), (func(*sim.Step))(nil)
	if problems != nil {
		cfg.Observers, step = append(cfg.Observers, problems), problems.step
	}
	book, err := bookOf(p, &cfg, r, pol)
	if err != nil {
		return err
	}
	if o := book.observer(); o != nil {
		cfg.Observers = append(cfg.Observers, o)
	}
	r.Listen(pol, step)
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
	return book.done(e, r.Steps(ctx, e, book.until(), max(len(cfg.Jobs), cfg.Total), sim.Stride(ctx, pol)))
}

// collect returns what keeps the instances of pol's self-tuning steps, or nil if nobody wants
// them.
func collect(r *platform.Run, pol sim.Policy) *collector {
	if _, ok := pol.(*dynp.SelfTuning); !ok || r.Tables[result.Instances] == nil && r.Instance == nil {
		return nil
	}
	c := &collector{run: r.Name, policy: r.Policy, whole: r.Instance != nil}
	r.AtEnd(func(result.Set) error { return c.write(r.Instance) })
	if r.Tables[result.Instances] != nil {
		c.rows = result.NewInstanceRows(r.Name, r.Policy, r.Scratch)
		r.Keep(result.Instances, c.rows)
	}
	return c
}
