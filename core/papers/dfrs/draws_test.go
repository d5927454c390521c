package dfrs

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

// A statistic of the draws is that of all instances, however many loads a trace has.
func TestStatisticsOfDrawsAreThoseOfInstances(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for loads := 1; loads <= 9; loads++ {
		for _, traces := range []int{2, 7, 100} {
			values := make([]float64, loads*traces)
			for i := range values {
				values[i] = math.Exp(3 * r.NormFloat64())
			}
			for _, c := range columns {
				var x paper.Experiment
				set := instances{jobSet: "drawn", loads: func(paper.Scale) []float64 { return make([]float64, loads) }}
				set.addStatistic(&x, "row", "column", "", c, func(*paper.Results) []float64 { return values })
				draws := x.Cells[0].Draws(&paper.Results{})
				got, want := x.Cells[0].Of.Of(draws), reduce(values, c)
				if len(draws) != traces || math.Abs(got-want) > 1e-12*want {
					t.Errorf("%d traces at %d loads: %s %v of %d draws, want %v", traces, loads, c, got, len(draws), want)
				}
			}
		}
	}
}

// A draw is a trace: with all its loads it is as likely to be in another set as without.
func TestADrawIsATrace(t *testing.T) {
	values := []float64{1, 10, 100, 3, 30, 300} // three traces at two loads
	for statistic, want := range map[string][]float64{avg: {2, 20, 200}, top: {3, 30, 300}} {
		got := byTrace(values, 2, statistic)
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("%s: %v, want %v", statistic, got, want)
			}
		}
	}
	for _, statistic := range columns {
		if got := byTrace(nil, 2, statistic); len(got) != 0 {
			t.Errorf("%s of nothing: %v", statistic, got)
		}
	}
}

func TestSharesHaveTheShareAsTheirMean(t *testing.T) {
	parts, wholes := []float64{1, 30, 7}, []float64{10, 40, 25}
	if got, want := paper.Mean(shares(parts, wholes)), 100*38.0/75; math.Abs(got-want) > 1e-12 {
		t.Errorf("the mean of the shares is %v, want %v", got, want)
	}
	if all := shares([]float64{1, 2, 3}, []float64{2, 4, 6}); all[0] != 50 || all[1] != 50 || all[2] != 50 {
		t.Errorf("parts that are half of each whole have the shares %v", all)
	}
}
