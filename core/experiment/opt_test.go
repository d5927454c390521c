package experiment

import (
	"context"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/machine"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/verify"
)

// The optimiser is a policy like the others to all that is done with one: the referee
// finds its schedules legal, its planned starts and the orders in force are written
// down, and it tells why a job waits.
func TestTheOptimiserIsAPolicyLikeTheOthers(t *testing.T) {
	spec := Spec{Workload: Source{Model: &Model{Name: "lublin", Jobs: 150, Procs: 64, Load: 0.9, Seed: 8}},
		Policies: []string{"plan-opt:work=0.0005", "dynp-advanced:policies=fcfs+sjf+ljf+opt,work=0.0005"}}
	w, err := spec.Load(tight, trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var jobs, steps result.Collect
	outcomes, err := Execute(context.Background(), spec, w, Options{Tables: result.Set{result.Jobs: &jobs, result.Steps: &steps}, Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	planned, with := jobs.Table().Col("planned_s").Float, jobs.Table().Col("started_with")
	start, byOpt := jobs.Table().Col("start_s").Float, 0
	for k, o := range outcomes {
		if err := verify.Err(verify.Check(machine.Retold(sim.Config{Procs: w.Procs, Jobs: o.Jobs, Overrun: spec.overrun()}),
			o.Placed)); err != nil {
			t.Errorf("%s: %v", o.Policy, err)
		}
		longest := 0
		for i := range w.Jobs.Held() {
			row := k*w.Len() + i
			if !(planned[row] >= float64(w.Jobs.Held()[i].Submit)) {
				t.Fatalf("%s plans job %d, submitted at %d, for %v", o.Policy, i, w.Jobs.Held()[i].Submit, planned[row])
			}
			if with.GetText(row) == "opt" {
				byOpt++
			}
			if o.Placed[i].Start-w.Jobs.Held()[i].Submit > o.Placed[longest].Start-w.Jobs.Held()[longest].Submit {
				longest = i
			}
		}
		a, err := Explain(context.Background(), spec, w, o.Policy, w.Label(&w.Jobs.Held()[longest]))
		if err != nil || float64(a.Start) != start[k*w.Len()+longest] || len(a.Spans) == 0 ||
			a.Spans[len(a.Spans)-1].Detail.(*machine.Wait).Planned < 0 {
			t.Errorf("%s, job %d: %+v, %v", o.Policy, w.Jobs.Held()[longest].ID, a, err)
		}
	}
	if byOpt == 0 {
		t.Error("no job was started by a plan of opt")
	}
	if option := steps.Table().Col("option"); steps.Table().Rows < 4 || option.GetText(3) != "opt" {
		t.Errorf("%d rows of steps, without opt", steps.Table().Rows)
	}
}
