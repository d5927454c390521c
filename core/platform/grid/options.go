package grid

import (
	"fmt"
	"strconv"

	"github.com/backfill-lab/backfill/core/policy"
)

// Options say how a Scheduler decides, in the values that parameters.go describes; "" is
// the first of them. The zero value is load sharing as in the paper: one queue, first come
// first served, no splitting, no molding.
type Options struct {
	// Scope is where jobs may run: "grid", all sites share one queue; or "home",
	// independent clusters: each job on its home site, each site with its own queue.
	Scope string `json:"scope,omitempty"`

	Queue string `json:"queue,omitempty"` // the discipline: fcfs or list
	Order string `json:"order,omitempty"` // of the queue; those with estimates know more than the paper's scheduler
	Since string `json:"since,omitempty"` // where an order of a learned formula counts submissions from: first or log
	Site  string `json:"site,omitempty"`  // the choice among sites with room; ties: see Scheduler
	Split string `json:"split,omitempty"` // of a job that fits on no site; "" is none: it waits

	// Single says what chooses the site of a job that fits on one, where Split is set. "site":
	// Site does. "most-free", "best-fit": Split does. Larger-first sends the job by that rule of
	// Site, faster-first to the fastest site, adaptive to whichever of these two leaves room
	// for more waiting jobs.
	Single string `json:"single,omitempty"`

	// Count is what adaptive splitting counts. "queue": the jobs behind start one after
	// the other in queue order, each on the fastest site that has room; fcfs stops at the
	// first that does not fit. "list": the same, but passing over jobs that do not fit.
	// "each": every waiting job that would fit on one site if it were the only one.
	Count string `json:"count,omitempty"`
	Tie   string `json:"tie,omitempty"` // faster or larger, where the counts are equal

	// Mold allows a job that fits on no site to start on fewer processors; Power is the
	// least part of the computing power it asked for, 0 to 1.
	Mold  bool    `json:"mold,omitempty"`
	Power float64 `json:"power,omitempty"`

	Take  string `json:"take,omitempty"`  // what a molded job takes of what is free: up to what it asked for, or to that power
	First string `json:"first,omitempty"` // what is tried first where both are allowed: mold or split
}

// PlanOptions say how a Planner decides, as Options do. The zero value plans in order of
// submission, each job on one site.
type PlanOptions struct {
	Order string `json:"order,omitempty"` // in which jobs are planned
	Since string `json:"since,omitempty"` // as that of Options
	Split string `json:"split,omitempty"` // whether a job may be planned on several sites at once
	Mold  string `json:"mold,omitempty"`  // whether a job may be planned on fewer processors
}

// Validate returns an error for the first option out of range.
func (o Options) Validate() error {
	if o.Scope != "" && o.Scope != "grid" && o.Scope != "home" {
		return fmt.Errorf("scope is %q: it is grid or home", o.Scope)
	}
	if _, err := power.Read(strconv.FormatFloat(o.Power, 'f', -1, 64)); err != nil {
		return err
	}
	return validate(value{order, o.Order}, value{since, o.Since},
		value{queueing, o.Queue}, value{siting, o.Site}, value{splitting, o.Split}, value{single, o.Single},
		value{counting, o.Count}, value{tie, o.Tie}, value{take, o.Take}, value{first, o.First})
}

// Validate returns an error for the first option out of range.
func (o PlanOptions) Validate() error {
	return validate(value{planOrder, o.Order}, value{planSince, o.Since}, value{planSplit, o.Split}, value{planMold, o.Mold})
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

// orderNamed returns the queue order of that name, which Validate has passed, with submissions counted from there.
func orderNamed(name, since string) *policy.Order {
	if name == submission {
		name = ""
	}
	return policy.OrderNamed(name).Counting(since)
}
