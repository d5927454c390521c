package rules

import (
	"fmt"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

// A source is a paper.Source of the k-th draw of the scaling and of the trainings on it, from 1. Of an approach
// that was trained less often on a set, it is of the last draw on which it was trained.
type source func(r *paper.Results, k int) paper.Source

// first is the source of the first draw: the fronts and the floor are computed on no other.
func (of source) first(r *paper.Results) paper.Source { return of(r, 1) }

// medians is the source of the medians over the draws on which a row was trained.
func (of source) medians(r *paper.Results) paper.Source {
	return func(set, row, measure string) float64 { return paper.Median(setOf(set).trained(r, of, row, measure)) }
}

// trained returns a measure of a row on each draw on which it was trained.
func (s *set) trained(r *paper.Results, of source, row, measure string) (all []float64) {
	for k := range s.times(r.Setting, row) {
		all = append(all, of(r, k+1)(s.key, row, measure))
	}
	return all
}

// add adds a cell of a row on the set: of an approach that was trained several times, all of them.
func (s *set) add(x *paper.Experiment, at paper.Setting, row, column, unit string, of source, measure string) {
	if s.times(at, row) == 1 {
		x.Add(row, column, unit, func(r *paper.Results) float64 { return of(r, 1)(s.key, row, measure) })
		return
	}
	x.AddDraws(row, column, unit, func(r *paper.Results) []float64 { return s.trained(r, of, row, measure) })
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

// judgedBy judges a claim on each draw and the trainings on it. It is undecided if some confirm it and
// others do not. The note says how many do.
func judgedBy(r *paper.Results, of source, holds func(paper.Source) bool) (paper.Verdict, string) {
	held, all := 0, ctc.times(r.Setting, pitts.title)
	for k := range all {
		if holds(of(r, k+1)) {
			held++
		}
	}
	return unanimous(held, all), fmt.Sprintf("; so on %d of %d draws", held, all)
}

// compared is paper.Compared for claims about trainings; see judgedBy. Apart from the count,
// the note is of the medians.
func compared(of source, printed paper.Source) func(id string, holds func(paper.Source) (bool, string)) paper.Claim {
	claim := paper.Compared(of.medians, printed)
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
