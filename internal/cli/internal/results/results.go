// Package results opens the results of earlier runs, from a folder or a stream, and those of sweeps.
package results

import (
	"bytes"
	"fmt"

	"github.com/backfill-lab/backfill/arrowio"
	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/study/sweep"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/workload"
)

// A Folder has the results of an earlier call.
type Folder struct {
	*arrowio.Result
	dir  string
	Spec experiment.Spec
	Runs []Run
	log  []byte // its log, if that came with a stream of results
}

// A Run is a run of the results.
type Run struct{ Name, Policy string }

// Named returns the runs that a user means by text, their name or policy or "" for all. Case
// and spaces matter only to choose between names that nothing else tells apart.
func (e *Folder) Named(text string) (runs []Run) {
	if text == "" {
		return e.Runs
	}
	for _, same := range []func(string) bool{
		func(s string) bool { return s == text },
		func(s string) bool { return policy.Fold(s) == policy.Fold(text) },
	} {
		for _, r := range e.Runs {
			if same(r.Name) || same(r.Policy) {
				runs = append(runs, r)
			}
		}
		if runs != nil {
			break
		}
	}
	return runs
}

// Open opens a folder of results and reads its runs and these tables.
func Open(a *console.App, dir string, tables ...*result.Schema) (*Folder, error) {
	r, log, err := OpenFiles(a, dir, append(tables, result.Runs)...)
	if err != nil {
		return nil, err
	}
	e := &Folder{Result: r, dir: dir, log: log}
	if e.Spec, err = experiment.ParseSpec([]byte(r.Meta.Get(result.MetaSpec))); err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	runs := r.Tables[result.Runs]
	for i := range runs.Rows {
		e.Runs = append(e.Runs, Run{runs.Col("run").GetText(i), runs.Col("policy").GetText(i)})
	}
	return e, nil
}

// Policies returns the policies of the runs.
func (e *Folder) Policies() []string {
	return console.Texts(e.Runs, func(r Run) string { return r.Policy })
}

// Load loads the workload of the results and checks that it has not changed since.
func (e *Folder) Load(a *console.App) (*trace.Workload, error) {
	if e.log != nil {
		a.In = bytes.NewReader(e.log)
	} else if e.Spec.Workload.File == console.Stdio {
		return nil, fmt.Errorf("%s: the log came from standard input and is not kept, so the run cannot be repeated", e.dir)
	}
	in := &workload.Input{App: a, Spec: e.Spec, Folder: e.dir}
	w, err := in.Load()
	if err != nil {
		return nil, fmt.Errorf("%s: the workload of these results: %w", e.dir, err)
	}
	if w.SHA256() == e.Meta.Get(result.MetaWorkload) {
		return w, nil
	}
	return nil, fmt.Errorf("%s: the workload has changed since these results were written; run it again", e.dir)
}

// Files of a stream of results that a folder does not have.
const (
	ReportFile = "report.json" // what --json prints
	logFile    = "log"         // given back with the results: the log that came from standard input
)

// OpenFiles opens what --from names, a folder of results or a stream of them on standard input, and
// reads these tables. log is what the stream has as the results' log, else nil.
func OpenFiles(a *console.App, from string, tables ...*result.Schema) (r *arrowio.Result, log []byte, err error) {
	if from != console.Stdio {
		r, err = arrowio.Open(from, tables...)
		return r, nil, err
	}
	files, err := arrowio.Unbundle(console.Reader(a.Context, a.In))
	if err != nil {
		return nil, nil, fmt.Errorf("standard input: %w", err)
	}
	r, err = arrowio.OpenFiles(files, tables...)
	return r, files[logFile], err
}

// OpenSweep opens the plan and the results in a folder.
func OpenSweep(a *console.App, dir string) (*sweep.Plan, *sweep.Store, error) {
	p, err := sweep.Open(dir)
	if err != nil {
		return nil, nil, err
	}
	store, err := sweep.OpenStore(dir)
	if err != nil {
		return nil, nil, err
	}
	p.Damaged = a.Damaged
	for _, file := range store.Damaged() {
		fmt.Fprintf(a.Err, "backfill: %s: this file of results is damaged and does not count: backfill sweep run %s does its runs again\n",
			file, sweep.ShellWord(dir))
	}
	return p, store, nil
}

// SweepTable opens a sweep of a study and returns its table of runs.
func SweepTable(a *console.App, dir string) (p *sweep.Plan, t *result.Table, found sweep.Collected, err error) {
	p, store, err := OpenSweep(a, dir)
	switch {
	case err != nil:
	case p.Experiments != nil:
		err = fmt.Errorf("%s: this is a sweep of experiments, which have figures of their own: backfill sweep collect %s draws them",
			p.Dir, sweep.ShellWord(p.Dir))
	default:
		t, found, err = p.Table(store)
	}
	return p, t, found, err
}
