// Package paper is backfill paper, which computes the tables and figures of papers again.
package paper

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/figures"
	"github.com/backfill-lab/backfill/figures/report"
	"github.com/backfill-lab/backfill/internal/cli/internal/buildinfo"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/drawing"
	"github.com/backfill-lab/backfill/internal/cli/internal/evaluation"
	"github.com/backfill-lab/backfill/internal/cli/internal/fetch"
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

// archived returns the address of a log of the Parallel Workloads Archive by the SHA-256 of
// the uncompressed file, or "" if this program does not know it.
func archived(sha256 string) string {
	for _, l := range fetch.All() {
		if l.SHA256 == sha256 && sha256 != "" && l.Folder != "" {
			return l.Address(fetch.Archive)
		}
	}
	return ""
}

func reportCommand(a *console.App) *cobra.Command {
	var f evaluation.Flags
	var out, beside string
	c := usage.New("paper report", nil, func(_ *cobra.Command, args []string) error {
		other := f
		other.Reading = beside
		if _, err := other.Options(a); err != nil {
			return err
		}
		all, err := evaluation.Evaluate(a, &f, args)
		if err != nil {
			return err
		}
		in := report.Input{Evaluations: all, Program: buildinfo.This().String(), Log: archived,
			Repeat: func(id string) string { return f.Repeat("run", id) }}
		if beside != "" {
			if in.Beside, err = evaluation.Evaluate(a, &other, args); err != nil {
				return err
			}
		}
		if err := a.Save(out, func(w io.Writer) error { return report.Write(w, in) }); err != nil {
			return err
		}
		if out != console.Stdio {
			fmt.Fprintf(a, "%s\n%s\n", out, tally(all))
		}
		return nil
	})
	c.ValidArgsFunction = usage.Completes(evaluation.Catalogue.IDs)
	f.AddTo(c.Flags())
	c.Flags().StringVar(&beside, "beside", "", "another reading, CHOICE=VALUE,..., to show below ours")
	c.Flags().StringVarP(&out, "out", "o", "report.html", "file for the page, or - for standard output")
	return c
}
