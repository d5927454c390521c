// Package version is backfill version.
package version

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/internal/cli/internal/buildinfo"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
)

// Command is backfill version.
func Command(a *console.App) *cobra.Command {
	return a.WithJSON(usage.New("version", usage.Arguments(0, 0), func(*cobra.Command, []string) error {
		b := buildinfo.This()
		return a.Show(b, func() { fmt.Fprintln(a, b) })
	}))
}
