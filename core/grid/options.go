package grid

import (
	"fmt"
	"strconv"

	"github.com/backfill-lab/backfill/core/policy"
)

// Options say how a Scheduler decides. The zero value is load sharing as in the paper:
// one queue, first come first served, no splitting, no molding. "" is the first value
// named. parameters.go describes the values.
type Options struct {
	// Scope is where jobs may run: "grid", all sites share one queue; or "home",
	// independent clusters: each job on its home site, each site with its own queue.
	Scope string `json:"scope,omitempty"`

	// Queue is the discipline: "fcfs", nothing passes a job that cannot start; or
	// "list", whatever can start does, in order.
	Queue string `json:"queue,omitempty"`

	// Order is the queue's order: "submission", or the name of another one of
	// policy.Orders. Those with estimates know more than the paper's scheduler.
	Order string `json:"order,omitempty"`

	// Site chooses among the sites with enough free processors: "fastest", "best-fit"
	// (fewest left over), "most-power" (largest free computing power), "most-free",
	// "random", "home" (the home site if it will do, else the fastest). Ties: see
	// Scheduler.
	Site string `json:"site,omitempty"`

	// Split chooses the sites of a job that fits on none: "" splits none, "larger"
	// (larger-first), "faster" (faster-first) or "adaptive", whichever of the two
	// leaves room for more waiting jobs.
	Split string `json:"split,omitempty"`

	// Count is what adaptive splitting counts. "queue": the jobs behind start one after
	// the other in queue order, each on the fastest site that has room, by the queue's
	// discipline: a strict one stops at the first that does not fit. "list": the same,
	// but jobs that do not fit are always passed over. "each": every waiting job that
	// would fit on one site if it were the only one.
	Count string `json:"count,omitempty"`

	// Tie is what adaptive splitting takes where the counts are equal: "faster" or
	// "larger".
	Tie string `json:"tie,omitempty"`

	// Mold allows a job that fits on no site to start on fewer processors; Power is the
	// least part of the computing power it asked for, 0 to 1.
	Mold  bool    `json:"mold,omitempty"`
	Power float64 `json:"power,omitempty"`

	// Take is how many processors a molded job takes: "asked", what is free, up to what
	// it asked for; or "power", up to the power it asked for.
	Take string `json:"take,omitempty"`

	// First is what is tried first where both are allowed: "mold" or "split".
	First string `json:"first,omitempty"`
}

// PlanOptions say how a Planner decides. The zero value plans in order of submission,
// each job on one site.
type PlanOptions struct {
	// Order is the order in which jobs are planned, as in Options.
	Order string `json:"order,omitempty"`

	// Split says whether a job may be planned on several sites at once: "none", or
	// "faster", on the fastest sites, where that ends sooner than on any one site.
	Split string `json:"split,omitempty"`

	// Mold says whether a job may be planned on fewer processors where that ends sooner:
	// "none", or "halving", on a half, a quarter and so on of what it asked.
	Mold string `json:"mold,omitempty"`
}

// Validate returns an error for the first option out of range.
func (o Options) Validate() error {
	if o.Scope != "" && o.Scope != "grid" && o.Scope != "home" {
		return fmt.Errorf("scope is %q: it is grid or home", o.Scope)
	}
	if _, err := power.Read(strconv.FormatFloat(o.Power, 'f', -1, 64)); err != nil {
		return err
	}
	return validate(value{order, o.Order}, value{queueing, o.Queue}, value{siting, o.Site}, value{splitting, o.Split},
		value{counting, o.Count}, value{tie, o.Tie}, value{take, o.Take}, value{first, o.First})
}

// Validate returns an error for the first option out of range.
func (o PlanOptions) Validate() error {
	return validate(value{planOrder, o.Order}, value{planSplit, o.Split}, value{planMold, o.Mold})
}

type value struct {
	of   *policy.Row[settings]
	text string
}

func validate(values ...value) error {
	for _, v := range values {
		read, err := v.of.Read(v.text)
		if v.text != "" && err == nil && read != v.text {
			err = fmt.Errorf("%s is %q: write %s", v.of.Name, v.text, read)
		}
		if v.text != "" && err != nil {
			return err
		}
	}
	return nil
}

// orderNamed returns the queue order of that name, which Validate has passed.
func orderNamed(name string) *policy.Order {
	if name == submission {
		name = ""
	}
	return policy.OrderNamed(name)
}
