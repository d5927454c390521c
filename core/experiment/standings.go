package experiment

import (
	"math"

	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/policy"
)

// Standings say where outcomes of one Spec stand among each other. Make them with Stand.
type Standings struct {
	Paired   *metrics.Paired // what differences are seen in; nil if the log is too short to say how much it varies
	outcomes []Outcome
}

// Stand puts outcomes of one Spec beside each other.
func Stand(outcomes []Outcome) *Standings {
	var blocks []*metrics.Blocks
	for i := range outcomes {
		blocks = append(blocks, outcomes[i].Blocks)
	}
	return &Standings{metrics.Pair(blocks), outcomes}
}

// In returns the standings in a metric, parallel to the outcomes. What the log records is not compared: it obeyed more rules
// than a simulation has.
func (s *Standings) In(m metrics.Metric) []metrics.Standing {
	return metrics.Standings(m, s.values(m), s.Paired)
}

// Likenesses tells of each two outcomes whether their means of a metric differ by more than the log varies: see metrics.Likenesses.
// What the log records is compared with none.
func (s *Standings) Likenesses(m metrics.Metric) [][]metrics.Likeness {
	return metrics.Likenesses(m, s.values(m), s.Paired)
}

// values returns the outcomes' values of a metric, NaN of one that is not compared.
func (s *Standings) values(m metrics.Metric) (values []float64) {
	for i := range s.outcomes {
		v := s.outcomes[i].Metric(m.Name)
		if s.outcomes[i].Policy == policy.Recorded {
			v = math.NaN()
		}
		values = append(values, v)
	}
	return values
}
