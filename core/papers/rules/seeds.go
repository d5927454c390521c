package rules

import (
	"fmt"
	"math"

	"github.com/backfill-lab/backfill/core/chart"
	"github.com/backfill-lab/backfill/core/paper"
	"github.com/backfill-lab/backfill/core/rules"
)

// seeds are those of the trainings on the set: several where the paper prints absolute
// numbers, because a (3+21) strategy can stall.
func (s *set) seeds(scale paper.Scale) []uint64 {
	switch {
	case s != ctc:
		return []uint64{1}
	case scale == paper.Quick:
		return []uint64{1, 2}
	}
	return []uint64{1, 2, 3}
}

// trainingsOf are the trainings by one approach, trainings those by all.
func (s *set) trainingsOf(scale paper.Scale, way way) (all []paper.Run) {
	for _, seed := range s.seeds(scale) {
		all = append(all, s.train(scale, way, seed))
	}
	return all
}

func (s *set) trainings(scale paper.Scale) (all []paper.Run) {
	for _, way := range ways {
		all = append(all, s.trainingsOf(scale, way)...)
	}
	return all
}

func singlesExperiment() paper.Experiment {
	x := paper.Experiment{ID: "rules/section5-strategies", Kind: paper.Table,
		Title: "Every strategy by itself: improvement of the objective over EASY",
		Doc: "The paper compares with EASY only. A strategy is what a rule base of a single rule does; EASY is " +
			rules.StrategyNames[easyStrategy] + ". Greedy's criterion is ours."}
	for _, s := range allSets {
		x.Runs = append(x.Runs, s.strategies())
	}
	for k, name := range rules.StrategyNames {
		for _, s := range allSets {
			x.Add(name, s.title, "%", func(r *paper.Results) float64 {
				all := r.Series(single(s.key), objective)
				return improvement(objective, all[k], all[easyStrategy])
			})
		}
	}
	x.Claims = singlesClaims()
	return x
}

func seedsExperiment(scale paper.Scale) paper.Experiment {
	x := paper.Experiment{ID: "rules/section5-seeds", Kind: paper.Table,
		Title: "Trainings on CTC: improvement of the objective over EASY, by seed",
		Doc:   "The paper does not say how often it trained. The chart shows the best objective after each generation.",
		Runs:  append(ctc.trainings(scale), ctc.strategies())}
	for _, way := range ways {
		for _, seed := range ctc.seeds(scale) {
			label := trainLabel(ctc.key, way.title, seed)
			x.Add(way.title, fmt.Sprintf("seed %d", seed), "%", func(r *paper.Results) float64 { return gainOf(r, label, ctc.key) })
		}
		x.Add(way.title, "median", "%", paper.From(gain, ctc.key, way.title, objective))
	}
	x.Add(singly, "median", "%", paper.From(gain, ctc.key, singly, objective))
	x.Claims = []paper.Claim{paper.Section("4.2")("cca-faster", "Two rule bases with fewer outputs adapt better and faster than one; here: "+
		"with most seeds CCA's best objective is lower than PITTS's, on average over the generations.", ccaFaster)}
	x.Chart = func(r *paper.Results) chart.Chart {
		p := chart.Panel{X: chart.Axis{Label: "generation"}, Y: chart.Axis{Label: "objective over EASY's"}}
		easy := scores(r)(ctc.key, easy, objective)
		longest := 0
		for _, way := range genetic {
			for _, seed := range ctc.seeds(r.Scale) {
				c := chart.Series{Name: fmt.Sprintf("%s, seed %d", way, seed)}
				for g, v := range r.Series(trainLabel(ctc.key, way, seed), best) {
					c.X, c.Y = append(c.X, float64(g)), append(c.Y, v/easy)
				}
				longest = max(longest, len(c.X)-1)
				p.Series = append(p.Series, c)
			}
		}
		single := scores(r)(ctc.key, singly, objective) / easy
		p.Series = append(p.Series, chart.Series{Name: singly, X: chart.Numbers{0, float64(longest)}, Y: chart.Numbers{single, single}})
		return chart.Chart{Title: x.Title, Panels: []chart.Panel{p}}
	}
	return x
}

func ccaFaster(r *paper.Results) (bool, string) {
	var t paper.Cases
	for _, seed := range ctc.seeds(r.Scale) {
		of := func(way way) float64 { return paper.Mean(r.Series(trainLabel(ctc.key, way.title, seed), best)) }
		a, b := of(cca), of(pitts)
		t.Check(a < b, "seed %d: CCA %.0f, PITTS %.0f", seed, a, b)
	}
	return t.Most()
}

// number prints a number in a claim's note, NaN as a dash.
func number(v float64) string {
	if math.IsNaN(v) {
		return "–"
	}
	return fmt.Sprintf("%.2f", v)
}
