package sweep

import (
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/core/study/sweep"
	"github.com/backfill-lab/backfill/figures"
	"github.com/backfill-lab/backfill/internal/atomicfile"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/drawing"
	"github.com/backfill-lab/backfill/internal/cli/internal/results"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
)

func figureCommand(a *console.App) *cobra.Command {
	var x, y, out string
	var formats []string
	c := usage.New("sweep figure", usage.Arguments(1, 1), func(_ *cobra.Command, args []string) error {
		if x == "" || y == "" {
			return usage.Errorf("--x and --y are missing: name two columns, such as --x load --y wait_mean_s")
		}
		if err := drawing.CheckFormats(formats); err != nil {
			return err
		}
		if out == "" {
			out = filepath.Join(args[0], "figures")
		}
		return drawFigure(a, args[0], x, y, out, formats)
	})
	fl := usage.Ordered(c)
	fl.StringVar(&x, "x", "", "column across: what the study varies, or a metric")
	fl.StringVar(&y, "y", "", "column up: a metric, as backfill metrics lists them")
	fl.StringVarP(&out, "out", "o", "", "folder for the figure (default: DIR/figures)")
	fl.StringSliceVar(&formats, "format", []string{"svg"}, "svg, png, pdf or csv (the numbers drawn), or several of them")
	return a.WithJSON(c)
}

func drawFigure(a *console.App, dir, x, y, out string, formats []string) error {
	_, t, _, err := results.SweepTable(a, dir)
	if err != nil {
		return err
	}
	curves, err := sweep.Curves(t, x, y)
	if err != nil {
		return usage.Errorf("%w", err)
	}
	picture, err := figures.DrawChart(curves)
	if err != nil {
		return err
	}
	if err := atomicfile.MakeFolder(out); err != nil {
		return err
	}
	var files []string
	for _, format := range formats {
		name := filepath.Join(out, y+"-over-"+x+"."+format)
		if err := atomicfile.Write(name, func(w io.Writer) error { return picture.Write(w, format) }); err != nil {
			return err
		}
		files = append(files, name)
	}
	return a.ShowFiles(files)
}
