package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/det"
)

// Sides that change places give the reciprocal ratio and the same P, another unit of time changes neither, the same on both sides is
// never apart, and no interval of a mean wait reaches below 0.
func TestLawsOfARatio(t *testing.T) {
	scaled := func(s Sums, by float64) Sums {
		s.Num = slices.Clone(s.Num)
		for b := range s.Num {
			s.Num[b] *= by
		}
		return s
	}
	apart := 0
	for seed := range uint64(200) {
		r := det.Stream(seed, "ratios")
		before, after := exchangeable(r, 6+int(seed)/2, 0.5)
		after = scaled(after, det.Exp(det.Normal(r, 0, 1)))
		c, back := Compare(before, after, Level), Compare(after, before, Level)
		if c.P != back.P {
			t.Fatalf("seed %d: %+v and back %+v", seed, c, back)
		}
		if seed%10 == 0 {
			i, j := Ratio(before, after, Level), Ratio(after, before, Level)
			if !i.Covers(c.After/c.Before) || math.Abs(math.Log(i.Low*j.High)) > 1e-3 || i.Covers(1) == c.Apart() {
				t.Fatalf("seed %d: %+v, of %+v, and back %+v", seed, i, c, j)
			}
			if k := Ratio(scaled(before, 3600), scaled(after, 3600), Level); math.Abs(math.Log(i.Low/k.Low)) > 1e-3 {
				t.Fatalf("seed %d: %+v became %+v", seed, i, k)
			}
			if same := Ratio(before, before, Level); same.Low != 1 || same.High != 1 {
				t.Fatalf("seed %d: the same against itself is %+v", seed, same)
			}
		}
		if c.Effective < 1-1e-9 || c.Effective > float64(c.Blocks)+1e-9 {
			t.Fatalf("seed %d: %+v", seed, c)
		}
		if c.Apart() {
			apart++
		}
		if got := Compare(scaled(before, 3600), scaled(after, 3600), Level); got.P != c.P {
			t.Fatalf("seed %d: in another unit %+v became %+v", seed, c, got)
		}
		if same := Compare(before, before, Level); same.Apart() || same.P != 1 {
			t.Fatalf("seed %d: the same against itself is %+v", seed, same)
		}
		if i := before.Interval(Level); i.Low <= 0 || !i.Covers(before.Mean()) {
			t.Fatalf("seed %d: a mean wait of %g is in %+v", seed, before.Mean(), i)
		}
	}
	if apart < 50 || apart > 190 {
		t.Errorf("%d of 200 are apart", apart)
	}
}

// A queue that lasts for months under one policy makes its weeks depend on each other. The few observations that are left vary by more than
// their mean, and yet chance does not make 75 times as much in all of them.
func TestAFactorOf75IsNoChance(t *testing.T) {
	before, after := NewSums(104), NewSums(104)
	for b := range int32(104) {
		long := 1e5
		if b > 40 && b < 95 {
			long = 3e6 * float64(min(b-40, 95-b)) / 27
		}
		before.Add(b, long, 1)
		after.Add(b, 20000+1000*float64(b%7), 1)
	}
	c := Compare(before, after, Level)
	if !c.Apart() || c.Blocks >= 10 || Ratio(before, after, Level).High >= 1 {
		t.Errorf("%+v", c)
	}
	if i := before.Interval(Level); i.Low <= 0 {
		t.Errorf("a mean wait of %g in %+v", before.Mean(), i)
	}
}

// Where nobody waits under one side, the weeks count in which somebody does under the other.
func TestNoWaitIsToldBySigns(t *testing.T) {
	for k := range 9 {
		none, some := NewSums(8), NewSums(8)
		for b := range int32(8) {
			none.Add(b, 0, 1)
			some.Add(b, map[bool]float64{true: 1}[int(b) < k], 1)
		}
		c, back := Compare(none, some, Level), Compare(some, none, Level)
		if want := math.Ldexp(1, 1-k); k > 0 && (c.P != want || back.P != want) || k == 0 && c.P != 1 || c.Apart() != (k >= 6) {
			t.Errorf("waits in %d weeks: %+v and %+v", k, c, back)
		}
	}
}

// exchangeable returns two schedules of n weeks' jobs, in which each job's two waits are dealt to the sides by chance.
func exchangeable(r *rand.Rand, n int, skew float64) (before, after Sums) {
	before, after = NewSums(n), NewSums(n)
	for b := range int32(n) {
		crowd := det.Exp(det.Normal(r, 0, skew))
		for range 20 + r.IntN(60) {
			x, y := det.Exponential(r, 100*crowd), det.Exponential(r, 300*crowd)
			if r.IntN(2) == 0 {
				x, y = y, x
			}
			before.Add(b, x, 1)
			after.Add(b, y, 1)
		}
	}
	return before, after
}
