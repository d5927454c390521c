package dfrs

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/chart"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// Figure 2 explains underutilization. Ours shows the first synthetic trace, and computes
// the area from what the jobs held and when.

const (
	areaRun   = "trace 1"
	hours     = "hours"
	demandRow = "demand"
	usedRow   = "utilization"
	areaOurs  = "area between demand, at most the capacity, and utilization"
	areaSaid  = "underutilization"
	excessRow = "instants with more utilization than demand or capacity"
)

// A change of demand, in units of a node's CPU over shared.Whole, and of utilization, in
// those over shared.Whole.
type change struct {
	at           int64
	demand, used int64
}

func fig2(at paper.Setting) paper.Experiment {
	x := paper.Experiment{ID: "dfrs/fig2",
		Doc: "Underutilization is the area between utilization and the lower of demand and capacity. The printed figure is a drawing; ours " +
			"shows a day of the first synthetic trace under " + bestName + "."}
	cut := unscaled.cut(at, 0)
	p := sharedRun(at, cut, bestName)
	x.Runs = []paper.Run{{Label: areaRun, JobSet: traces, Task: &paper.Task{Name: "dfrs/area", Version: 1, Params: p,
		Do: func(ctx context.Context, w *trace.Workload, aid *paper.Aid, out *paper.Summary) error {
			all, err := cut.instances(w)
			if err != nil {
				return err
			}
			played, err := p.play(ctx, all[0], platform.Hooks{Progress: aid.Progress, Verify: true})
			if err != nil {
				return err
			}
			in := played.Input()
			_, out.Values[areaSaid] = in.Use()
			areaTrace(out, cut.Nodes, played.Detail.(*shared.Run))
			return nil
		}}}}
	x.Add(areaRun, areaOurs, "node s", paper.Value(areaRun, areaOurs))
	x.Add(areaRun, areaSaid, "node s", paper.Value(areaRun, areaSaid))
	x.Add(areaRun, excessRow, "", paper.Value(areaRun, excessRow))
	x.Claims = []paper.Claim{
		paper.Judged("never-above", neverAbove),
		paper.Judged("area", sameArea),
	}
	x.Chart = func(r *paper.Results) chart.Chart {
		hours := r.Series(areaRun, hours)
		capacity := slices.Repeat(chart.Numbers{float64(cut.Nodes)}, len(hours)-1)
		demand, used := r.Series(areaRun, demandRow), r.Series(areaRun, usedRow)
		usable := make(chart.Numbers, len(demand))
		for i, d := range demand {
			usable[i] = min(d, capacity[i])
		}
		return chart.Chart{Note: x.Doc, Panels: []chart.Panel{{Kind: chart.Steps, X: chart.Axis{Label: "time [h]"},
			Y: chart.Axis{Label: "CPU [nodes]", Zero: true},
			Series: []chart.Series{
				{Name: "capacity", X: hours, Y: capacity},
				{Name: demandRow, X: hours, Y: demand},
				{Name: usedRow, X: hours, Y: used},
				{Name: areaSaid, X: hours, Y: usable, Low: used, High: usable},
			}}}}
	}
	return x
}

func neverAbove(r *paper.Results) (bool, string) {
	n := r.Value(areaRun, excessRow)
	return n == 0, fmt.Sprintf("%.0f instants", n)
}

func sameArea(r *paper.Results) (bool, string) {
	a, b := r.Value(areaRun, areaOurs), r.Value(areaRun, areaSaid)
	return math.Abs(a-b) <= 0.001*b, fmt.Sprintf("%s and %s node seconds", numeral.Fixed(a, 0), numeral.Fixed(b, 0))
}

// areaTrace computes demand and utilization over time from what jobs held. The series are
// steps, for the shown seconds around the instant with the highest demand.
func areaTrace(out *paper.Summary, nodes int, played *shared.Run) {
	changes, capacity := changes(played), int64(nodes)*shared.Whole
	peak, excess, area, most := 0, 0, 0.0, int64(0)
	walk(changes, func(at, next, demand, used int64) {
		if demand > most {
			most, peak = demand, int(at/shared.Second)
		}
		if used > min(demand, capacity)*shared.Whole {
			excess++
		}
		gap := float64(min(demand, capacity)) - float64(used)/shared.Whole
		area += float64(gap/shared.Whole) * (float64(next-at) / shared.Second)
	})
	out.Values[areaOurs], out.Values[excessRow] = area, float64(excess)
	from := max(0, int64(peak-shown/2)) * shared.Second
	to := from + shown*shared.Second
	add := func(name string, v float64) { out.Series[name] = append(out.Series[name], v) }
	out.Series[demandRow], out.Series[usedRow] = chart.Numbers{}, chart.Numbers{}
	walk(changes, func(at, _, demand, used int64) {
		if at >= from && at < to {
			add(hours, float64(at)/shared.Second/3600)
			add(demandRow, float64(demand)/shared.Whole)
			add(usedRow, float64(used)/shared.Whole/shared.Whole)
		}
	})
	add(hours, float64(to)/shared.Second/3600) // ends the last step
}

// walk sorts the changes and calls step for every instant that has any. next is the next
// such instant; the last has itself.
func walk(changes []change, step func(at, next, demand, used int64)) {
	slices.SortFunc(changes, func(a, b change) int { return cmp.Compare(a.at, b.at) })
	demand, used := int64(0), int64(0)
	for i := 0; i < len(changes); {
		at := changes[i].at
		for ; i < len(changes) && changes[i].at == at; i++ {
			demand, used = demand+changes[i].demand, used+changes[i].used
		}
		step(at, changes[min(i, len(changes)-1)].at, demand, used)
	}
}

// shown is the length of the figure, in seconds.
const shown = 24 * 3600

// changes are the submissions, ends and changes of yields.
func changes(played *shared.Run) (all []change) {
	jobs := played.Tasks
	for i, o := range played.Outcomes {
		need := int64(jobs[i].CPU) * int64(jobs[i].Tasks)
		all = append(all, change{at: jobs[i].Submit, demand: need}, change{at: o.End, demand: -need})
	}
	for _, s := range played.Stretches {
		from := max(s.From, s.Ready)
		if from >= s.To {
			continue
		}
		rate := int64(jobs[s.Job].CPU) * int64(jobs[s.Job].Tasks) * int64(s.Yield)
		all = append(all, change{at: from, used: rate}, change{at: s.To, used: -rate})
	}
	return all
}
