package workload

import (
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
	"github.com/spf13/pflag"
)

// DefaultSharedPolicy is the policy of a run on shared nodes without --policy: the best of its paper.
const DefaultSharedPolicy = shared.Prefix + "GreedyPM*/per/OPT=MIN/MINVT=600"

// sharedFlags describe nodes whose CPU jobs share.
type sharedFlags struct {
	nodes, cores int
	memory       string
	penalty      int64
}

// Add adds the flags to a command's.
func (c *sharedFlags) Add(fl *pflag.FlagSet) {
	fl.IntVar(&c.nodes, "shared", 0, "number of `nodes` whose CPU jobs share, instead of one machine")
	fl.IntVar(&c.cores, "cores", 1, "processors of a node; the widths of a log's jobs count them")
	fl.StringVar(&c.memory, "node-memory", "", "memory of a node, as in 2GiB (optional if the log records no memory)")
	fl.Int64Var(&c.penalty, "penalty", shared.DefaultPenaltyS, "`seconds` without progress after a job is resumed or moved")
}

// apply changes the experiment's shared nodes by the flags.
func (c *sharedFlags) apply(flags *pflag.FlagSet, spec *experiment.Spec) error {
	to := shared.Nodes{}
	switch {
	case spec.Shared != nil:
		to = *spec.Shared
	case !flags.Changed("shared"):
		return usage.Unchanged(flags, "is for shared nodes: give some with --shared NODES", "cores", "node-memory", "penalty")
	}
	usage.Set(flags, "shared", &to.Nodes, c.nodes)
	if usage.Set(flags, "cores", &to.Cores, c.cores) && c.cores < 1 {
		return usage.Errorf("--cores %d: a node has at least 1", c.cores)
	}
	if flags.Changed("node-memory") {
		var err error
		if to.MemoryKiB, err = parseMemory(c.memory); err != nil {
			return err
		}
	}
	usage.Set(flags, "penalty", &to.PenaltyS, &c.penalty)
	spec.Shared = &to
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
	return 0, usage.Errorf("--node-memory %q: give a number and KiB, MiB, GiB or TiB, as in 2GiB", text)
}
