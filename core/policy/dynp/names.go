package dynp

import (
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/sim"
)

// Prefix begins the name of every policy of this package.
const Prefix = "dynp-"

const tuningDoc = "At every event plans by first come first served (FCFS), shortest job first (SJF) and longest job first (LJF), " +
	"and takes the best plan; of equals, "

// All is the policies of this package; the package comment describes their options.
var All = policy.Family[sim.Policy]{
	policy.With(info("basic", "basic dynP", "Plan that picks its order by the average estimate",
		"Plans by SJF, FCFS or LJF, chosen at submissions by the average estimate of the waiting jobs."),
		boundOptions, DefaultBounds, (*Bounds).check, func(b Bounds) sim.Policy { return NewBasic(b) }),
	policy.With(info("simple", "self-tuning dynP, simple decider", "Plan that picks its own order", tuningDoc+"the first."),
		tuningOptions, Tuning{Decider: Simple}, nil, selfTuning),
	policy.With(info("advanced", "self-tuning dynP, advanced decider", "Plan that picks its own order and keeps it while none is better",
		tuningDoc+"the policy in force."),
		tuningOptions, Tuning{Decider: Advanced}, nil, selfTuning),
}

func selfTuning(t Tuning) sim.Policy { return New(t) }

func info(name, title, spoken, doc string) policy.Info {
	return policy.Info{Name: Prefix + name, Title: title, Spoken: spoken, Doc: doc, Family: "dynp",
		Source: "Streit: A Self-Tuning Job Scheduler Family with Dynamic Policy Switching, JSSPP 2002"}
}
