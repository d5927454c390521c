package paper

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// CellsSchema is the table of an experiment's numbers in a file.
var CellsSchema = &result.Schema{
	Name: "cells",
	Doc:  "one row per number of an experiment, with the published one where there is one",
	Columns: []result.Column{
		{Name: "id", Type: result.Text, Doc: "The experiment, the row and the column."},
		{Name: "experiment", Type: result.Text, Doc: "The experiment, as `backfill paper list` lists it."},
		{Name: "row", Type: result.Text, Doc: "The row of the printed table, or of ours."},
		{Name: "column", Type: result.Text, Doc: "Its column."},
		{Name: "unit", Type: result.Text, Nullable: true, Doc: "The unit of ours and published; null for a plain number."},
		{Name: "ours", Type: result.Float, Nullable: true, Doc: "Our number, or the lower end of an interval; null where we have none."},
		{Name: "ours_most", Type: result.Float, Nullable: true, Doc: "The upper end of that interval; null where ours is exact."},
		{Name: "low", Type: result.Float, Nullable: true,
			Doc: "The 5 % quantile of ours over the seeds, of which ours is the median; null where it does not vary."},
		{Name: "high", Type: result.Float, Nullable: true, Doc: "The 95 % quantile."},
		{Name: "published", Type: result.Float, Nullable: true, Doc: "The printed number; null where none is printed."},
		{Name: "ratio", Type: result.Float, Nullable: true, Formula: "ours / published",
			Doc: "How they compare; null where it has no value, and for an interval."},
		{Name: "verdict", Type: result.Text, Nullable: true,
			Doc: "same (within 1 %), close (within 10 %), differs; for a number that varies between seeds inside their range (5 to 95 %), near it " +
				"(within 10 %), outside; undecided (it depends on where in the interval ours lies), or none (we have no " +
				"number); null where none is printed."},
		{Name: "class", Type: result.Text,
			Doc: "What the printed number can show: measured (from schedules or solutions), input, construction (follows from definitions), " +
				"fitted (a choice of ours was made by it), repeat (compared in another experiment, too), or ours (none is printed). Only measured " +
				"ones are counted."},
	},
}

// All returns every number once: the cells, and the published numbers without a cell.
func (e *Evaluation) All() []Number {
	all := slices.Clone(e.Cells)
	for _, n := range e.Numbers {
		if !slices.ContainsFunc(e.Cells, func(c Number) bool { return c.Row == n.Row && c.Column == n.Column }) {
			all = append(all, n)
		}
	}
	return all
}

// Notes returns the distinct notes of the numbers, in the order of first use.
func (e *Evaluation) Notes() []string {
	var notes []string
	for _, n := range e.All() {
		if n.Note != "" && !slices.Contains(notes, n.Note) {
			notes = append(notes, n.Note)
		}
	}
	return notes
}

// CellsTable returns every number as a table of CellsSchema.
func (e *Evaluation) CellsTable() *result.Table {
	all := e.All()
	t := result.NewTable(CellsSchema, len(all))
	for i, n := range all {
		for name, s := range map[string]string{"id": n.ID, "experiment": e.Experiment.ID, "row": n.Row, "column": n.Column, "unit": n.Unit,
			"verdict": string(n.Verdict), "class": string(n.Class)} {
			t.Col(name).SetText(i, s)
		}
		t.Col("ours").Float[i], t.Col("published").Float[i], t.Col("ratio").Float[i] = n.Ours, n.Published, n.Ratio
		t.Col("ours_most").Float[i], t.Col("low").Float[i], t.Col("high").Float[i] = math.NaN(), math.NaN(), math.NaN()
		if n.Seeds != nil {
			t.Col("low").Float[i], t.Col("high").Float[i] = n.Range.Low, n.Range.High
		}
		if n.Interval() {
			t.Col("ours_most").Float[i] = n.Most
		}
	}
	return t
}

// RunsTable returns the runs that have metrics as a table of result.Runs. A run's name
// is its label; the policy of a task is the task's name.
func (e *Evaluation) RunsTable() *result.Table {
	var rows []result.Run
	for _, r := range e.Runs {
		row := result.Run{Run: r.Label, Policy: strings.Join(r.Spec.Policies, ","), Workload: r.Origin.JobSet, WorkloadSHA256: r.Origin.SHA256,
			SpecSHA256: r.Digest, Procs: r.Origin.Procs}
		if r.Spec.Procs > 0 {
			row.Procs = r.Spec.Procs
		}
		if row.Policy == "" && r.Task != nil {
			row.Policy = r.Task.Name
		}
		for _, m := range metrics.All {
			if v, ok := r.Summary.Metrics[m.Name]; ok {
				row.Metrics = append(row.Metrics, v)
			}
		}
		if len(row.Metrics) == len(metrics.All) {
			row.Jobs = int(r.Summary.Metrics["jobs_ended"])
			rows = append(rows, row)
		}
	}
	return result.RunsTable(rows...)
}

// Meta is the metadata of an evaluation's files. It has the list of runs instead of a
// Spec, and the SHA-256 of every job set, separated by commas, instead of one workload's.
func (e *Evaluation) Meta(version string) result.Meta {
	type run struct {
		Label  string          `json:"label"`
		JobSet string          `json:"job_set"`
		SHA256 string          `json:"workload_sha256"`
		Spec   json.RawMessage `json:"spec"`
		Digest string          `json:"digest"`
	}
	about := struct {
		Experiment string  `json:"experiment"`
		Scale      Scale   `json:"scale"`
		Seed       uint64  `json:"seed"` // of the runs
		Reading    Reading `json:"reading,omitempty"`
		Runs       []run   `json:"runs"`
	}{Experiment: e.Experiment.ID, Scale: e.Scale, Seed: e.Seed, Reading: e.Reading}
	for _, r := range e.Runs {
		about.Runs = append(about.Runs, run{r.Label, r.Origin.JobSet, r.Origin.SHA256, r.specJSON(), r.Digest})
	}
	text, err := json.Marshal(about)
	if err != nil {
		panic(err) // strings and JSON
	}
	var sets []string
	for _, o := range e.Origins {
		sets = append(sets, o.SHA256)
	}
	return result.Meta{
		{Key: result.MetaSpec, Value: string(text)},
		{Key: result.MetaDigest, Value: digestOf(text)},
		{Key: result.MetaWorkload, Value: strings.Join(sets, ",")},
		{Key: result.MetaVersion, Value: version},
	}
}

// A Matrix is an experiment's numbers laid out as a table.
type Matrix struct {
	Rows, Columns []string // in the order of first mention
	numbers       map[At]Number
}

// At returns the number in a row and column, if there is one.
func (m *Matrix) At(row, column string) (Number, bool) {
	n, ok := m.numbers[At{row, column}]
	return n, ok
}

// Matrix lays out every number.
func (e *Evaluation) Matrix() *Matrix {
	m := &Matrix{numbers: map[At]Number{}}
	for _, n := range e.All() {
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

// Markdown returns the evaluation as text: the table with our numbers and, in brackets,
// the published ones, then the claims.
func (e *Evaluation) Markdown() string {
	var b strings.Builder
	x := e.Experiment
	fmt.Fprintf(&b, "# %s: %s\n\n%s: %s. %s. Scale: %s.%s\n", x.ID, x.Title, e.Paper.Authors, e.Paper.Title, e.Paper.Venue, e.Scale, e.under())
	if x.Doc != "" {
		fmt.Fprintf(&b, "\n%s\n", x.Doc)
	}
	notes := e.Notes()
	if m := e.Matrix(); len(m.Rows) > 0 {
		b.WriteString("\nOurs, in brackets what is printed.\n\n| |")
		for _, c := range m.Columns {
			b.WriteString(" " + cell(c) + " |")
		}
		b.WriteString("\n|---|" + strings.Repeat("---:|", len(m.Columns)) + "\n")
		for _, row := range m.Rows {
			b.WriteString("| " + cell(row) + " |")
			for _, c := range m.Columns {
				if n, ok := m.At(row, c); ok {
					b.WriteString(" " + n.text())
					if n.Note != "" {
						fmt.Fprintf(&b, " [%d]", 1+slices.Index(notes, n.Note))
					}
				}
				b.WriteString(" |")
			}
			b.WriteString("\n")
		}
	}
	if legend := e.Legend(); legend != "" {
		fmt.Fprintf(&b, "\n%s\n", legend)
	}
	for i, note := range notes {
		if i == 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "%d. %s\n", i+1, note)
	}
	if len(e.Claims) > 0 {
		b.WriteString("\n")
	}
	for _, c := range e.Claims {
		section := ""
		if c.Section != "" {
			section = "section " + c.Section + "; "
		}
		fmt.Fprintf(&b, "- **%s**: %s (%sours: %s)\n", c.Said(), c.Text, section, c.Note)
	}
	b.WriteString("\nJob sets:\n\n")
	for _, o := range e.Origins {
		fmt.Fprintf(&b, "- %s: %s %d jobs, %d processors, SHA-256 %s.", o.Title, o.Doc, o.Jobs, o.Procs, o.SHA256)
		for _, t := range o.Traces {
			fmt.Fprintf(&b, " From %s (SHA-256 %s).", t.Name, t.SHA256)
		}
		for _, note := range o.Notes {
			b.WriteString(" " + note)
		}
		if len(o.Seeds) > 0 {
			fmt.Fprintf(&b, " Seeds: %v.", o.Seeds)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// under says with which seeds and reading an experiment was computed, if not the usual ones.
func (e *Evaluation) under() (s string) {
	if n := len(e.Seeds); n > 1 {
		s += fmt.Sprintf(" Seeds: %d to %d; numbers are medians, in square brackets from the 5 %% to the 95 %% quantile.",
			e.Seeds[0], e.Seeds[n-1])
	} else if e.Seed != 1 {
		s += fmt.Sprintf(" Seed: %d.", e.Seed)
	}
	if len(e.Reading) > 0 {
		s += fmt.Sprintf(" Reading: %s.", e.Reading)
	}
	return s
}

// text prints ours, then the published number in brackets and the mark of its class.
func (n Number) text() string {
	s := n.Own()
	if spread := n.Spread(); spread != "" {
		s += " [" + spread + "]"
	}
	if n.Verdict != "" {
		s += " (" + Format(n.Published, n.Unit) + ")"
		if mark := n.Class.Mark(); mark != "" {
			s += " *" + mark + "*"
		}
	}
	return s
}

// Interval reports whether only an interval of our number is known.
func (n Number) Interval() bool { return n.Most > n.Ours }

// Own prints our number, or both ends of its interval, for a reader.
func (n Number) Own() string {
	least, most := Format(n.Ours, n.Unit), Format(n.Most, n.Unit)
	if !n.Interval() || least == most {
		return least
	}
	return Format(n.Ours, "") + " to " + most
}

// Spread prints the range of our number over the seeds; it is empty if there is none.
func (n Number) Spread() string {
	if n.Seeds == nil || math.IsNaN(n.Range.Low) {
		return ""
	}
	return Format(n.Range.Low, "") + " to " + Format(n.Range.High, "")
}

// Said is the verdict with what decided it: of several seeds, how many.
func (v Verified) Said() string {
	if v.Of <= 1 {
		return string(v.Verdict)
	}
	return fmt.Sprintf("%s (with %d of %d seeds)", v.Verdict, v.Held, v.Of)
}

// Format prints a number for a reader: about four significant digits, but the whole part
// in full with its thousands apart, and the unit; a dash for NaN.
func Format(v float64, unit string) string {
	var s string
	switch size := max(v, -v); {
	case v != v:
		return "–"
	case size >= 1e15 || size < 1e-4 && v != 0:
		s = fmt.Sprintf("%.4g", v)
	case size >= 1000 || v == float64(int64(v)):
		s = numeral.Fixed(v, 0)
	case size >= 100:
		s = fmt.Sprintf("%.1f", v)
	case size >= 1:
		s = fmt.Sprintf("%.2f", v)
	default:
		s = fmt.Sprintf("%.5f", v)
	}
	if unit != "" && unit != "1" {
		s += " " + unit
	}
	return s
}

// FormatRatio prints a ratio: three decimals below 1,000, a dash for NaN.
func FormatRatio(r float64) string {
	if r < 1000 {
		return fmt.Sprintf("%.3f", r)
	}
	return Format(r, "")
}

// cell escapes what would end a cell in Markdown.
func cell(s string) string { return strings.NewReplacer("|", `\|`, "\n", " ").Replace(s) }
