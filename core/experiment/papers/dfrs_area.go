package papers

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/dfrs"
	"github.com/backfill-lab/backfill/core/experiment/chart"
	"github.com/backfill-lab/backfill/core/workload"
)

// Figure 2 explains underutilization. Ours is that of the first synthetic trace,
// its area worked out from what the jobs held and when.

const (
	dfrsAreaRun  = "trace 1"
	dfrsHours    = "hours"
	dfrsDemand   = "demand"
	dfrsUsed     = "utilization"
	dfrsAreaOurs = "area between demand, at most the capacity, and utilization"
	dfrsAreaSaid = "underutilization"
	dfrsExcess   = "instants with more utilization than demand or capacity"
)

// dfrsChange is a change of demand and of utilization at an instant, in parts of a
// node's CPU; a yield of a need is kept in parts of parts.
type dfrsChange struct {
	at           int64
	demand, used int64
}

func dfrsFig2(scale Scale) Experiment {
	x := Experiment{ID: "dfrs/fig2", Kind: Figure, Title: "Demand, capacity and utilization",
		Doc: "Underutilization is the area between utilization and the lower of demand and capacity. The printed figure is a drawing; ours is a day of the first synthetic trace under " + dfrsBest + "."}
	cut := dfrsUnscaled.cut(scale, 0)
	p := dfrsParams{Cut: cut, Algorithm: dfrsBest, Penalty: dfrs.DefaultPenalty}
	x.Runs = []Run{{Label: dfrsAreaRun, JobSet: dfrsTraces, Task: &Task{Name: "dfrs/area", Version: 1, Params: p,
		Do: func(ctx context.Context, w *workload.Workload, out *Summary, progress func(done, total int)) error {
			all, err := cut.instances(w)
			if err != nil {
				return err
			}
			e, err := dfrsEngine(&p, all[0], dfrs.Config{Record: true})
			if err != nil {
				return err
			}
			if err := e.Run(ctx, progress); err != nil {
				return err
			}
			out.Values[dfrsAreaSaid] = e.Metrics().Underutilization
			dfrsTrace(out, cut.Nodes, all[0], e)
			return nil
		}}}}
	x.Cells = []Cell{
		{Row: dfrsAreaRun, Column: dfrsAreaOurs, Unit: "node s", Value: Value(dfrsAreaRun, dfrsAreaOurs)},
		{Row: dfrsAreaRun, Column: dfrsAreaSaid, Unit: "node s", Value: Value(dfrsAreaRun, dfrsAreaSaid)},
		{Row: dfrsAreaRun, Column: dfrsExcess, Value: Value(dfrsAreaRun, dfrsExcess)},
	}
	x.Claims = []Claim{
		{ID: "never-above", Section: "6.4.1", Text: "Utilization is never more than the capacity and the demand.", Holds: func(r *Results) (bool, string) {
			n := r.Value(dfrsAreaRun, dfrsExcess)
			return n == 0, fmt.Sprintf("%.0f instants", n)
		}},
		{ID: "area", Section: "6.4.1", Text: "Underutilization is the area between; here: the engine's and that from what jobs held agree to 0.1 %.", Holds: func(r *Results) (bool, string) {
			a, b := r.Value(dfrsAreaRun, dfrsAreaOurs), r.Value(dfrsAreaRun, dfrsAreaSaid)
			return math.Abs(a-b) <= 0.001*b, fmt.Sprintf("%.0f and %.0f node seconds", a, b)
		}},
	}
	x.Chart = func(r *Results) chart.Chart {
		hours := r.Series(dfrsAreaRun, dfrsHours)
		capacity := chart.Numbers{}
		for range hours[1:] {
			capacity = append(capacity, float64(cut.Nodes))
		}
		return chart.Chart{Title: x.Title, Note: x.Doc, Panels: []chart.Panel{{Kind: chart.Steps, X: chart.Axis{Label: "time [h]"}, Y: chart.Axis{Label: "CPU [nodes]", Zero: true},
			Series: []chart.Series{
				{Name: "capacity", X: hours, Y: capacity},
				{Name: dfrsDemand, X: hours, Y: r.Series(dfrsAreaRun, dfrsDemand)},
				{Name: dfrsUsed, X: hours, Y: r.Series(dfrsAreaRun, dfrsUsed)},
			}}}}
	}
	return x
}

// dfrsTrace works out demand and utilization over time from what jobs held. The
// series are steps, those of the dfrsShown around the instant with the highest
// demand.
func dfrsTrace(out *Summary, nodes int, jobs []dfrs.Job, e *dfrs.Engine) {
	changes := dfrsChanges(jobs, e)
	capacity := int64(nodes) * dfrs.Whole
	peak, demand, used, excess, area := 0, int64(0), int64(0), 0, 0.0
	most := int64(0)
	for i := 0; i < len(changes); {
		at := changes[i].at
		for ; i < len(changes) && changes[i].at == at; i++ {
			demand, used = demand+changes[i].demand, used+changes[i].used
		}
		if demand > most {
			most, peak = demand, int(at/dfrs.Second)
		}
		if used > min(demand, capacity)*dfrs.Whole {
			excess++
		}
		if i < len(changes) {
			gap := float64(min(demand, capacity)) - float64(used)/dfrs.Whole
			area += float64(gap/dfrs.Whole) * (float64(changes[i].at-at) / dfrs.Second)
		}
	}
	out.Values[dfrsAreaOurs], out.Values[dfrsExcess] = area, float64(excess)
	from := max(0, int64(peak-dfrsShown/2)) * dfrs.Second
	to := from + dfrsShown*dfrs.Second
	demand, used = 0, 0
	out.Series[dfrsHours], out.Series[dfrsDemand], out.Series[dfrsUsed] = chart.Numbers{}, chart.Numbers{}, chart.Numbers{}
	for i := 0; i < len(changes); {
		at := changes[i].at
		for ; i < len(changes) && changes[i].at == at; i++ {
			demand, used = demand+changes[i].demand, used+changes[i].used
		}
		if at >= from && at < to {
			out.Series[dfrsHours] = append(out.Series[dfrsHours], float64(at)/dfrs.Second/3600)
			out.Series[dfrsDemand] = append(out.Series[dfrsDemand], float64(demand)/dfrs.Whole)
			out.Series[dfrsUsed] = append(out.Series[dfrsUsed], float64(used)/dfrs.Whole/dfrs.Whole)
		}
	}
	out.Series[dfrsHours] = append(out.Series[dfrsHours], float64(to)/dfrs.Second/3600) // ends the last step
}

// dfrsShown is how much of the trace the figure shows, in seconds.
const dfrsShown = 24 * 3600

// dfrsChanges are the submissions, ends, and changes of yields, in order of time.
func dfrsChanges(jobs []dfrs.Job, e *dfrs.Engine) (all []dfrsChange) {
	for i, o := range e.Outcomes() {
		need := int64(jobs[i].CPU) * int64(jobs[i].Tasks)
		all = append(all, dfrsChange{at: jobs[i].Submit, demand: need}, dfrsChange{at: o.End, demand: -need})
	}
	for _, s := range e.Stretches() {
		from := max(s.From, s.Ready)
		if from >= s.To {
			continue
		}
		rate := int64(jobs[s.Job].CPU) * int64(jobs[s.Job].Tasks) * int64(s.Yield)
		all = append(all, dfrsChange{at: from, used: rate}, dfrsChange{at: s.To, used: -rate})
	}
	slices.SortStableFunc(all, func(a, b dfrsChange) int { return cmp.Compare(a.at, b.at) })
	return all
}
