package main

import (
	"bytes"
	"fmt"

	"github.com/backfill-lab/backfill/arrowio"
	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/trace"
)

// A resultFolder has the results of an earlier call.
type resultFolder struct {
	*arrowio.Result
	dir  string
	spec experiment.Spec
	runs []keptRun
	log  []byte // its log, if that came with a stream of results
}

type keptRun struct{ name, policy string }

// named returns the runs that a user means by text, their name or policy or "" for all. Case
// and spaces matter only to choose between names that nothing else tells apart.
func (e *resultFolder) named(text string) (runs []keptRun) {
	if text == "" {
		return e.runs
	}
	for _, same := range []func(string) bool{
		func(s string) bool { return s == text },
		func(s string) bool { return policy.Fold(s) == policy.Fold(text) },
	} {
		for _, r := range e.runs {
			if same(r.name) || same(r.policy) {
				runs = append(runs, r)
			}
		}
		if runs != nil {
			break
		}
	}
	return runs
}

// openResults opens a folder of results and reads its runs and these tables.
func (a *app) openResults(dir string, tables ...*result.Schema) (*resultFolder, error) {
	r, log, err := a.openFiles(dir, append(tables, result.Runs)...)
	if err != nil {
		return nil, err
	}
	e := &resultFolder{Result: r, dir: dir, log: log}
	if e.spec, err = experiment.ParseSpec([]byte(r.Meta.Get(result.MetaSpec))); err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	runs := r.Tables[result.Runs]
	for i := range runs.Rows {
		e.runs = append(e.runs, keptRun{runs.Col("run").GetText(i), runs.Col("policy").GetText(i)})
	}
	return e, nil
}

// policies returns the policies of the runs.
func (e *resultFolder) policies() []string {
	return textsOf(e.runs, func(r keptRun) string { return r.policy })
}

// load loads the workload of the results and checks that it has not changed since.
func (e *resultFolder) load(a *app) (*trace.Workload, error) {
	if e.log != nil {
		a.in = bytes.NewReader(e.log)
	} else if e.spec.Workload.File == stdio {
		return nil, fmt.Errorf("%s: the log came from standard input and is not kept, so the run cannot be repeated", e.dir)
	}
	in := &input{app: a, spec: e.spec, folder: e.dir}
	w, err := in.load()
	if err != nil {
		return nil, fmt.Errorf("%s: the workload of these results: %w", e.dir, err)
	}
	if w.SHA256() == e.Meta.Get(result.MetaWorkload) {
		return w, nil
	}
	return nil, fmt.Errorf("%s: the workload has changed since these results were written; run it again", e.dir)
}
