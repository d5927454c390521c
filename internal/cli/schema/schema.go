// Package schema is backfill schema.
package schema

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/docs/schema"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
)

// Command is backfill schema.
func Command(a *console.App) *cobra.Command {
	c := usage.New("schema", usage.Arguments(1, 1), func(_ *cobra.Command, args []string) error {
		text, ok := schema.Of(args[0])
		if !ok {
			return usage.Errorf("%.80q has no schema: name one of %s", args[0], strings.Join(schema.Names(), ", "))
		}
		_, err := a.Write(text)
		return err
	})
	c.ValidArgs = schema.Names()
	return c
}
