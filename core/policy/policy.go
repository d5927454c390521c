// Package policy holds the scheduling policies of a single machine and their queue orders. They
// see estimates, never run times. A policy's name is a kind, with a queue order before it or not:
// easy is EASY in order of submission, sjf-easy is EASY over a queue sorted by estimate, and
// order(estimate*procs)-easy is EASY over one sorted by an expression.
//
// An External asks another program.
package policy

import (
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/sim"
)

// Recorded is the name of the baseline that replays the log. It is no sim.Policy: see sim.Replay.
const Recorded = "recorded"

// Slurm is the name of the simulation of Slurm's scheduler: see core/slurm/twin.
const Slurm = "slurm"

// BesideRecorded returns what is to be said where the schedules of these policies stand beside each
// other; "" if none is recorded.
func BesideRecorded(names []string) string {
	switch {
	case !slices.Contains(names, Recorded):
		return ""
	case slices.Contains(names, Slurm):
		return "recorded is what happened on the real cluster, and slurm simulates its scheduler: a difference between these two is an error " +
			"of the simulation. The other schedules obey no priorities, limits and fair shares, so a difference to recorded or slurm " +
			"is not what a policy would gain: compare them with each other."
	}
	return "recorded is what happened on the real machine, under all of its rules and with its outages, maintenance, " +
		"limits and fair shares. The other schedules obey none of these, so a difference to recorded is not what a policy would gain: " +
		"compare the policies with each other."
}

// A Kind is a family of policies, one per queue order.
type Kind struct {
	Name   string `json:"name"`
	Title  string `json:"title"`
	Spoken string `json:"spoken"` // in plain words, in order of submission
	Doc    string `json:"doc"`    // one sentence
	Source string `json:"source"`
	after  string // in plain words, after a queue order
	make   func(*Order) sim.Policy
}

// Kinds is every kind of policy.
var Kinds = []Kind{
	{Name: "fcfs", Title: "FCFS", Source: textbook,
		Spoken: "First come, first served", after: "no overtaking",
		Doc:  "Strict queue order: nothing passes a job that does not fit.",
		make: func(o *Order) sim.Policy { return NewFCFS(o) }},
	{Name: "list", Title: "List", Source: "Graham: Bounds on Multiprocessing Timing Anomalies, 1969",
		Spoken: "Whatever fits", after: "whatever fits",
		Doc:  "First fit: whatever fits starts, in queue order; wide jobs can starve.",
		make: func(o *Order) sim.Policy { return NewList(o) }},
	{Name: "easy", Title: "EASY", Source: "Lifka: The ANL/IBM SP Scheduling System, JSSPP 1995; Mu'alem, Feitelson, TPDS 12(6), 2001",
		Spoken: "Backfilling with one reservation", after: "backfilling with one reservation",
		Doc:  "Backfilling that never delays the head of the queue past its reservation.",
		make: func(o *Order) sim.Policy { return NewEASY(o) }},
	{Name: "cons", Title: "Conservative", Source: "Mu'alem, Feitelson, TPDS 12(6), 2001",
		Spoken: "Backfilling with a reservation for every job", after: "backfilling with a reservation for every job",
		Doc:  "Backfilling with a reservation for every job, kept or improved, never broken.",
		make: func(o *Order) sim.Policy { return NewConservative(o) }},
}

// Info describes one policy.
type Info struct {
	Name   string `json:"name"`
	Title  string `json:"title"`            // the field's or the paper's name
	Spoken string `json:"spoken,omitempty"` // the same in plain words; an author's own policy has none
	Doc    string `json:"doc"`
	Source string `json:"source"`

	Family  string   `json:"family"` // queue, plan, dynp, grid, dfrs or rules
	Options []Option `json:"options,omitempty"`
}

const family = "queue"

// Baseline describes the policy Recorded.
var Baseline = Info{Name: Recorded, Title: "as recorded", Spoken: "What really happened", Source: "the log itself", Family: family,
	Doc: "Replays the waits that the log records; a baseline, not a policy."}

// All is the family of this package: the kinds in order of submission, then in each other order.
var All = Ordered(Orders, func(o *Order) (all []Member[sim.Policy]) {
	for _, k := range Kinds {
		all = append(all, k.in(o))
	}
	return all
})

// settings are the options of the kinds.
type settings struct {
	since      string
	compress   string
	prediction Prediction
}

// in returns the policy of the kind in that order.
func (k Kind) in(o *Order) Member[sim.Policy] {
	var rows Options[settings]
	if o.SinceOptions() != nil {
		rows = append(rows, Field(Since.Option, func(s *settings) *string { return &s.since }))
	}
	switch k.Name {
	case "easy":
		rows = append(rows, predictionOptions(func(s *settings) *Prediction { return &s.prediction })...)
	case "cons":
		rows = append(rows, Field(Compress, func(s *settings) *string { return &s.compress }))
	}
	return With(describe(o, &k), rows, settings{"first", Compress.Default, Unpredicted}, nil, func(s settings) sim.Policy {
		p := k.make(o.Counting(s.since))
		if c, is := p.(*Conservative); is {
			c.moves = s.compress
		}
		if s.prediction != Unpredicted {
			p = NewPredicted(o.Counting(s.since), s.prediction)
		}
		return p
	})
}

func describe(o *Order, k *Kind) Info {
	info := Info{Name: k.Name, Title: k.Title, Spoken: k.Spoken, Doc: k.Doc, Source: k.Source, Family: family}
	if o.Name == "" {
		return info
	}
	info.Name = o.Name + "-" + k.Name
	info.Title = o.Acronym() + "-" + k.Title
	info.Spoken = strings.ToUpper(o.Title[:1]) + o.Title[1:] + ", " + k.after
	return o.Describe(info)
}
