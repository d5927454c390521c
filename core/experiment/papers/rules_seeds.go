package papers

import (
	"fmt"
	"math"

	"github.com/backfill-lab/backfill/core/experiment/chart"
	"github.com/backfill-lab/backfill/core/rules"
)

// seeds are of the trainings on the set: several where the paper prints absolute
// numbers, for a (3+21) strategy can stall.
func (s *rulesSet) seeds(scale Scale) []uint64 {
	switch {
	case s.key != "ctc":
		return []uint64{1}
	case scale == Quick:
		return []uint64{1, 2}
	}
	return []uint64{1, 2, 3}
}

// trainingsOf are those of one approach, trainings those of all.
func (s *rulesSet) trainingsOf(scale Scale, way rulesWay) (all []Run) {
	for _, seed := range s.seeds(scale) {
		all = append(all, s.train(scale, way, seed))
	}
	return all
}

func (s *rulesSet) trainings(scale Scale) (all []Run) {
	for _, way := range rulesWays {
		all = append(all, s.trainingsOf(scale, way)...)
	}
	return all
}

// rulesSinglesExperiment is every strategy by itself, on every workload.
func rulesSinglesExperiment() Experiment {
	x := Experiment{ID: "rules/section5-strategies", Kind: Table, Title: "Every strategy by itself: improvement of the objective over EASY",
		Doc: "The paper compares with EASY only. A strategy is what a rule base of a single rule does; EASY is " + rules.StrategyNames[rulesEASYStrategy] + ". Greedy's criterion is ours."}
	for i := range rulesSets {
		x.Runs = append(x.Runs, rulesSets[i].strategies())
	}
	for k, name := range rules.StrategyNames {
		for i := range rulesSets {
			s := &rulesSets[i]
			x.Cells = append(x.Cells, Cell{Row: name, Column: s.title, Unit: "%", Value: func(r *Results) float64 {
				all := r.Series(rulesSingle(s.key), rulesObjective)
				return rulesImprovement(rulesObjective, all[k], all[rulesEASYStrategy])
			}})
		}
	}
	x.Claims = rulesSinglesClaims()
	return x
}

// rulesSeedsExperiment shows how trainings on CTC differ by their seed, and how
// they go.
func rulesSeedsExperiment(scale Scale) Experiment {
	s := rulesSetOf("ctc")
	x := Experiment{ID: "rules/section5-seeds", Kind: Table, Title: "Trainings on CTC: improvement of the objective over EASY, by seed",
		Doc:  "The paper does not say how often it trained. The chart shows the best objective after each generation.",
		Runs: append(s.trainings(scale), s.strategies())}
	for _, way := range rulesWays {
		for _, seed := range s.seeds(scale) {
			label := rulesTrainLabel(s.key, way, seed)
			x.Cells = append(x.Cells, Cell{Row: way.title, Column: fmt.Sprintf("seed %d", seed), Unit: "%", Value: func(r *Results) float64 {
				return rulesImprovement(rulesObjective, r.Value(label, rulesObjective), rulesScores(r)(s.key, rulesEASY, rulesObjective))
			}})
		}
		x.Cells = append(x.Cells, Cell{Row: way.title, Column: "median", Unit: "%", Value: func(r *Results) float64 {
			return rulesGain(r)(s.key, way.title, rulesObjective)
		}})
	}
	x.Cells = append(x.Cells, Cell{Row: rulesSingly, Column: "median", Unit: "%", Value: func(r *Results) float64 {
		return rulesGain(r)(s.key, rulesSingly, rulesObjective)
	}})
	x.Chart = func(r *Results) chart.Chart {
		p := chart.Panel{X: chart.Axis{Label: "generation"}, Y: chart.Axis{Label: "objective over EASY's"}}
		easy := rulesScores(r)(s.key, rulesEASY, rulesObjective)
		longest := 0
		for _, way := range rulesWays[1:] {
			for _, seed := range s.seeds(r.Scale) {
				c := chart.Series{Name: fmt.Sprintf("%s, seed %d", way.title, seed)}
				for g, v := range r.Series(rulesTrainLabel(s.key, way, seed), rulesBest) {
					c.X, c.Y = append(c.X, float64(g)), append(c.Y, v/easy)
				}
				longest = max(longest, len(c.X)-1)
				p.Series = append(p.Series, c)
			}
		}
		single := rulesScores(r)(s.key, rulesSingly, rulesObjective) / easy
		p.Series = append(p.Series, chart.Series{Name: rulesSingly, X: chart.Numbers{0, float64(longest)}, Y: chart.Numbers{single, single}})
		return chart.Chart{Title: x.Title, Panels: []chart.Panel{p}}
	}
	return x
}

// rulesNumber prints a number in a claim's note, NaN as a dash.
func rulesNumber(v float64) string {
	if math.IsNaN(v) {
		return "–"
	}
	return fmt.Sprintf("%.2f", v)
}
