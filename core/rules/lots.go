package rules

import (
	"fmt"
	"math/rand/v2"
)

// PaperDraws is how often the paper gives each strategy to each rule: 650
// simulations.
const PaperDraws = 50

// Lots are the rigid rule bases of the probability-driven procedure (section 4.1):
// lots[k][i] is the strategy of situation i in the k-th of them.
type Lots [][]Strategy

// DrawLots gives every strategy to every situation the same number of times,
// draws, in an order drawn from r: NumStrategies*draws rule bases.
func DrawLots(r *rand.Rand, situations, draws int) Lots {
	lots := make(Lots, NumStrategies*draws)
	for k := range lots {
		lots[k] = make([]Strategy, situations)
	}
	for i := range situations {
		for k, at := range r.Perm(len(lots)) {
			lots[k][i] = Strategy(at / draws)
		}
	}
	return lots
}

// Best returns the rule base made of each situation's best strategy, the one with
// the smallest sum of the objective values of the schedules that it was drawn for;
// of equal ones the first. values[k] is the value of lots[k].
func (lots Lots) Best(values []float64) ([]Strategy, error) {
	if len(values) != len(lots) || len(lots) == 0 {
		return nil, fmt.Errorf("%d objective values for %d rule bases: there is one for each", len(values), len(lots))
	}
	best := make([]Strategy, len(lots[0]))
	for i := range best {
		var sums [NumStrategies]float64
		for k, choice := range lots {
			sums[choice[i]] += values[k]
		}
		for s, sum := range sums {
			if sum < sums[best[i]] {
				best[i] = Strategy(s)
			}
		}
	}
	return best, nil
}
