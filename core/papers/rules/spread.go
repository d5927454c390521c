package rules

import (
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

// A pick says which training stands for an approach on a set, by its label.
type pick func(r *paper.Results, set, way string) string

// nth picks the k-th training, from 1.
func nth(k int) pick {
	return func(_ *paper.Results, set, way string) string { return trainLabel(set, way, k) }
}

// A source is a paper.Source that takes its trainings from a pick.
type source func(*paper.Results, pick) paper.Source

// ends of a number over the trainings of an approach.
var ends = []struct {
	name string
	of   func([]float64) float64
}{{"least", slices.Min[[]float64]}, {"most", slices.Max[[]float64]}}

// over is the value of a Cell: an end of a measure over the trainings.
func (s *set) over(end func([]float64) float64, of source, way, measure string) func(*paper.Results) float64 {
	return func(r *paper.Results) float64 {
		var all []float64
		for k := range s.times(r.Setting) {
			all = append(all, of(r, nth(k+1))(s.key, way, measure))
		}
		return end(all)
	}
}

// unanimous is the verdict on a claim that is true in so many of all cases, any of which may
// be the paper's.
func unanimous(held, all int) paper.Verdict {
	switch held {
	case all:
		return paper.Holds
	case 0:
		return paper.Fails
	}
	return paper.Undecided
}

// judgedBy judges a claim with every combination of single trainings of the approaches that it
// asks for. It is undecided if some combinations confirm it and others do not. The note says
// how many do; it is empty if there is only one.
func judgedBy(r *paper.Results, of source, holds func(paper.Source) bool) (paper.Verdict, string) {
	type part struct{ set, way string }
	var several []part
	ok := holds(of(r, func(r *paper.Results, set, way string) string {
		if p := (part{set, way}); setOf(set).times(r.Setting) > 1 && !slices.Contains(several, p) {
			several = append(several, p)
		}
		return nth(1)(r, set, way)
	}))
	if several == nil {
		return paper.Rule(ok), ""
	}
	held, all := 0, 0
	chosen := map[part]int{}
	single := of(r, func(r *paper.Results, set, way string) string {
		return nth(max(1, chosen[part{set, way}]))(r, set, way)
	})
	var try func(rest []part)
	try = func(rest []part) {
		if len(rest) == 0 {
			all++
			if holds(single) {
				held++
			}
			return
		}
		for k := range setOf(rest[0].set).times(r.Setting) {
			chosen[rest[0]] = k + 1
			try(rest[1:])
		}
	}
	try(several)
	of1 := "combinations of single trainings"
	if len(several) == 1 {
		of1 = "trainings"
	}
	return unanimous(held, all), fmt.Sprintf("; so in %d of %d %s", held, all, of1)
}

// compared is paper.Compared for claims about trainings; see judgedBy. Apart from the count,
// the note is of the medians.
func compared(of source, printed paper.Source) func(id string, holds func(paper.Source) (bool, string)) paper.Claim {
	claim := paper.Compared(func(r *paper.Results) paper.Source { return of(r, median) }, printed)
	return func(id string, holds func(paper.Source) (bool, string)) paper.Claim {
		c := claim(id, holds)
		judge := c.Judge
		c.Judge = func(r *paper.Results) (paper.Verdict, string) {
			_, note := judge(r)
			v, count := judgedBy(r, of, func(at paper.Source) bool {
				ok, _ := holds(at)
				return ok
			})
			return v, note + count
		}
		return c
	}
}
