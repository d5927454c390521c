package exact

import (
	"fmt"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/policy/plan"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/chart"
)

// The paper computes optimal schedules beside those in use. Here the optimiser's are in
// use: it makes every plan, or one of those that self-tuning dynP chooses from.

// What is kept of the optimiser's effort.
const (
	solved     = "plans looked for"
	share      = "share proven optimal"
	gapAverage = "average gap"
)

var effort = paper.Statistic{Name: "exact/effort", Version: 1, New: func(*trace.Workload) paper.Watch {
	var book interface{ Effort() plan.Effort }
	return paper.Watch{
		Begin: func(p sim.Policy) { book, _ = p.(interface{ Effort() plan.Effort }) },
		Values: func(out *paper.Summary, _ []job.Job, _ []job.Placement) {
			e, all := book.Effort(), float64(max(1, book.Effort().Solved))
			out.Values[solved], out.Values[share], out.Values[gapAverage] = float64(e.Solved), float64(e.Proven)/all, e.Gaps/all
		},
	}
}}

// A use is a policy of the experiment.
type use struct {
	title, policy string
	opt           bool // plans by the optimiser
}

// plain are the paper's policies and deciders.
var plain = []string{"plan-fcfs", "plan-sjf", "plan-ljf", "dynp-simple", "dynp-advanced"}

// uses are all policies at a scale.
func uses(scale paper.Scale) (all []use) {
	for _, policy := range plain {
		all = append(all, use{policy, policy, false})
	}
	work := fmt.Sprint("work=", work(scale))
	return append(all, use{decider + " with opt", decider + ":policies=fcfs+sjf+ljf+opt," + work, true}, use{opt, opt + ":" + work, true})
}

const opt = "plan-opt"

// work limits each plan of the optimiser: at the paper's size to its default, about
// 10 ms, with which the experiment takes twenty minutes or more.
func work(scale paper.Scale) float64 {
	if scale == paper.Quick {
		return 0.001
	}
	return plan.DefaultWork
}

func factors(scale paper.Scale) []float64 {
	if scale == paper.Quick {
		return []float64{1, 0.7}
	}
	return []float64{1, 0.85, 0.7}
}

// onlineSets are the job sets that are played.
func onlineSets(scale paper.Scale) []string {
	if scale == paper.Quick {
		return []string{syn}
	}
	return []string{syn, head, logHeadExact}
}

func onlineLabel(set, title string, factor float64) string {
	return fmt.Sprintf("%s, %.2f, %s", set, factor, title)
}

func online(scale paper.Scale) paper.Experiment {
	sets, factors, uses := onlineSets(scale), factors(scale), uses(scale)
	x := paper.Experiment{ID: "exact/online",
		Doc: fmt.Sprintf("Not a figure of the paper, which leaves the question open. The optimiser makes every plan of plan-opt with %g of "+
			"work (about seconds); %s with opt chooses from such plans and those of FCFS, SJF and LJF.", work(scale), decider)}
	metrics := []struct{ title, name, unit, axis string }{{"ARTwW", "artww_s", "s", "ARTwW [s]"}, {"SLDwA", "sldwa", "", "SLDwA"}}
	for _, set := range sets {
		for _, f := range factors {
			for _, u := range uses {
				r := paper.Simulate(onlineLabel(set, u.title, f), set, u.policy, f)
				if u.opt {
					r.Statistics = []paper.Statistic{effort}
				}
				x.Runs = append(x.Runs, r)
				for _, m := range metrics {
					x.Add(r.Label, m.title, m.unit, paper.Metric(r.Label, m.name))
				}
				if u.opt {
					x.Add(r.Label, solved, "", paper.Value(r.Label, solved))
					x.Add(r.Label, share, "%", paper.Percent(paper.Value(r.Label, share)))
					x.Add(r.Label, gapAverage, "%", paper.Percent(paper.Value(r.Label, gapAverage)))
				}
			}
		}
	}
	x.Chart = func(r *paper.Results) chart.Chart {
		c := chart.Chart{Note: "Shrinking factors multiply the times between submissions."}
		for _, set := range sets {
			for _, m := range metrics {
				p := chart.Panel{Title: set, Kind: chart.Lines, X: chart.Axis{Label: "shrinking factor", Reversed: true}, Y: chart.Axis{Label: m.axis}}
				for _, u := range uses {
					p.Series = append(p.Series, chart.Curve(u.title, factors, func(f float64) float64 {
						return r.Metric(onlineLabel(set, u.title, f), m.name)
					}))
				}
				c.Panels = append(c.Panels, p)
			}
		}
		return c
	}
	for _, set := range sets {
		x.Claims = append(x.Claims,
			surely(set, "improves", plain),
			surely(set, "improves-on-deciders", plain[3:]))
	}
	return x
}

// surely is the claim that using the optimum is better than all of the others.
func surely(set, id string, than []string) paper.Claim {
	return paper.Judged(set+"-"+id, func(r *paper.Results) (bool, string) {
		var t paper.Cases
		for _, f := range factors(r.Scale) {
			best := r.Metric(onlineLabel(set, opt, f), "artww_s")
			for _, policy := range than {
				v := r.Metric(onlineLabel(set, policy, f), "artww_s")
				t.Check(best < v, "%s at %.2f: %.0f s, opt %.0f s", policy, f, v, best)
			}
		}
		return t.All()
	})
}
