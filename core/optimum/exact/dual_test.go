package exact

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// priced returns the dual of a random instance with random prices and constraints.
func priced(r *rand.Rand) *dual {
	p := newProblem(random(r, 1+r.IntN(6)))
	u := newDual(p, 1+r.Int64N(p.end), 1+r.IntN(12))
	x := make([]int64, u.k)
	for k := range u.k {
		x[k] = r.Int64N(3) * r.Int64N(u.one)
		for range r.IntN(3) {
			c := cut{bucket: k, rate: 1}
			for range u.width {
				c.part = append(c.part, r.Int64N(9))
			}
			u.cut, x = append(u.cut, c), append(x, r.Int64N(3)*r.Int64N(4*u.one))
		}
	}
	u.mu, u.used = make([]int64, len(u.cut)), make([]int64, len(u.cut))
	u.set(x)
	return u
}

// slow is the price of job i for a start at t, second by second.
func (u *dual) slow(i int, t int64) int64 {
	total := u.p.w[i] * t * u.one
	for s := t; s < t+u.p.d[i] && s < int64(u.k)*u.g; s++ {
		k := s / u.g
		total += u.p.w[i] * u.pi[k]
		for j, c := range u.cut {
			if int64(c.bucket) == k {
				total += c.part[u.class[i]] * u.mu[j]
			}
		}
	}
	return total
}

func TestPricesAreThoseOfEverySecond(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for range 1000 {
		u := priced(r)
		p := u.p
		dom := randomDomains(r, p)
		var want []int64 // least price of each job
		for i := range dom {
			least := int64(never)
			for s := p.early[i]; s <= p.end-p.d[i]; s++ {
				if u.cost(i, s) != u.slow(i, s) {
					t.Fatalf("job %d at %d pays %d, second by second %d", i, s, u.cost(i, s), u.slow(i, s))
				}
				if dom[i].has(s) {
					least = min(least, u.slow(i, s))
				}
			}
			want = append(want, least)
		}
		u.bound(dom)
		for i := range dom {
			if u.least[i] != want[i] || u.cost(i, u.start[i]) != want[i] || !dom[i].has(u.start[i]) {
				t.Fatalf("job %d is cheapest at %d for %d, expected %d", i, u.start[i], u.least[i], want[i])
			}
		}
		c := newChrono(p, u, nil, newMemo(1, &p.ticks))
		c.dom = dom
		for i := range dom {
			for k := range c.low[i] {
				c.low[i][k] = never
			}
			c.tabulate(i)
			least, last := int64(never), int64(len(c.low[i])-1)*c.h
			for s := p.end - p.d[i]; s >= p.early[i]; s-- {
				if dom[i].has(s) {
					least = min(least, u.slow(i, s))
				}
				if got := c.from(i, s); got > least || got < least && s <= last && s%c.h == 0 {
					t.Fatalf("from second %d on job %d pays at least %d, but the table says %d", s, i, least, got)
				}
			}
		}
	}
}

// The bound is the sum of the least prices without the price of the room, and what the
// cheapest starts use is what they use at every second.
func TestBoundsAddUpEverySecond(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 300 {
		u := priced(r)
		p := u.p
		for j := range u.cut {
			u.cut[j].room = r.Int64N(50)
		}
		u.bound(randomDomains(r, p)) // leaves nothing behind
		bound := u.bound(randomDomains(r, p))
		use, used := make([]int64, u.k), make([]int64, len(u.cut))
		held := make([][]int64, len(u.width))
		for c := range held {
			held[c] = make([]int64, u.k)
		}
		for i, start := range u.start {
			bound -= u.slow(i, start)
			for s := start; s < min(start+p.d[i], int64(u.k)*u.g); s++ {
				use[s/u.g] += p.w[i]
				held[u.class[i]][s/u.g]++
			}
		}
		for s := range int64(u.k) * u.g {
			bound += u.pi[s/u.g] * p.sum(s, s+1, func(free int64) int64 { return free })
		}
		for j, c := range u.cut {
			bound += u.mu[j] * c.room
			for class, part := range c.part {
				used[j] += part * held[class][c.bucket]
			}
		}
		for class, seconds := range held {
			if !slices.Equal(seconds, u.held[class][:u.k]) {
				t.Fatalf("jobs of %d processors run for %v, expected %v", u.width[class], u.held[class], seconds)
			}
		}
		if bound != 0 || !slices.Equal(use, u.use) || !slices.Equal(used, u.used) {
			t.Fatalf("the bound is %d too high; use %v, expected %v; of cuts %v, expected %v", bound, u.use, use, u.used, used)
		}
	}
}

// No legal schedule of the domains costs less than the bound, whatever the prices are.
func TestNoScheduleCostsLessThanABound(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 9))
	met, closest := 0, 0.0
	for range 1500 {
		p, dom := crowded(r)
		u := newDual(p, 1+r.Int64N(p.end), 1+r.IntN(12))
		x := u.fluid()
		for k := range u.k {
			if x[k] = x[k] * r.Int64N(5) / 3; r.IntN(3) > 0 {
				continue
			}
			c := cut{bucket: k, rate: 1}
			for range u.width {
				c.part = append(c.part, r.Int64N(4))
			}
			c.room = partsOfAll(u, dom, c)
			u.cut, x = append(u.cut, c), append(x, r.Int64N(u.one))
		}
		u.keep(len(u.cut))
		u.set(x)
		bound := u.bound(dom)
		p.schedules(dom, func(starts []int64) {
			cost := int64(0)
			for i, s := range starts {
				cost += p.w[i] * s
			}
			if met++; bound > cost*u.one {
				t.Fatalf("%+v: %v costs %d, the bound is %d/%d", p, starts, cost, bound, u.one)
			}
			closest = max(closest, float64(bound)/float64(1+cost*u.one))
		})
	}
	if met < 1000 || closest < 0.9 {
		t.Errorf("%d schedules, none nearer to its bound than %g: the test is weak", met, closest)
	}
}

// Jobs that take the whole machine behave like divisible ones, so the first prices prove
// nearly the best cost: that of the shortest first.
func TestFluidPricesAreRightForJobsOfTheWholeMachine(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 10))
	for range 50 {
		in := &Instance{Procs: 1 + r.IntN(500), Free: []Step{{0, 0}}}
		in.Free[0].Procs = in.Procs
		for i := range 1 + r.IntN(20) {
			in.Jobs = append(in.Jobs, Job{ID: int64(i), Procs: in.Procs, Estimate: 1000 + r.Int64N(50_000)})
		}
		p := newProblem(in)
		u := newDual(p, p.end, 400)
		prices := u.fluid()
		u.set(prices)
		_, cost := p.list(identity(p.n)) // jobs are in order of duration
		bound := u.bound(whole(p))
		if least := float64(cost-1) * 0.99; float64(bound)/float64(u.one) < least || bound > cost*u.one {
			t.Errorf("%d jobs: the bound is %g, the best cost %d", p.n, float64(bound)/float64(u.one), cost)
		}
		if !slices.IsSortedFunc(prices, func(a, b int64) int { return int(b - a) }) || prices[u.k-1] < 0 {
			t.Errorf("prices rise: %v", prices)
		}
	}
}

// The buckets are as short as their number allows, and know what is free in them.
func TestBucketsCoverTheHorizon(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 11))
	for range 300 {
		p := newProblem(random(r, 1+r.IntN(4)))
		horizon, buckets := 1+r.Int64N(2*p.end), 1+r.IntN(20)
		u := newDual(p, horizon, buckets)
		if k := int64(u.k); k > int64(buckets) || k*u.g < horizon || (k-1)*u.g >= horizon || u.g%4 != 0 ||
			u.g > 4 && (u.g-4)*int64(buckets) >= horizon {
			t.Fatalf("%d buckets of %d s for %d s and at most %d", u.k, u.g, horizon, buckets)
		}
		for k, room := range u.room {
			last := int64(0) // free at the last second
			for s := range u.g {
				last = p.sum(int64(k)*u.g+s, int64(k)*u.g+s+1, func(free int64) int64 { return free })
				room -= last
			}
			if room != 0 || u.freest(k) != last {
				t.Fatalf("bucket %d has %d too much room, and %d processors at its end, expected %d", k, room, u.freest(k), last)
			}
		}
	}
}

// A second has as many parts as an int64 holds in the largest sum, a power of 2.
func TestPricesAreAsFineAsAnInt64Allows(t *testing.T) {
	coarse := 0
	for _, procs := range []int{1, 1 << 10, 1 << 20} {
		for estimate := int64(1); ; estimate *= 7 {
			in := &Instance{Procs: procs, Free: []Step{{0, procs}}}
			for i := range int64(20) {
				in.Jobs = append(in.Jobs, Job{ID: i, Procs: procs, Estimate: estimate})
			}
			if in.Check() != nil {
				break
			}
			p := newProblem(in)
			one := newDual(p, p.end, 10).one
			fits := func(one int64) bool { return float64(one)*float64(p.end)*float64(in.width()+1) <= 1<<58 }
			if one&(one-1) != 0 || !fits(one) && one > 1 || one < 1<<20 && fits(2*one) || one > 1<<20 {
				t.Errorf("%d parts of a second for %d s and %d processors", one, p.end, in.width())
			}
			if one < 1<<20 {
				coarse++
			}
		}
	}
	if coarse < 3 {
		t.Errorf("%d instances are large", coarse)
	}
}

// Prices that are missing are 0: those of newer cuts.
func TestMissingPricesAreZero(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 13))
	for range 50 {
		u := priced(r)
		dom := whole(u.p)
		prices := u.fluid()
		all := u.padded(prices)
		if len(all) != u.k+len(u.cut) || !slices.Equal(all[:u.k], prices) || slices.Max(append(all[u.k:], 0)) != 0 {
			t.Fatalf("%d cuts: %v becomes %v", len(u.cut), prices, all)
		}
		u.set(prices)
		got := u.bound(dom)
		u.set(all)
		if want := u.bound(dom); got != want {
			t.Fatalf("%v bound by %d, %v by %d", prices, got, all, want)
		}
	}
}

// Shares are averages of what was held.
func TestSharesAreAverages(t *testing.T) {
	u := priced(rand.New(rand.NewPCG(7, 12)))
	sum := 0.0
	for n := 1; n <= 9; n++ {
		for c := range u.held {
			for k := range u.k {
				u.held[c][k] = int64(n * n * (c + k + 1))
			}
		}
		u.average(1 / float64(n))
		sum += float64(n * n)
		for c, row := range u.share {
			for k, got := range row {
				if want := sum / float64(n) * float64(c+k+1); got < want*(1-1e-9) || got > want*(1+1e-9) {
					t.Fatalf("after %d rounds class %d has %g in bucket %d, expected %g", n, c, got, k, want)
				}
			}
		}
	}
}
