package lab

import (
	"math"
	"slices"

	"github.com/backfill-lab/backfill/arrowio"
	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/study/compare"
)

// standings say where the runs of a runs table stand among each other.
type standings struct {
	policies []string      // of the table, a row each
	jobs     *compare.Jobs // nil if they cannot be compared
}

func (e Experiment) standings(runs *result.Table) standings {
	s := standings{policies: textsOf(runs, "policy")}
	r := must(arrowio.Open(e.Dir, result.Jobs))
	if jobs := r.Tables[result.Jobs]; jobs != nil {
		s.jobs, _ = compare.Pair(jobs, simulated(s.policies), compare.Options{Start: r.Meta.Start()}) // the error: nothing to compare
	}
	return s
}

// simulated leaves out what the log records: it obeyed more rules than a simulation has.
func simulated(policies []string) []string {
	return slices.DeleteFunc(slices.Clone(policies), func(p string) bool { return p == policy.Recorded })
}

// in returns the standings in a metric, by its values.
func (s *standings) in(m metrics.Metric, values []float64) []metrics.Standing {
	values = slices.Clone(values)
	for i, p := range s.policies {
		if p == policy.Recorded {
			values[i] = math.NaN()
		}
	}
	stand := metrics.Standings(m, values, nil)
	if s.jobs == nil || !slices.Contains(metrics.Means, m.Name) {
		return stand
	}
	if c := must(s.jobs.Compare(m.Name)); c.Sure {
		for i, p := range s.policies {
			if stand[i] == metrics.First && slices.Contains(c.Best, p) {
				stand[i] = metrics.Best
			}
		}
	}
	return stand
}

// size says what differences are seen in: 12 weeks.
func (s *standings) size() string {
	if s.jobs == nil {
		return ""
	}
	return s.jobs.Size()
}
