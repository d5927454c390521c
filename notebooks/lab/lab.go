// Package lab keeps the cells of the Go notebooks short. An Experiment runs a Spec,
// keeps its result files in a folder, and shows tables and pictures of them:
//
//	var tour = lab.Experiment{
//		Dir:  "../out/tour",
//		Spec: experiment.Spec{Policies: []string{"fcfs", "easy"}},
//	}
//
//	%%
//	tour.Run()
//	tour.Table("wait_mean_s", "util")
//	tour.Show("gantt")
//
// GoNB compiles every cell anew. Declarations such as tour outlive their cell, values do
// not, so the files carry results from one cell to the next.
//
// An error ends the cell with one line that says what went wrong and where: a notebook
// has no caller to handle errors. Outside a notebook, tables are printed as text and
// pictures as a line with their size.
package lab

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill"
	"github.com/backfill-lab/backfill/arrowio"
	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/figures"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// An Experiment is a Spec and the folder of its result files.
type Experiment struct {
	Dir    string          // relative to the notebook
	Spec   experiment.Spec // your own policies go into Spec.Own
	Tables []string        // to keep besides the usual ones: shares, instances
}

// Workload returns the Spec's workload.
func (e Experiment) Workload() *trace.Workload {
	return must(e.Spec.Load(arrowio.OpenLog, trace.Options{}))
}

// kept returns the Spec as the files in Dir have it.
func (e Experiment) kept() experiment.Spec {
	path := e.Spec.Workload.Log()
	if path == "" {
		return e.Spec
	}
	f := must(os.Open(path))
	defer f.Close()
	return e.Spec.Kept(arrowio.PathFrom(e.Dir, path), must(experiment.SHA256Of(f)))
}

// caution says what is doubtful of the log, and what it tells and the runs leave out.
func (e Experiment) caution(w *trace.Workload) {
	warn(e.Spec.Doubts(w))
	for _, i := range e.Spec.Ignored(w) {
		sayLine("left out:", i)
	}
	for _, note := range append(e.Spec.Notes(w), policy.BesideRecorded(e.Spec.Policies)) {
		if note != "" {
			sayLine(note)
		}
	}
}

// Run simulates the Spec's policies, replaces the files in Dir by the results, and
// returns the runs with their schedules, in the order of Spec.Policies.
func (e Experiment) Run() []experiment.Outcome {
	w := e.Workload()
	sha256 := w.SHA256()
	schemas := must(result.Named(append([]string{"usual"}, e.Tables...)...))
	dir := must(arrowio.Create(e.Dir, e.kept().Meta(w, sha256, version()), arrowio.Options{Tables: schemas}))
	bar := newBar()
	outcomes, err := experiment.Execute(context.Background(), e.Spec, w, experiment.Options{
		Tables: dir.Tables(), Keep: true, Stretches: true, WorkloadSHA256: sha256, Progress: bar.jobs(len(e.Spec.Policies)),
	})
	bar.done()
	if err == nil {
		err = dir.Commit()
	}
	if err != nil {
		dir.Abort() // not deferred: check ends the process
		check(err)
	}
	defer e.caution(w)
	size, unit, _ := e.Spec.Describe(w)
	say("%s%s: %d jobs on %d %ss under %s\n", w.Name, e.setting(), w.Len(), size, unit, strings.Join(e.Spec.Policies, ", "))
	var names []string
	for _, path := range dir.Files() {
		names = append(names, filepath.Base(path))
	}
	say("%s: %s\n", e.Dir, strings.Join(names, ", "))
	return outcomes
}

// setting says what tells the Spec's workload from others of its name; "" if nothing does.
func (e Experiment) setting() string {
	var parts []string
	if m := e.Spec.Workload.Model; m != nil {
		if m.Load > 0 {
			parts = append(parts, "load "+digits(m.Load))
		}
		if m.Seed > 0 {
			parts = append(parts, fmt.Sprintf("seed %d", m.Seed))
		}
	}
	if f := e.Spec.Shrink; f != 0 && f != 1 {
		parts = append(parts, "shrinking factor "+digits(f))
	}
	if e.Spec.OfferedLoad > 0 {
		parts = append(parts, "load "+digits(e.Spec.OfferedLoad))
	}
	if e.Spec.Estimates != "" {
		parts = append(parts, "estimates "+e.Spec.Estimates)
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// version is what result files say they are from: a notebook, of which release of this module, and whose results are
// of which version.
func version() string {
	return fmt.Sprintf("%s, notebook, results of version %s", backfill.Version(), experiment.Version())
}

// Play is Run without files and output, for sweeps of many Specs.
func (e Experiment) Play() []experiment.Outcome {
	return must(experiment.Execute(context.Background(), e.Spec, e.Workload(), experiment.Options{Keep: true}))
}

// Read reads a table from the files in Dir, such as result.Jobs. It ends the cell if the
// runs left no such table.
func (e Experiment) Read(of *result.Schema) *result.Table {
	t := must(arrowio.Open(e.Dir)).Tables[of]
	if t == nil {
		check(fmt.Errorf("%s has no table of %s: no run writes it, or Tables does not name it", e.Dir, of.Name))
	}
	return t
}

// Why shows why a job did not start earlier under one of the Spec's policies. id is its
// number: 4711, or a text such as "4711_3", as trace.Find takes it.
func (e Experiment) Why(policy string, id any) {
	a := must(experiment.Explain(context.Background(), e.Spec, e.Workload(), policy, fmt.Sprint(id)))
	needs := a.Needs
	if a.Estimate > 0 {
		needs += ", estimate " + figures.Duration(float64(a.Estimate))
	}
	say("%s\nIt asks for %s. It was submitted at second %s and started at %s.\n", a.Summary, needs,
		numeral.Second(a.Submit), numeral.Second(a.Start))
	var rows [][]Cell
	for _, s := range slices.Concat(a.Spans, a.After) {
		rows = append(rows, []Cell{moment(s.From), moment(s.To), Text(s.Text)})
	}
	if len(rows) > 0 {
		Rows([]string{"from second", "to", "why"}, rows)
	}
}

// Show draws one of figures.All from the files in Dir.
func (e Experiment) Show(figure string, o figures.Options) {
	Picture(e.drawing(figure, o))
}

func (e Experiment) drawing(figure string, o figures.Options) *figures.Drawing {
	r := must(arrowio.Open(e.Dir))
	return must(figures.Draw(figure, figures.Of(r.Tables, r.Meta, o)))
}

func must[T any](v T, err error) T {
	check(err)
	return v
}

// check ends the cell if err is not nil.
func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
