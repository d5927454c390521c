package run

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/workload"
	"github.com/backfill-lab/backfill/internal/doubt"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// report prints the results of a simulation.
func report(a *console.App, r *ran, f *runFlags) error {
	if a.JSON || r.stream != nil {
		report, err := reportOf(r, f.objective)
		if err != nil {
			return err
		}
		if r.stream != nil {
			return r.stream.end(report)
		}
		return a.PrintJSON(report)
	}
	fmt.Fprintf(a, "%s: %s on %s\n", r.w.Name, numeral.Plural(r.w.Len(), "job"), machineOf(&r.spec, r.w))
	workload.PrintReading(a, r.w)
	doubts := r.spec.Doubts(r.w)
	console.PrintDoubts(a, doubts)
	workload.PrintCounts(a, r.w)
	printSites(a, r)
	fmt.Fprintln(a)
	printMetrics(a, r, f.metrics)
	if grave, _ := doubt.Split(doubts); len(grave) > 0 {
		fmt.Fprintln(a)
		console.PrintWarning(a, doubts)
	}
	printIgnored(a, r)
	if err := printObjective(a, r.outcomes, f.objective); err != nil {
		return err
	}
	printVerified(a, r.outcomes)
	if len(r.files) > 0 {
		fmt.Fprintln(a, "\nwritten:")
		for _, name := range r.files {
			fmt.Fprintln(a, "  "+name)
		}
	}
	return nil
}

// machineOf describes what an experiment runs on: 120 nodes of 2 cores, penalty 300 s.
func machineOf(spec *experiment.Spec, w *trace.Workload) string {
	n, unit, details := spec.Describe(w)
	return numeral.Plural(n, unit) + details + workload.SizeFrom(w)
}

// mostSites bounds the sites that a report lists.
const mostSites = 20

// printSites prints a line for each site of a grid.
func printSites(out io.Writer, r *ran) {
	g := r.spec.Grid
	if g == nil {
		return
	}
	sites := g.Sites
	if len(sites) > mostSites {
		fmt.Fprintf(out, "on %s\n", numeral.Plural(len(sites), "site"))
		return
	}
	atHome := make([]int, len(sites))
	for _, home := range g.HomesOf(r.w) {
		atHome[home]++
	}
	var rows console.Cells
	for i, s := range sites {
		rows.Add(s.Name, numeral.Whole(s.Procs), console.Factor(g.SpeedOf(int32(i))), console.Factor(g.LoadOf(int32(i))),
			numeral.Whole(atHome[i]))
	}
	fmt.Fprintln(out)
	console.Titled(out, "lr", "site|processors|speed|load|jobs at home", rows)
}

type runJSON struct {
	Run     string                  `json:"run"`
	Policy  string                  `json:"policy"`
	Seconds numeral.JSON            `json:"seconds"` // of computing
	Metrics map[string]numeral.JSON `json:"metrics"`

	Grid    map[string]int `json:"grid,omitempty"`     // jobs by how they were treated
	LeftOut int            `json:"left_out,omitempty"` // jobs of more tasks than nodes

	Verified *verifiedJSON `json:"verified,omitempty"` // with --verify
}

type workloadJSON struct {
	Name   string `json:"name"`
	Source string `json:"source"`
	Procs  int    `json:"procs"`
	From   string `json:"procs_from,omitempty"`
	Jobs   int    `json:"jobs"`
	SHA256 string `json:"sha256"`

	Reading string             `json:"reading,omitempty"` // of a table: what was taken for what
	Doubts  []trace.Doubt      `json:"doubts,omitempty"`  // what may not mean what it seems to
	Counts  []workload.OddRows `json:"counts"`            // of odd rows

	Causes []trace.Cause `json:"causes,omitempty"` // what was wrong with them

	Streamed bool `json:"streamed,omitempty"` // read job by job; else it was in memory as a whole

	Ignored []trace.Ignored `json:"ignored"` // what the log says and the simulation leaves out
}

// A runReport is the report of backfill run as JSON.
type runReport struct {
	Spec      experiment.Spec `json:"spec"`
	Workload  workloadJSON    `json:"workload"`
	Runs      []runJSON       `json:"runs"`
	Files     []string        `json:"files"`
	Objective []valueOf       `json:"objective,omitempty"` // the best first
	Notes     []string        `json:"notes,omitempty"`     // what the simulation leaves out and assumes
}

func reportOf(r *ran, objective string) (*runReport, error) {
	digest, err := r.w.Digest()
	if err != nil {
		return nil, err
	}
	report := &runReport{Notes: r.spec.Notes(r.w), Spec: r.spec, Files: append([]string{}, r.files...),
		Workload: workloadJSON{
			Name: r.w.Name, Source: r.w.Source, Procs: r.w.Procs, From: r.w.ProcsFrom, Jobs: r.w.Len(), SHA256: digest,
			Reading: workload.ReadingOf(r.w), Doubts: r.spec.Doubts(r.w), Counts: workload.OddRowsOf(r.w), Causes: r.w.Causes,
			Streamed: r.w.Jobs.Spooled(),
			Ignored:  append([]trace.Ignored{}, r.spec.Ignored(r.w)...),
		}}
	if objective != "" {
		if report.Objective, err = ordered(r.outcomes, objective); err != nil {
			return nil, err
		}
	}
	for _, o := range r.outcomes {
		run := runJSON{o.Run, o.Policy, numeral.JSON(o.Seconds), map[string]numeral.JSON{}, map[string]int{}, o.LeftOut, verifiedOf(o.Verified)}
		for _, c := range o.Counts {
			run.Grid[c.Name] = c.Jobs
		}
		for _, m := range slices.Concat(r.spec.Metrics(), metrics.Grouped) {
			run.Metrics[m.Name] = numeral.JSON(o.Metric(m.Name))
		}
		report.Runs = append(report.Runs, run)
	}
	return report, nil
}

// percentilesOfMany is a note about p50, p95 and p99.
var percentilesOfMany = fmt.Sprintf("Percentiles of more than %s jobs come from a histogram and are too small by up to %.3f %%.",
	numeral.Whole(metrics.ExactJobs), 100*metrics.PercentileError)

// printMetrics prints a line per metric and a column per policy; a star marks the best
// value of a line. A metric that is undefined under every policy is left out unless
// names has it. On a terminal the columns are broken into blocks that fit its width.
func printMetrics(out io.Writer, r *ran, names []string) {
	outcomes := r.outcomes
	var chosen []metrics.Metric
	if len(names) == 0 {
		chosen = r.spec.Metrics()
		if r.spec.UserGroups != nil || workload.AnyRules(r.spec.Policies) {
			chosen = slices.Concat(chosen, metrics.Grouped)
		}
	}
	for _, m := range metrics.Every {
		if slices.Contains(names, m.Name) {
			chosen = append(chosen, m)
		}
	}
	undefined := func(m metrics.Metric) bool {
		return !slices.ContainsFunc(outcomes, func(o experiment.Outcome) bool { return !math.IsNaN(o.Metric(m.Name)) })
	}
	if len(names) == 0 {
		chosen = slices.DeleteFunc(slices.Clone(chosen), undefined)
	}
	labels := []string{"metric"}
	for _, m := range chosen {
		labels = append(labels, m.Name)
	}
	for _, c := range outcomes[0].Counts {
		labels = append(labels, "jobs "+c.Name)
	}
	leftOut := slices.ContainsFunc(outcomes, func(o experiment.Outcome) bool { return o.LeftOut > 0 })
	if leftOut {
		labels = append(labels, "jobs never started")
	}
	stand := experiment.Stand(outcomes)
	marks := map[metrics.Standing]bool{}
	var columns [][]string
	for k, o := range outcomes {
		column := []string{o.Policy + " "}
		for _, m := range chosen {
			at := stand.In(m)[k]
			marks[at] = true
			column = append(column, console.Decimal(o.Metric(m.Name))+[]string{" ", "'", "*"}[at])
		}
		for _, c := range o.Counts {
			column = append(column, console.Share(c.Jobs, o.Metric("jobs_ended"))+" ")
		}
		if leftOut {
			column = append(column, numeral.Whole(o.LeftOut)+" ")
		}
		columns = append(columns, column)
	}
	width := console.TerminalWidth(out)
	for len(columns) > 0 {
		n := 1
		for n < len(columns) && (width == 0 || console.TableWidth(rowsOf(labels, columns[:n+1])) <= width) {
			n++
		}
		console.Table(out, "lr", rowsOf(labels, columns[:n]))
		if columns = columns[n:]; len(columns) > 0 {
			fmt.Fprintln(out)
		}
	}
	note := func(words string) { fmt.Fprintln(out, console.Wrap(words, "", width)) }
	if marks[metrics.Best] {
		note("* the best of its line, " + metrics.Surely(stand.Paired.Size()))
	}
	if marks[metrics.First] {
		note("' the first of its line; which is best is not sure: " + metrics.Perhaps(stand.Paired.Size()))
	}
	if r.w.Len() > metrics.ExactJobs {
		note(percentilesOfMany)
	}
}

// printIgnored prints what the log says and the simulation left out, and what that means for
// the recorded schedule.
func printIgnored(a *console.App, r *ran) {
	ignored := r.spec.Ignored(r.w)
	if len(ignored) > 0 {
		fmt.Fprintln(a, "\nIn the log, and left out of the simulation:")
		for _, i := range ignored {
			fmt.Fprintln(a, "  "+i.String())
		}
	}
	played := console.Texts(r.outcomes, func(o experiment.Outcome) string { return o.Policy })
	for _, note := range append(r.spec.Notes(r.w), policy.BesideRecorded(played)) {
		if note != "" {
			fmt.Fprintln(a, "\n"+note)
		}
	}
}

// A valueOf is an objective's value of a policy's schedule.
type valueOf struct {
	Policy string  `json:"policy"`
	Value  float64 `json:"value"`
}

// ordered returns the objective's values, the smallest first.
func ordered(outcomes []experiment.Outcome, objective string) ([]valueOf, error) {
	o, err := rules.ParseObjective(objective)
	if err != nil {
		return nil, err
	}
	var list []valueOf
	for _, out := range outcomes {
		list = append(list, valueOf{out.Policy, o.Of(out.Scores())})
	}
	slices.SortStableFunc(list, func(a, b valueOf) int { return cmp.Compare(a.Value, b.Value) })
	return list, nil
}

// printObjective prints the policies in the order of an objective.
func printObjective(a *console.App, outcomes []experiment.Outcome, objective string) error {
	if objective == "" {
		return nil
	}
	list, err := ordered(outcomes, objective)
	if err != nil {
		return err
	}
	fmt.Fprintf(a, "\n%s, the smallest first\n", objective)
	var rows console.Cells
	for _, v := range list {
		more := ""
		if best := list[0].Value; v.Value > best && best > 0 {
			more = fmt.Sprintf("+%.2f %%", 100*(v.Value/best-1))
		}
		rows.Add(" ", v.Policy, console.Decimal(v.Value), more)
	}
	console.Table(a, "llr", rows)
	return nil
}

func rowsOf(labels []string, columns [][]string) [][]string {
	rows := make([][]string, len(labels))
	for i := range labels {
		rows[i] = []string{labels[i]}
		for _, column := range columns {
			rows[i] = append(rows[i], column[i])
		}
	}
	return rows
}
