package rules

import (
	"fmt"
	"math/rand/v2"
)

// PaperDraws is the paper's number of draws of each strategy for each rule: 650
// simulations.
const PaperDraws = 50

// Lots are the rigid rule bases of the probability-driven procedure (section 4.1):
// lots[k][i] is the strategy of rule base k in situation i.
type Lots [][]Strategy

// DrawLots returns NumStrategies*draws rule bases, in which each situation has every
// strategy draws times, in an order drawn from r.
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

// Best returns the best strategy of each situation: that with the smallest sum of values
// over the lots in which the situation has it; the first wins ties. values[k] is the
// objective of lots[k].
func (lots Lots) Best(values []float64) ([]Strategy, error) {
	if len(values) != len(lots) || len(lots) == 0 {
		return nil, fmt.Errorf("%d objective values for %d rule bases, expected one for each", len(values), len(lots))
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
