package workload

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// SizeFrom says, in brackets, where the size of the machine comes from; "" if that is clear.
func SizeFrom(w *trace.Workload) string {
	from := w.SizeFrom()
	switch {
	case from == "":
		return ""
	case w.Guessed():
		from += ": give --procs"
	}
	return " (" + from + ")"
}

// An OddRows is the number of a log's rows that one rule met.
type OddRows struct {
	Rule   string       `json:"rule"`
	Effect trace.Effect `json:"effect"`
	Rows   int          `json:"rows"`
	Doc    string       `json:"doc"` // what the rule does
}

// OddRowsOf returns the counts of a log's odd rows for JSON.
func OddRowsOf(w *trace.Workload) []OddRows {
	counts := []OddRows{}
	for _, c := range w.Counts {
		rule := ruleNamed(c.Rule)
		counts = append(counts, OddRows{c.Rule, rule.Effect, c.Rows, rule.Doc})
	}
	return counts
}

func ruleNamed(key string) trace.Rule {
	if i := slices.IndexFunc(trace.Rules, func(r trace.Rule) bool { return r.Key == key }); i >= 0 {
		return trace.Rules[i]
	}
	return trace.Rule{Key: key}
}

// ReadingOf says what was taken for what in a table; "" of other logs.
func ReadingOf(w *trace.Workload) string {
	if w.Reading == nil {
		return ""
	}
	return w.Reading.String()
}

// PrintReading prints what was taken for what in a table.
func PrintReading(out io.Writer, w *trace.Workload) {
	if reading := ReadingOf(w); reading != "" {
		fmt.Fprintln(out, reading)
	}
}

// PrintCounts prints a line for each rule that met odd rows.
func PrintCounts(out io.Writer, w *trace.Workload) {
	if len(w.Counts) == 0 {
		return
	}
	fmt.Fprintln(out, "odd rows:")
	var rows console.Cells
	for _, c := range w.Counts {
		rows.Add(" ", numeral.Whole(c.Rows), c.Rule, ruleNamed(c.Rule).Doc)
	}
	console.Table(out, "lrl", rows)
	printCauses(out, w)
}

// printCauses prints a line for each value that could not be taken, and why.
func printCauses(out io.Writer, w *trace.Workload) {
	if len(w.Causes) == 0 {
		return
	}
	fmt.Fprintln(out, "what is wrong with them, and in which lines or rows first:")
	var rows console.Cells
	for _, c := range w.Causes {
		why := c.Why
		if c.Field != "" {
			why = c.Field + ": " + why
		}
		rows.Add(" ", numeral.Whole(c.Rows), c.Rule, why, strings.Join(console.Texts(c.First, trace.Place.String), ", "))
	}
	console.Table(out, "lrlll", rows)
}

// Deliver writes a log to a file or standard output and describes it.
func Deliver(a *console.App, w *trace.Workload, out string) error {
	if w.Len() == 0 {
		return errors.New("no job is left, so nothing is written")
	}
	if err := a.Save(out, w.WriteSWF); err != nil {
		return err
	}
	if a.JSON {
		return a.PrintJSON(struct {
			File string `json:"file"`
			trace.Info
		}{out, w.Info()})
	}
	load, err := w.Load()
	if err != nil {
		return err
	}
	report, to := a.Beside(out)
	fmt.Fprintf(report, "%s: %s on %s, offered load %s, to %s\n",
		w.Name, numeral.Plural(w.Len(), "job"), numeral.Plural(w.Procs, "processor"), console.Decimal(load), to)
	PrintReading(report, w)
	for _, change := range w.Changes {
		fmt.Fprintln(report, "  "+change)
	}
	PrintCounts(report, w)
	return nil
}
