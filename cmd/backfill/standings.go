package main

import (
	"math"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/policy"
)

// standings says where outcomes stand among each other.
type standings struct {
	outcomes []experiment.Outcome
	paired   *metrics.Paired
}

func standingsOf(outcomes []experiment.Outcome) standings {
	var blocks []*metrics.Blocks
	for i := range outcomes {
		blocks = append(blocks, outcomes[i].Blocks)
	}
	return standings{outcomes, metrics.Pair(blocks)}
}

// in returns the standings in a metric. What the log records is not compared: it obeyed more rules than a simulation has.
func (s *standings) in(m metrics.Metric) []metrics.Standing {
	var values []float64
	for i := range s.outcomes {
		v := s.outcomes[i].Metric(m.Name)
		if s.outcomes[i].Policy == policy.Recorded {
			v = math.NaN()
		}
		values = append(values, v)
	}
	return metrics.Standings(m, values, s.paired)
}

// blocks says what differences were seen in: 48 weeks.
func (s *standings) blocks() string { return plural(s.paired.Blocks, s.paired.Unit) }

// why says what keeps a first value from being surely the best.
func (s *standings) why() string {
	if s.paired == nil {
		return "the log is too short to say how much it varies"
	}
	return "the difference to another one is within what the " + s.blocks() +
		" vary, or is of one value for the whole log (percentiles, largest values, use of the machine)"
}
