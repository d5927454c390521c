package paper

import (
	"fmt"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/chart"
)

// An Evaluation is an experiment with its results. The same experiment on the same
// job sets gives the same, except Seconds, and Cached of its Runs.
//
// With several seeds, Numbers, Claims and, as far as it can be, Chart are of all of
// them; Results, Runs and Origins are of the first. One that comes from a record has no Results and Runs.
type Evaluation struct {
	Paper      *Paper
	Experiment *Experiment
	Setting             // with the first seed
	Seeds      []uint64 // that the numbers are of: one if none depends on it
	Version    string   // the program's, from Options
	Seconds    float64  // of processor time that the runs of all seeds took, whenever that was
	Results    *Results
	Runs       []RunResult
	Origins    []Origin      // of the job sets, in the order of first use
	Numbers    []Number      // one for each cell, then the printed ones that no cell is compared with
	Claims     []ClaimResult // in the experiment's order
	Chart      *chart.Chart  // nil if the experiment has none
}

// A RunResult is a run and its result.
type RunResult struct {
	Run
	Origin  Origin // of its job set
	Digest  string
	Summary *Summary
	Cached  bool
	Seconds float64 // of computing, whenever that was

	set    *trace.Workload
	behind map[string]float64 // seconds of this run and of those it comes after, by digest
}

// workload returns what was simulated: the job set after the Spec's changes.
func (r *RunResult) workload() *trace.Workload {
	w, _ := r.Spec.Apply(r.set) // it succeeded when the run was computed
	return w
}

// A ClaimResult is a claim and the verdict on it.
type ClaimResult struct {
	ID      string  `json:"id"` // the experiment's and the claim's
	Text    string  `json:"text"`
	Section string  `json:"section"` // of the paper; "" if the claim is ours
	Verdict Verdict `json:"verdict"` // one of those on claims
	Note    string  `json:"note"`    // the numbers that decided with the first seed, and a reason
	Held    int     `json:"held"`    // with how many seeds it holds
	Of      int     `json:"of"`      // of how many; 1 if nothing depends on the seed
	Seconds float64 `json:"-"`       // that the runs took which decided it, with all seeds
}

// Class is Construction if the claim cannot fail, Own if the text does not make it, else Measured.
func (c *ClaimResult) Class() Class {
	switch {
	case c.Section == "":
		return Own
	case c.Verdict == ByConstruction:
		return Construction
	}
	return Measured
}

// Decided is what decided: the note without the reason.
func (c *ClaimResult) Decided() string {
	numbers, _, _ := strings.Cut(c.Note, because)
	return numbers
}

// Reason is why the claim likely fails; "" if it holds or nothing is known.
func (c *ClaimResult) Reason() string {
	if c.Verdict == Holds {
		return ""
	}
	_, why, _ := strings.Cut(c.Note, because)
	return why
}

// Said is the verdict with what decided it: of several seeds, how many.
func (c *ClaimResult) Said() string {
	if c.Of <= 1 {
		return string(c.Verdict)
	}
	return fmt.Sprintf("%s (with %d of %d seeds)", c.Verdict, c.Held, c.Of)
}

// Logs returns the logs that the job sets were made from, each once, in the order of first use.
func (e *Evaluation) Logs() (logs []Trace) {
	for _, o := range e.Origins {
		for _, t := range o.Traces {
			if !slices.ContainsFunc(logs, func(l Trace) bool { return l.Uncompressed == t.Uncompressed }) {
				logs = append(logs, t)
			}
		}
	}
	return logs
}

// FromLogs reports whether any job set was made from a log.
func (e *Evaluation) FromLogs() bool { return len(e.Logs()) > 0 }

// Printed returns the numbers that the paper prints, in the order of Experiment.Published.
func (e *Evaluation) Printed() (printed []Number) {
	m := e.Matrix()
	for _, p := range e.Experiment.Published {
		if n := m.At(p.Row, p.Column); n != nil && n.Verdict != "" {
			printed = append(printed, *n)
		}
	}
	return printed
}

// Notes returns the distinct notes of the numbers, in the order of first use.
func (e *Evaluation) Notes() []string {
	var notes []string
	for _, n := range e.Numbers {
		if n.Note != "" && !slices.Contains(notes, n.Note) {
			notes = append(notes, n.Note)
		}
	}
	return notes
}

// A Matrix is an experiment's numbers laid out as a table.
type Matrix struct {
	Rows, Columns []string // in the order of first mention
	numbers       map[At]*Number
}

// At returns the number in a row and column, nil if there is none.
func (m *Matrix) At(row, column string) *Number { return m.numbers[At{row, column}] }

// Matrix lays out every number.
func (e *Evaluation) Matrix() *Matrix {
	m := &Matrix{numbers: map[At]*Number{}}
	for i := range e.Numbers {
		n := &e.Numbers[i]
		if !slices.Contains(m.Rows, n.Row) {
			m.Rows = append(m.Rows, n.Row)
		}
		if !slices.Contains(m.Columns, n.Column) {
			m.Columns = append(m.Columns, n.Column)
		}
		m.numbers[At{n.Row, n.Column}] = n
	}
	return m
}
