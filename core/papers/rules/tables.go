package rules

import (
	"fmt"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
)

func table1Experiment() paper.Experiment {
	x := paper.Experiment{ID: "rules/table1"}
	for i, f := range rules.Features {
		bounds := []float64{f.Least, f.Most}
		for _, p := range rules.Table1() {
			if p.Feature == i {
				bounds = slices.Insert(bounds, 1, p.Bounds...)
			}
		}
		for k, bound := range bounds {
			x.Add(f.Title, fmt.Sprintf("bound %d", k), f.Unit, paper.Constant(bound))
		}
	}
	x.Published = numbers().Of("table1")
	x.Claims = []paper.Claim{paper.Untested("sd-rare")}
	return x
}

const (
	procsRow  = "Processors (m)"
	jobsRow   = "Jobs (n)"
	periodRow = "Period"
	loadRow   = "Offered load"
)

func usersRow(group int) string { return fmt.Sprintf("users of group %d", group) }
func shareRow(group int) string { return fmt.Sprintf("work of group %d", group) }

// describe counts the jobs, the users of each group and what they consume.
func describe(s *set) paper.Run {
	return paper.Describe(s.key, s.key, paper.Statistic{Name: "rules/workload", Version: 1, New: func(w *trace.Workload) paper.Watch {
		return paper.Watch{Values: func(out *paper.Summary, jobs []job.Job, _ []job.Placement) {
			first, last := w.Span()
			out.Values[procsRow], out.Values[jobsRow] = float64(w.Procs), float64(len(jobs))
			out.Values[periodRow], out.Values[loadRow] = float64(last-first)/trace.Day, w.OfferedLoad()
			groups := rules.GroupUsers(jobs, rules.DefaultBounds)
			var users, work [rules.NumGroups + 1]float64
			all := 0.0
			for _, g := range groups {
				users[g]++
			}
			for i := range jobs {
				area := float64(jobs[i].Area(true))
				work[groups.Of(jobs[i].User)] += area
				all += area
			}
			for g := 1; g <= rules.NumGroups; g++ {
				out.Values[usersRow(g)], out.Values[shareRow(g)] = users[g], 100*work[g]/all
			}
		}}
	}})
}

func table2Experiment() paper.Experiment {
	x := paper.Experiment{ID: "rules/table2"}
	type row struct{ name, unit string }
	rows := []row{{procsRow, ""}, {jobsRow, "jobs"}, {periodRow, "days"}, {loadRow, "%"}}
	for g := 1; g <= rules.NumGroups; g++ {
		rows = append(rows, row{usersRow(g), "users"}, row{shareRow(g), "%"})
	}
	for _, row := range rows {
		for _, s := range allSets {
			value := paper.Value(s.key, row.name)
			if row.name == loadRow {
				value = paper.Percent(value)
			}
			x.Add(row.name, s.title, row.unit, value)
		}
	}
	for _, s := range allSets {
		x.Runs = append(x.Runs, describe(s))
	}
	x.Published = numbers().Of("table2")
	x.Claims = table2Claims()
	return x
}

func table3Experiment(at paper.Setting) paper.Experiment {
	x := paper.Experiment{ID: "rules/table3",
		Doc: fmt.Sprintf("Of %d trainings of each approach, the one with the median objective; the rows of least and most are the ends of each "+
			"number over these trainings. Not in the paper: the best of the 13 strategies by itself, the on-line front and the no-wait floor. "+
			"The paper's log had 2.7 %% more jobs, nearly all serial and short. %s", ctc.times(at), frontDoc(at))}
	x.Runs = append(ctc.trainings(at), ctc.strategies(at), ctc.front(at), ctc.online(at), ctc.floor(at))
	x.Published = numbers().Of("table3")
	for _, row := range append(slices.Clip(rows3), singly, online, floor) {
		for _, m := range allMeasures {
			x.Add(row, m.title, m.unit, paper.From(scores, ctc.key, row, m.name))
		}
	}
	for _, row := range titles() {
		for _, end := range ends {
			for _, m := range allMeasures {
				x.Add(row+", "+end.name, m.title, m.unit, ctc.over(end.of, scoresBy, row, m.name))
			}
		}
	}
	x.Claims = table3Claims(at)
	return x
}

// asPrinted rounds the change of utilization as the paper does: a job that ends some seconds
// later is no change.
func asPrinted(measure string, gain float64) float64 {
	if measure == u {
		return math.Round(100*gain) / 100
	}
	return gain
}

func table4Experiment(at paper.Setting) paper.Experiment {
	x := paper.Experiment{ID: "rules/table4",
		Doc: fmt.Sprintf("AWRT and objective: how much lower; utilization: how much higher. On CTC the training with the median objective of "+
			"%d, and the least and the most of each number over these; elsewhere the only one. More seeds (--seeds) give the range of all.",
			ctc.times(at))}
	for _, s := range allSets {
		x.Runs = append(append(x.Runs, s.strategies(at)), s.trainingsOf(at, pitts)...)
		for _, m := range allMeasures {
			x.Add(s.title, m.title, "%", func(r *paper.Results) float64 {
				return asPrinted(m.name, gain(r)(s.key, pitts.title, m.name))
			})
		}
	}
	for _, end := range ends {
		for _, m := range allMeasures {
			value := ctc.over(end.of, gainBy, pitts.title, m.name)
			x.Add(ctc.title+", "+end.name, m.title, "%", func(r *paper.Results) float64 { return asPrinted(m.name, value(r)) })
		}
	}
	x.Published = numbers().Of("table4")
	x.Claims = table4Claims()
	return x
}
