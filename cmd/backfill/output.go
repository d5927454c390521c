package main

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/cmd/backfill/internal/stop"
	"github.com/backfill-lab/backfill/cmd/backfill/internal/table"
	"github.com/backfill-lab/backfill/internal/atomicfile"
	"github.com/backfill-lab/backfill/internal/nearest"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// stdio is the name that stands for standard input or output.
const stdio = "-"

// toStdout reports whether the file of that name is standard output.
func toStdout(name string) bool { return name == stdio || name == "" }

// withJSON gives c the flag --json.
func (a *app) withJSON(c *cobra.Command) *cobra.Command {
	c.Flags().BoolVar(&a.json, "json", false, "print JSON")
	return c
}

// jsonNeedsFile returns an error if --json and what is written to out would both go to
// standard output.
func (a *app) jsonNeedsFile(out, what string) error {
	if a.json && toStdout(out) {
		return usage("--json needs -o FILE: standard output cannot hold both the %s and the report", what)
	}
	return nil
}

// beside returns where to report on a file, and the name to call it by.
func (a *app) beside(file string) (report io.Writer, name string) {
	if toStdout(file) {
		return a.err, "standard output"
	}
	return a, file
}

// show prints v if --json asks for it, else calls text.
func (a *app) show(v any, text func() error) error {
	if a.json {
		return a.printJSON(v)
	}
	return text()
}

// cells are the rows of a table.
type cells [][]string

func (c *cells) add(row ...string) { *c = append(*c, row) }

// list prints v if --json asks for it, else rows: see table.Titled.
func (a *app) list(v any, align, titles string, rows cells) error {
	return a.show(v, func() error { return table.Titled(a, align, titles, rows) })
}

// showFiles prints the names of files that were written, and further lines.
func (a *app) showFiles(files []string, further ...string) error {
	return a.show(map[string][]string{"files": files}, func() error {
		for _, line := range slices.Concat(files, further) {
			fmt.Fprintln(a, line)
		}
		return nil
	})
}

// nearName returns an error for an unknown name. It gives the known one that was
// perhaps meant, and the command that lists them.
func nearName(what, name string, known []string, lists string) error {
	return usage("there is no %s %q;%s %s lists them", what, name, meant(" did you mean %s?", name, known), lists)
}

// meant returns a question with the known name that was perhaps meant, "" for none.
func meant(question, name string, known []string) string {
	near := nearest.Name(name, known)
	if near == "" {
		return ""
	}
	return fmt.Sprintf(question, near)
}

// completes completes every argument to one of the names.
func completes(names func() []string) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return names(), cobra.ShellCompDirectiveNoFileComp
	}
}

// textsOf returns the text of each element.
func textsOf[T any](list []T, text func(T) string) []string {
	texts := make([]string, len(list))
	for i, x := range list {
		texts[i] = text(x)
	}
	return texts
}

// printJSON prints v as indented JSON.
func (a *app) printJSON(v any) error {
	e := json.NewEncoder(a)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// save makes the file of that name hold what fill writes, compressed if the name ends in
// .gz; "-" and "" are standard output.
func (a *app) save(name string, fill func(io.Writer) error) error {
	if toStdout(name) {
		return fill(stop.Writer(a.ctx, a))
	}
	return atomicfile.Write(name, func(w io.Writer) error {
		w = stop.Writer(a.ctx, w)
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

// A number may be undefined.
type number = numeral.JSON

// decimal prints x for a table: five significant digits, all of a longer whole part, and
// a dash if it is undefined.
func decimal[T ~float64](value T) string {
	x := float64(value)
	switch a := math.Abs(x); {
	case math.IsNaN(x) || math.IsInf(x, 0):
		return "-"
	case x == math.Trunc(x) && a < 1e15:
		return numeral.Fixed(x, 0)
	case a >= 1e15 || a < 1e-4:
		return strconv.FormatFloat(x, 'g', 5, 64)
	default:
		return numeral.Significant(x, 5, 8)
	}
}

// whole prints n with its thousands apart.
func whole[T ~int | ~int32 | ~int64](n T) string { return numeral.Whole(n) }

// share prints n and its part of all: 47,782 (88.4 %).
func share(n int, all float64) string {
	if all == 0 {
		return whole(n)
	}
	return fmt.Sprintf("%s (%.1f %%)", whole(n), 100*float64(n)/all)
}

// factor prints x in the fewest digits that read back as x.
func factor(x float64) string { return numeral.Fixed(x, -1) }

// duration prints seconds as people say them: 45 s, 12 min, 3.5 h, 340 d.
func duration(seconds int64) string { return numeral.Duration(float64(seconds)) }

// plural prints n of something: 1 job, 2,000 jobs.
func plural(n int, one string) string { return numeral.Plural(n, one) }
