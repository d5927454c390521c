package experiment

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/optimum/exact"
	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/platform/cluster/queue"
	"github.com/backfill-lab/backfill/core/platform/grid"
	"github.com/backfill-lab/backfill/core/platform/machine"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/slurm/accounting"
	"github.com/backfill-lab/backfill/core/slurm/twin"
	"github.com/backfill-lab/backfill/core/trace"
)

// This file is the registry of platforms, the only one of the package that names them: a platform is a field of
// Platforms and a row of registry.

// Platforms say what the policies of a Spec schedule: one machine, unless one of them is given.
type Platforms struct {
	// Grid puts the jobs on several sites instead of one machine, under policies of
	// core/platform/grid. Procs is 0: the sites have their own.
	Grid *grid.Grid `json:"grid,omitempty"`

	// Shared puts the jobs on nodes that they share by fractions, under policies of
	// core/platform/shared; under others each task has a node to itself. Procs is 0 here, too.
	Shared *shared.Nodes `json:"shared,omitempty"`

	// Cluster puts the jobs on nodes with resources and partitions, under the policy slurm or those for one
	// machine that core/platform/cluster/queue has. Procs is 0.
	Cluster *cluster.Description `json:"cluster,omitempty"`

	// Events are what people did to the jobs of the log on the cluster.
	Events []accounting.Event `json:"events,omitempty"`

	// Other is a platform of the Spec's author. It is not written to JSON: a Spec that is read back is one of a
	// machine.
	Other platform.Platform `json:"-"`
}

// A row is a platform: what it is, and its field of Platforms.
type row struct {
	about *platform.About
	get   func(p *Platforms) platform.Platform     // nil if it is not given
	set   func(p *Platforms, to platform.Platform) // to what get returned, changed
}

var registry = []row{
	{about: machine.About, get: func(*Platforms) platform.Platform { return nil }},
	{grid.About, func(p *Platforms) platform.Platform { return given(p.Grid, grid.Platform{Grid: p.Grid}) },
		func(p *Platforms, to platform.Platform) { p.Grid = to.(grid.Platform).Grid }},
	{shared.About, func(p *Platforms) platform.Platform { return given(p.Shared, shared.Platform{Nodes: p.Shared}) },
		func(p *Platforms, to platform.Platform) { p.Shared = to.(shared.Platform).Nodes }},
	{onCluster.About(), func(p *Platforms) platform.Platform {
		return given(p.Cluster, cluster.Platform{Description: p.Cluster, Kit: p.kit()})
	}, func(p *Platforms, to platform.Platform) { p.Cluster = to.(cluster.Platform).Description }},
	{get: func(p *Platforms) platform.Platform { return p.Other }, set: func(p *Platforms, to platform.Platform) { p.Other = to }},
}

// given returns p, or nil if what it is of is.
func given[D any](of *D, p platform.Platform) platform.Platform {
	if of == nil {
		return nil
	}
	return p
}

// onCluster are the policies for clusters, and the reader of logs.
var onCluster = cluster.NewKit(cluster.Kit{
	Families: []platform.Family{{Name: policy.Slurm, Prefix: policy.Slurm,
		List: twin.Policies.List(), Find: platform.Finder(twin.Policies.Find)}},
	Queue: func(name string) (cluster.Maker, bool) {
		found, err := queue.All.Find(name)
		if err != nil {
			return nil, false
		}
		return found.New(), true
	},
	Read:       reader(nil),
	SlurmNotes: accounting.Notes,
	QueueNote:  accounting.OneQueue,
})

// reader returns what reads logs to whose jobs events happened.
func reader(events []accounting.Event) func(w *trace.Workload, s *cluster.System) (*cluster.Reading, error) {
	return func(w *trace.Workload, s *cluster.System) (*cluster.Reading, error) {
		l, of, err := accounting.FromWorkload(w, s, events)
		if err != nil {
			return nil, err
		}
		return &cluster.Reading{Jobs: l.Jobs, Of: of, Changes: l.Changes, UnixStart: l.UnixStart, Doubts: l.Doubts}, nil
	}
}

// kit is onCluster, whose logs' jobs the events happened to.
func (p *Platforms) kit() *cluster.Kit {
	if p.Events == nil {
		return onCluster
	}
	k := *onCluster
	k.Read = reader(p.Events)
	return &k
}

// Families are all families of policies, in the order in which lists show them. The first takes every
// name that begins with no other's prefix.
var Families = func() (all []platform.Family) {
	for _, r := range registry {
		if r.about == nil {
			continue
		}
		for _, f := range r.about.Families {
			f.On = r.about.Kind
			all = append(all, f)
		}
	}
	return all
}()

// aboutOf returns the platform of a family's policies.
func aboutOf(f *platform.Family) *platform.About {
	i := slices.IndexFunc(registry, func(r row) bool { return r.about != nil && r.about.Kind == f.On })
	return registry[i].about
}

// made returns the platform whose policies make makes, or nil.
func (s *Spec) made(make any) *platform.About {
	for _, r := range append(slices.Clip(registry), row{about: s.Platform().About()}) {
		if r.about != nil && r.about.Makes != nil && r.about.Makes(make) {
			return r.about
		}
	}
	return nil
}

// Platform returns what the Spec's policies schedule; one machine by default.
func (s *Spec) Platform() platform.Platform {
	for _, r := range registry {
		if p := r.get(&s.Platforms); p != nil {
			return p
		}
	}
	return machine.Platform{}
}

// setPlatform puts what became of Platform in its place.
func (s *Spec) setPlatform(to platform.Platform) {
	for _, r := range registry {
		if r.get(&s.Platforms) != nil {
			r.set(&s.Platforms, to)
			return
		}
	}
}

// onePlatform reports an error if the Spec asks for several platforms.
func (s *Spec) onePlatform() error {
	var first platform.Platform
	for _, r := range registry {
		switch p := r.get(&s.Platforms); {
		case p == nil:
		case first != nil:
			return fmt.Errorf("both %s and %s are given: leave one out", first.About(), p.About())
		default:
			first = p
		}
	}
	if s.Events != nil && s.Cluster == nil {
		return errors.New("events are given, but no cluster: leave them out")
	}
	return accounting.CheckEvents(s.Events)
}

// Machine returns a new policy for w on one machine, or on nodes that jobs do not share.
// Only rule bases need w, for its users.
func (c *Catalogue) Machine(name string, w *trace.Workload) (sim.Policy, error) {
	e, err := c.Find(name)
	if err != nil {
		return nil, err
	}
	return machine.Policy(e, w)
}

// Scheduler returns a new scheduler for one run on a cluster.
func (c *Catalogue) Scheduler(s *cluster.System, name string) (cluster.Scheduler, error) {
	e, err := c.Find(name)
	if unknown, is := errors.AsType[*policy.Unknown](err); is {
		unknown.Hint = "on a cluster it is " + cluster.PolicyNames
	}
	if err != nil {
		return nil, err
	}
	return onCluster.Scheduler(e, s)
}

// Tasks returns the jobs of w on the Spec's shared nodes, in their order: see shared.Nodes.Tasks.
func (s Spec) Tasks(w *trace.Workload) (jobs []shared.Job, counts shared.TaskCounts, err error) {
	if s.Shared == nil {
		return nil, counts, errors.New("the experiment has no shared nodes, so its jobs have no tasks")
	}
	return s.Shared.Tasks(w, s.setting().Model)
}

// InstanceAt plays the Spec's run of the named policy for one machine again, up to the first
// scheduling pass of second at, and returns the off-line problem of the jobs that wait then.
// It is an error if none waits or nothing happens at that second. progress, if not nil,
// receives now and then how many jobs have been submitted.
func InstanceAt(ctx context.Context, spec Spec, w *trace.Workload, name string, at int64,
	progress func(submitted int)) (*exact.Instance, error) {
	if !spec.Simple() {
		return nil, fmt.Errorf("the best schedule of a step is found for one machine only, and this run is of %s", spec.Platform().About())
	}
	if name == policy.Recorded {
		return nil, errors.New("a recorded schedule has no steps: choose the run of a policy")
	}
	s := &machine.Stop{At: at}
	if _, err := Play(ctx, Problem{Spec: &spec, Workload: w}, name, s.Hooks(progress)); err != nil {
		return nil, err
	}
	if s.Found == nil || len(s.Found.Jobs) == 0 {
		return nil, fmt.Errorf("no job waits to be scheduled at second %d under %s: choose a second at which one is submitted", at, name)
	}
	s.Found.Name = fmt.Sprintf("%s/%s@%d", w.Name, name, at)
	return s.Found, s.Found.Check()
}

// ruleEntry returns the entry of a rule base.
func ruleEntry(b *rules.Base) *platform.Entry { return machine.RuleBase(b) }

// spools tells whether a policy can be played on spooled jobs.
func spools(e *platform.Entry) bool { return machine.Spools(e) }
