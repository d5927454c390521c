package paper

import (
	"fmt"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/study/stats"
)

// overSeeds makes one evaluation of those of all seeds.
func overSeeds(seeds []*Evaluation) (*Evaluation, error) {
	if !varies(seeds) {
		return seeds[0], nil
	}
	return merged(seeds)
}

// merged is overSeeds for seeds of which something depends.
func merged(seeds []*Evaluation) (*Evaluation, error) {
	e := seeds[0]
	e.Seeds = nil
	for _, s := range seeds {
		e.Seeds = append(e.Seeds, s.Setting.Seed)
		if !slices.EqualFunc(s.Numbers, e.Numbers, sameID) || len(s.Claims) != len(e.Claims) {
			return nil, fmt.Errorf("%s has other numbers or claims with seed %d", e.Experiment.ID, s.Setting.Seed)
		}
	}
	for i := range e.Numbers {
		var ours, most []float64
		seconds := 0.0
		for _, s := range seeds {
			n := &s.Numbers[i]
			if own := n.Samples; own != nil {
				ours, most = append(ours, own...), append(most, own...)
			} else {
				ours, most = append(ours, float64(n.Ours)), append(most, n.upper())
			}
			seconds += n.Seconds
		}
		e.Numbers[i].Seconds = seconds
		e.Numbers[i].spread(ours, most)
	}
	for i := range e.Claims {
		e.Claims[i].count(seeds, i)
	}
	return e, nil
}

// varies reports whether any run depends on the seed.
func varies(seeds []*Evaluation) bool {
	return slices.ContainsFunc(seeds[1:], func(s *Evaluation) bool {
		return !slices.EqualFunc(s.Runs, seeds[0].Runs, func(a, b RunResult) bool { return a.Digest == b.Digest })
	})
}

func sameID(a, b Number) bool { return a.ID == b.ID }

// differ reports whether any value is another than the first; NaN is a value.
func differ(values []float64) bool {
	return slices.ContainsFunc(values, func(v float64) bool { return v != values[0] && (v == v || values[0] == values[0]) })
}

// known returns the numbers among values, sorted.
func known(values []float64) []float64 {
	return slices.Sorted(slices.Values(slices.DeleteFunc(slices.Clone(values), math.IsNaN)))
}

// Median returns the median of the numbers among values; NaN if half of them are none.
func Median(values []float64) float64 {
	sorted := known(values)
	if 2*len(sorted) <= len(values) {
		return math.NaN()
	}
	return stats.Quantile(sorted, 0.5)
}

// count judges a claim by the verdicts of all seeds. It holds if it does with at least nine
// tenths of them, and fails if it does with at most one tenth.
func (v *ClaimResult) count(seeds []*Evaluation, i int) {
	v.Held, v.Of = 0, len(seeds)
	failed, seconds := 0, 0.0
	for _, s := range seeds {
		seconds += s.Claims[i].Seconds
		switch verdict := s.Claims[i].Verdict; {
		case verdict.holds():
			v.Held++
		case verdict == Fails:
			failed++
		}
	}
	v.Seconds = seconds
	switch {
	case v.Verdict == Untestable, v.Verdict == ByConstruction && v.Held == v.Of:
	case 10*v.Held >= 9*v.Of:
		v.Verdict = Holds
	case 10*failed >= 9*v.Of:
		v.Verdict = Fails
	default:
		v.Verdict = Undecided
	}
}
