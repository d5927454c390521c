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
	"github.com/backfill-lab/backfill/core/atomicfile"
	"github.com/backfill-lab/backfill/core/nearest"
	"github.com/backfill-lab/backfill/core/numeral"
)

// stdio is the name that stands for standard input or output.
const stdio = "-"

func (a *app) jsonFlag(c *cobra.Command) { c.Flags().BoolVar(&a.json, "json", false, "print JSON") }

// show prints v if --json asks for it, else what text prints.
func (a *app) show(v any, text func() error) error {
	if a.json {
		return a.printJSON(v)
	}
	return text()
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

// nearName is an error for a name that is none of those known: it says which was
// perhaps meant, and which command lists them.
func nearName(what, name string, known []string, lists string) error {
	hint := ""
	if near := nearest.Name(name, known); near != "" {
		hint = fmt.Sprintf(" did you mean %s?", near)
	}
	return usage("there is no %s %q;%s %s lists them", what, name, hint, lists)
}

// textsOf returns the text of each of them.
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

// save makes the file of that name hold what fill writes, compressed if the
// name ends in .gz; "-" and "" are standard output.
func (a *app) save(name string, fill func(io.Writer) error) error {
	if name == stdio || name == "" {
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

// A number is a float64 in JSON output; what is not a finite number is null.
type number float64

func (n number) MarshalJSON() ([]byte, error) {
	if f := float64(n); math.IsNaN(f) || math.IsInf(f, 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(n))
}

// decimal prints x for a table: five significant digits, all of a longer whole
// part, and a dash for what is not defined.
func decimal(x float64) string {
	switch a := math.Abs(x); {
	case math.IsNaN(x) || math.IsInf(x, 0):
		return "-"
	case x == math.Trunc(x) && a < 1e15:
		return numeral.Fixed(x, 0)
	case a >= 1e15 || a < 1e-4:
		return strconv.FormatFloat(x, 'g', 5, 64)
	default:
		digits := max(0, 4-int(math.Floor(math.Log10(a))))
		return numeral.Fixed(x, digits)
	}
}

// whole prints n with its thousands apart.
func whole[T ~int | ~int32 | ~int64](n T) string { return numeral.Whole(n) }

// duration prints seconds as people say them: 45 s, 12 min, 3.5 h, 340 d.
func duration(seconds int64) string {
	s := float64(seconds)
	switch {
	case s < 120:
		return fmt.Sprintf("%d s", seconds)
	case s < 120*60:
		return short(s/60) + " min"
	case s < 48*3600:
		return short(s/3600) + " h"
	default:
		return short(s/86400) + " d"
	}
}

func short(x float64) string {
	if x >= 100 {
		return numeral.Fixed(x, 0)
	}
	return strings.TrimSuffix(strconv.FormatFloat(x, 'f', 1, 64), ".0")
}

// plural prints n of something: 1 job, 2,000 jobs.
func plural(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return whole(n) + " " + one + "s"
}
