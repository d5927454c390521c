package paper

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/det"
	"github.com/backfill-lab/backfill/core/study/stats"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// An interval that varies is judged at both of its ends.
func TestIntervalsOfSeeds(t *testing.T) {
	ours := []float64{1, 2, 3, 4, 5}
	most := []float64{11, 12, 13, 14, 15}
	for _, c := range []struct {
		published float64
		most      []float64
		want      Verdict
	}{{3, ours, Inside}, {3, most, Undecided}, {13, most, Undecided}, {40, most, Outside}, {8, most, Undecided}, {0.01, most, Outside}} {
		n := Number{Published: numeral.JSON(c.published), Verdict: Differs}
		n.spread(ours, c.most)
		if n.Verdict != c.want || n.Low != 1.2 || n.Ours != 3 || n.upper() != c.most[2] {
			t.Errorf("%v is %s of %v to %v in %v, want %s", c.published, n.Verdict, n.Ours, n.upper(), n.Spread(), c.want)
		}
	}
	n := Number{Published: 12, Verdict: Differs}
	if n.spread([]float64{1, 1, 1, 1, 1}, most); n.Verdict != Undecided || n.Samples == nil {
		t.Errorf("only the upper end varies: %s, seeds %v", n.Verdict, n.Samples)
	}
}

// A range holds the number of another sample about as often as its doc comment says; an
// interval of the mean does so hardly ever, so it could not judge a printed number.
func TestARangeHoldsAnotherSample(t *testing.T) {
	const repetitions = 4000
	for name, draw := range map[string]func(*rand.Rand) float64{
		"uniform": func(r *rand.Rand) float64 { return r.Float64() },
		"normal":  func(r *rand.Rand) float64 { return det.Normal(r, 0, 1) },
	} {
		for _, seeds := range []int{4, 16, 64} {
			in, inMean := 0, 0
			for k := range repetitions {
				r := det.Stream(uint64(k), name)
				ours := make([]float64, seeds)
				for i := range ours {
					ours[i] = draw(r)
				}
				another := draw(r)
				if m := middle(ours); m.Low <= another && another <= m.High {
					in++
				}
				if _, i := stats.Student(ours, stats.Level); i.Covers(another) {
					inMean++
				}
			}
			want := 0.9 * float64(seeds-1) / float64(seeds+1)
			got, mean := float64(in)/repetitions, float64(inMean)/repetitions
			t.Logf("%s, %d seeds: %.3f of ranges, want %.3f; of intervals of the mean %.3f", name, seeds, got, want, mean)
			// 0.006 is a standard deviation of the share; the formula is exact of a uniform distribution only.
			if math.Abs(got-want) > 0.035 || seeds >= 16 && mean > 0.45 {
				t.Errorf("%s, %d seeds: %.3f of ranges hold another number, want %.3f; of intervals of the mean %.3f", name, seeds, got, want, mean)
			}
		}
	}
}
