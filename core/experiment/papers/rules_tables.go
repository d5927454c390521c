package papers

import (
	"fmt"
	"math"
	"time"

	"github.com/backfill-lab/backfill/core/job"
	"github.com/backfill-lab/backfill/core/rules"
	"github.com/backfill-lab/backfill/core/workload"
)

// rulesTable1Experiment is the partitions of rigid rule bases.
func rulesTable1Experiment() Experiment {
	x := Experiment{ID: "rules/table1", Kind: Table, Title: "Feature partitions of the rigid rule bases",
		Doc: "Ours are the bounds that package rules trains rigid rule bases with."}
	for i, f := range rules.Features {
		bounds := []float64{f.Least, f.Most}
		for _, p := range rules.Table1() {
			if p.Feature == i {
				bounds = append(append([]float64{f.Least}, p.Bounds...), f.Most)
			}
		}
		printed := rulesTable1[i].values
		for k := range max(len(bounds), len(printed)) {
			column := fmt.Sprintf("bound %d", k)
			if k < len(bounds) {
				x.Cells = append(x.Cells, Cell{Row: f.Title, Column: column, Unit: f.Unit, Value: func(*Results) float64 { return bounds[k] }})
			}
			if k < len(printed) {
				x.Published = append(x.Published, Published{Row: f.Title, Column: column, Unit: f.Unit, Value: printed[k]})
			}
		}
	}
	return x
}

const (
	rulesProcsRow  = "Processors (m)"
	rulesJobsRow   = "Jobs (n)"
	rulesPeriodRow = "Period"
	rulesLoadRow   = "Offered load"
	rulesDays      = "days"
)

func rulesUsersRow(group int) string { return fmt.Sprintf("users of group %d", group) }
func rulesShareRow(group int) string { return fmt.Sprintf("work of group %d", group) }

// rulesDescribe counts the jobs, the users of each group and what they consume.
func rulesDescribe(s *rulesSet) Run {
	return Describe(s.key, s.key, Statistic{Name: "rules/workload", Version: 1, New: func(w *workload.Workload) Watch {
		return Watch{Values: func(out *Summary, jobs []job.Job, _ []job.Placement) {
			first, last := w.Span()
			out.Values[rulesProcsRow], out.Values[rulesJobsRow] = float64(w.Procs), float64(len(jobs))
			out.Values[rulesPeriodRow], out.Values[rulesLoadRow] = float64(last-first)/dfrsDay, w.OfferedLoad()
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
				out.Values[rulesUsersRow(g)], out.Values[rulesShareRow(g)] = users[g], 100*work[g]/all
			}
		}}
	}})
}

// days is the length of the printed period.
func (s *rulesSet) days() float64 {
	from, err := time.Parse(time.DateOnly, s.from)
	to, err2 := time.Parse(time.DateOnly, s.to)
	if err != nil || err2 != nil {
		panic("papers: the dates of " + s.key)
	}
	return to.Sub(from).Hours() / 24
}

func rulesTable2Experiment() Experiment {
	x := Experiment{ID: "rules/table2", Kind: Table, Title: "Workloads, scaled to 1,024 processors",
		Doc: "Of the printed periods the days between their dates. Below stands what the paper does not print: the load, and the users and work of the five user groups."}
	rows := []struct{ name, unit string }{{rulesProcsRow, ""}, {rulesJobsRow, "jobs"}, {rulesPeriodRow, rulesDays}, {rulesLoadRow, "%"}}
	for g := 1; g <= rules.NumGroups; g++ {
		rows = append(rows, struct{ name, unit string }{rulesUsersRow(g), "users"}, struct{ name, unit string }{rulesShareRow(g), "%"})
	}
	for _, row := range rows {
		for i := range rulesSets {
			value := Value(rulesSets[i].key, row.name)
			if row.name == rulesLoadRow {
				value = Percent(value)
			}
			x.Cells = append(x.Cells, Cell{Row: row.name, Column: rulesSets[i].title, Unit: row.unit, Value: value})
		}
	}
	for i := range rulesSets {
		s := &rulesSets[i]
		x.Runs = append(x.Runs, rulesDescribe(s))
		jobs, period := "", "of the log, or of what stands in for it, from the first to the last submission"
		if s.key == "lanl" {
			jobs = "the machine has 1,024 processors, so there is nothing to scale: the printed jobs are those of the log before cleaning, which removed 79,000"
			period = "the first printed date has day and month exchanged: the log begins on 4 October 1994"
		}
		x.Published = append(x.Published,
			Published{Row: rulesProcsRow, Column: s.title, Value: rulesProcs},
			Published{Row: rulesJobsRow, Column: s.title, Unit: "jobs", Value: float64(s.jobs), Note: jobs},
			Published{Row: rulesPeriodRow, Column: s.title, Unit: rulesDays, Value: s.days(), Note: period})
	}
	x.Claims = rulesTable2Claims()
	return x
}

func rulesTable3Experiment(scale Scale) Experiment {
	s := rulesSetOf("ctc")
	x := Experiment{ID: "rules/table3", Kind: Table, Title: "AWRT of the user groups, utilization and objective on CTC",
		Doc: fmt.Sprintf("Of %d trainings of each approach the one with the median objective. The best of the 13 strategies by itself, which the paper does not report, stands below. The paper's log had 2.7 %% more jobs, and so more load.", len(s.seeds(scale)))}
	x.Runs = append(s.trainings(scale), s.strategies(), s.front(scale))
	for _, m := range rulesMeasures {
		for _, row := range rulesTable3 {
			p := Published{Row: row.key, Column: m.title, Unit: m.unit, Value: row.values[rulesMeasureAt(m.name)], Note: rulesWhyLoad}
			if m.group > 2 && row.key != rulesEASY {
				p.Note = rulesWhyLeft
			}
			x.Published = append(x.Published, p)
		}
	}
	for _, row := range append(rulesTable3, dynpRow{key: rulesSingly}) {
		for _, m := range rulesMeasures {
			x.Cells = append(x.Cells, Cell{Row: row.key, Column: m.title, Unit: m.unit,
				Value: func(r *Results) float64 { return rulesScores(r)(s.key, row.key, m.name) }})
		}
	}
	x.Claims = rulesTable3Claims()
	return x
}

func rulesTable4Experiment(scale Scale) Experiment {
	x := Experiment{ID: "rules/table4", Kind: Table, Title: "Improvement of PITTS over EASY in percent",
		Doc: "AWRT and objective: how much lower; utilization: how much higher. On CTC the training with the median objective, on the others the only one."}
	for i := range rulesSets {
		s := &rulesSets[i]
		x.Runs = append(append(x.Runs, s.strategies()), s.trainingsOf(scale, rulesPITTS)...)
		for k, m := range rulesMeasures {
			p := Published{Row: s.title, Column: m.title, Unit: "%", Value: rulesTable4[s.key][k]}
			switch {
			case s.trace == "":
				p.Note = "the log is not at hand: a model stands in for it"
			case m.group > 2:
				p.Note = rulesWhyLeft
			case s.key == "lanl":
				p.Note = "of the printed jobs cleaning has removed 79,000"
			}
			x.Published = append(x.Published, p)
			x.Cells = append(x.Cells, Cell{Row: s.title, Column: m.title, Unit: "%", Value: func(r *Results) float64 {
				gain := rulesGain(r)(s.key, rulesPITTS.title, m.name)
				if m.name == rulesU {
					gain = math.Round(100*gain) / 100 // as printed: a job that ends some seconds later is no change
				}
				return gain
			}})
		}
	}
	x.Claims = rulesTable4Claims()
	return x
}
