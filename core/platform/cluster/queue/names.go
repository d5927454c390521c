package queue

import (
	"strings"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/policy/dynp"
	"github.com/backfill-lab/backfill/core/policy/plan"
)

// All is the policies of this package. Their descriptions are those of one machine; the package
// comment says what they mean on a cluster. Of the options they have only where the order counts submissions from.
var All = func() (all policy.Family[cluster.Maker]) {
	add := func(info policy.Info, o *policy.Order, fresh func(*policy.Order) rule) {
		all = append(all, policy.With(info, o.SinceOptions(), "first", nil, func(since string) cluster.Maker {
			return func(s *cluster.System) cluster.Scheduler { return newQueue(s, fresh(o.Counting(since))) }
		}))
	}
	for _, info := range policy.All.List() {
		order, kind := "", info.Name
		if i := strings.LastIndexByte(kind, '-'); i >= 0 {
			order, kind = kind[:i], kind[i+1:]
		}
		if o := policy.OrderNamed(order); kinds[kind] != nil {
			add(info, o, kinds[kind])
		}
	}
	for _, info := range plan.All.List() {
		order, _ := strings.CutPrefix(info.Name, plan.Prefix)
		if o, err := plan.OrderNamed(order); err == nil && o != plan.Opt { // which searches for one machine
			add(info, o, byPlan)
		}
	}
	for _, info := range dynp.All.List() {
		if decide := deciders[info.Name]; decide != nil {
			add(info, new(policy.Order), func(*policy.Order) rule { return newTuned(decide) })
		}
	}
	return all
}()

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
