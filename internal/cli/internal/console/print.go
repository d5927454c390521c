package console

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/internal/atomicfile"
)

// WithJSON gives c the flag --json.
func (a *App) WithJSON(c *cobra.Command) *cobra.Command {
	c.Flags().BoolVar(&a.JSON, "json", false, "print JSON")
	return c
}

// Beside returns where to report on a file, and the name to call it by.
func (a *App) Beside(file string) (report io.Writer, name string) {
	if ToStdout(file) {
		return a.Err, "standard output"
	}
	return a, file
}

// Show prints v if --json asks for it, else calls text.
func (a *App) Show(v any, text func()) error {
	if a.JSON {
		return a.PrintJSON(v)
	}
	text()
	return nil
}

// Cells are the rows of a table.
type Cells [][]string

// Add adds a row.
func (c *Cells) Add(row ...string) { *c = append(*c, row) }

// List prints v if --json asks for it, else rows: see Titled.
func (a *App) List(v any, align, titles string, rows Cells) error {
	return a.Show(v, func() { Titled(a, align, titles, rows) })
}

// ShowFiles prints the names of files that were written, and further lines.
func (a *App) ShowFiles(files []string, further ...string) error {
	return a.Show(map[string][]string{"files": files}, func() {
		for _, line := range slices.Concat(files, further) {
			fmt.Fprintln(a, line)
		}
	})
}

// PrintJSON prints v as indented JSON.
func (a *App) PrintJSON(v any) error {
	e := json.NewEncoder(a)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// Save makes the file of that name hold what fill writes, compressed if the name ends in
// .gz; "-" and "" are standard output.
func (a *App) Save(name string, fill func(io.Writer) error) error {
	if ToStdout(name) {
		return fill(Writer(a.Context, a))
	}
	return atomicfile.Write(name, func(w io.Writer) error {
		w = Writer(a.Context, w)
		if !strings.HasSuffix(strings.ToLower(name), ".gz") {
			return fill(w)
		}
		z := gzip.NewWriter(w)
		if err := fill(z); err != nil {
			return err
		}
		return z.Close()
	})
}
