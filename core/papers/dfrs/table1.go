package dfrs

import (
	"context"
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/trace"
)

// combinations are the rows of table 1 but the last, which counts the algorithms.
func combinations() []string {
	rows := rowsOf("table1")
	return rows[:len(rows)-1]
}

var events = [3]string{"on submission", "on completion", "periodic"}

// actions returns what an algorithm does at each kind of event.
func actions(a *shared.Algorithm) [3]shared.Mapper {
	opportunistic := shared.Nothing
	if a.Opportunistic {
		opportunistic = shared.Greedy
		if a.Submission == shared.MCB8 {
			opportunistic = shared.MCB8
		}
	}
	return [3]shared.Mapper{a.Submission, opportunistic, a.Periodic}
}

const algorithms = "algorithms"

func table1() paper.Experiment {
	x := paper.Experiment{ID: "dfrs/table1"}
	for _, name := range combinations() {
		if a, err := shared.Parse(name); err == nil {
			for i, m := range actions(&a) {
				x.Add(name, events[i], "", paper.Constant(float64(m)))
			}
		}
		x.Add(name, algorithms, "", paper.Constant(float64(count(name))))
	}
	x.Add("all", algorithms, "", paper.Constant(float64(len(shared.All()))))
	x.Published = numbers().Of("table1")
	x.Claims = []paper.Claim{paper.Judged("116", all116)}
	return x
}

func all116(*paper.Results) (bool, string) {
	var t paper.Cases
	for i, name := range combinations() {
		n, want := count(name), 2
		if i >= 3 {
			want = 10
		}
		t.Check(n == want, "%s: %d", name, n)
	}
	ok, note := t.All()
	return ok && len(shared.All()) == 116, fmt.Sprintf("%s combinations, %d algorithms", note, len(shared.All()))
}

// count returns how many algorithms have the actions that are printed for a combination.
func count(combination string) (n int) {
	var printed [3]shared.Mapper
	for i, event := range events {
		printed[i] = shared.Mapper(numbers().At("table1", combination, event))
	}
	for _, a := range shared.All() {
		if actions(&a) == printed {
			n++
		}
	}
	return n
}

const (
	jobsRow  = "jobs"
	noMemory = "jobs without memory"
	inst     = "instances"
)

func section53(at paper.Setting) paper.Experiment {
	x := paper.Experiment{ID: "dfrs/section5.3"}
	x.Runs = []paper.Run{{Label: "log", JobSet: log, Task: &paper.Task{Name: "dfrs/log", Version: 1,
		Do: func(_ context.Context, w *trace.Workload, _ *paper.Aid, out *paper.Summary) error {
			jobs, c, err := shared.FromLog(w, shared.HPC2N, logNodes)
			out.Values[jobsRow], out.Values[noMemory] = float64(len(jobs)), float64(c.NoMemory)
			return err
		}}}}
	realWorld.need(&x, at)
	unscaled.need(&x, at)
	x.Published = numbers().Of("section5.3")
	add := func(s instances, column, measure string, of func(values []float64) float64) {
		x.Add(s.title, column, "", func(r *paper.Results) float64 { return of(s.pool(r, bounds, measure)) })
	}
	length := func(values []float64) float64 { return float64(len(values)) }
	add(realWorld, inst, theBound, length)
	x.Add(realWorld.title, jobsRow, "", paper.Value("log", jobsRow))
	x.Add(realWorld.title, noMemory, "", paper.Value("log", noMemory))
	add(unscaled, inst, theBound, length)
	x.Add(unscaled.title, "jobs per trace", "", paper.Constant(float64(sizes(at.Scale).jobs)))
	draws := func(column, measure string, of *paper.Reduction) {
		x.AddReduced(unscaled.title, column, "", func(r *paper.Results) []float64 { return unscaled.pool(r, bounds, measure) }, of)
	}
	draws(span+", least", span, &paper.Reduction{Of: slices.Min[[]float64]})
	draws(span+", mean", span, &paper.Reduction{Of: paper.Mean})
	draws(span+", most", span, &paper.Reduction{Of: slices.Max[[]float64], Tail: true})
	draws(loadOf, loadOf, &paper.Reduction{Of: paper.Mean})
	return x
}
