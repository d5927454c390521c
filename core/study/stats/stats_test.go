package stats

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/det"
)

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(1, math.Abs(a), math.Abs(b)) }

// The pairs are Student's own, of two drugs and ten sleepers (Biometrika 6, 1908): a mean of 1.58 hours and
// t = 4.06, P = 0.0028.
func TestRunsOfWeightOneAreStudentsPairs(t *testing.T) {
	one := []float64{0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2}
	two := []float64{1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4}
	c := Compare(OfRuns(one), OfRuns(two), 0.95)
	if !near(c.Difference(), 1.58) || math.Abs(c.P-0.00283289) > 1e-8 || math.Abs(c.Interval.Low-0.7001142) > 1e-6 ||
		math.Abs(c.Interval.High-2.4598858) > 1e-6 || c.Blocks != 10 {
		t.Errorf("%+v", c)
	}
	var d []float64
	for i := range one {
		d = append(d, two[i]-one[i])
	}
	if mean, i := Student(d, 0.95); !near(mean, c.Difference()) || !near(i.Low, c.Interval.Low) || !near(i.High, c.Interval.High) {
		t.Errorf("Student says %g in %+v", mean, i)
	}
	if got := PairedD(d); math.Abs(got-1.2845576) > 1e-6 { // t / sqrt(10)
		t.Errorf("the effect is %g", got)
	}
	if got := Superiority(one, two); got != 0.05 { // one tie, and nobody slept less under the second
		t.Errorf("superiority is %g", got)
	}
}

// With the same jobs on both sides a change of weeks is: nothing if nothing changes, the opposite if sides change places,
// the same plus a constant if all of a side's jobs wait that much longer, and k times it in another unit.
func TestLawsOfAChange(t *testing.T) {
	for seed := range uint64(50) {
		r := det.Stream(seed, "laws")
		before, after, _ := weeks(r, 6+int(seed), 1, 30)
		c, back := Compare(before, after, 0.9), Compare(after, before, 0.9)
		if !near(c.Difference(), -back.Difference()) || !near(c.Interval.Low, -back.Interval.High) || !near(c.P, back.P) {
			t.Fatalf("seed %d: %+v and back %+v", seed, c, back)
		}
		if same := Compare(before, before, 0.9); same.P != 1 || same.Interval.Low != 0 || same.Interval.High != 0 || same.Interval.Apart() {
			t.Fatalf("seed %d: the same against itself is %+v", seed, same)
		}
		longer := Sums{slices.Clone(after.Num), after.Den, true}
		for b := range longer.Num {
			longer.Num[b] = 60 * (after.Num[b] + 7*after.Den[b])
		}
		scaled := Sums{slices.Clone(before.Num), before.Den, true}
		for b := range scaled.Num {
			scaled.Num[b] *= 60
		}
		got := Compare(scaled, longer, 0.9)
		if !near(got.Interval.Low, 60*(c.Interval.Low+7)) || !near(got.Interval.High, 60*(c.Interval.High+7)) {
			t.Fatalf("seed %d: %+v became %+v", seed, c.Interval, got.Interval)
		}
		if !c.Interval.Covers(c.Difference()) || c.Apart() != (c.P < 0.1) {
			t.Fatalf("seed %d: P and interval disagree: %+v", seed, c)
		}
		if got := Resample(before, before, 0.9, seed); got.Interval.Low != 0 || got.Interval.High != 0 {
			t.Fatalf("seed %d: resampling the same against itself gives %+v", seed, got)
		}
	}
}

// A block without jobs is no observation.
func TestEmptyBlocksDoNotCount(t *testing.T) {
	before, after, _ := weeks(det.Stream(1, "empty"), 9, 1, 30)
	c := Compare(before, after, Level)
	for range 5 {
		before.Num, before.Den = append(before.Num, 0), append(before.Den, 0)
		after.Num, after.Den = append(after.Num, 0), append(after.Den, 0)
	}
	if got := Compare(before, after, Level); got != c {
		t.Errorf("%+v became %+v", c, got)
	}
}

func TestTooLittleSaysNothing(t *testing.T) {
	one := OfRuns([]float64{3})
	if c := Compare(one, one, Level); c.Interval.Known() || c.P == c.P {
		t.Errorf("of one run: %+v", c)
	}
	if _, i := Student([]float64{1}, Level); i.Known() || i.Apart() {
		t.Errorf("of one observation: %+v", i)
	}
	five := OfRuns([]float64{1, 2, 3, 4, 5})
	if c := Resample(five, five, Level, 1); c.Interval.Known() {
		t.Errorf("five blocks were resampled: %+v", c)
	}
	if b := FindBest([]Sums{five, OfRuns([]float64{2, 3, 4, 5, 7})}, false, Level); b.Apart || b.First[0] != 0 {
		t.Errorf("the best on five blocks is %+v", b)
	}
	const want = `{"before":3,"after":3,"difference":0,"interval":null,"p":null,"observations":1,"blocks_each":1,` +
		`"lag1":null,"dependent":false}`
	if text, err := json.Marshal(Compare(one, one, Level)); err != nil || string(text) != want {
		t.Errorf("%s, %v", text, err)
	}
	if b := BatchMeans([]float64{1, 2}, 3, Level); b.Interval.Known() || b.Mean == b.Mean {
		t.Errorf("two observations in three batches: %+v", b)
	}
}

func TestFindBest(t *testing.T) {
	alike := OfRuns([]float64{5, 6, 5, 6, 5, 6, 5})
	lower := OfRuns([]float64{1, 2, 2, 1, 1, 2, 1})
	for _, c := range []struct {
		sides   []Sums
		greater bool
		first   []int
		apart   bool
	}{
		{[]Sums{alike, lower}, false, []int{1}, true},
		{[]Sums{alike, lower}, true, []int{0}, true},
		{[]Sums{alike, alike}, false, nil, false},
		{[]Sums{lower, alike, lower}, false, []int{0, 2}, true},
		{[]Sums{alike, OfRuns([]float64{6, 5, 6, 5, 6, 5, 6})}, false, []int{0}, false},
		{[]Sums{NewSums(7), lower}, false, nil, false}, // no job under one: nothing to compare
	} {
		if got := FindBest(c.sides, c.greater, Level); !slices.Equal(got.First, c.first) || got.Apart != c.apart {
			t.Errorf("%+v: %+v", c, got)
		}
	}
}

// The oracle computes MSER for each d anew.
func TestMSER5IsItsFormula(t *testing.T) {
	for seed := range uint64(200) {
		r := det.Stream(seed, "mser")
		x := autoregressive(r, 20+r.IntN(200), 0.8, 10*float64(seed%4))
		var y []float64
		for j := 0; j+5 <= len(x); j += 5 {
			y = append(y, (x[j]+x[j+1]+x[j+2]+x[j+3]+x[j+4])/5)
		}
		best, at := math.Inf(1), 0
		for d := 0; d <= len(y)/2; d++ {
			rest := y[d:]
			score := Variance(rest) * float64(len(rest)-1) / float64(len(rest)*len(rest))
			if score < best*(1-1e-12) {
				best, at = score, d
			}
		}
		if cut, steady := MSER5(x); cut != 5*at || steady != (at < len(y)/2) {
			t.Fatalf("seed %d: %d cut (steady %t), the formula cuts %d of %d batches", seed, cut, steady, at, len(y))
		}
	}
	if cut, steady := MSER5(make([]float64, 19)); cut != 0 || steady {
		t.Errorf("of 19 observations %d were cut", cut)
	}
	if got := FixedShare(1001, 0.1); got != 100 {
		t.Errorf("a tenth of 1001 is %d", got)
	}
}

func TestBatchMeansByHand(t *testing.T) {
	b := BatchMeans([]float64{99, 1, 3, 5, 7, 3, 5}, 3, Level) // 99 | 1 3 | 5 7 | 3 5
	if b.Dropped != 1 || b.Size != 2 || b.Mean != 4 || math.Abs(b.Interval.High-4-4.302652729696142*2/math.Sqrt(3)) > 1e-9 {
		t.Errorf("%+v", b)
	}
	if !near(b.Lag1, -0.5) { // ((-2)(2) + (2)(0)) / 8
		t.Errorf("lag-1 correlation is %g", b.Lag1)
	}
}

func TestEffectsAreTheirDefinitions(t *testing.T) {
	for seed := range uint64(100) {
		r := det.Stream(seed, "effects")
		x, y := make([]float64, 1+r.IntN(20)), make([]float64, 1+r.IntN(20))
		for _, s := range [][]float64{x, y} {
			for i := range s {
				s[i] = float64(r.IntN(6))
			}
		}
		balance := 0
		for _, a := range x {
			for _, b := range y {
				switch {
				case b > a:
					balance++
				case b < a:
					balance--
				}
			}
		}
		if got := CliffsDelta(x, y); !near(got, float64(balance)/float64(len(x)*len(y))) {
			t.Fatalf("seed %d: %g", seed, got)
		}
		n := min(len(x), len(y))
		if got := Superiority(x[:n], y[:n]) + Superiority(y[:n], x[:n]); !near(got, 1) {
			t.Fatalf("seed %d: both ways are %g", seed, got)
		}
	}
}

func TestHolmByHand(t *testing.T) {
	got := Holm([]float64{0.01, 0.04, math.NaN(), 0.03, 0.005, 0.9})
	want := []float64{0.04, 0.09, math.NaN(), 0.09, 0.025, 0.9}
	for i := range want {
		if !near(got[i], want[i]) && want[i] == want[i] || (got[i] != got[i]) != (want[i] != want[i]) {
			t.Errorf("%v, want %v", got, want)
			break
		}
	}
}

// Three policies that have the same order in each of four runs: the ranks are 1, 2 and 3, and chi square is n (k-1) = 8.
func TestFriedmanByHand(t *testing.T) {
	f := Friedman([][]float64{{1, 2, 3}, {10, 20, 30}, {0, 0.1, 0.2}, {-3, -2, -1}})
	if !slices.Equal(f.Ranks, []float64{1, 2, 3}) || !near(f.ChiSquare, 8) || !near(f.P, math.Exp(-4)) || f.PF != 0 {
		t.Errorf("%+v", f)
	}
	if tied := Friedman([][]float64{{1, 1}, {2, 2}}); tied.P != 1 || tied.PF != 1 || !slices.Equal(tied.Ranks, []float64{1.5, 1.5}) {
		t.Errorf("all tied: %+v", tied)
	}
	// Demsar (2006), table 5: q of two to ten policies at 5 %, which is off by up to one unit of its last digit.
	for k, q := range []float64{1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164} {
		r := Ranking{Runs: 1, Ranks: make([]float64, k+2)}
		unit := math.Sqrt(float64((k+2)*(k+3)) / 6)
		if got := r.CriticalDifference(0.95) / unit; math.Abs(got-q) > 0.0011 {
			t.Errorf("%d policies: %.4f, printed %.3f", k+2, got, q)
		}
	}
}

func TestDivideTakesTheLongestUnitThatLeavesEnoughBlocks(t *testing.T) {
	const hour, day, week = 3600, 86400, 7 * 86400
	monday := int64(1_000*week) + 4*day // Unix time
	for _, c := range []struct {
		start  int64
		submit []int64
		unit   string
		of     []int32
	}{
		{monday, []int64{0, week - 1, week, 2 * week, 3 * week, 4 * week, 5 * week, 0}, "week", []int32{0, 0, 1, 2, 3, 4, 5, 0}},
		{monday - 1, []int64{0, 1, week + 1, 2*week + 1, 3*week + 1, 4*week + 1}, "week", []int32{0, 1, 2, 3, 4, 5}},
		{monday, []int64{0, day, 2 * day, 3 * day, 4 * day, 5*day + hour}, "day", []int32{0, 1, 2, 3, 4, 5}},
		{0, []int64{0, hour, 2 * hour, 3 * hour, 4 * hour, 5 * hour}, "hour", []int32{0, 1, 2, 3, 4, 5}},
		{0, []int64{0, 1, 2, 3, 4, 5, 6}, "", nil},
		{0, nil, "", nil},
		{monday, []int64{5 * week, 4 * week, 9 * week, 3 * week, week, 0}, "week", []int32{4, 3, 5, 2, 1, 0}}, // in order of time
	} {
		b := Divide(c.submit, c.start)
		if b.Unit != c.unit || !slices.Equal(b.Of, c.of) || b.Unit != "" && b.N != int(slices.Max(c.of))+1 {
			t.Errorf("%+v is divided into %+v", c, b)
		}
	}
}

func TestSinceMonday(t *testing.T) {
	// 1970 began on a Thursday.
	for unix, want := range map[int64]int64{0: 3 * 86400, 4 * 86400: 0, 4*86400 - 1: 7*86400 - 1, -86400: 2 * 86400} {
		if got := SinceMonday(unix); got != want {
			t.Errorf("%d is %d s after a Monday, want %d", unix, got, want)
		}
	}
}

// Resampling is a Change in all but its interval, which depends on the seed and on nothing else.
func TestResampleIsCompareWithAnotherInterval(t *testing.T) {
	for seed := range uint64(50) {
		before, after, _ := weeks(det.Stream(seed, "resampled"), 8+int(seed), 1, 30)
		want, got := Compare(before, after, Level), Resample(before, after, Level, seed)
		if again := Resample(before, after, Level, seed); again != got {
			t.Fatalf("seed %d: %+v, and again %+v", seed, got, again)
		}
		if other := Resample(before, after, Level, seed+1); other.Interval == got.Interval {
			t.Fatalf("seed %d: another one draws the same %+v", seed, other)
		}
		half := (want.Interval.High - want.Interval.Low) / 2
		if math.Abs(got.Interval.Low-want.Interval.Low) > half || math.Abs(got.Interval.High-want.Interval.High) > half {
			t.Fatalf("seed %d: %+v, resampled %+v", seed, want, got)
		}
		if got.Interval = want.Interval; got != want {
			t.Fatalf("seed %d: %+v, resampled %+v", seed, want, got)
		}
	}
}

// autoregressive is a series of mean 0 whose neighbours correlate by phi, from a first value on.
func autoregressive(r *rand.Rand, n int, phi, first float64) []float64 {
	x, last := make([]float64, n), first
	for i := range x {
		last = float64(phi*last) + det.Normal(r, 0, math.Sqrt(1-float64(phi*phi)))
		x[i] = last
	}
	return x
}

// A cluster is simulated week by week: a week has its own number of jobs and its own crowd, which all its jobs share.
// Its waits are skewed, and after is before plus effect seconds, with a noise of the week and of the job.
func weeks(r *rand.Rand, n int, skew, effect float64) (before, after Sums, jobs [][2]float64) {
	before, after = NewSums(n), NewSums(n)
	for b := range n {
		crowd := det.Exp(det.Normal(r, 0, skew))
		drift := float64(40 * crowd * det.Normal(r, 0, 1))
		for range 20 + r.IntN(60) {
			wait := det.Exponential(r, 100*crowd)
			other := wait + effect + drift + det.Normal(r, 0, 10)
			before.Add(int32(b), wait, 1)
			after.Add(int32(b), other, 1)
			jobs = append(jobs, [2]float64{wait, other})
		}
	}
	return before, after, jobs
}

// The bits below come out on every build.
func TestGoldenBits(t *testing.T) {
	before, after, _ := weeks(det.Stream(5, "golden"), 9, 1, 30)
	c := Compare(before, after, 0.9)
	i := Resample(before, after, 0.9, 1).Interval
	f := Friedman([][]float64{{1, 2, 3}, {1, 3, 2}, {2, 1, 3}, {1, 2, 3}})
	got := []float64{c.Interval.Low, c.P, c.Lag1, i.Low, i.High, f.P, f.PF, RangeCDF(3, 4), StudentQuantile(0.9, 7)}
	want := []uint64{0xc06088ae023cafb0, 0x3fd7400000000000, 0x3fd5a80e57033914, 0xc05ff2356f9adad0, 0x40433af79c129bce,
		0x3fbafb718e8457e0, 0x3fb56fffffffffe8, 0x3feb51be78920259, 0x3ff6a38745b96403}
	for k, v := range got {
		if math.Float64bits(v) != want[k] {
			t.Errorf("number %d is %#x, %g", k, math.Float64bits(v), v)
		}
	}
}
