package papers

import (
	"context"
	"fmt"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/experiment/chart"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/workload"
)

// The paper computes optimal schedules beside those that are used. What if they
// were used? Every step is planned by the optimiser, limited by nodes.

const exactOpt = "opt"

// exactDeciders are what it is compared with.
var exactDeciders = []string{"plan-fcfs", "plan-sjf", "plan-ljf", "dynp-simple", "dynp-advanced"}

// What is kept of the optimiser's steps.
const (
	exactSolved     = "steps solved"
	exactShare      = "share proven optimal"
	exactGapAverage = "average gap"
)

func exactOnlineNodes(scale Scale) int64 {
	if scale == Quick {
		return 100
	}
	return 1000
}

func exactFactors(scale Scale) []float64 {
	if scale == Quick {
		return []float64{1, 0.7}
	}
	return []float64{1, 0.85, 0.7}
}

// exactPlay plans a whole job set by the optimiser.
type exactPlay struct{ Nodes int64 }

func (o exactPlay) do(ctx context.Context, w *workload.Workload, out *Summary, progress func(done, total int)) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	p := &exactPlanner{ctx: ctx, stop: stop, nodes: o.Nodes}
	e, err := sim.New(sim.Config{Procs: w.Procs, Jobs: w.Jobs}, p)
	if err != nil {
		return err
	}
	if err := e.Run(ctx, progress); err != nil {
		return context.Cause(ctx)
	}
	if ctx.Err() != nil {
		return context.Cause(ctx) // a solution that was cut short is another one
	}
	out.Values[exactSolved] = float64(p.solved)
	out.Values[exactShare] = float64(p.proven) / float64(max(1, p.solved))
	out.Values[exactGapAverage] = p.gaps / float64(max(1, p.solved))
	return out.addMetrics(w.Procs, w.Jobs, e.Schedule())
}

func exactOnlineLabel(policy string, factor float64) string {
	return fmt.Sprintf("%s/%.2f", policy, factor)
}

func exactOnline(scale Scale) Experiment {
	factors := exactFactors(scale)
	x := Experiment{ID: "exact/online", Kind: Figure, Title: "Optimised schedules used: whole simulations",
		Doc: "No figure of the paper, which leaves the question open: opt plans every step by package exact, limited to " +
			fmt.Sprint(exactOnlineNodes(scale)) + " nodes, and starts what that plan has start at once."}
	policies := append(append([]string{}, exactDeciders...), exactOpt)
	for _, f := range factors {
		for _, p := range exactDeciders {
			x.Runs = append(x.Runs, Simulate(exactOnlineLabel(p, f), exactSyn, p, f))
		}
		x.Runs = append(x.Runs, Run{Label: exactOnlineLabel(exactOpt, f), JobSet: exactSyn, Spec: experiment.Spec{Shrink: f},
			Task: &Task{Name: "exact/online", Version: 1, Params: exactPlay{exactOnlineNodes(scale)}, Do: exactPlay{exactOnlineNodes(scale)}.do}})
	}
	for _, p := range policies {
		for _, f := range factors {
			for _, m := range []struct{ title, name, unit string }{{"ARTwW", "artww_s", "s"}, {"SLDwA", "sldwa", ""}} {
				x.Cells = append(x.Cells, Cell{Row: p, Column: fmt.Sprintf("%s, %.2f", m.title, f), Unit: m.unit, Value: Metric(exactOnlineLabel(p, f), m.name)})
			}
		}
	}
	for _, f := range factors {
		label := exactOnlineLabel(exactOpt, f)
		at := func(what string) string { return fmt.Sprintf("%s, %.2f", what, f) }
		x.Cells = append(x.Cells, Cell{Row: exactOpt, Column: at(exactSolved), Value: Value(label, exactSolved)},
			Cell{Row: exactOpt, Column: at(exactShare), Unit: "%", Value: Percent(Value(label, exactShare))},
			Cell{Row: exactOpt, Column: at(exactGapAverage), Unit: "%", Value: Percent(Value(label, exactGapAverage))})
	}
	x.Chart = func(r *Results) chart.Chart {
		c := chart.Chart{Title: x.Title, Note: "Shrinking factors multiply the times between submissions."}
		for _, m := range []struct{ title, name string }{{"ARTwW [s]", "artww_s"}, {"SLDwA", "sldwa"}} {
			p := chart.Panel{Kind: chart.Lines, X: chart.Axis{Label: "shrinking factor", Reversed: true}, Y: chart.Axis{Label: m.title}}
			for _, policy := range policies {
				s := chart.Series{Name: policy, X: factors}
				for _, f := range factors {
					s.Y = append(s.Y, r.Metric(exactOnlineLabel(policy, f), m.name))
				}
				p.Series = append(p.Series, s)
			}
			c.Panels = append(c.Panels, p)
		}
		return c
	}
	x.Claims = []Claim{exactSurely("improves", exactDeciders, "here: its ARTwW is below that of every policy and decider, under every load", factors),
		exactSurely("improves-on-deciders", exactDeciders[3:], "here: its ARTwW is below that of both deciders, under every load", factors)}
	return x
}

// exactSurely is a claim that using the optimum is better than all of those.
func exactSurely(id string, than []string, here string, factors []float64) Claim {
	return Claim{ID: id, Section: "3.2", Text: "Computing an optimal schedule and using it surely improves the performance; " + here + ".", Holds: func(r *Results) (bool, string) {
		var t dynpTally
		for _, f := range factors {
			opt := r.Metric(exactOnlineLabel(exactOpt, f), "artww_s")
			for _, p := range than {
				v := r.Metric(exactOnlineLabel(p, f), "artww_s")
				t.check(opt < v, "%s at %.2f: %.0f s, opt %.0f s", p, f, v, opt)
			}
		}
		return t.all()
	}}
}
