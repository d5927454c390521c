package main

import (
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/platform/shared"
)

// defaultSharedPolicy is the policy of a run on a cluster without --policy: the best of
// its paper.
const defaultSharedPolicy = shared.Prefix + "GreedyPM*/per/OPT=MIN/MINVT=600"

// clusterFlags describe a cluster of shared nodes.
type clusterFlags struct {
	nodes, cores int
	memory       string
	penalty      int64
}

func (c *clusterFlags) add(fl *pflag.FlagSet) {
	fl.IntVar(&c.nodes, "cluster", 0, "number of `nodes` whose CPU jobs share, instead of one machine")
	fl.IntVar(&c.cores, "cores", 1, "processors of a node; the widths of a log's jobs count them")
	fl.StringVar(&c.memory, "node-memory", "", "memory of a node, as in 2GiB (optional if the log records no memory)")
	fl.Int64Var(&c.penalty, "penalty", experiment.DefaultPenaltyS, "`seconds` without progress after a job is resumed or moved")
}

// apply changes the experiment's cluster by the flags.
func (c *clusterFlags) apply(flags *pflag.FlagSet, spec *experiment.Spec) error {
	to := experiment.SharedNodes{}
	switch {
	case spec.Shared != nil:
		to = *spec.Shared
	case !flags.Changed("cluster"):
		return unchanged(flags, "is for a cluster of nodes: give one with --cluster", "cores", "node-memory", "penalty")
	}
	set(flags, "cluster", &to.Nodes, c.nodes)
	if set(flags, "cores", &to.Cores, c.cores) && c.cores < 1 {
		return usage("--cores %d: a node has at least 1", c.cores)
	}
	if flags.Changed("node-memory") {
		var err error
		if to.MemoryKiB, err = parseMemory(c.memory); err != nil {
			return err
		}
	}
	set(flags, "penalty", &to.PenaltyS, &c.penalty)
	spec.Shared = &to
	return nil
}

// set sets *to to the value of the flag of that name, if it was given.
func set[T any](flags *pflag.FlagSet, name string, to *T, value T) (given bool) {
	if given = flags.Changed(name); given {
		*to = value
	}
	return given
}

// unchanged returns an error if one of the flags was given.
func unchanged(flags *pflag.FlagSet, why string, names ...string) error {
	for _, name := range names {
		if flags.Changed(name) {
			return usage("--%s %s", name, why)
		}
	}
	return nil
}

// parseMemory reads an amount of memory with its unit, in KiB.
func parseMemory(text string) (int64, error) {
	for i, unit := range []string{"KiB", "MiB", "GiB", "TiB"} {
		number, ok := strings.CutSuffix(text, unit)
		if !ok {
			continue
		}
		kib := float64(int64(1) << (10 * i))
		if x, err := strconv.ParseFloat(strings.TrimSpace(number), 64); err == nil && x*kib >= 1 && x*kib <= 1<<53 {
			return int64(x * kib), nil
		}
	}
	return 0, usage("--node-memory %q: give a number and KiB, MiB, GiB or TiB, as in 2GiB", text)
}
