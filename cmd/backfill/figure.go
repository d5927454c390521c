package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/cmd/backfill/internal/garbage"
	"github.com/backfill-lab/backfill/cmd/backfill/internal/progress"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/figures"
	"github.com/backfill-lab/backfill/internal/atomicfile"
)

type drawFlags struct {
	from, out string
	ids       []string // none: all
	formats   []string
	options   figures.Options
	since     string // "" is the beginning
	until     string // "" is the end
	list      bool
}

func (a *app) figureCommand() *cobra.Command {
	var f drawFlags
	known := idsOf(figures.All())
	c := &cobra.Command{
		Use:   "figure [ID...] --from DIR",
		Short: "Draw figures of the results in a folder",
		Long: `Draw the figures named, or all that apply, of the results written by backfill
run --out DIR. They go to DIR/figures/ID.FORMAT. With --from - the results come
from standard input, as backfill run --out - writes them; with -o - one figure
goes to standard output.`,
		Example: `  backfill figure --list
  backfill figure --from results
  backfill figure gantt --from results --only easy,cons --since 2026-06-01 --until 2026-06-08
  backfill figure wait-cdf --from results --format pdf --out paper/figures`,
		Args: func(c *cobra.Command, args []string) error {
			for _, id := range args {
				if !slices.Contains(known, id) {
					return nearName("figure", id, known, "backfill figure --list")
				}
			}
			return nil
		},
		ValidArgsFunction: completes(func() []string { return known }),
		RunE: func(_ *cobra.Command, args []string) error {
			switch {
			case f.list:
				return a.listFigures()
			case f.from == "":
				return usage("--from DIR is missing: the folder written by backfill run --out")
			}
			f.ids = args
			if err := f.check(); err != nil {
				return err
			}
			files, err := a.drawFolder(f)
			if err != nil || f.out == stdio {
				return err
			}
			return a.showFiles(files)
		},
	}
	fl := c.Flags()
	fl.SortFlags = false
	fl.StringVar(&f.from, "from", "", "folder with results")
	fl.StringVarP(&f.out, "out", "o", "", "folder for the figures (default: figures in the results' folder)")
	fl.StringSliceVar(&f.formats, "format", []string{"svg"}, "svg, png, pdf or csv (the numbers drawn), or several of them")
	fl.StringSliceVar(&f.options.Only, "only", nil, "runs or policies to draw (default: all)")
	fl.StringVar(&f.since, "since", "", "start of the time window, a `second` or date of the log's time zone")
	fl.StringVar(&f.until, "until", "", "end of the time window, a `second` or date")
	fl.Float64Var(&f.options.From, "from-s", 0, "")
	fl.Float64Var(&f.options.To, "to-s", 0, "")
	fl.MarkHidden("from-s") // what --since and --until were called
	fl.MarkHidden("to-s")
	fl.StringVar(&f.options.Color, "color", "",
		"gantt, shares: color by width, wait, overtaking, user, queue or placement on a grid (default width; shares of few nodes: by job)")
	fl.StringSliceVar(&f.options.Metrics, "metrics", nil, "figure metrics: the metrics to draw")
	fl.BoolVar(&f.list, "list", false, "list the figures")
	return a.withJSON(c)
}

// check checks where figures come from and where they go.
func (f *drawFlags) check() error {
	switch {
	case f.from == stdio && f.out == "":
		return usage("--out is missing: results from standard input have no folder for figures; - is standard output")
	case f.out == stdio && (len(f.ids) != 1 || len(f.formats) != 1):
		return usage("--out - takes one figure in one format: name it, as backfill figure --list does")
	}
	return checkFormats(f.formats)
}

func idsOf(list []figures.Figure) []string {
	return textsOf(list, func(f figures.Figure) string { return f.ID })
}

func (a *app) listFigures() error {
	var rows cells
	for _, f := range figures.All() {
		rows.add(f.ID, f.Doc)
	}
	return a.list(figures.All(), "l", "figure|shows", rows)
}

func checkFormats(names []string) error {
	for _, name := range names {
		if !slices.Contains(figures.Formats, name) {
			return usage("figures cannot be written as %q: give %s", name, strings.Join(figures.Formats, ", "))
		}
	}
	return nil
}

// removeStaleFigures removes the figures that a former run has left in a results' folder: they
// are not of the results there now.
func (a *app) removeStaleFigures(dir string) error {
	removed := 0
	for _, f := range figures.All() {
		for _, format := range figures.Formats {
			switch err := os.Remove(filepath.Join(dir, figuresFolder, f.ID+"."+format)); {
			case err == nil:
				removed++
			case !errors.Is(err, fs.ErrNotExist):
				return fmt.Errorf("a figure of the former results cannot be removed: %w", err)
			}
		}
	}
	if removed > 0 {
		fmt.Fprintf(a.err, "backfill: %s of the former results removed; backfill figure --from %s draws them anew\n",
			plural(removed, "figure"), dir)
	}
	return nil
}

// figuresFolder is where figures are, in the folder of results.
const figuresFolder = "figures"

// drawFolder draws figures of a folder's results and returns the files written, after an
// error those before it.
func (a *app) drawFolder(f drawFlags) ([]string, error) {
	// Of the jobs only some columns are read, and only when a figure needs them.
	r, _, err := a.openFiles(f.from, figures.Uses[1:]...)
	if err != nil {
		return nil, err
	}
	out := cmp.Or(f.out, filepath.Join(f.from, figuresFolder))
	if out != stdio {
		if err := atomicfile.MakeFolder(out); err != nil {
			return nil, err
		}
	}
	clock := trace.NewClock(r.Meta.Get(result.MetaStart), r.Meta.Get(result.MetaZone))
	for _, bound := range []struct {
		flag, text string
		at         *float64
	}{{"--since", f.since, &f.options.From}, {"--until", f.until, &f.options.To}} {
		if bound.text == "" {
			continue
		}
		second, err := clock.Second(bound.text)
		if err != nil {
			return nil, usage("%s: %w", bound.flag, err)
		}
		*bound.at = float64(second)
	}
	in := figures.Of(r.Tables, r.Meta, f.options)
	in.Scan = func(table *result.Schema, columns []string, to result.Sink) error {
		return r.Scan(f.from, table, columns, to)
	}
	ids := f.ids
	if len(ids) == 0 {
		ids = idsOf(figures.For(in))
	}
	// A figure of millions of jobs leaves much behind; collected sooner, it takes a quarter less memory.
	defer garbage.CollectAt(25)()
	m := progress.New(a.err, "drawing", "figures")
	defer m.Done()
	var files []string
	for i, id := range ids {
		m.Title("drawing " + id)
		m.Set(int64(i), int64(len(ids)))
		d, err := figures.Draw(id, in)
		if err != nil {
			return files, err
		}
		for _, format := range f.formats {
			if a.ctx.Err() != nil {
				return files, errors.New("stopped; the figures drawn so far are kept")
			}
			name := filepath.Join(out, id+"."+format)
			if out == stdio {
				return nil, a.save(out, func(w io.Writer) error { return d.Write(w, format) })
			}
			if err := atomicfile.Write(name, func(w io.Writer) error { return d.Write(w, format) }); err != nil {
				return files, err
			}
			files = append(files, name)
		}
	}
	return files, nil
}
