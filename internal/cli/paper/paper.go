// Package paper is backfill paper, which computes the tables and figures of papers again.
package paper

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/figures"
	"github.com/backfill-lab/backfill/internal/cli/internal/buildinfo"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/drawing"
	"github.com/backfill-lab/backfill/internal/cli/internal/evaluation"
	"github.com/backfill-lab/backfill/internal/cli/internal/fetch"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
	"github.com/backfill-lab/backfill/internal/numeral"
	"github.com/backfill-lab/backfill/internal/report"
)

// Command is backfill paper.
func Command(a *console.App) *cobra.Command {
	return usage.NewGroup("paper", listCommand(a), runCommand(a), verifyCommand(a),
		readingsCommand(a), reportCommand(a), recordCommand(a), auditCommand(a), packCommand(a))
}

func listCommand(a *console.App) *cobra.Command {
	return a.WithJSON(usage.New("paper list", usage.Arguments(0, 0), func(*cobra.Command, []string) error {
		chosen, err := evaluation.Catalogue().Find(paper.First(paper.Full))
		if err != nil {
			return err
		}
		type entry struct {
			ID    string     `json:"id"`
			Title string     `json:"title"`
			Kind  paper.Kind `json:"kind"`
		}
		list := []entry{}
		var rows console.Cells
		for _, c := range chosen {
			x := c.Experiment
			list = append(list, entry{x.ID, x.Title, x.Kind})
			rows.Add(x.ID, string(x.Kind), x.Title)
		}
		return a.List(list, "l", "experiment|kind|title", rows)
	}))
}

func runCommand(a *console.App) *cobra.Command {
	var f evaluation.Flags
	var out string
	var formats []string
	var rows bool
	c := usage.New("paper run", usage.Arguments(1, 1000), func(_ *cobra.Command, args []string) error {
		if err := drawing.CheckFormats(formats); err != nil {
			return err
		}
		all, err := evaluation.Evaluate(a, &f, args)
		if err != nil {
			return err
		}
		files, err := evaluation.Write(a, &f, all, out, formats, rows)
		if err != nil {
			return err
		}
		return a.ShowFiles(files, tally(all))
	})
	f.AddTo(c)
	f.AddExtended(c.Flags())
	c.Flags().StringVarP(&out, "out", "o", "out", "folder for the results")
	c.Flags().StringSliceVar(&formats, "format", figures.Formats, "formats of figures: svg, png, pdf, csv (the numbers drawn)")
	c.Flags().BoolVar(&rows, "rows", false, "write every job's row, and every step's")
	return a.WithJSON(c)
}

// archived returns the address of a log of the Parallel Workloads Archive by the SHA-256 of
// the uncompressed file, or "" if this program does not know it.
func archived(sha256 string) string {
	for _, l := range fetch.All() {
		if l.SHA256 == sha256 && sha256 != "" && l.Folder != "" {
			return l.Address(fetch.Archive)
		}
	}
	return ""
}

func reportCommand(a *console.App) *cobra.Command {
	var f evaluation.Flags
	var out, beside string
	c := usage.New("paper report", nil, func(_ *cobra.Command, args []string) error {
		other := f
		other.Reading = beside
		if _, err := other.Options(a); err != nil {
			return err
		}
		all, err := evaluation.Evaluate(a, &f, args)
		if err != nil {
			return err
		}
		in := report.Input{Evaluations: all, Program: buildinfo.This().String(), Log: archived,
			Repeat: func(id string) string { return f.Repeat("run", id) }}
		if beside != "" {
			if in.Beside, err = evaluation.Evaluate(a, &other, args); err != nil {
				return err
			}
		}
		if err := a.Save(out, func(w io.Writer) error { return report.Write(w, in) }); err != nil {
			return err
		}
		if out != console.Stdio {
			fmt.Fprintf(a, "%s\n%s\n", out, tally(all))
		}
		return nil
	})
	f.AddTo(c)
	c.Flags().StringVar(&beside, "beside", "", "another reading, CHOICE=VALUE,..., to show below ours")
	c.Flags().StringVarP(&out, "out", "o", "report.html", "file for the page, or - for standard output")
	return c
}

func verifyCommand(a *console.App) *cobra.Command {
	var f evaluation.Flags
	c := usage.New("paper verify", nil, func(_ *cobra.Command, args []string) error {
		all, err := evaluation.Evaluate(a, &f, args)
		if err != nil {
			return err
		}
		if a.JSON {
			return verifyJSON(a, all)
		}
		return verifyText(a, all)
	})
	f.AddTo(c)
	return a.WithJSON(c)
}

func verifyJSON(a *console.App, all []*paper.Evaluation) error {
	type claim struct {
		paper.ClaimResult
		Holds bool `json:"holds"`
	}
	type number struct {
		paper.Number
		Scale  paper.Scale `json:"scale"`
		JobSet string      `json:"job_set,omitempty"` // with its origin; several are separated by semicolons
	}
	numbers, claims := []number{}, []claim{}
	for _, e := range all {
		for _, n := range e.Printed() {
			numbers = append(numbers, number{n, e.Scale, jobSets(e, n.Groups)})
		}
		for _, c := range e.Claims {
			claims = append(claims, claim{c, c.Verdict == paper.Holds})
		}
	}
	return a.PrintJSON(map[string]any{"numbers": numbers, "claims": claims})
}

func verifyText(a *console.App, all []*paper.Evaluation) error {
	for _, e := range all {
		if a.Context.Err() != nil {
			return a.Context.Err()
		}
		fmt.Fprintf(a, "%s: %s\n", e.Experiment.ID, e.Experiment.Title)
		verifyNumbers(a, e)
		for _, c := range e.Claims {
			fmt.Fprintf(a, "  %s  %s\n", c.Said(), claimLine(c))
		}
		fmt.Fprintln(a)
	}
	fmt.Fprintln(a, tally(all))
	for _, line := range origins(all) {
		fmt.Fprintln(a, line)
	}
	return nil
}

// class is that of a number which is not measured.
func class(n paper.Number) string {
	if n.Class == paper.Measured {
		return ""
	}
	return n.Class.Title()
}

// verifyNumbers prints the table of an experiment's printed numbers.
func verifyNumbers(a *console.App, e *paper.Evaluation) {
	printed := e.Printed()
	if len(printed) == 0 {
		return
	}
	notes := e.Notes()
	align, titles := "lllrr", "|row|column|published|ours"
	drawn := slices.ContainsFunc(printed, func(n paper.Number) bool { return n.Samples != nil })
	if drawn {
		align, titles = align+"r", titles+"|5 to 95 %"
	}
	var rows console.Cells
	for _, n := range printed {
		mark := ""
		if n.Note != "" {
			mark = fmt.Sprintf("note %d", 1+slices.Index(notes, n.Note))
		}
		row := []string{"", n.Row, n.Column, n.Printed(), n.Own()}
		if drawn {
			row = append(row, n.Spread())
		}
		rows.Add(append(row, paper.FormatRatio(float64(n.Ratio)), string(n.Verdict), class(n), mark)...)
	}
	console.Titled(a, align+"rlll", titles+"|ratio|verdict|class|", rows)
	for i, note := range notes {
		fmt.Fprintf(a, "  note %d: %s\n", i+1, note)
	}
}

// tally counts the verdicts, and says what to make of them at the quick scale.
func tally(all []*paper.Evaluation) string {
	s := fmt.Sprint(paper.Count(all))
	if len(all) > 0 && all[0].Scale == paper.Quick {
		s += "\nThis is the quick scale: far fewer jobs than the paper had, so numbers are not expected to agree."
	}
	return s
}

func claimLine(c paper.ClaimResult) string {
	s := c.Text
	if c.Section != "" {
		s += " [section " + c.Section + "]"
	}
	if c.Note != "" {
		s += " (" + c.Note + ")"
	}
	return s
}

// jobSets names the job sets of some groups, and says where they are from.
func jobSets(e *paper.Evaluation, groups []string) string {
	var sets []string
	for _, o := range e.Origins {
		set := o.Title + ", " + from(&o)
		if slices.Contains(groups, o.Group) && !slices.Contains(sets, set) {
			sets = append(sets, set)
		}
	}
	return strings.Join(sets, "; ")
}

// from says where a job set is from.
func from(o *paper.Origin) string {
	from := "generated"
	if len(o.Traces) > 0 {
		from = "from " + strings.Join(console.Texts(o.Traces, func(t paper.Trace) string { return t.Name }), ", ")
	}
	if o.Substitute {
		from += ", a substitute"
	}
	return from
}

// origins returns a line on each job set that the experiments ran on.
func origins(all []*paper.Evaluation) []string {
	var lines []string
	seen := map[string]bool{}
	for _, e := range all {
		for _, o := range e.Origins {
			key := e.Paper.Key + " " + o.JobSet
			if seen[key] {
				continue
			}
			seen[key] = true
			lines = append(lines, fmt.Sprintf("%s: %s, %s on %s, SHA-256 %s",
				o.Title, from(&o), numeral.Plural(o.Jobs, "job"), numeral.Plural(o.Procs, "processor"), o.SHA256))
		}
	}
	return lines
}
