package papers

import (
	"fmt"

	"github.com/backfill-lab/backfill/core/experiment/chart"
	"github.com/backfill-lab/backfill/core/job"
	"github.com/backfill-lab/backfill/core/plan"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/workload"
)

// The paper computes optimal schedules beside those that are used. What if they
// were used? Every plan is made by the optimiser, or it is one of those that
// self-tuning dynP chooses from.

// What is kept of the optimiser's effort.
const (
	exactSolved     = "plans looked for"
	exactShare      = "share proven optimal"
	exactGapAverage = "average gap"
)

// exactEffort keeps it, of policies that plan by the optimiser.
var exactEffort = Statistic{Name: "exact/effort", Version: 1, New: func(*workload.Workload) Watch {
	var book interface{ Effort() plan.Effort }
	return Watch{
		Begin: func(p sim.Policy) { book, _ = p.(interface{ Effort() plan.Effort }) },
		Values: func(out *Summary, _ []job.Job, _ []job.Placement) {
			e, all := book.Effort(), float64(max(1, book.Effort().Solved))
			out.Values[exactSolved], out.Values[exactShare], out.Values[exactGapAverage] = float64(e.Solved), float64(e.Proven)/all, e.Gaps/all
		},
	}
}}

// An exactUse is a policy of the experiment.
type exactUse struct {
	title, policy string
	opt           bool // plans by the optimiser
}

// exactPlain are the paper's policies and deciders.
var exactPlain = []exactUse{
	{"plan-fcfs", "plan-fcfs", false}, {"plan-sjf", "plan-sjf", false}, {"plan-ljf", "plan-ljf", false},
	{"dynp-simple", "dynp-simple", false}, {"dynp-advanced", "dynp-advanced", false},
}

// exactUses are all policies at a scale.
func exactUses(scale Scale) []exactUse {
	work := fmt.Sprint("work=", exactWork(scale))
	return append(exactPlain[:len(exactPlain):len(exactPlain)],
		exactUse{exactDecider + " with opt", exactDecider + ":policies=fcfs+sjf+ljf+opt," + work, true},
		exactUse{"plan-opt", "plan-opt:" + work, true})
}

// exactWork is what each plan of the optimiser may take: at the paper's size its
// default, about 10 ms, which makes twenty minutes and more of the experiment.
func exactWork(scale Scale) float64 {
	if scale == Quick {
		return 0.001
	}
	return plan.DefaultWork
}

func exactFactors(scale Scale) []float64 {
	if scale == Quick {
		return []float64{1, 0.7}
	}
	return []float64{1, 0.85, 0.7}
}

// exactOnlineSets are the job sets that are played.
func exactOnlineSets(scale Scale) []string {
	if scale == Quick {
		return []string{exactSyn}
	}
	return []string{exactSyn, exactHead, exactTrue}
}

func exactOnlineLabel(set, title string, factor float64) string {
	return fmt.Sprintf("%s, %.2f, %s", set, factor, title)
}

func exactOnline(scale Scale) Experiment {
	sets, factors, uses := exactOnlineSets(scale), exactFactors(scale), exactUses(scale)
	x := Experiment{ID: "exact/online", Kind: Figure, Title: "Optimised schedules used: whole simulations",
		Doc: fmt.Sprintf("No figure of the paper, which leaves the question open. plan-opt makes every plan by the optimiser, with %g of work (about seconds) for each; "+
			"%s with opt has such plans to choose from beside those of FCFS, SJF and LJF.", exactWork(scale), exactDecider)}
	metrics := []struct{ title, name, unit string }{{"ARTwW", "artww_s", "s"}, {"SLDwA", "sldwa", ""}}
	for _, set := range sets {
		for _, f := range factors {
			for _, u := range uses {
				r := Simulate(exactOnlineLabel(set, u.title, f), set, u.policy, f)
				if u.opt {
					r.Statistics = []Statistic{exactEffort}
				}
				x.Runs = append(x.Runs, r)
				for _, m := range metrics {
					x.Cells = append(x.Cells, Cell{Row: r.Label, Column: m.title, Unit: m.unit, Value: Metric(r.Label, m.name)})
				}
				if u.opt {
					x.Cells = append(x.Cells, Cell{Row: r.Label, Column: exactSolved, Value: Value(r.Label, exactSolved)},
						Cell{Row: r.Label, Column: exactShare, Unit: "%", Value: Percent(Value(r.Label, exactShare))},
						Cell{Row: r.Label, Column: exactGapAverage, Unit: "%", Value: Percent(Value(r.Label, exactGapAverage))})
				}
			}
		}
	}
	x.Chart = func(r *Results) chart.Chart {
		c := chart.Chart{Title: x.Title, Note: "Shrinking factors multiply the times between submissions."}
		for _, set := range sets {
			for _, m := range metrics {
				y := m.title
				if m.unit != "" {
					y += " [" + m.unit + "]"
				}
				p := chart.Panel{Title: set, Kind: chart.Lines, X: chart.Axis{Label: "shrinking factor", Reversed: true}, Y: chart.Axis{Label: y}}
				for _, u := range uses {
					s := chart.Series{Name: u.title, X: factors}
					for _, f := range factors {
						s.Y = append(s.Y, r.Metric(exactOnlineLabel(set, u.title, f), m.name))
					}
					p.Series = append(p.Series, s)
				}
				c.Panels = append(c.Panels, p)
			}
		}
		return c
	}
	opt := uses[len(uses)-1]
	for _, set := range sets {
		x.Claims = append(x.Claims,
			exactSurely(set, "improves", opt, exactPlain, "ARTwW of plan-opt is below that of every policy and decider, under every load", factors),
			exactSurely(set, "improves-on-deciders", opt, exactPlain[3:], "ARTwW of plan-opt is below that of both deciders, under every load", factors))
	}
	return x
}

// exactSurely is a claim that using the optimum is better than all of those.
func exactSurely(set, id string, opt exactUse, than []exactUse, here string, factors []float64) Claim {
	return Claim{ID: set + "-" + id, Section: "3.2", Text: "Computing an optimal schedule and using it surely improves the performance; here, for " + set + ": " + here + ".", Holds: func(r *Results) (bool, string) {
		var t dynpTally
		for _, f := range factors {
			best := r.Metric(exactOnlineLabel(set, opt.title, f), "artww_s")
			for _, u := range than {
				v := r.Metric(exactOnlineLabel(set, u.title, f), "artww_s")
				t.check(best < v, "%s at %.2f: %.0f s, opt %.0f s", u.title, f, v, best)
			}
		}
		return t.all()
	}}
}
