// Package figure is backfill figure, which draws the results in a folder.
package figure

import (
	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/figures"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/drawing"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
)

// Command is backfill figure.
func Command(a *console.App) *cobra.Command {
	var f drawing.Order
	known := drawing.IDs(figures.All())
	c := usage.New("figure", func(c *cobra.Command, args []string) error {
		return usage.Known("figure", args, known, "backfill figure --list")
	}, func(_ *cobra.Command, args []string) error {
		switch {
		case f.List:
			return listFigures(a)
		case f.From == "":
			return usage.Errorf("--from DIR is missing: the folder written by backfill run --out")
		}
		f.IDs = args
		if err := f.Check(); err != nil {
			return err
		}
		files, err := drawing.Draw(a, f)
		if err != nil || f.Out == console.Stdio {
			return err
		}
		return a.ShowFiles(files)
	})
	c.ValidArgsFunction = usage.Completes(func() []string { return known })
	fl := usage.Ordered(c)
	fl.StringVar(&f.From, "from", "", "folder with results")
	fl.StringVarP(&f.Out, "out", "o", "", "folder for the figures (default: figures in the results' folder)")
	fl.StringSliceVar(&f.Formats, "format", []string{"svg"}, "svg, png, pdf or csv (the numbers drawn), or several of them")
	fl.StringSliceVar(&f.Options.Only, "only", nil, "runs or policies to draw (default: all)")
	fl.StringVar(&f.Since, "since", "", "start of the time window, a `second` or date of the log's time zone")
	fl.StringVar(&f.Until, "until", "", "end of the time window, a `second` or date")
	fl.StringVar(&f.Options.Color, "color", "",
		"gantt, shares: color by width, wait, overtaking, user, queue or placement on a grid (default width; shares of few nodes: by job)")
	fl.StringSliceVar(&f.Options.Metrics, "metrics", nil, "figure metrics: the metrics to draw")
	fl.BoolVar(&f.List, "list", false, "list the figures")
	return a.WithJSON(c)
}

func listFigures(a *console.App) error {
	var rows console.Cells
	for _, f := range figures.All() {
		rows.Add(f.ID, f.Doc)
	}
	return a.List(figures.All(), "l", "figure|shows", rows)
}
