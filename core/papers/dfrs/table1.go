package dfrs

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/dfrs"
	"github.com/backfill-lab/backfill/core/dfrs/tasks"
	"github.com/backfill-lab/backfill/core/paper"
	"github.com/backfill-lab/backfill/core/workload"
)

// combinations is table 1: mappers on submission, on completion and
// periodically.
var combinations = []struct {
	name    string
	actions [3]dfrs.Mapper
}{
	{"Greedy*", [3]dfrs.Mapper{dfrs.Greedy, dfrs.Greedy, dfrs.Nothing}},
	{"GreedyP*", [3]dfrs.Mapper{dfrs.GreedyP, dfrs.Greedy, dfrs.Nothing}},
	{"GreedyPM*", [3]dfrs.Mapper{dfrs.GreedyPM, dfrs.Greedy, dfrs.Nothing}},
	{"Greedy/per", [3]dfrs.Mapper{dfrs.Greedy, dfrs.Nothing, dfrs.MCB8}},
	{"GreedyP/per", [3]dfrs.Mapper{dfrs.GreedyP, dfrs.Nothing, dfrs.MCB8}},
	{"GreedyPM/per", [3]dfrs.Mapper{dfrs.GreedyPM, dfrs.Nothing, dfrs.MCB8}},
	{"Greedy*/per", [3]dfrs.Mapper{dfrs.Greedy, dfrs.Greedy, dfrs.MCB8}},
	{"GreedyP*/per", [3]dfrs.Mapper{dfrs.GreedyP, dfrs.Greedy, dfrs.MCB8}},
	{"GreedyPM*/per", [3]dfrs.Mapper{dfrs.GreedyPM, dfrs.Greedy, dfrs.MCB8}},
	{"MCB8*", [3]dfrs.Mapper{dfrs.MCB8, dfrs.MCB8, dfrs.Nothing}},
	{"MCB8/per", [3]dfrs.Mapper{dfrs.MCB8, dfrs.Nothing, dfrs.MCB8}},
	{"MCB8*/per", [3]dfrs.Mapper{dfrs.MCB8, dfrs.MCB8, dfrs.MCB8}},
	{"/per", [3]dfrs.Mapper{dfrs.Nothing, dfrs.Nothing, dfrs.MCB8}},
	{"/stretch-per", [3]dfrs.Mapper{dfrs.Nothing, dfrs.Nothing, dfrs.MCB8Stretch}},
}

var events = [3]string{"on submission", "on completion", "periodic"}

// ofActions returns what an algorithm does at each kind of event.
func ofActions(a *dfrs.Algorithm) [3]dfrs.Mapper {
	opportunistic := dfrs.Nothing
	if a.Opportunistic {
		opportunistic = dfrs.Greedy
		if a.Submission == dfrs.MCB8 {
			opportunistic = dfrs.MCB8
		}
	}
	return [3]dfrs.Mapper{a.Submission, opportunistic, a.Periodic}
}

const algorithms = "algorithms"

// table1 shows what the names mean to the parser of package dfrs.
func table1() paper.Experiment {
	x := paper.Experiment{ID: "dfrs/table1", Kind: paper.Table,
		Title: "Combinations of actions on submission, on completion and periodically",
		Doc: "0 is nothing, 1 Greedy, 2 GreedyP, 3 GreedyPM, 4 MCB8, 5 MCB8-stretch. Ours show how the names are parsed, and count the " +
			"algorithms of each combination in the list of all."}
	for _, c := range combinations {
		a, err := dfrs.Parse(c.name)
		for i, event := range events {
			x.Add(c.name, event, "", func(*paper.Results) float64 {
				if err != nil {
					return math.NaN()
				}
				return float64(ofActions(&a)[i])
			})
		}
		x.Add(c.name, algorithms, "", func(*paper.Results) float64 { return float64(count(c.actions)) })
	}
	x.Add("all", algorithms, "", func(*paper.Results) float64 { return float64(len(dfrs.All())) })
	x.Published = numbers().Of("table1", nil)
	x.Claims = []paper.Claim{{ID: "116", Section: "6.1",
		Text: "The first three combinations have 2 variants each, the other eleven 10: 116 algorithms.",
		Holds: func(*paper.Results) (bool, string) {
			var t paper.Cases
			for i, c := range combinations {
				want := 2
				if i >= 3 {
					want = 10
				}
				t.Check(count(c.actions) == want, "%s: %d", c.name, count(c.actions))
			}
			ok, note := t.All()
			return ok && len(dfrs.All()) == 116, fmt.Sprintf("%s combinations, %d algorithms", note, len(dfrs.All()))
		}}}
	return x
}

func count(actions [3]dfrs.Mapper) (n int) {
	for _, a := range dfrs.All() {
		if ofActions(&a) == actions {
			n++
		}
	}
	return n
}

const (
	jobsRow  = "jobs"
	noMemory = "jobs without memory"
	perJob   = "jobs per trace"
	inst     = "instances"
	spanMin  = "days from first to last submission, least"
	spanMean = "days from first to last submission, mean"
	spanMax  = "days from first to last submission, most"
)

// section53 describes the workloads.
func section53(scale paper.Scale) paper.Experiment {
	x := paper.Experiment{ID: "dfrs/section5.3", Kind: paper.Table, Title: "The workloads",
		Doc: "The printed 4 to 6 days are the order of magnitude of the synthetic traces' spans."}
	count := paper.Run{Label: "log", JobSet: log, Task: &paper.Task{Name: "dfrs/log", Version: 1,
		Do: func(_ context.Context, w *workload.Workload, out *paper.Summary, _ func(done, total int)) error {
			jobs, c, err := tasks.FromLog(w, tasks.HPC2N, logNodes)
			out.Values[jobsRow], out.Values[noMemory] = float64(len(jobs)), float64(c.NoMemory)
			return err
		}}}
	x.Runs = append(x.Runs, count)
	need(&x, realWorld, scale, []float64{0})
	need(&x, unscaled, scale, []float64{0})
	x.Published = numbers().Of("section5.3", nil)
	instances := func(s instances) func(*paper.Results) float64 {
		return func(r *paper.Results) float64 { return float64(len(s.pool(r, []float64{0}, bounds, theBound))) }
	}
	spans := func(column string) func(*paper.Results) float64 {
		return func(r *paper.Results) float64 {
			return reduce(unscaled.pool(r, []float64{0}, bounds, span), column)
		}
	}
	x.Add(realWorld.title, inst, "", instances(realWorld))
	x.Add(realWorld.title, jobsRow, "", paper.Value("log", jobsRow))
	x.Add(realWorld.title, noMemory, "", paper.Value("log", noMemory))
	x.Add(unscaled.title, inst, "", instances(unscaled))
	x.Add(unscaled.title, perJob, "", func(*paper.Results) float64 { return float64(sizes(scale).jobs) })
	x.Add(unscaled.title, spanMin, "", func(r *paper.Results) float64 {
		return slices.Min(unscaled.pool(r, []float64{0}, bounds, span))
	})
	x.Add(unscaled.title, spanMean, "", spans(avg))
	x.Add(unscaled.title, spanMax, "", spans(top))
	x.Add(unscaled.title, loadOf, "", func(r *paper.Results) float64 {
		return paper.Mean(unscaled.pool(r, []float64{0}, bounds, loadOf))
	})
	return x
}
