//go:build !js

// What thousands of repetitions say of the intervals is said once, natively: as WebAssembly it takes ten minutes, and TestGoldenBits
// holds that the numbers are the same there.

package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/det"
)

// Coverage is measured with fixed seeds, so no test fails by chance. A share of that many repetitions may be
// off by slack standard deviations of a binomial variable.
const (
	repetitions = 1000
	slack       = 3.5
)

// share returns the share of repetitions in which is holds.
func share(name string, is func(r *rand.Rand) bool) float64 {
	n := 0
	for k := range repetitions {
		if is(det.Stream(uint64(k), name)) {
			n++
		}
	}
	return float64(n) / repetitions
}

// within fails unless a share is in [low, high], but for chance.
func within(t *testing.T, what string, got, low, high float64) {
	t.Helper()
	t.Logf("%s: %.3f", what, got)
	off := func(p float64) float64 { return slack * math.Sqrt(p*(1-p)/repetitions) }
	if got < low-off(low) || got > high+off(high) {
		t.Errorf("%s: %.3f of the repetitions, expected %.3f to %.3f", what, got, low, high)
	}
}

func normals(r *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = det.Normal(r, 0, 1)
	}
	return x
}

func TestStudentCoversTheMean(t *testing.T) {
	for _, level := range []float64{0.8, 0.95} {
		got := share("student", func(r *rand.Rand) bool {
			_, i := Student(normals(r, 7), level)
			return i.Covers(0)
		})
		within(t, fmt.Sprintf("level %g", level), got, level, level)
	}
}

// Waits of neighbours depend on each other. Student's interval of all of them is far too narrow; that of batches
// that are long enough is right, and von Neumann's test finds the batches that are not.
func TestBatchMeansCoverTheMeanOfADependentSeries(t *testing.T) {
	const n, phi = 4000, 0.9
	naive := share("batches", func(r *rand.Rand) bool {
		_, i := Student(autoregressive(r, n, phi, 0), Level)
		return i.Covers(0)
	})
	within(t, "every observation by itself", naive, 0.3, 0.4)
	within(t, "20 batches of 200", share("batches", func(r *rand.Rand) bool {
		return BatchMeans(autoregressive(r, n, phi, 0), 20, Level).Interval.Covers(0)
	}), 0.93, 0.95)
	within(t, "400 batches of 10 found dependent", share("batches", func(r *rand.Rand) bool {
		return BatchMeans(autoregressive(r, n, phi, 0), 400, Level).Dependent
	}), 0.99, 1)
	within(t, "20 independent batches found dependent", share("batches", func(r *rand.Rand) bool {
		return BatchMeans(normals(r, 200), 20, Level).Dependent
	}), 0.04, 0.06)
}

// Both intervals of a paired difference hold the truth about as often as they say, from six weeks on; Student's of jobs as
// if they were independent does not. Measured (logged by go test -v), and stated in doc comments.
func TestIntervalsOfWeeksCoverThePairedDifference(t *testing.T) {
	for _, skew := range []float64{0.3, 1} {
		for _, n := range []int{6, 12, 48} {
			name := fmt.Sprintf("weeks %g", skew)
			student := share(name, func(r *rand.Rand) bool {
				before, after, _ := weeks(r, n, skew, 30)
				return Compare(before, after, Level).Interval.Covers(30)
			})
			drawn := share(name, func(r *rand.Rand) bool {
				before, after, _ := weeks(r, n, skew, 30)
				return Resample(before, after, Level, 1).Interval.Covers(30)
			})
			within(t, fmt.Sprintf("Compare, skew %g, %d weeks", skew, n), student, 0.93, 0.975)
			within(t, fmt.Sprintf("Resample, skew %g, %d weeks", skew, n), drawn, 0.92, 0.975)
		}
	}
	naive := share("weeks 1", func(r *rand.Rand) bool {
		_, _, jobs := weeks(r, 48, 1, 30)
		var d []float64
		for _, j := range jobs {
			d = append(d, j[1]-j[0])
		}
		_, i := Student(d, Level)
		return i.Covers(30)
	})
	within(t, "jobs as if independent", naive, 0.15, 0.25)
}

// Two schedules of which it is a matter of chance which job has whose wait are told apart no more often than the level says, however much
// the weeks vary; and with an effect on top they are.
func TestExchangeableHalvesAreSeldomApart(t *testing.T) {
	for _, skew := range []float64{0.3, 1, 1.5} {
		for _, n := range []int{6, 12, 48} {
			got := share("halves", func(r *rand.Rand) bool {
				before, after := exchangeable(r, n, skew)
				c := Compare(before, after, Level)
				return c.Apart()
			})
			within(t, fmt.Sprintf("skew %g, %d weeks", skew, n), got, 0.03, 0.05)
		}
	}
}

// Weeks that hang together are taken together: without that the interval is too narrow.
func TestWeeksThatDependAreMerged(t *testing.T) {
	const n = 96
	series := func(r *rand.Rand) (before, after Sums) {
		before, after = NewSums(n), NewSums(n)
		for b, v := range autoregressive(r, n, 0.6, 0) {
			for range 10 + r.IntN(30) {
				wait := det.Exponential(r, 100)
				before.Add(int32(b), wait, 1)
				after.Add(int32(b), wait+10*v+30, 1)
			}
		}
		return before, after
	}
	within(t, "merged", share("merged", func(r *rand.Rand) bool {
		before, after := series(r)
		return Compare(before, after, Level).Interval.Covers(30)
	}), 0.90, 0.95)
	within(t, "merged and resampled", share("merged", func(r *rand.Rand) bool {
		before, after := series(r)
		return Resample(before, after, Level, 1).Interval.Covers(30)
	}), 0.90, 0.95)
	within(t, "weeks by themselves", share("merged", func(r *rand.Rand) bool {
		before, after := series(r)
		before.Series = false
		return Compare(before, after, Level).Interval.Covers(30)
	}), 0.6, 0.75)
	within(t, "weeks by themselves, resampled", share("merged", func(r *rand.Rand) bool {
		before, after := series(r)
		before.Series = false
		return Resample(before, after, Level, 1).Interval.Covers(30)
	}), 0.6, 0.75)
}

// Policies that are all alike are told apart no more often than the level allows.
func TestNobodyIsBestAmongTheAlike(t *testing.T) {
	for _, k := range []int{2, 3, 6} {
		for _, n := range []int{6, 30} {
			got := share("alike", func(r *rand.Rand) bool {
				sides := make([]Sums, k)
				for i := range sides {
					sides[i] = OfRuns(normals(r, n))
				}
				return FindBest(sides, false, Level).Apart
			})
			within(t, fmt.Sprintf("%d alike on %d runs", k, n), got, 0, 0.05)
		}
	}
	got := share("better", func(r *rand.Rand) bool {
		sides := []Sums{OfRuns(normals(r, 30)), OfRuns(normals(r, 30))}
		for i := range sides[1].Num {
			sides[1].Num[i] -= 1.5
		}
		b := FindBest(sides, false, Level)
		return b.Apart && b.First[0] == 1
	})
	within(t, "a better one found", got, 0.99, 1)
}

// The chance of any false finding among many comparisons is at most one less the level.
func TestManyComparisonsKeepTheirLevel(t *testing.T) {
	const k, n = 5, 12
	alike := func(r *rand.Rand) [][]float64 {
		x := make([][]float64, n)
		for i := range x {
			x[i] = normals(r, k)
		}
		return x
	}
	column := func(x [][]float64, j int) (s []float64) {
		for i := range x {
			s = append(s, x[i][j])
		}
		return s
	}
	to := func(x [][]float64) (p []float64) {
		for j := 1; j < k; j++ {
			p = append(p, Compare(OfRuns(column(x, 0)), OfRuns(column(x, j)), Level).P)
		}
		return p
	}
	some := func(p []float64) bool {
		for _, v := range p {
			if v < 0.05 {
				return true
			}
		}
		return false
	}
	within(t, "without a correction", share("many", func(r *rand.Rand) bool { return some(to(alike(r))) }), 0.12, 0.17)
	within(t, "Holm", share("many", func(r *rand.Rand) bool { return some(Holm(to(alike(r)))) }), 0.03, 0.05)
	within(t, "Friedman", share("many", func(r *rand.Rand) bool { f := Friedman(alike(r)); return f.P < 0.05 }), 0.03, 0.055)
	within(t, "Iman and Davenport", share("many", func(r *rand.Rand) bool { f := Friedman(alike(r)); return f.PF < 0.05 }), 0.04, 0.06)
	apart := (&Ranking{Runs: n, Ranks: make([]float64, k)}).CriticalDifference(Level)
	within(t, "Nemenyi", share("many", func(r *rand.Rand) bool {
		f := Friedman(alike(r))
		least, most := f.Ranks[0], f.Ranks[0]
		for _, v := range f.Ranks {
			least, most = min(least, v), max(most, v)
		}
		return most-least > apart
	}), 0.02, 0.05)
}

// MSER-5 cuts a transient off: without it the mean is far off, and with it nearly as good as that of a series that
// has none.
func TestMSER5CutsTheWarmUp(t *testing.T) {
	const n, phi = 1000, 0.9
	var whole, cut, clean float64
	for k := range repetitions {
		r := det.Stream(uint64(k), "warm-up")
		x := autoregressive(r, n, phi, 60)
		d, steady := MSER5(x)
		if d < 10 || d > n/2 || steady != (d < n/2) {
			t.Fatalf("seed %d: %d observations cut, steady %t", k, d, steady)
		}
		whole += math.Abs(Mean(x))
		cut += math.Abs(Mean(x[d:]))
		clean += math.Abs(Mean(autoregressive(r, n, phi, 0)))
	}
	t.Logf("mean error: whole %.3f, cut %.3f, without a transient %.3f", whole/repetitions, cut/repetitions, clean/repetitions)
	if cut > 1.1*clean || whole < 4*clean {
		t.Errorf("mean error: whole %.3f, cut %.3f, without a transient %.3f", whole/repetitions, cut/repetitions, clean/repetitions)
	}
}
