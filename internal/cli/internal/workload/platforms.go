package workload

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/slurm/whatif"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/description"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
	"github.com/spf13/pflag"
)

// DefaultClusterPolicy is the policy of a run on a described cluster without --policy: its own.
const DefaultClusterPolicy = policy.Slurm

// clusterFlags is a cluster of nodes with resources.
type clusterFlags struct {
	name    string
	changes []string
}

// Add adds the flags to a command's.
func (f *clusterFlags) Add(fl *pflag.FlagSet) {
	fl.StringVar(&f.name, "cluster", "", "a cluster that a JSON `file` describes, instead of one machine; or campus")
	fl.StringArrayVar(&f.changes, "change", nil, "what is different on that cluster, as `WHAT=VALUE`; may be given several times")
}

// apply changes the experiment's cluster of nodes with resources by the flags.
func (f *clusterFlags) apply(flags *pflag.FlagSet, spec *experiment.Spec) error {
	if flags.Changed("cluster") {
		if _, err := strconv.Atoi(f.name); err == nil && !console.Exists(f.name) {
			return usage.Errorf("--cluster %s: give the JSON file of a cluster, or campus; did you mean --shared %[1]s, nodes whose CPU jobs share?",
				f.name)
		}
		s, err := description.System(f.name)
		if err != nil {
			return err
		}
		spec.Cluster = s.Description
	}
	if spec.Cluster == nil {
		return usage.Unchanged(flags, "is for a cluster of nodes with resources: give one with --cluster", "change")
	}
	var changes []whatif.Change
	for _, text := range f.changes {
		c, err := whatif.Parse(text, trace.Clock{})
		if err == nil && !c.OfCluster() {
			err = fmt.Errorf("%s: it is no change to the cluster; --policy and --estimates change the rest, and backfill whatif compares all", text)
		}
		if err != nil {
			return usage.Errorf("--change %w", err)
		}
		changes = append(changes, c)
	}
	changed, err := whatif.Changed(spec.Cluster, changes)
	if err != nil {
		return usage.Errorf("--change %w", err)
	}
	spec.Cluster = changed
	return nil
}

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
