package paper

import (
	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/figures"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/drawing"
	"github.com/backfill-lab/backfill/internal/cli/internal/evaluation"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
)

func runCommand(a *console.App) *cobra.Command {
	var f evaluation.Flags
	var out string
	var formats []string
	var rows bool
	c := usage.New("paper run", usage.Arguments(1, 1000), func(_ *cobra.Command, args []string) error {
		if err := drawing.CheckFormats(formats); err != nil {
			return err
		}
		all, err := evaluation.Evaluate(a, &f, args)
		if err != nil {
			return err
		}
		files, err := evaluation.Write(a, &f, all, out, formats, rows)
		if err != nil {
			return err
		}
		return a.ShowFiles(files, tally(all))
	})
	c.ValidArgsFunction = usage.Completes(evaluation.Catalogue.IDs)
	f.AddTo(c.Flags())
	f.AddExtended(c.Flags())
	c.Flags().StringVarP(&out, "out", "o", "out", "folder for the results")
	c.Flags().StringSliceVar(&formats, "format", figures.Formats, "formats of figures: svg, png, pdf, csv (the numbers drawn)")
	c.Flags().BoolVar(&rows, "rows", false, "write every job's row, and every step's")
	return a.WithJSON(c)
}
