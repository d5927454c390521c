package paper

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/det"
	"github.com/backfill-lab/backfill/core/internal/slow"
	"github.com/backfill-lab/backfill/core/study/stats"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// An interval that varies is judged at both of its ends.
func TestIntervalsOfSeeds(t *testing.T) {
	student5 := stats.StudentQuantile(0.95, 4) * math.Sqrt(2.5*1.2) // of the next of 1 to 5
	ours := []float64{1, 2, 3, 4, 5}
	most := []float64{11, 12, 13, 14, 15}
	for _, c := range []struct {
		published float64
		most      []float64
		want      Verdict
	}{{3, ours, Inside}, {3, most, Undecided}, {13, most, Undecided}, {40, most, Outside}, {8, most, Undecided}, {-3, most, Outside}} {
		n := Number{Published: numeral.JSON(c.published), Verdict: Differs}
		n.spread(ours, c.most)
		if n.Verdict != c.want || math.Abs(float64(n.Low)-(3-student5)) > 1e-9 || n.Ours != 3 || n.upper() != c.most[2] {
			t.Errorf("%v is %s of %v to %v in %v, want %s", c.published, n.Verdict, n.Ours, n.upper(), n.Spread(), c.want)
		}
	}
	n := Number{Published: 12, Verdict: Differs}
	if n.spread([]float64{1, 1, 1, 1, 1}, most); n.Verdict != Undecided || n.Samples == nil {
		t.Errorf("only the upper end varies: %s, seeds %v", n.Verdict, n.Samples)
	}
}

// A range holds the number of another draw about as often as held says; an interval of the mean does so
// hardly ever, so it could not judge a printed number.
func TestARangeHoldsAnotherDraw(t *testing.T) {
	const repetitions = 4000
	for name, draw := range map[string]func(*rand.Rand) float64{
		"uniform":     func(r *rand.Rand) float64 { return r.Float64() },
		"normal":      func(r *rand.Rand) float64 { return det.Normal(r, 0, 1) },
		"exponential": func(r *rand.Rand) float64 { return r.ExpFloat64() },
	} {
		for _, n := range []int{3, 5, 16, 19, 64} {
			in, inMean := 0, 0
			for k := range repetitions {
				r := det.Stream(uint64(k), name)
				ours := make([]float64, n)
				for i := range ours {
					ours[i] = draw(r)
				}
				another := draw(r)
				if m := rangeOf(ours); m.Low <= another && another <= m.High {
					in++
				}
				if _, i := stats.Student(ours, stats.Level); i.Covers(another) {
					inMean++
				}
			}
			want := coverage(n)
			got, mean := float64(in)/repetitions, float64(inMean)/repetitions
			t.Logf("%s, %d draws: %.3f of ranges, want %.3f; of intervals of the mean %.3f", name, n, got, want, mean)
			// 0.005 is a standard deviation of the share. Of few draws the range is exact for normal ones only.
			if within := map[bool]float64{true: 0.035, false: 0.02}[n <= fewDraws]; math.Abs(got-want) > within || n >= 16 && mean > 0.45 {
				t.Errorf("%s, %d draws: %.3f of ranges hold another, want %.3f; of intervals of the mean %.3f", name, n, got, want, mean)
			}
		}
	}
}

// The range of a reduction of a hundred draws holds that of a hundred others about nine times in ten.
func TestARangeOfAReductionHoldsAnother(t *testing.T) {
	slow.AsWebAssembly(t)
	mean := &Reduction{Of: Mean}
	largest := &Reduction{Of: slices.Max[[]float64], Tail: true}
	const repetitions, n = 400, 100
	for name, draw := range map[string]func(*rand.Rand) float64{
		"exponential": func(r *rand.Rand) float64 { return 1 + r.ExpFloat64() },
		"lognormal":   func(r *rand.Rand) float64 { return det.Exp(det.Normal(r, 0, 1)) },
	} {
		for by, reduction := range map[string]*Reduction{"mean": mean, "largest": largest} {
			in := 0
			for k := range repetitions {
				r := det.Stream(uint64(k), name+by)
				ours, theirs := make([]float64, n), make([]float64, n)
				for i := range ours {
					ours[i], theirs[i] = draw(r), draw(r)
				}
				v := reduction.Of(theirs)
				if m := rangeOfReduced(ours, reduction, fmt.Sprint(k)); m.Low <= v && v <= m.High {
					in++
				}
			}
			got := float64(in) / repetitions
			t.Logf("%s, %s: %.3f of ranges", name, by, got)
			want := 0.9
			if name == "lognormal" && by == "largest" {
				want = reduction.coverage() // a tail heavier than the exponential one
			}
			if math.Abs(got-want) > 0.06 {
				t.Errorf("%s, %s: %.3f of ranges hold another set's, want %.2f", name, by, got, want)
			}
		}
	}
	if r := rangeOfReduced([]float64{3, 3, 3}, mean, ""); r.Low != 3 || r.High != 3 {
		t.Errorf("the mean of equal draws has the range %v", r)
	}
	if r := rangeOfReduced([]float64{1, math.NaN()}, mean, ""); r.Low == r.Low {
		t.Errorf("a draw without a number has the range %v", r)
	}
}
