package workload

import (
	"fmt"
	"strconv"

	"github.com/spf13/pflag"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/slurm/whatif"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/cli/internal/description"
	"github.com/backfill-lab/backfill/internal/cli/internal/disk"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
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
		if _, err := strconv.Atoi(f.name); err == nil && !disk.Exists(f.name) {
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
