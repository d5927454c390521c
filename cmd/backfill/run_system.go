package main

import (
	"fmt"

	"github.com/spf13/pflag"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/slurm/whatif"
	"github.com/backfill-lab/backfill/core/trace"
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
default one. A job that has no place there is left out and counted.

--change says what is different: add=8:n1 (eight more nodes like n1), remove=n[5-8], or FIELD=VALUE
of the description, such as scheduling.bf_max_job_test=10. backfill whatif compares both sides.`

// systemRun is a cluster of nodes with resources.
type systemRun struct {
	name    string
	changes []string
}

func (f *systemRun) add(fl *pflag.FlagSet) {
	fl.StringVar(&f.name, "system", "", "a cluster that a JSON `file` describes, instead of one machine; or campus")
	fl.StringArrayVar(&f.changes, "change", nil, "what is different on that cluster, as `WHAT=VALUE`; may be given several times")
}

// apply changes the experiment's cluster of nodes with resources by the flags.
func (f *systemRun) apply(flags *pflag.FlagSet, spec *experiment.Spec) error {
	if flags.Changed("system") {
		s, err := readSystem(f.name)
		if err != nil {
			return err
		}
		spec.Cluster = s.Description
	}
	if spec.Cluster == nil {
		return unchanged(flags, "is for a cluster of nodes with resources: give one with --system", "change")
	}
	var changes []whatif.Change
	for _, text := range f.changes {
		c, err := whatif.Parse(text, trace.Clock{})
		if err == nil && !c.OfCluster() {
			err = fmt.Errorf("%s: it is no change to the cluster; --policy and --estimates change the rest, and backfill whatif compares all", text)
		}
		if err != nil {
			return usage("--change %w", err)
		}
		changes = append(changes, c)
	}
	changed, err := whatif.Changed(spec.Cluster, changes)
	if err != nil {
		return usage("--change %w", err)
	}
	spec.Cluster = changed
	return nil
}
