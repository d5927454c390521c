package rules

import (
	"fmt"
	"math"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/internal/chart"
)

// draws is how many draws of who becomes wider and who is copied are simulated under each strategy: with 19 a
// range holds nine tenths of others.
func draws(at paper.Setting) int {
	if at.Scale == paper.Quick {
		return 3
	}
	return 19
}

// times is on how many draws of the scaling there is a row on the set. An approach is trained on more than one
// where the paper prints numbers of it; EASY and the best single strategy are on all that are trained on.
func (s *set) times(at paper.Setting, row string) int {
	switch {
	case isWay(row) && row != pitts.title && s != ctc, row == pf, row == online, row == floor:
		return 1
	case at.Scale == paper.Quick:
		return 2
	}
	return drawsTrained
}

// seed is that of the k-th draw and of the training on it, from 1. No two settings share one.
func (s *set) seed(at paper.Setting, k int) uint64 {
	return (max(1, at.Seed)-1)*uint64(draws(at)) + uint64(k)
}

// trainingsOf are the trainings by one approach, trainings those by all.
func (s *set) trainingsOf(at paper.Setting, way way) (all []paper.Run) {
	for k := range s.times(at, way.title) {
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

// compared are the runs that trainings are compared with: the strategies on each draw that is trained on, and on
// other draws.
func (s *set) compared(at paper.Setting) (all []paper.Run) {
	for k := range s.times(at, pitts.title) {
		all = append(all, s.strategies(at, k+1))
	}
	return append(all, s.rescaled(at))
}

func singlesExperiment(at paper.Setting) paper.Experiment {
	x := paper.Experiment{ID: "rules/section5-strategies"}
	for _, s := range allSets {
		x.Runs = append(x.Runs, s.rescaled(at), s.strategies(at, 1))
	}
	for _, name := range rules.StrategyNames {
		for _, s := range allSets {
			s.addGainOfEach(&x, name, s.title, objective)
		}
	}
	x.Claims = singlesClaims()
	return x
}

func seedsExperiment(at paper.Setting) paper.Experiment {
	x := paper.Experiment{ID: "rules/section5-seeds", Runs: append(ctc.trainings(at), ctc.compared(at)...)}
	for _, way := range ways {
		for k := range ctc.times(at, way.title) {
			x.Add(way.title, fmt.Sprintf("training %d", k+1), "%", func(r *paper.Results) float64 {
				return gainBy(r, k+1)(ctc.key, way.title, objective)
			})
		}
		ctc.add(&x, at, way.title, "all trainings", "%", gainBy, objective)
	}
	ctc.addGainOfEach(&x, singly, "all draws", objective)
	x.Claims = []paper.Claim{paper.Open("cca-faster", ccaFaster)}
	x.Chart = func(r *paper.Results) chart.Chart {
		p := chart.Panel{X: chart.Axis{Label: "generation"}, Y: chart.Axis{Label: "objective over EASY's"}}
		longest := 0
		for _, way := range genetic {
			for k := range ctc.times(r.Setting, way) {
				c := chart.Series{Name: fmt.Sprintf("%s, training %d", way, k+1)}
				easy := scoresBy(r, k+1)(ctc.key, easy, objective)
				for g, v := range r.Series(trainLabel(ctc.key, way, k+1), best) {
					c.X, c.Y = append(c.X, float64(g)), append(c.Y, v/easy)
				}
				longest = max(longest, len(c.X)-1)
				p.Series = append(p.Series, c)
			}
		}
		single := scoresBy(r, 1)(ctc.key, singly, objective) / scoresBy(r, 1)(ctc.key, easy, objective)
		p.Series = append(p.Series, chart.Series{Name: singly, X: chart.Numbers{0, float64(longest)}, Y: chart.Numbers{single, single}})
		return chart.Chart{Panels: []chart.Panel{p}}
	}
	return x
}

func ccaFaster(r *paper.Results) (paper.Verdict, string) {
	of := func(way way) (all []float64) {
		for k := range ctc.times(r.Setting, way.title) {
			easy := scoresBy(r, k+1)(ctc.key, easy, objective)
			all = append(all, paper.Mean(r.Series(trainLabel(ctc.key, way.title, k+1), best))/easy)
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
	return unanimous(held, len(a)*len(b)), fmt.Sprintf("CCA %.4f, PITTS %.4f of EASY's; so in %d of %d pairs", a, b, held, len(a)*len(b))
}

// number prints a number in a claim's note, NaN as a dash.
func number(v float64) string {
	if math.IsNaN(v) {
		return "–"
	}
	return fmt.Sprintf("%.2f", v)
}
