package twin

import (
	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/policy"
)

// Policies is the policy slurm alone.
var Policies = policy.Family[cluster.Maker]{policy.Plain(policy.Info{Name: policy.Slurm, Family: policy.Slurm, Title: "Slurm",
	Spoken: "Slurm as it would decide",
	Doc:    "What Slurm's main scheduler and backfill do with the priorities, fair shares, limits and preemption that the system describes.",
	Source: "Yoo, Jette, Grondona 2003; Slurm's documentation, and a real Slurm 22.05 (core/slurm/accounting)"},
	func() cluster.Maker { return func(s *cluster.System) cluster.Scheduler { return New(s) } })}
