package paper_test

import (
	"context"
	"testing"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/papers/papertest"
	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/platform/grid"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
)

// A run whose Spec has a grid is played there: its metrics are those of its rows,
// statistics see every job and what it held where, and there are rows of parts.
func TestARunOnAGrid(t *testing.T) {
	started := 0
	away := paper.Statistic{Name: "test/away", Version: 1, New: func(w *trace.Workload) paper.Watch {
		return paper.Watch{
			Started: func(int64, *sim.Job) { started++ },
			Values: func(out *paper.Summary, jobs []job.Job, placed []job.Placement) {
				out.Values["jobs"] = float64(len(placed))
			},
			Played: func(out *paper.Summary, played *platform.Played) {
				run := played.Detail.(*grid.Run)
				for i := range run.Jobs {
					if run.Schedule.Parts(i)[0].Site != run.Natures[i].Home {
						out.Values["away"]++
					}
					if run.Jobs[i].Procs < run.Asked[i].Procs {
						out.Values["molded"]++
					}
				}
			},
		}
	}}
	p := papertest.Demo()
	set := p.JobSets(paper.First(paper.Quick))[0].Name
	sites := &grid.Grid{Home: "user", Sites: []grid.Site{{Name: "a", Procs: 64, Load: 4}, {Name: "b", Procs: 48, Speed: 2}}}
	p.Experiments = func(paper.Setting) []paper.Experiment {
		run := paper.Run{Label: "mold", JobSet: set, Statistics: []paper.Statistic{away},
			Spec: experiment.Spec{Policies: []string{"grid-moldable"}, Platforms: experiment.Platforms{Grid: sites}}}
		alone := paper.Run{Label: "alone", JobSet: set, Statistics: []paper.Statistic{away},
			Spec: experiment.Spec{Policies: []string{"grid-independent"}, Platforms: experiment.Platforms{Grid: sites}}}
		return []paper.Experiment{{ID: "demo/grid", Kind: paper.Table, Title: "a grid", Runs: []paper.Run{run, alone}}}
	}
	e := evaluate(t, paper.Catalogue{p}, paper.Options{Parallel: 1}, "demo/grid")[0]
	jobs, parts := result.NewCollect(result.Jobs), result.NewCollect(result.Parts)
	if err := e.Rows(context.Background(), paper.Options{}, result.Set{result.Jobs: jobs, result.Parts: parts}, nil); err != nil {
		t.Fatal(err)
	}
	table, n := jobs.Table(), 0
	for _, r := range e.Runs {
		sum, count, away, molded := 0.0, 0.0, 0.0, 0.0
		for i := range table.Rows {
			if table.Col("run").GetText(i) == r.Label {
				sum += table.Col("end_s").Float[i] - table.Col("submit_s").Float[i]
				count++
				if table.Col("site").GetText(i) != table.Col("home_site").GetText(i) {
					away++
				}
				if table.Col("procs").Int[i] < table.Col("asked_procs").Int[i] {
					molded++
				}
			}
		}
		if got := e.Results.Metric(r.Label, "art_s"); got != sum/count {
			t.Errorf("run %s: the rows' mean response time is %v, the metric %v", r.Label, sum/count, got)
		}
		if got := e.Results.Value(r.Label, "jobs"); got != count {
			t.Errorf("run %s: a statistic sees %v of %v jobs", r.Label, got, count)
		}
		if (away > 0) != (r.Label == "mold") || (molded > 0) != (r.Label == "mold") {
			t.Errorf("run %s has %v jobs away from home and %v molded", r.Label, away, molded)
		}
		if away > 0 && (e.Results.Value(r.Label, "away") != away || e.Results.Value(r.Label, "molded") != molded) {
			t.Errorf("run %s: a statistic sees %v away and %v molded, the rows %v and %v", r.Label,
				e.Results.Value(r.Label, "away"), e.Results.Value(r.Label, "molded"), away, molded)
		}
		n += int(count)
	}
	if started != n || n != table.Rows || parts.Table().Rows != n { // nothing is split
		t.Errorf("%d starts, %d rows of jobs and %d of parts for %d jobs", started, table.Rows, parts.Table().Rows, n)
	}
}
