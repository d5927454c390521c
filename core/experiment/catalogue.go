package experiment

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/platform/cluster/queue"
	"github.com/backfill-lab/backfill/core/platform/grid"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/trace"
)

// A Catalogue holds every policy that a Spec may name: the built-in ones, the Spec's
// rule bases and its author's own. It is the only way from a name to a policy.
type Catalogue struct{ spec *Spec }

// Builtin is the catalogue of the policies that every Spec may name.
var Builtin = new(Spec).Catalogue()

// Catalogue returns the policies that s may name.
func (s *Spec) Catalogue() *Catalogue { return &Catalogue{s} }

// An Entry is the policy of a name. Its Name and Title have the options that were given.
// Machine, Sites, Algorithm or Scheduler makes what its platform plays.
type Entry struct {
	policy.Info
	Spelling string      // the name in results
	Key      string      // the same for two names of one policy
	Base     *rules.Base // of the family rules, else nil

	on      Kind
	machine func(w *trace.Workload) (sim.Policy, error)
	grid    func() grid.Policy
	shared  func() shared.Algorithm
	cluster queue.Maker
}

// Machine returns a new policy for w on one machine, or on nodes that jobs do not share.
// Only rule bases need w, for its users.
func (e *Entry) Machine(w *trace.Workload) (sim.Policy, error) {
	switch {
	case e.Base != nil && w == nil:
		return nil, fmt.Errorf("policy %s knows user groups, which only a workload has: give it one", e.Spelling)
	case e.machine != nil:
		return e.machine(w)
	case e.Name == policy.Recorded:
		return nil, fmt.Errorf("policy %s replays the log and schedules nothing: choose a scheduling policy", e.Name)
	}
	return nil, &Misplaced{e.Spelling, e.on, Machine}
}

// Sites returns a new policy for a grid of sites.
func (e *Entry) Sites() (grid.Policy, error) {
	if e.grid == nil {
		return nil, &Misplaced{e.Spelling, e.on, Grid}
	}
	return e.grid(), nil
}

// Algorithm returns the algorithm by which jobs share nodes.
func (e *Entry) Algorithm() (shared.Algorithm, error) {
	if e.shared == nil {
		return shared.Algorithm{}, &Misplaced{e.Spelling, e.on, Shared}
	}
	return e.shared(), nil
}

// onSystems are the policies that Entry.Scheduler makes.
const onSystems = "slurm, fcfs, list, easy, cons, one of these four after an order, such as sjf-easy, a plan such as plan-fcfs, " +
	"dynp-simple or dynp-advanced"

// Scheduler returns a new scheduler for one run on a cluster of nodes with resources.
func (e *Entry) Scheduler(s *cluster.System) (cluster.Scheduler, error) {
	switch {
	case e.cluster != nil:
		return e.cluster(s), nil
	case e.on == Machine:
		return nil, fmt.Errorf("policy %s does not run on %s: name %s", e.Spelling, Cluster, onSystems)
	}
	return nil, &Misplaced{e.Spelling, e.on, Cluster}
}

// Shares tells whether jobs share nodes under the policy.
func (e *Entry) Shares() bool { return e.shared != nil }

// Machine is Find and Entry.Machine.
func (c *Catalogue) Machine(name string, w *trace.Workload) (sim.Policy, error) {
	e, err := c.Find(name)
	if err != nil {
		return nil, err
	}
	return e.Machine(w)
}

// Scheduler is Find and Entry.Scheduler.
func (c *Catalogue) Scheduler(name string, s *cluster.System) (cluster.Scheduler, error) {
	e, err := c.Find(name)
	var unknown *policy.Unknown
	if errors.As(err, &unknown) {
		unknown.Hint = "on a cluster it is " + onSystems
	}
	if err != nil {
		return nil, err
	}
	return e.Scheduler(s)
}

// RuleBase is Find for rule bases.
func (c *Catalogue) RuleBase(name string) (*rules.Base, error) {
	e, err := c.Find(name)
	if err == nil && e.Base == nil {
		err = fmt.Errorf("policy %s is no rule base: name one that begins with %s", e.Spelling, rules.Prefix)
	}
	if err != nil {
		return nil, err
	}
	return e.Base, nil
}

// List describes every policy, without options: the built-in ones, the recorded baseline,
// the Spec's rule bases and its author's own.
func (c *Catalogue) List() (all []policy.Info) {
	for _, f := range Families {
		all = append(all, f.list...)
	}
	all = append(all, policy.Baseline)
	for _, b := range c.spec.Rules {
		all = append(all, b.Info())
	}
	for _, o := range c.spec.Own {
		all = append(all, o.info())
	}
	return all
}

// Find returns the policy of that name, ignoring case and spaces. The error for an unknown
// name is a *policy.Unknown.
func (c *Catalogue) Find(name string) (*Entry, error) {
	folded := policy.Fold(name)
	if folded == policy.Recorded {
		return &Entry{Info: policy.Baseline, Spelling: policy.Recorded, Key: policy.Recorded, on: Machine}, nil
	}
	for _, o := range c.spec.Own {
		if policy.Fold(o.Name) == folded {
			if err := c.spec.validateOwn(); err != nil {
				return nil, err
			}
			return o.entry()
		}
	}
	if b := c.spec.ruleBase(name); b != nil {
		e := ruledBy(b.Info(), b)
		return &e, nil
	}
	f := familyOf(folded)
	e, err := f.find(name)
	if err != nil {
		return nil, c.explain(f, name, err)
	}
	if e.on = f.On; e.Base != nil {
		e.Base.Bounds = c.spec.bounds()
	}
	return &e, nil
}

// builtIn tells whether every Spec may name a policy so.
func builtIn(name string) bool {
	folded := policy.Fold(name)
	_, err := familyOf(folded).find(name)
	return err == nil || folded == policy.Recorded
}

// explain adds to the error for an unknown name which names there are.
func (c *Catalogue) explain(f *Family, name string, err error) error {
	unknown, is := err.(*policy.Unknown)
	if !is {
		return err
	}
	switch f.Prefix {
	case rules.Prefix:
		var bases []string
		for _, b := range c.spec.Rules {
			bases = append(bases, strconv.Quote(b.Name))
		}
		unknown.Hint = "it is neither the name of a rule base that is given nor one of " + strings.Join(rules.StrategyNames, ", ")
		if bases != nil {
			unknown.Hint += "; the rule bases of this experiment are " + strings.Join(bases, ", ")
		}
	case "":
		unknown = policy.NewUnknown(name, c.List())
		var kinds, prefixes []string
		for _, k := range policy.Kinds {
			kinds = append(kinds, k.Name)
		}
		for _, f := range Families[1:] {
			if !f.alone() {
				prefixes = append(prefixes, f.Prefix)
			}
		}
		unknown.Hint = "it is " + either(kinds) + ", one of these after an order, such as sjf-easy, or begins with " + either(prefixes)
		if found, err := shared.Find(name); err == nil {
			unknown.Near = found.Key
		}
	}
	return unknown
}

// either lists words: a, b or c.
func either(words []string) string {
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// Names returns names as results spell them, and those of no policy unchanged.
func (c *Catalogue) Names(names []string) []string {
	names = slices.Clone(names)
	for i, name := range names {
		if e, err := c.Find(name); err == nil {
			names[i] = e.Spelling
		}
	}
	return names
}

// Join mends names that were split at every comma, and spells them as results do: a part
// such as slack=5 is an option of the name before it, if that has options.
func (c *Catalogue) Join(parts []string) []string {
	var names []string
	for _, part := range parts {
		if n := len(names); n > 0 && strings.Contains(part, "=") && !strings.ContainsAny(part, ":/") && strings.Contains(names[n-1], ":") {
			names[n-1] += "," + part
			continue
		}
		names = append(names, part)
	}
	return c.Names(names)
}
