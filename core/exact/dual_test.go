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

func randomDomain(r *rand.Rand, from, to int64) domain {
	d := domain{{from, to}}
	for range r.IntN(4) {
		a := from + r.Int64N(to-from+1)
		if e := slices.Clone(d).without(a, a+r.Int64N(6)); len(e) > 0 {
			d = e
		}
	}
	return d
}

func TestPricesAreThoseOfEverySecond(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for range 400 {
		u := priced(r)
		p := u.p
		dom := make([]domain, p.n)
		for i := range dom {
			dom[i] = randomDomain(r, p.early[i], p.end-p.d[i])
		}
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
		bound := u.bound(dom)
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
			least := int64(never)
			for s := p.end - p.d[i]; s >= p.early[i]; s-- {
				if dom[i].has(s) {
					least = min(least, u.slow(i, s))
				}
				if c.from(i, s) > least {
					t.Fatalf("from second %d on job %d pays at least %d, but the table says %d", s, i, least, c.from(i, s))
				}
			}
		}
		left := clone(dom)
		limit := bound + r.Int64N(u.one*20)
		u.fix(left, limit)
		for i := range dom {
			for s := p.early[i]; s <= p.end-p.d[i]; s++ {
				if want := dom[i].has(s) && bound-u.least[i]+u.slow(i, s) <= limit; left[i].has(s) != want {
					t.Fatalf("job %d may start at %d: %t, expected %t", i, s, left[i].has(s), want)
				}
			}
		}
	}
}

func TestDomainsAreSets(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	for range 2000 {
		d := domain{{0, 63}}
		set := ^uint64(0)
		for range r.IntN(12) {
			a := r.Int64N(70) - 3
			b := a + r.Int64N(12) - 1
			d = d.without(a, b)
			for s := max(a, 0); s <= min(b, 63); s++ {
				set &^= 1 << s
			}
			for s := range int64(64) {
				if d.has(s) != (set>>s&1 == 1) {
					t.Fatalf("after [%d, %d] %v has %d: %t", a, b, d, s, d.has(s))
				}
			}
			if !slices.IsSortedFunc(d, func(a, b span) int { return int(a.from - b.to) }) {
				t.Fatalf("%v is not in order", d)
			}
		}
	}
}

// No schedule of the domains has a start that the propagator removes.
func TestPropagationLosesNoSchedule(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	lost := 0
	for range 3000 {
		in := random(r, 2+r.IntN(4))
		p := newProblem(in)
		starts, _ := p.list(r.Perm(p.n))
		for i := 1; i < p.n; i++ { // equal jobs are in order
			if p.same(i-1, i) && starts[i] < starts[i-1] {
				starts[i], starts[i-1] = starts[i-1], starts[i]
			}
		}
		if !ordered(p, starts) {
			continue
		}
		dom := make([]domain, p.n)
		for i, s := range starts {
			dom[i] = domain{{max(p.early[i], s-r.Int64N(6)), s + r.Int64N(6)}}
		}
		before := size(dom)
		prop := propagator{p: p}
		if !prop.run(dom) {
			t.Fatalf("%+v: the schedule %v is lost", in, starts)
		}
		for i, s := range starts {
			if !dom[i].has(s) {
				t.Fatalf("%+v: job %d cannot start at %d any more: %v", in, i, s, dom)
			}
		}
		if size(dom) < before {
			lost++
		}
	}
	if lost < 300 {
		t.Errorf("only %d of 3000 lost a start: the test is weak", lost)
	}
}

// ordered reports whether equal jobs start in the order of their numbers.
func ordered(p *problem, starts []int64) bool {
	for i := 1; i < p.n; i++ {
		if p.same(i-1, i) && starts[i] < starts[i-1] {
			return false
		}
	}
	return true
}
