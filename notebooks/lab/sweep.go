package lab

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/arrowio"
	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/study/sweep"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/figures"
	"github.com/backfill-lab/backfill/internal/chart"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// A Sweep is a study of many runs and the folder of its results. It varies an experiment:
//
//	var loads = lab.Sweep{
//		Dir: "../out/loads",
//		Spec: lab.Spec{
//			Workload: lab.Source{Model: &lab.Model{Name: "lublin", Jobs: 500, Procs: 128}},
//			Policies: []string{"fcfs", "easy", "cons"},
//		},
//		Loads: []float64{0.7, 0.8, 0.9},
//		Seeds: 8,
//	}
//
//	%%
//	loads.Run()
//	loads.Means("wait_mean_s", "bsld_mean")
//	loads.Plot("load", "wait_mean_s")
type Sweep struct {
	Dir  string // relative to the notebook
	Spec Spec   // what all runs have; policies of yours go into Spec.Own

	Loads   []float64 // offered loads: the work that jobs ask for, as a share of what the machine can do
	Seeds   int       // of a model, or of the Spec's Shake of a log: 1, 2, ... up to this; 0 leaves the Spec's own
	Shrinks []float64 // multiply the times between submissions, of logs, too

	// Study is, instead of these, an experiment's JSON with lists where anything may vary: see package sweep. Of Spec it
	// takes the code of the policies in Own that it names.
	Study string
}

// study returns the study's runs.
func (s Sweep) study() *sweep.Study {
	if s.Study != "" {
		if len(s.Loads)+len(s.Shrinks)+s.Seeds > 0 {
			check(errors.New("a Sweep varies its Study, or by Loads, Seeds and Shrinks its Spec: give one of them"))
		}
		return must(sweep.Parse([]byte(s.Study), s.Spec.Own...))
	}
	check(s.Spec.Validate())
	d := json.NewDecoder(bytes.NewReader(s.Spec.JSON()))
	d.UseNumber()
	var all map[string]any
	check(d.Decode(&all))
	source, _ := all["workload"].(map[string]any)
	model, modelled := source["model"].(map[string]any)
	shake, shaken := all["shake"].(map[string]any)
	if !modelled && s.Seeds > 0 && !shaken {
		check(errors.New("the Sweep's workload is no model, which Seeds varies: give Spec.Workload a Model, such as " +
			`lab.Model{Name: "empirical", From: LOG}, or give the Spec a Shake, which Seeds varies`))
	}
	switch {
	case len(s.Loads) > 0 && modelled:
		model["load"] = s.Loads
	case len(s.Loads) > 0:
		all["load"] = s.Loads
	}
	seeds := map[string]int{"from": 1, "to": s.Seeds}
	switch {
	case s.Seeds > 0 && modelled:
		model["seed"] = seeds
	case s.Seeds > 0:
		shake["seed"] = seeds
	}
	if len(s.Shrinks) > 0 {
		all["shrink"] = s.Shrinks
	}
	return must(sweep.Parse(must(json.Marshal(all)), s.Spec.Own...))
}

// Run does the runs that are missing in Dir on all cores, and shows meanwhile how far they
// are. What is stopped continues when the cell is run again. A run that fails is named, and the
// others go on.
func (s Sweep) Run() {
	p := must(sweep.NewPlan(context.Background(), s.Dir, s.study(), nil, arrowio.OpenLog))
	store := must(sweep.OpenStore(s.Dir))
	bar := newBar()
	w := sweep.Worker{Plan: p, Store: store, Open: arrowio.OpenLog, Progress: bar.runs}
	_, err := w.Do(context.Background(), p.All())
	bar.done()
	check(err)
	_, found := s.read()
	say("%s: %s done\n", s.Dir, numeral.Plural(found.Done, "run"))
	for _, f := range found.Failed {
		say("run %d (%s) failed: %s\n", f.Index+1, f.Where(), f.Error)
	}
}

func (s Sweep) read() (*result.Table, sweep.Collected) {
	p := must(sweep.Open(s.Dir))
	t, found, err := p.Table(must(sweep.OpenStore(s.Dir)))
	check(err)
	return t, found
}

// Table returns a row for each run: its metrics, and a column for everything that varies.
func (s Sweep) Table() *result.Table {
	t, _ := s.read()
	return t
}

// Referee plays every run again, and says in how many the referee found something illegal, with the first violation of
// the first three of them, and what it did not check.
func (s Sweep) Referee() {
	study := s.study()
	illegal, notes, bar := 0, []string{}, newBar()
	var shown []string
	for i := range study.Len() {
		run := must(study.At(i))
		w := must(run.Spec.Load(arrowio.OpenLog, trace.Options{}))
		played := must(experiment.Execute(context.Background(), run.Spec, w, experiment.Options{Keep: true, Verify: experiment.Verify}))
		v := played[0].Verified
		if len(v.Violations) > 0 {
			if illegal++; illegal <= 3 {
				shown = append(shown, fmt.Sprintf("    run %d, %s: %v", i+1, played[0].Policy, v.Violations[0]))
			}
		}
		for _, note := range v.Notes {
			if !slices.Contains(notes, note) {
				notes = append(notes, note)
			}
		}
		bar.runs(sweep.Progress{Done: i + 1, Total: study.Len()})
	}
	bar.done()
	say("%s, illegal: %d\n", numeral.Plural(study.Len(), "run"), illegal)
	for _, line := range shown {
		sayLine(line)
	}
	for _, note := range notes {
		sayLine("   ", note)
	}
}

// Plot draws a column of the table over another, a curve for each policy: see sweep.Curves.
func (s Sweep) Plot(x, y string) {
	Picture(must(figures.DrawChart(s.chart(x, y))))
}

// Save writes what Plot draws to a file, whose end says how: .pdf, .svg, .png, or .csv for its numbers.
func (s Sweep) Save(file, x, y string) { save(file, must(figures.DrawChart(s.chart(x, y)))) }

func (s Sweep) chart(x, y string) chart.Chart { return must(sweep.Curves(s.Table(), x, y)) }
