package lab

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/learn/train"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/internal/atomicfile"
)

// A Training makes a rule base on a workload and keeps it in a file for later cells:
//
//	var large = lab.Training{File: "../out/large.json", On: users, Options: train.Options{Rules: 5}}
//
//	%%
//	large.Run()
type Training struct {
	File    string // relative to the notebook; the rule base is named after it
	On      experiment.Source
	Options train.Options // zero fields are the paper's
}

// Run trains, writes the rule base to the file, and returns the result of the training.
func (t Training) Run() *train.Result {
	w := Experiment{Spec: experiment.Spec{Workload: t.On}}.Workload()
	r := must(train.Run(context.Background(), w, t.Options, train.Control{}))
	r.Base.Name = strings.TrimSuffix(filepath.Base(t.File), filepath.Ext(t.File))
	check(os.MkdirAll(filepath.Dir(t.File), 0o777))
	check(atomicfile.Write(t.File, func(w io.Writer) error { return rules.Write(w, r.Base) }))
	say("%s: %d simulations of %d jobs, %s down to %.0f\n", t.File, r.Evaluations, w.Len(), r.Options.Objective, r.Objective)
	return r
}

// Base reads the rule base from the file.
func (t Training) Base() *rules.Base {
	f := must(os.Open(t.File))
	defer f.Close()
	b, err := rules.Read(f)
	if err != nil {
		err = fmt.Errorf("%s: %w", t.File, err)
	}
	return must(b, err)
}

// Fired shows the decision that started the job of that number in the run of a rule base:
// the state and the rules that fired, except those that count less than half a percent.
func (e Experiment) Fired(policy string, id int64) {
	base := must(e.Spec.Catalogue().RuleBase(policy))
	start, run := 0.0, ""
	jobs := e.Read(result.Jobs)
	for i := range jobs.Rows {
		if jobs.Col("policy").GetText(i) == policy && jobs.Col("job").Int[i] == id {
			start, run = jobs.Col("start_s").Float[i], jobs.Col("run").GetText(i)
		}
	}
	d := e.Read(result.Decisions)
	row := result.DecisionAt(d, run, start)
	if row < 0 {
		check(fmt.Errorf("%s: %s started no job %d", e.Dir, policy, id))
	}
	var x rules.Vector
	header, state := []string{"second", "jobs waiting"}, []Cell{Whole(int64(start)), Whole(d.Col("waiting").Int[row])}
	for i, f := range rules.Features {
		x[i] = d.Col(f.Name).Float[row]
		header, state = append(header, f.Title), append(state, Number(x[i]))
	}
	Rows(header, [][]Cell{state})
	decision := base.Controller.(rules.Explainer).Explain(&x) // every controller of a Base explains
	var rows [][]Cell
	for _, f := range decision.Fired {
		if f.Share < 0.005 {
			continue
		}
		rows = append(rows, []Cell{Text(fmt.Sprintf("%s %d", strings.TrimSuffix(f.Base, "s"), f.Rule)), Number(100 * f.Share), Number(f.For)})
	}
	Rows([]string{"rule", "counts, %", "for " + decision.Strategy.String()}, rows)
}
