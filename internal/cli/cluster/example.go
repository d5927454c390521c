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
	c := usage.New("cluster example", usage.Arguments(0, 0), func(*cobra.Command, []string) error {
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
		return a.Show(map[string]string{"cluster": description, "log": log}, func() {
			fmt.Fprintf(a, "%s  the cluster\n%s  its accounting\n\nbackfill twin check %s --cluster %s\n", description, log, log, description)
		})
	})
	c.Flags().StringVarP(&out, "out", "o", ".", "`folder` for both files")
	return a.WithJSON(c)
}
