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
	all      func() []policy.Info
	describe func(name string) (policy.Info, error)
	parse    func(name string) (sim.Policy, error)
}

// families is every package of policies; the last takes all names.
var families = []family{
	{plan.Prefix, plan.All, plan.Describe, plan.Parse},
	{dynp.Prefix, dynp.All, dynp.Describe, dynp.Parse},
	{grid.Prefix, grid.All, grid.Describe, notOneMachines},
	{"", policy.All, policy.Describe, policy.Parse},
}

// gridFamily is the Family of policies for a grid of sites; see GridPolicy.
const gridFamily = "grid"

// notOneMachines is in the place of a parse function for policies that schedule
// no single machine.
func notOneMachines(name string) (sim.Policy, error) {
	if _, err := grid.Parse(name); err != nil {
		return nil, err
	}
	return nil, needsGrid(name)
}

func needsGrid(name string) error {
	return fmt.Errorf("policy %s is for a grid of sites, and none is given: give the experiment a grid, or name a policy for one machine", name)
}

// Policies lists every policy that a Spec can name: those of core/policy, of
// core/plan, of core/dynp and of core/grid, and last the recorded baseline.
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
// which names there are.
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
	return fmt.Errorf("%w; or plan- and one of fcfs and these; or dynp-basic, dynp-simple or dynp-advanced; or, for a grid of sites, one that begins with grid-", err)
}

// JoinPolicies puts names together that were split at every comma: a part such
// as slack=5 is an option of the name before it, if that has options.
func JoinPolicies(parts []string) []string {
	var names []string
	for _, part := range parts {
		if n := len(names); n > 0 && strings.Contains(part, "=") && !strings.Contains(part, ":") && strings.Contains(names[n-1], ":") {
			names[n-1] += "," + part
			continue
		}
		names = append(names, part)
	}
	return names
}
