package cluster

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/core/slurm/campus"
	"github.com/backfill-lab/backfill/internal/atomicfile"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
)

func exampleCommand(a *console.App) *cobra.Command {
	var out string
	c := &cobra.Command{
		Use:   "example",
		Short: "Write an example cluster and two days of its accounting",
		Long: `Write a small cluster to try things on, with two partitions, GPUs, and four accounts with
fair shares, and two days of its accounting, as sacct prints it. A simulation of Slurm has made
the log: it says nothing about how near the simulation is to a real cluster.

Commands also take ` + campus.Name + ` for either file, without any being written.`,
		Example: `  backfill cluster example --out out/example
  backfill twin check ` + campus.Name + ` --cluster ` + campus.Name + `
  backfill whatif ` + campus.Name + ` --cluster ` + campus.Name + ` --change priority.weight_fairshare=0
  backfill whatif ` + campus.Name + ` --cluster ` + campus.Name + ` --change scheduling.bf_max_job_test=1`,
		Args: usage.Arguments(0, 0),
		RunE: func(*cobra.Command, []string) error {
			description, log := filepath.Join(out, campus.DescriptionFile), filepath.Join(out, campus.LogFile)
			if err := os.MkdirAll(out, 0o777); err != nil {
				return fmt.Errorf("--out %s: %w", out, atomicfile.Cause(err))
			}
			if err := a.Save(description, campus.WriteDescription); err != nil {
				return err
			}
			if err := a.Save(log, campus.WriteLog); err != nil {
				return err
			}
			return a.Show(map[string]string{"cluster": description, "log": log}, func() error {
				fmt.Fprintf(a, "%s  the cluster\n%s  its accounting\n\nbackfill twin check %s --cluster %s\n", description, log, log, description)
				return nil
			})
		},
	}
	c.Flags().StringVarP(&out, "out", "o", ".", "`folder` for both files")
	return a.WithJSON(c)
}
