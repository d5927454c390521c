package papers

import (
	"context"
	"fmt"

	"github.com/backfill-lab/backfill/core/experiment/chart"
	"github.com/backfill-lab/backfill/core/rules"
	"github.com/backfill-lab/backfill/core/workload"
)

// A rule base is tried on its own workload and on those that it was not trained on,
// which the paper does not do.

const rulesDecisions = "decisions" // for each strategy: how many

// A rulesCounter counts the decisions of a rule base.
type rulesCounter struct {
	of        rules.Controller
	decisions chart.Numbers
}

func (c *rulesCounter) Decide(x *rules.Vector) rules.Strategy {
	s := c.of.Decide(x)
	c.decisions[s]++
	return s
}

func rulesCrossLabel(set, from string, way rulesWay) string {
	return fmt.Sprintf("%s, %s trained on %s", set, way.title, from)
}

// tried tries on the set the rule base of another, or of itself: of its trainings
// that with the median objective.
func (s *rulesSet) tried(scale Scale, from *rulesSet, way rulesWay) Run {
	return Run{Label: rulesCrossLabel(s.key, from.key, way), JobSet: s.key, Task: &Task{Name: "rules/tried", Version: 1, After: from.trainingsOf(scale, way),
		Work: func(ctx context.Context, w *workload.Workload, aid *Aid, out *Summary, _ func(done, total int)) error {
			base := aid.After[rulesMedianOf(aid.After)].Bases[rulesBase]
			trial := rules.Trial{Procs: w.Procs, Jobs: w.Jobs, Options: rules.Options{Groups: rules.GroupUsers(w.Jobs, base.Bounds), Advantage: &base.Advantage}}
			c := &rulesCounter{of: base.Controller, decisions: make(chart.Numbers, rules.NumStrategies)}
			scores, err := trial.Run(ctx, c)
			if err != nil {
				return err
			}
			rulesKeep(out, scores)
			out.Series[rulesDecisions] = c.decisions
			return nil
		}}}
}

const rulesUnseen = "mean of unseen workloads"

func rulesCrossExperiment(scale Scale) Experiment {
	x := Experiment{ID: "rules/section5-unseen", Kind: Table, Title: "Rule bases on workloads that they were not trained on: improvement of the objective over EASY",
		Doc: "Rows are what a rule base was trained on and how, columns what it schedules. The paper reports a rule base on the workload that it was trained on only, which stands here too. Of several trainings it is the one with the median objective."}
	for i := range rulesSets {
		x.Runs = append(x.Runs, rulesSets[i].strategies())
	}
	for _, way := range rulesWays {
		for i := range rulesSets {
			from := &rulesSets[i]
			row := way.title + " trained on " + from.title
			for k := range rulesSets {
				on := &rulesSets[k]
				run := on.tried(scale, from, way)
				x.Runs = append(x.Runs, run)
				x.Cells = append(x.Cells, Cell{Row: row, Column: on.title, Unit: "%", Value: func(r *Results) float64 { return rulesCross(r, on.key, from.key, way) }})
			}
			x.Cells = append(x.Cells, Cell{Row: row, Column: rulesUnseen, Unit: "%", Value: func(r *Results) float64 { return rulesMeanUnseen(r, from.key, way) }})
		}
	}
	x.Claims = []Claim{
		{ID: "beat-easy", Section: "none", Text: "Not said in the paper: a rule base has a lower objective than EASY on workloads that it never saw, too.", Holds: func(r *Results) (bool, string) {
			var t dynpTally
			rulesEachUnseen(func(set, from string, way rulesWay) {
				gain := rulesCross(r, set, from, way)
				t.check(gain > 0, "%s from %s on %s: %.2f %%", way.title, rulesSetOf(from).title, rulesSetOf(set).title, gain)
			})
			return t.all()
		}},
		{ID: "seen-better", Section: "none", Text: "Not said in the paper: on every workload the rule base that was trained on it is better than those trained on others.", Holds: func(r *Results) (bool, string) {
			var t dynpTally
			rulesEachUnseen(func(set, from string, way rulesWay) {
				own, other := rulesCross(r, set, set, way), rulesCross(r, set, from, way)
				t.check(own >= other, "%s on %s: %.2f %%, from %s %.2f %%", way.title, rulesSetOf(set).title, own, rulesSetOf(from).title, other)
			})
			return t.all()
		}},
	}
	return x
}

// rulesCross is how much better than EASY the rule base is that was trained on
// from.
func rulesCross(r *Results, set, from string, way rulesWay) float64 {
	return rulesImprovement(rulesObjective, r.Value(rulesCrossLabel(set, from, way), rulesObjective), rulesScores(r)(set, rulesEASY, rulesObjective))
}

func rulesMeanUnseen(r *Results, from string, way rulesWay) float64 {
	sum, n := 0.0, 0.0
	for _, set := range rulesKeys(from) {
		sum += rulesCross(r, set, from, way)
		n++
	}
	return sum / n
}

// rulesEachUnseen goes through all pairs of different workloads and approaches.
func rulesEachUnseen(do func(set, from string, way rulesWay)) {
	for _, way := range rulesWays {
		for _, from := range rulesKeys() {
			for _, set := range rulesKeys(from) {
				do(set, from, way)
			}
		}
	}
}

// rulesDecisionsExperiment is which strategies the rule bases choose.
func rulesDecisionsExperiment(scale Scale) Experiment {
	x := Experiment{ID: "rules/section5-decisions", Kind: Table, Title: "Strategies that the rule bases choose, in percent of their decisions",
		Doc: "On the workload that they were trained on. Decisions in which all waiting jobs fit, so that every strategy starts them, are not counted."}
	for i := range rulesSets {
		s := &rulesSets[i]
		for _, way := range rulesWays {
			run := s.tried(scale, s, way)
			x.Runs = append(x.Runs, run)
			for k, name := range rules.StrategyNames {
				x.Cells = append(x.Cells, Cell{Row: s.title + " " + way.title, Column: name, Unit: "%", Value: func(r *Results) float64 {
					return rulesChosen(r, run.Label, k)
				}})
			}
		}
	}
	x.Claims = []Claim{{ID: "switch", Section: "none", Text: "Not said in the paper: trained rule bases switch between strategies; here: no genetic fuzzy system takes one of them in 95 % or more of its decisions.", Holds: func(r *Results) (bool, string) {
		var t dynpTally
		for _, set := range rulesKeys() {
			for _, way := range rulesWays[1:] {
				most := 0
				for k := range rules.NumStrategies {
					if rulesChosen(r, rulesCrossLabel(set, set, way), k) > rulesChosen(r, rulesCrossLabel(set, set, way), most) {
						most = k
					}
				}
				share := rulesChosen(r, rulesCrossLabel(set, set, way), most)
				t.check(share < 95, "%s on %s: %s in %.1f %%", way.title, rulesSetOf(set).title, rules.StrategyNames[most], share)
			}
		}
		return t.all()
	}}}
	return x
}

// rulesChosen is the share of a strategy in the decisions of a run, in percent.
func rulesChosen(r *Results, label string, strategy int) float64 {
	all := r.Series(label, rulesDecisions)
	sum := 0.0
	for _, n := range all {
		sum += n
	}
	return 100 * all[strategy] / sum
}
