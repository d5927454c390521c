package main

import (
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/backfill-lab/backfill/core/dfrs"
	"github.com/backfill-lab/backfill/core/experiment"
)

// defaultSharedPolicy is what a run on a cluster without --policy simulates: the
// best of its paper.
const defaultSharedPolicy = dfrs.Prefix + "GreedyPM*/per/OPT=MIN/MINVT=600"

// clusterFlags are a cluster of shared nodes.
type clusterFlags struct {
	nodes, cores int
	memory       string
	penalty      int64
}

func (c *clusterFlags) add(fl *pflag.FlagSet) {
	fl.IntVar(&c.nodes, "cluster", 0, "number of `nodes` that jobs share by fractions of their CPU, instead of one machine")
	fl.IntVar(&c.cores, "cores", 1, "processors of a node; the widths of a log's jobs count them")
	fl.StringVar(&c.memory, "node-memory", "", "memory of a node, as in 2GiB (optional if the log records no memory)")
	fl.Int64Var(&c.penalty, "penalty", experiment.DefaultPenaltyS, "`seconds` without progress after a job is resumed or moved")
}

// apply makes the experiment's cluster what the flags say.
func (c *clusterFlags) apply(flags *pflag.FlagSet, spec *experiment.Spec) error {
	to, given := experiment.Cluster{}, spec.Platform().Kind() == experiment.Nodes
	if given {
		to = *spec.Cluster
	}
	for _, f := range []struct {
		name string
		set  func() error
	}{
		{"cluster", func() error { to.Nodes = c.nodes; return nil }},
		{"cores", func() (err error) {
			if to.Cores = c.cores; c.cores < 1 {
				err = usage("--cores %d: a node has at least 1", c.cores)
			}
			return err
		}},
		{"node-memory", func() (err error) { to.MemoryKiB, err = parseMemory(c.memory); return err }},
		{"penalty", func() error { to.PenaltyS = &c.penalty; return nil }},
	} {
		if !flags.Changed(f.name) {
			continue
		}
		if !given && !flags.Changed("cluster") {
			return usage("--%s is for a cluster of nodes: give one with --cluster", f.name)
		}
		if err := f.set(); err != nil {
			return err
		}
	}
	if given || flags.Changed("cluster") {
		spec.Cluster = &to
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
