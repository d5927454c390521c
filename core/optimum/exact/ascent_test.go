package exact

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// climbers are the two ascents, by name.
var climbers = []struct {
	name string
	run  func(a *ascent, prices []int64, dom []domain, steps int, target, enough int64) int64
}{
	{"climb", func(a *ascent, prices []int64, dom []domain, steps int, target, enough int64) int64 {
		return a.climb(prices, dom, steps, 1, target, enough)
	}},
	{"settle", (*ascent).settle},
}

// With its price, each bucket and cut that holds more than it has room for raises the
// bound, and each that holds less lowers it. The bound is concave, so no prices y give more
// than the subgradient at x says, and where no price need change none give more at all.
func TestSubgradientsBoundTheBound(t *testing.T) {
	r := rand.New(rand.NewPCG(50, 1))
	closed := 0
	for range 400 {
		u := priced(r)
		for j := range u.cut {
			u.cut[j].room, u.cut[j].rate = r.Int64N(50), float64(int64(1)<<r.IntN(4))
		}
		dom := randomDomains(r, u.p)
		a := newAscent(u)
		random := func() []int64 {
			x := make([]int64, u.k+len(u.cut))
			for k := range x {
				x[k] = r.Int64N(2) * r.Int64N(u.one)
			}
			return x
		}
		x := random()
		if r.IntN(3) == 0 {
			clear(x)
			u.room[0] += 1000 // of a bucket that is not full
		}
		a.begin(x)
		at, open := a.look(dom, 0)
		if !slices.Equal(a.try, x) {
			t.Fatalf("the prices %v are looked at as %v", x, a.try)
		}
		if !open {
			closed++
		}
		for range 10 {
			y := random()
			line := float64(at)
			for k, g := range a.grad {
				dy := float64(y[k] - x[k])
				if k >= u.k {
					dy *= u.cut[k-u.k].rate
				}
				line += g * dy
			}
			u.set(y)
			if got := u.bound(dom); float64(got) > line+math.Abs(line)*1e-9 || !open && got > at {
				t.Fatalf("from %v, %d (open: %t) to %v: a bound of %d, above the %g that the subgradient allows", x, at, open, y, got, line)
			}
		}
	}
	if closed < 5 {
		t.Errorf("no price need change in %d cases", closed)
	}
}

// An ascent leaves the prices that prove the bound it returns. No bound exceeds the
// optimum, more steps lower none, and it ends at enough.
func TestAscentsLeaveThePricesOfTheirBound(t *testing.T) {
	for _, c := range climbers {
		t.Run(c.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(51, 1))
			raised, left := 0, 0.0
			for range 60 {
				in := random(r, 2+r.IntN(5))
				p := newProblem(in)
				best := brute(in) - p.fixed
				u := newDual(p, p.end, 12)
				u.average(1)
				cuts, _ := u.cuts(make([]int64, u.k), whole(p), goOn)
				a := newAscent(u)
				a.stop = goOn
				last := int64(math.MinInt64)
				for _, steps := range []int{0, 1, 5, 100} {
					prices := slices.Clone(cuts)
					got := c.run(a, prices, whole(p), steps, best+1, never)
					u.set(prices)
					if proven := u.bound(whole(p)); proven != got || got > best*u.one || got < last {
						t.Fatalf("%d steps give %d, after %d; their prices prove %d; the optimum is %d/%d", steps, got, last, proven, best, u.one)
					}
					if got > last && steps > 1 {
						raised++
					}
					last = got
				}
				left += 1 - float64(last)/float64(best*u.one+1)
				enough, looks := last/2, 0
				a.stop = func() bool { looks++; return false }
				got := c.run(a, slices.Clone(cuts), whole(p), 100, best+1, enough)
				if got <= enough && last > enough || got > enough && looks >= 100 {
					t.Fatalf("it ends with %d after %d steps, where %d are enough and %d possible", got, looks, enough, last)
				}
			}
			if raised < 30 || left > 60*0.4 {
				t.Errorf("%d ascents rise, and %g of the optima are left on average", raised, left/60)
			}
		})
	}
}

// An ascent makes no step after stop.
func TestAscentsStop(t *testing.T) {
	for _, c := range climbers {
		p := newProblem(busy(3, 12))
		u := newDual(p, p.end, 20)
		a := newAscent(u)
		looks := 0
		a.stop = func() bool { looks++; return looks == 7 }
		if c.run(a, u.fluid(), whole(p), 1000, 1<<40, never); looks != 7 {
			t.Errorf("%s looks %d times, the 7th says stop", c.name, looks)
		}
	}
}

// Where every bucket holds just what it has room for, no step can be better: the prices stay.
func TestAscentsStayWhereNothingCanBeBetter(t *testing.T) {
	p := newProblem(&Instance{Procs: 1, Free: []Step{{0, 1}}, Jobs: []Job{{0, 1, 40, 0}}})
	for _, c := range climbers {
		u := newDual(p, p.end, 10)
		prices := u.fluid()
		before := slices.Clone(prices)
		a := newAscent(u)
		looks := 0
		a.stop = func() bool { looks++; return false }
		bound := c.run(a, prices, whole(p), 5, 1, never)
		if looks != 5 || bound > 0 || !slices.Equal(prices, before) || slices.ContainsFunc(a.try, func(x int64) bool { return x < 0 }) {
			t.Errorf("%s: after %d steps a bound of %d at %v, at first %v; the last were %v", c.name, looks, bound, prices, before, a.try)
		}
	}
}

// Rounded prices are small enough for all sums, however large the steps are.
func TestRoundedPricesDoNotOverflow(t *testing.T) {
	r := rand.New(rand.NewPCG(52, 1))
	for range 300 {
		p := newProblem(scaled(random(r, 2+r.IntN(6)), 1+r.Int64N(1000), 1+r.IntN(1000)))
		u := newDual(p, 1+r.Int64N(p.end), 1+r.IntN(12))
		a := newAscent(u)
		a.begin(make([]int64, u.k))
		for k := range a.x {
			a.x[k] = math.Ldexp(r.Float64(), 20+r.IntN(60))
		}
		a.round()
		bound, _ := newTariff(u.p, u, a.try).bound(whole(u.p)) // panics where a sum overflows
		u.set(a.try)
		if got := u.bound(whole(u.p)); got != bound {
			t.Fatalf("at prices of %v the bound is %d, expected %d", a.try, got, bound)
		}
	}
}
