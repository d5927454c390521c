package papers

import (
	"context"
	"fmt"
	"math"

	"github.com/backfill-lab/backfill/core/dfrs"
	"github.com/backfill-lab/backfill/core/dfrs/tasks"
	"github.com/backfill-lab/backfill/core/workload"
)

// dfrsCombinations is table 1: mappers on submission, on completion and
// periodically.
var dfrsCombinations = []struct {
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

var dfrsEvents = [3]string{"on submission", "on completion", "periodic"}

// dfrsActions are what an algorithm does at each kind of event.
func dfrsActions(a *dfrs.Algorithm) [3]dfrs.Mapper {
	opportunistic := dfrs.Nothing
	if a.Opportunistic {
		opportunistic = dfrs.Greedy
		if a.Submission == dfrs.MCB8 {
			opportunistic = dfrs.MCB8
		}
	}
	return [3]dfrs.Mapper{a.Submission, opportunistic, a.Periodic}
}

const (
	dfrsAlgorithms = "algorithms"
	dfrsAllRows    = "all"
)

// dfrsTable1 shows what the names mean to the parser of package dfrs.
func dfrsTable1() Experiment {
	x := Experiment{ID: "dfrs/table1", Kind: Table, Title: "Combinations of what is done on submission, on completion and periodically",
		Doc: "0 is nothing, 1 Greedy, 2 GreedyP, 3 GreedyPM, 4 MCB8, 5 MCB8-stretch. Ours are what the names are parsed to, and how many algorithms the list of all has of each."}
	for _, c := range dfrsCombinations {
		a, err := dfrs.Parse(c.name)
		for i, event := range dfrsEvents {
			x.Published = append(x.Published, Published{Row: c.name, Column: event, Value: float64(c.actions[i])})
			x.Cells = append(x.Cells, Cell{Row: c.name, Column: event, Value: func(*Results) float64 {
				if err != nil {
					return math.NaN()
				}
				return float64(dfrsActions(&a)[i])
			}})
		}
		x.Cells = append(x.Cells, Cell{Row: c.name, Column: dfrsAlgorithms, Value: func(*Results) float64 { return float64(dfrsCount(c.actions)) }})
	}
	x.Cells = append(x.Cells, Cell{Row: dfrsAllRows, Column: dfrsAlgorithms, Value: func(*Results) float64 { return float64(len(dfrs.All())) }})
	x.Published = append(x.Published, Published{Row: dfrsAllRows, Column: dfrsAlgorithms, Value: 116})
	x.Claims = []Claim{{ID: "116", Section: "6.1", Text: "The first three combinations have 2 variants each, the other eleven 10: 116 algorithms.", Holds: func(*Results) (bool, string) {
		var t dynpTally
		for i, c := range dfrsCombinations {
			want := 2
			if i >= 3 {
				want = 10
			}
			t.check(dfrsCount(c.actions) == want, "%s: %d", c.name, dfrsCount(c.actions))
		}
		ok, note := t.all()
		return ok && len(dfrs.All()) == 116, fmt.Sprintf("%s combinations, %d algorithms", note, len(dfrs.All()))
	}}}
	return x
}

func dfrsCount(actions [3]dfrs.Mapper) (n int) {
	for _, a := range dfrs.All() {
		if dfrsActions(&a) == actions {
			n++
		}
	}
	return n
}

const (
	dfrsJobs     = "jobs"
	dfrsNoMemory = "jobs without memory"
	dfrsPerJob   = "jobs per trace"
	dfrsInst     = "instances"
	dfrsSpanMin  = "days from first to last submission, least"
	dfrsSpanMean = "days from first to last submission, mean"
	dfrsSpanMax  = "days from first to last submission, most"
)

// dfrsSection53 describes the workloads.
func dfrsSection53(scale Scale) Experiment {
	x := Experiment{ID: "dfrs/section5.3", Kind: Table, Title: "The workloads",
		Doc: "The printed 4 to 6 days are the order of the span of the synthetic traces."}
	count := Run{Label: "log", JobSet: dfrsLog, Task: &Task{Name: "dfrs/log", Version: 1, Do: func(_ context.Context, w *workload.Workload, out *Summary, _ func(done, total int)) error {
		jobs, c, err := tasks.FromLog(w, tasks.HPC2N, dfrsLogNodes)
		out.Values[dfrsJobs], out.Values[dfrsNoMemory] = float64(len(jobs)), float64(c.NoMemory)
		return err
	}}}
	x.Runs = append(x.Runs, count)
	dfrsNeed(&x, dfrsReal, scale, []float64{0})
	dfrsNeed(&x, dfrsUnscaled, scale, []float64{0})
	add := func(row, column string, printed float64, ours func(*Results) float64) {
		x.Cells = append(x.Cells, Cell{Row: row, Column: column, Value: ours})
		if printed > 0 {
			x.Published = append(x.Published, Published{Row: row, Column: column, Value: printed})
		}
	}
	instances := func(s dfrsSet) func(*Results) float64 {
		return func(r *Results) float64 { return float64(len(s.pool(r, []float64{0}, dfrsBounds, dfrsBound))) }
	}
	spans := func(column string) func(*Results) float64 {
		return func(r *Results) float64 {
			return dfrsReduce(dfrsUnscaled.pool(r, []float64{0}, dfrsBounds, dfrsSpan), column)
		}
	}
	add(dfrsReal.title, dfrsInst, 182, instances(dfrsReal))
	add(dfrsReal.title, dfrsJobs, 202_876, Value("log", dfrsJobs))
	add(dfrsReal.title, dfrsNoMemory, 2142, Value("log", dfrsNoMemory))
	add(dfrsUnscaled.title, dfrsInst, 100, instances(dfrsUnscaled))
	add(dfrsUnscaled.title, dfrsPerJob, 1000, func(*Results) float64 { return float64(dfrsSizes(scale).jobs) })
	add(dfrsUnscaled.title, dfrsSpanMin, 4, func(r *Results) float64 {
		least := math.Inf(1)
		for _, d := range dfrsUnscaled.pool(r, []float64{0}, dfrsBounds, dfrsSpan) {
			least = min(least, d)
		}
		return least
	})
	add(dfrsUnscaled.title, dfrsSpanMean, 0, spans(dfrsAvg))
	add(dfrsUnscaled.title, dfrsSpanMax, 6, spans(dfrsTop))
	add(dfrsUnscaled.title, dfrsLoad, 0, func(r *Results) float64 {
		return dynpMean(dfrsUnscaled.pool(r, []float64{0}, dfrsBounds, dfrsLoad))
	})
	return x
}
