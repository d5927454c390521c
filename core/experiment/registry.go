package experiment

import (
	"fmt"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/dynp"
	"github.com/backfill-lab/backfill/core/grid"
	"github.com/backfill-lab/backfill/core/plan"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/sim"
)

// A family is a package of policies, known by how their names begin.
type family struct {
	prefix   string
	on       place
	all      func() []policy.Info
	describe func(name string) (policy.Info, error)
	parse    func(name string) (sim.Policy, error)
}

// families is every package of policies; the last takes all names.
var families = []family{
	{plan.Prefix, oneMachine, plan.All, plan.Describe, plan.Parse},
	{dynp.Prefix, oneMachine, dynp.All, dynp.Describe, dynp.Parse},
	{grid.Prefix, gridOfSites, grid.All, grid.Describe, notOneMachines(gridOfSites, grid.Describe)},
	{SharedPrefix, sharedNodes, allShared, describeShared, notOneMachines(sharedNodes, describeShared)},
	{RulesPrefix, oneMachine, allRules, describeStrategy, parseStrategy},
	{"", oneMachine, policy.All, policy.Describe, policy.Parse},
}

// A place is what policies schedule.
type place struct{ one, give, names string }

var (
	oneMachine  = place{one: "one machine"}
	gridOfSites = place{"a grid of sites", "a grid", "that begin with " + grid.Prefix}
	sharedNodes = place{"a cluster of shared nodes", "a cluster", "for one machine or that begin with " + SharedPrefix}
)

// place is what the Spec has its policies schedule.
func (s *Spec) place() place {
	switch {
	case s.Grid != nil:
		return gridOfSites
	case s.Cluster != nil:
		return sharedNodes
	}
	return oneMachine
}

// takes tells whether policies for p can be played on what is given. On the nodes
// of a cluster those for one machine can, which do not share them.
func (given place) takes(p place) bool { return p == given || given == sharedNodes && p == oneMachine }

// misplaced says that a policy for p cannot be played on what is given.
func misplaced(name string, p, given place) error {
	if given == oneMachine {
		return fmt.Errorf("policy %s is for %s, and none is given: give the experiment %s, or name a policy for one machine", name, p.one, p.give)
	}
	return fmt.Errorf("policy %s is for %s, and %s is given: name policies %s, or leave %s out", name, p.one, given.one, given.names, strings.Replace(given.give, "a ", "the ", 1))
}

// Families, as policy.Info has them, whose policies are not for one machine.
const (
	gridFamily   = "grid" // see GridPolicy
	sharedFamily = "dfrs"
)

// notOneMachines is in the place of a parse function for policies that schedule
// no single machine.
func notOneMachines(p place, describe func(name string) (policy.Info, error)) func(name string) (sim.Policy, error) {
	return func(name string) (sim.Policy, error) {
		if _, err := describe(name); err != nil {
			return nil, err
		}
		return nil, misplaced(name, p, oneMachine)
	}
}

// Policies lists every policy that a Spec can name: those of core/policy, of
// core/plan, of core/dynp, of core/grid, of core/dfrs and of core/rules, and last the
// recorded baseline. Options are not in the names, and rule bases have theirs.
func Policies() []policy.Info {
	var all []policy.Info
	for _, f := range families {
		if f.prefix == "" {
			return append(append(f.all()[:len(f.all())-1:len(f.all())-1], all...), f.all()[len(f.all())-1])
		}
		all = append(all, f.all()...)
	}
	return all
}

// Policy returns a new policy of that name for one machine. The error for an unknown name says
// which names there are. Those of core/rules need a workload: see Spec.Policy.
func Policy(name string) (sim.Policy, error) {
	f := familyOf(name)
	p, err := f.parse(name)
	if err != nil {
		return nil, f.explain(err)
	}
	return p, nil
}

// DescribePolicy returns what Policies has for a name, with its options if it
// takes any, or an error as Policy has it.
func DescribePolicy(name string) (policy.Info, error) {
	f := familyOf(name)
	info, err := f.describe(name)
	if err != nil {
		return policy.Info{}, f.explain(err)
	}
	return info, nil
}

func familyOf(name string) *family {
	i := slices.IndexFunc(families, func(f family) bool { return strings.HasPrefix(name, f.prefix) })
	return &families[i]
}

// explain adds what the last family, which is asked about any name, does not
// know: how the names of the others begin.
func (f *family) explain(err error) error {
	if f.prefix != "" {
		return err
	}
	return fmt.Errorf("%w; or plan- and one of fcfs, opt and these; or dynp-basic, dynp-simple or dynp-advanced; or rules: and a strategy or a rule base; or one that begins with dfrs: for a cluster of shared nodes, with grid- for a grid of sites", err)
}

// JoinPolicies puts names together that were split at every comma: a part such
// as slack=5 is an option of the name before it, if that has options. Names of one
// policy become alike, as results have them.
func JoinPolicies(parts []string) []string {
	var names []string
	for _, part := range parts {
		if n := len(names); n > 0 && strings.Contains(part, "=") && !strings.ContainsAny(part, ":/") && strings.Contains(names[n-1], ":") {
			names[n-1] += "," + part
			continue
		}
		names = append(names, part)
	}
	return canonicalPolicies(names)
}
