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
	return usage.NewGroup("paper", listCommand(a), runCommand(a), verifyCommand(a),
		readingsCommand(a), reportCommand(a), recordCommand(a), checkCommand(a))
}

func listCommand(a *console.App) *cobra.Command {
	c := usage.New("paper list", usage.Arguments(0, 0), func(*cobra.Command, []string) error {
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
	})
	return a.WithJSON(c)
}
