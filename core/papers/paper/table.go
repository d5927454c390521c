package paper

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/result"
)

// CellsTable returns every number as a table of CellsSchema.
func (e *Evaluation) CellsTable() *result.Table { return NumberFields.Table(CellsSchema, e.Numbers) }

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
			b.WriteString(" " + result.MarkdownCell(c) + " |")
		}
		b.WriteString("\n|---|" + strings.Repeat("---:|", len(m.Columns)) + "\n")
		for _, row := range m.Rows {
			b.WriteString("| " + result.MarkdownCell(row) + " |")
			for _, c := range m.Columns {
				if n := m.At(row, c); n != nil {
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
	if legend := e.legend(); legend != "" {
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
