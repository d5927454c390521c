package rules

import (
	"fmt"
	"math"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/internal/chart"
)

// times is how often each approach is trained on the set: more than once where the paper prints
// absolute numbers, because a (3+21) strategy can stall.
func (s *set) times(at paper.Setting) int {
	switch {
	case s != ctc:
		return 1
	case at.Scale == paper.Quick:
		return 2
	}
	return 3
}

// seed is that of the k-th training, from 1. No two settings share one.
func (s *set) seed(at paper.Setting, k int) uint64 {
	n := s.times(at)
	return (max(1, at.Seed)-1)*uint64(n) + uint64(k)
}

// trainingsOf are the trainings by one approach, trainings those by all.
func (s *set) trainingsOf(at paper.Setting, way way) (all []paper.Run) {
	for k := range s.times(at) {
		all = append(all, s.train(at, way, k+1))
	}
	return all
}

func (s *set) trainings(at paper.Setting) (all []paper.Run) {
	for _, way := range ways {
		all = append(all, s.trainingsOf(at, way)...)
	}
	return all
}

func singlesExperiment(at paper.Setting) paper.Experiment {
	x := paper.Experiment{ID: "rules/section5-strategies"}
	for _, s := range allSets {
		x.Runs = append(x.Runs, s.strategies(at))
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

func seedsExperiment(at paper.Setting) paper.Experiment {
	x := paper.Experiment{ID: "rules/section5-seeds", Runs: append(ctc.trainings(at), ctc.strategies(at))}
	for _, way := range ways {
		for k := range ctc.times(at) {
			label := trainLabel(ctc.key, way.title, k+1)
			x.Add(way.title, fmt.Sprintf("training %d", k+1), "%", func(r *paper.Results) float64 { return gainOf(r, label, ctc.key) })
		}
		for _, end := range ends {
			x.Add(way.title, end.name, "%", ctc.over(end.of, gainBy, way.title, objective))
		}
		x.Add(way.title, "median", "%", paper.From(gain, ctc.key, way.title, objective))
	}
	x.Add(singly, "median", "%", paper.From(gain, ctc.key, singly, objective))
	x.Claims = []paper.Claim{paper.Open("cca-faster", ccaFaster)}
	x.Chart = func(r *paper.Results) chart.Chart {
		p := chart.Panel{X: chart.Axis{Label: "generation"}, Y: chart.Axis{Label: "objective over EASY's"}}
		easy := scores(r)(ctc.key, easy, objective)
		longest := 0
		for _, way := range genetic {
			for k := range ctc.times(r.Setting) {
				c := chart.Series{Name: fmt.Sprintf("%s, training %d", way, k+1)}
				for g, v := range r.Series(trainLabel(ctc.key, way, k+1), best) {
					c.X, c.Y = append(c.X, float64(g)), append(c.Y, v/easy)
				}
				longest = max(longest, len(c.X)-1)
				p.Series = append(p.Series, c)
			}
		}
		single := scores(r)(ctc.key, singly, objective) / easy
		p.Series = append(p.Series, chart.Series{Name: singly, X: chart.Numbers{0, float64(longest)}, Y: chart.Numbers{single, single}})
		return chart.Chart{Panels: []chart.Panel{p}}
	}
	return x
}

func ccaFaster(r *paper.Results) (paper.Verdict, string) {
	of := func(way way) (all []float64) {
		for k := range ctc.times(r.Setting) {
			all = append(all, paper.Mean(r.Series(trainLabel(ctc.key, way.title, k+1), best)))
		}
		return all
	}
	a, b := of(cca), of(pitts)
	held := 0
	for _, one := range a {
		for _, other := range b {
			if one < other {
				held++
			}
		}
	}
	return unanimous(held, len(a)*len(b)), fmt.Sprintf("CCA %.0f, PITTS %.0f; so in %d of %d pairs", a, b, held, len(a)*len(b))
}

// number prints a number in a claim's note, NaN as a dash.
func number(v float64) string {
	if math.IsNaN(v) {
		return "–"
	}
	return fmt.Sprintf("%.2f", v)
}
