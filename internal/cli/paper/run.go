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
	c := &cobra.Command{
		Use:   "run ID...",
		Short: "Compute experiments and write their results, tables and figures",
		Long: `Compute experiments and write their results to DIR/PAPER/EXPERIMENT:

  cells.parquet, cells.csv   the table's numbers, ours and those printed
  table.md                   the table and the claims to read
  runs.parquet               one row per run, with all metrics
  figure.svg, .png, .pdf     the picture, and its numbers in figure.csv
  experiment.json            all of it, with job sets, seeds and hashes
  RUN-base.json              a trained rule base, for --policy rules:FILE

With --rows, the runs are simulated once more and also written as

  jobs.parquet               one row per job and run
  steps.parquet              one row per decision of a scheduler that records them

Figures over shrinking factors can be changed: --factors plays others, --policy
adds curves. With other factors there are no claims to judge.`,
		Example: `  backfill paper run dynp/table4 --traces ~/traces
  backfill paper run dynp --scale quick --out quick
  backfill paper run dynp/fig4 --traces ~/traces --factors 1,0.8,0.6 --policy easy --policy sjf-easy`,
		Args:              usage.Arguments(1, 1000),
		ValidArgsFunction: usage.Completes(evaluation.Catalogue.IDs),
		RunE: func(_ *cobra.Command, args []string) error {
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
		},
	}
	f.AddTo(c.Flags())
	f.AddExtended(c.Flags())
	c.Flags().StringVarP(&out, "out", "o", "out", "folder for the results")
	c.Flags().StringSliceVar(&formats, "format", figures.Formats, "formats of figures: svg, png, pdf, csv (the numbers drawn)")
	c.Flags().BoolVar(&rows, "rows", false, "write every job's row, and every step's")
	return a.WithJSON(c)
}
