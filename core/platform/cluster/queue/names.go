package queue

import (
	"slices"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/policy/dynp"
	"github.com/backfill-lab/backfill/core/policy/plan"
)

// All is the policies of this package. Their descriptions are those of one machine; the package
// comment says what they mean on a cluster. Of the options they have only where the order counts submissions from.
var All = slices.Concat(policy.Ordered(policy.Orders, queuePolicies), policy.Ordered(plan.Orders, planPolicies), tunedPolicies())

// queuePolicies is the kinds of core/policy in that order.
func queuePolicies(o *policy.Order) (all []policy.Member[cluster.Maker]) {
	for _, k := range policy.Kinds {
		name := k.Name
		if o.Name != "" {
			name = o.Name + "-" + name
		}
		found, _ := policy.All.Find(name)
		all = append(all, member(found.Info, o, kinds[k.Name]))
	}
	return all
}

// planPolicies is core/policy/plan in that order.
func planPolicies(o *policy.Order) []policy.Member[cluster.Maker] {
	if o == plan.Opt { // which searches for one machine
		return nil
	}
	found, _ := plan.All.Find(plan.Prefix + plan.OrderName(o))
	return []policy.Member[cluster.Maker]{member(found.Info, o, byPlan)}
}

// tunedPolicies is core/policy/dynp.
func tunedPolicies() (all policy.Family[cluster.Maker]) {
	for _, info := range dynp.All.List() {
		if decide := deciders[info.Name]; decide != nil {
			all = append(all, member(info, new(policy.Order), func(*policy.Order) rule { return newTuned(decide) }))
		}
	}
	return all
}

// member is the policy of a rule in that order.
func member(info policy.Info, o *policy.Order, fresh func(*policy.Order) rule) policy.Member[cluster.Maker] {
	return policy.With(info, o.SinceOptions(), "first", nil, func(since string) cluster.Maker {
		return func(s *cluster.System) cluster.Scheduler { return newQueue(s, fresh(o.Counting(since))) }
	})
}

// kinds are the rules of core/policy.
var kinds = map[string]func(*policy.Order) rule{
	"fcfs": func(o *policy.Order) rule { return &fcfs{single: of(o)} },
	"list": func(o *policy.Order) rule { return &list{single: of(o)} },
	"easy": func(o *policy.Order) rule { return &easy{single: of(o)} },
	"cons": func(o *policy.Order) rule { return &cons{line: line{order: o}} },
}

// deciders are those of core/policy/dynp.
var deciders = map[string]dynp.Decider{dynp.Prefix + "simple": dynp.Simple, dynp.Prefix + "advanced": dynp.Advanced}

// New returns the scheduler of that name, one of All, for one run on a system. The error is a
// policy.Unknown.
func New(s *cluster.System, name string) (cluster.Scheduler, error) {
	fresh, err := All.Parse(name)
	if err != nil {
		return nil, err
	}
	return fresh(s), nil
}
