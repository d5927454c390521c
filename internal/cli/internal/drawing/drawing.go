// Package drawing draws figures of results.
package drawing

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

	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/figures"
	"github.com/backfill-lab/backfill/internal/atomicfile"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/garbage"
	"github.com/backfill-lab/backfill/internal/cli/internal/results"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// An Order says which figures to draw of which results, and where to.
type Order struct {
	From, Out string
	IDs       []string // none: all
	Formats   []string
	Options   figures.Options
	Since     string // "" is the beginning
	Until     string // "" is the end
	List      bool
}

// Check checks where figures come from and where they go.
func (f *Order) Check() error {
	switch {
	case f.From == console.Stdio && f.Out == "":
		return usage.Errorf("--out is missing: results from standard input have no folder for figures; - is standard output")
	case f.Out == console.Stdio && (len(f.IDs) != 1 || len(f.Formats) != 1):
		return usage.Errorf("--out - takes one figure in one format: name it, as backfill figure --list does")
	}
	return CheckFormats(f.Formats)
}

// IDs returns the ids of figures.
func IDs(list []figures.Figure) []string {
	return console.Texts(list, func(f figures.Figure) string { return f.ID })
}

// CheckFormats returns an error if figures cannot be written in one of the formats.
func CheckFormats(names []string) error {
	for _, name := range names {
		if !slices.Contains(figures.Formats, name) {
			return usage.Errorf("figures cannot be written as %q: give %s", name, strings.Join(figures.Formats, ", "))
		}
	}
	return nil
}

// FormatOf returns the format of figures that the name of the file of --out ends in.
func FormatOf(out string) (string, error) {
	format := strings.TrimPrefix(filepath.Ext(out), ".")
	if CheckFormats([]string{format}) != nil {
		return "", usage.Errorf("--out %s: its ending names no format of figures: give one of %s", out, strings.Join(figures.Formats, ", "))
	}
	return format, nil
}

// RemoveStale removes the figures that a former run has left in a results' folder: they
// are not of the results there now.
func RemoveStale(a *console.App, dir string) error {
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
		fmt.Fprintf(a.Err, "backfill: %s of the former results removed; backfill figure --from %s draws them again\n",
			numeral.Plural(removed, "figure"), dir)
	}
	return nil
}

// figuresFolder is where figures are, in the folder of results.
const figuresFolder = "figures"

// Draw draws figures of a folder's results and returns the files written, after an
// error those before it.
func Draw(a *console.App, f Order) ([]string, error) {
	// Of the jobs only some columns are read, and only when a figure needs them.
	r, _, err := results.OpenFiles(a, f.From, figures.Uses[1:]...)
	if err != nil {
		return nil, err
	}
	out := cmp.Or(f.Out, filepath.Join(f.From, figuresFolder))
	if out != console.Stdio {
		if err := atomicfile.MakeFolder(out); err != nil {
			return nil, err
		}
	}
	clock := trace.NewClock(r.Meta.Get(result.MetaStart), r.Meta.Get(result.MetaZone))
	for _, bound := range []struct {
		flag, text string
		at         *float64
	}{{"--since", f.Since, &f.Options.From}, {"--until", f.Until, &f.Options.To}} {
		if bound.text == "" {
			continue
		}
		second, err := clock.Second(bound.text)
		if err != nil {
			return nil, usage.Errorf("%s: %w", bound.flag, err)
		}
		*bound.at = float64(second)
	}
	in := figures.Of(r.Tables, r.Meta, f.Options)
	in.Scan = func(table *result.Schema, columns []string, to result.Sink) error {
		return r.Scan(f.From, table, columns, to)
	}
	ids := f.IDs
	if len(ids) == 0 {
		ids = IDs(figures.For(in))
	}
	// A figure of millions of jobs leaves much behind; collected sooner, it takes a quarter less memory.
	defer garbage.CollectAt(25)()
	m := a.Meter("drawing", "figures")
	defer m.Done()
	var files []string
	for i, id := range ids {
		m.Title("drawing " + id)
		m.Set(int64(i), int64(len(ids)))
		d, err := figures.Draw(id, in)
		if err != nil {
			return files, err
		}
		for _, format := range f.Formats {
			if a.Context.Err() != nil {
				return files, errors.New("stopped; the figures drawn so far are kept")
			}
			name := filepath.Join(out, id+"."+format)
			if out == console.Stdio {
				return nil, a.Save(out, func(w io.Writer) error { return d.Write(w, format) })
			}
			if err := atomicfile.Write(name, func(w io.Writer) error { return d.Write(w, format) }); err != nil {
				return files, err
			}
			files = append(files, name)
		}
	}
	return files, nil
}
