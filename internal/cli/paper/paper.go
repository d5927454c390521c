// Package paper is backfill paper, which computes the tables and figures of papers again.
package paper

import (
	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/evaluation"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
)

// Command is backfill paper.
func Command(a *console.App) *cobra.Command {
	c := &cobra.Command{
		Use:   "paper",
		Short: "Regenerate the tables and figures of papers and compare them with the printed ones",
		Long: `Regenerate the tables and figures of papers and compare every printed number,
and every result that the text states, with ours.

An experiment is named PAPER/tableN or PAPER/figN; a paper's name alone stands
for all of its experiments. At --scale paper an experiment has the paper's own
size; at --scale quick it takes seconds and shows how it works.

Experiments run on the real logs in --traces DIR (or the environment variable
BACKFILL_TRACES), and otherwise on substitutes; the output says which. backfill
trace fetch downloads logs. A cache keeps results, so nothing is computed twice
and the same command continues an interrupted one.`,
		Example: `  backfill paper list
  backfill paper run dynp/table4 --scale quick --out results
  backfill paper verify dynp --traces ~/traces
  backfill paper verify dynp --traces ~/traces --seeds 16
  backfill paper readings dynp
  backfill paper report --traces ~/traces -o report.html`,
	}
	usage.MakeGroup(c, listCommand(a), runCommand(a), verifyCommand(a), readingsCommand(a),
		reportCommand(a), recordCommand(a), checkCommand(a))
	return c
}

func listCommand(a *console.App) *cobra.Command {
	c := &cobra.Command{
		Use:     "list",
		Short:   "List the experiments, one line each",
		Example: "  backfill paper list\n  backfill paper list --json",
		Args:    usage.Arguments(0, 0),
		RunE: func(*cobra.Command, []string) error {
			chosen, err := evaluation.Catalogue.Find(paper.First(paper.Full))
			if err != nil {
				return err
			}
			type entry struct {
				ID    string     `json:"id"`
				Title string     `json:"title"`
				Kind  paper.Kind `json:"kind"`
			}
			list := []entry{}
			var rows console.Cells
			for _, c := range chosen {
				x := c.Experiment
				list = append(list, entry{x.ID, x.Title, x.Kind})
				rows.Add(x.ID, string(x.Kind), x.Title)
			}
			return a.List(list, "l", "experiment|kind|title", rows)
		},
	}
	return a.WithJSON(c)
}
