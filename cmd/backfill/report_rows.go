package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/cmd/backfill/internal/table"
	"github.com/backfill-lab/backfill/core/trace"
)

// A countJSON is the number of a log's rows that one rule met.
type countJSON struct {
	Rule   string       `json:"rule"`
	Effect trace.Effect `json:"effect"`
	Rows   int          `json:"rows"`
	Doc    string       `json:"doc"` // what the rule does
}

func countsOf(w *trace.Workload) []countJSON {
	counts := []countJSON{}
	for _, c := range w.Counts {
		rule := ruleNamed(c.Rule)
		counts = append(counts, countJSON{c.Rule, rule.Effect, c.Rows, rule.Doc})
	}
	return counts
}

func ruleNamed(key string) trace.Rule {
	if i := slices.IndexFunc(trace.Rules, func(r trace.Rule) bool { return r.Key == key }); i >= 0 {
		return trace.Rules[i]
	}
	return trace.Rule{Key: key}
}

// readingOf says what was taken for what in a table; "" of other logs.
func readingOf(w *trace.Workload) string {
	if w.Reading == nil {
		return ""
	}
	return w.Reading.String()
}

// printReading prints what was taken for what in a table.
func printReading(out io.Writer, w *trace.Workload) {
	if reading := readingOf(w); reading != "" {
		fmt.Fprintln(out, reading)
	}
}

// printCounts prints a line for each rule that met odd rows.
func printCounts(out io.Writer, w *trace.Workload) error {
	if len(w.Counts) == 0 {
		return nil
	}
	fmt.Fprintln(out, "odd rows:")
	var rows cells
	for _, c := range w.Counts {
		rows.add(" ", whole(c.Rows), c.Rule, ruleNamed(c.Rule).Doc)
	}
	if err := table.Write(out, "lrl", rows); err != nil {
		return err
	}
	return printCauses(out, w)
}

// printCauses prints a line for each value that could not be taken, and why.
func printCauses(out io.Writer, w *trace.Workload) error {
	if len(w.Causes) == 0 {
		return nil
	}
	fmt.Fprintln(out, "what is wrong with them, and in which lines or rows first:")
	var rows cells
	for _, c := range w.Causes {
		why := c.Why
		if c.Field != "" {
			why = c.Field + ": " + why
		}
		rows.add(" ", whole(c.Rows), c.Rule, why, strings.Join(textsOf(c.First, trace.Place.String), ", "))
	}
	return table.Write(out, "lrlll", rows)
}
