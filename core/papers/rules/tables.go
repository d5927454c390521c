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
	for _, s := range allSets {
		x.Add("jobs of the paper's log before scaling", s.title, "jobs", paper.Constant(float64(s.original)))
		if !s.whole() {
			x.Add("factor that the printed jobs imply", s.title, "", paper.Constant(s.implied()))
			x.Add("factor here", s.title, "", paper.Constant(s.factor))
			x.Add("printed jobs above the factor's, in standard deviations", s.title, "",
				paper.Constant((float64(s.jobs())-s.expected(s.original))/s.deviation()))
		}
	}
	x.Published = numbers().Of("table2")
	x.Claims = table2Claims()
	return x
}

func table3Experiment(at paper.Setting) paper.Experiment {
	x := paper.Experiment{ID: "rules/table3",
		Doc: fmt.Sprintf("Medians over %d trainings of each approach, each on another draw of the scaling, and of EASY over %d draws. Not in "+
			"the paper: the best of the 13 strategies by itself, the on-line front and the no-wait floor. The fronts and the floor are of the "+
			"first draw. %s", ctc.times(at, pitts.title), draws(at), frontDoc(at))}
	x.Runs = append(append(ctc.trainings(at), ctc.compared(at)...), ctc.front(at), ctc.online(at), ctc.floor(at))
	x.Published = numbers().Of("table3")
	for _, row := range append(slices.Clip(rows3), singly, online, floor) {
		for _, m := range allMeasures {
			if row == easy || row == singly {
				ctc.addEachDraw(&x, row, m.title, m.unit, m.name)
			} else {
				ctc.add(&x, at, row, m.title, m.unit, scoresBy, m.name)
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
		Doc: fmt.Sprintf("AWRT and objective: how much lower; utilization: how much higher. Medians over %d trainings, each on another draw of "+
			"the scaling and compared with EASY on that draw.", ctc.times(at, pitts.title))}
	for _, s := range allSets {
		for k := range s.times(at, pitts.title) {
			x.Runs = append(x.Runs, s.strategies(at, k+1))
		}
		x.Runs = append(x.Runs, s.trainingsOf(at, pitts)...)
		for _, m := range allMeasures {
			x.AddDraws(s.title, m.title, "%", func(r *paper.Results) (all []float64) {
				for _, gain := range s.trained(r, gainBy, pitts.title, m.name) {
					all = append(all, asPrinted(m.name, gain))
				}
				return all
			})
		}
	}
	x.Published = numbers().Of("table4")
	x.Claims = table4Claims()
	return x
}
