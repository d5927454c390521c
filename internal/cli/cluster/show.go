package cluster

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/accounting"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/description"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
	"github.com/backfill-lab/backfill/internal/numeral"
)

func showCommand(a *console.App) *cobra.Command {
	c := usage.New("cluster show", usage.Arguments(1, 1), func(_ *cobra.Command, args []string) error {
		s, err := description.System(args[0])
		if err != nil {
			return err
		}
		return show(a, a, s, "in "+args[0], args[0], nil)
	})
	return a.WithJSON(c)
}

// show prints the size of a cluster, what its description assumes and ignores, and the jobs of a log that have no place there.
func show(a *console.App, report io.Writer, s *cluster.System, where, file string, left []accounting.Left) error {
	d := s.Description
	summary := map[string]any{"file": file, "nodes": len(s.Nodes), "cores": s.Cores, "partitions": len(s.Partitions), "qos": len(s.QOS),
		"users": len(s.Users), "ignored": d.Ignored, "assumed": d.Assumed, "left_out": left}
	return a.Show(summary, func() {
		fmt.Fprintf(report, "%s, %s, %s, %d QOS, %s, %s\n", numeral.Plural(len(s.Nodes), "node"), numeral.Plural(int(s.Cores), "core"),
			numeral.Plural(len(s.Partitions), "partition"), len(s.QOS), numeral.Plural(len(s.Users), "user"), where)
		for _, l := range left {
			fmt.Fprintf(report, "%s of the log would be left out: they %s\n", numeral.Plural(l.Jobs, "job"), l.Why)
		}
		for _, sentence := range d.Assumed {
			fmt.Fprintln(report, "assumed:", sentence)
		}
		for _, i := range d.Ignored {
			fmt.Fprintf(report, "ignored: %s:%d: %s\n", i.File, i.Line, i.Text)
		}
	})
}
