package exact

import (
	"math/rand/v2"
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
	}
}
