package main

import (
	"github.com/spf13/pflag"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/policy"
)

// defaultSystemPolicy is the policy of a run on a described cluster without --policy: its own.
const defaultSystemPolicy = policy.Slurm

// systemText is the help of --system.
const systemText = `--system puts the jobs on a cluster of nodes with cores, memory and GPUs, in partitions. FILE is its
description, as backfill system init writes it; ` + "`campus`" + ` is an example, and the name of a built-in
workload for it. The policy slurm does what Slurm does with the priorities, fair shares, limits and
reservations of the description. recorded, fcfs, list, easy and cons, the last four after an order,
too, plans, dynp-simple and dynp-advanced run there as well; they know nodes and partitions, and
neither priorities nor limits.

Jobs of sacct output ask for what their command lines (SubmitLine) or TRES say. Those of other logs
ask for their processors as tasks of one core each, in the partition of their queue's name or in the
default one. A job that has no place there is left out and counted.`

// applySystem changes the experiment's cluster of nodes with resources by --system.
func applySystem(flags *pflag.FlagSet, name string, spec *experiment.Spec) error {
	if !flags.Changed("system") {
		return nil
	}
	s, err := readSystem(name)
	if err != nil {
		return err
	}
	spec.System = s.Description
	return nil
}
