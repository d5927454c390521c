package exact

import (
	"fmt"
	"math/bits"
)

// A tariff is the price of an interval at given prices, worked out from nothing. It panics
// where a sum exceeds an int64.
type tariff struct {
	p      *problem
	g, one int64
	sum    map[int64][]int64 // by width: of all seconds before each border
	room   int64             // price of the room
}

func newTariff(p *problem, u *dual, prices []int64) *tariff {
	f := &tariff{p: p, g: u.g, one: u.one, sum: map[int64][]int64{}}
	class := map[int64]int{}
	for i, w := range p.w {
		class[w] = u.class[i]
	}
	for w, k := range class {
		second := make([]int64, u.k)
		for b := range second {
			second[b] = times(w, prices[b])
		}
		for j, c := range u.cut {
			if u.k+j < len(prices) {
				second[c.bucket] = plus(second[c.bucket], times(c.part[k], prices[u.k+j]))
			}
		}
		sum := []int64{0}
		for b, s := range second {
			sum = append(sum, plus(sum[b], times(s, u.g)))
		}
		f.sum[w] = sum
	}
	for b := range u.k {
		f.room = plus(f.room, times(prices[b], p.sum(int64(b)*u.g, int64(b+1)*u.g, func(free int64) int64 { return free })))
	}
	for j, c := range u.cut {
		if u.k+j < len(prices) {
			f.room = plus(f.room, times(prices[u.k+j], c.room))
		}
	}
	for k, x := range prices {
		if x < 0 {
			panic(fmt.Sprintf("exact: unsound: price %d is %d", k, x))
		}
	}
	return f
}

// sum returns the sum of of(free processors) over the seconds of [from, to).
func (p *problem) sum(from, to int64, of func(free int64) int64) (total int64) {
	for s, at := range p.base.at {
		end := to
		if s+1 < len(p.base.at) {
			end = min(to, p.base.at[s+1])
		}
		if at = max(at, from); at < end {
			total = plus(total, times(of(p.base.free[s]), end-at))
		}
	}
	return total
}

// before returns the price of w processors in [0, t).
func (f *tariff) before(w, t int64) int64 {
	sum := f.sum[w]
	b := t / f.g
	if b+1 >= int64(len(sum)) {
		return sum[len(sum)-1]
	}
	return plus(sum[b], times((sum[b+1]-sum[b])/f.g, t-b*f.g))
}

// at returns what job i costs if it starts at second t.
func (f *tariff) at(i int, t int64) int64 {
	w := f.p.w[i]
	return plus(times(times(w, t), f.one), f.before(w, t+f.p.d[i])-f.before(w, t))
}

// least returns what job i costs at least if it starts in from..to.
func (f *tariff) least(i int, from, to int64) int64 {
	least := min(f.at(i, from), f.at(i, to))
	last := int64(len(f.sum[f.p.w[i]])) * f.g
	for border := int64(0); border <= last; border += f.g {
		for _, t := range [2]int64{border, border - f.p.d[i]} {
			if from < t && t < to {
				least = min(least, f.at(i, t))
			}
		}
	}
	return least
}

// bound returns the bound, and by job what it costs at least.
func (f *tariff) bound(dom []domain) (bound int64, least []int64) {
	bound = -f.room
	for i, d := range dom {
		l := int64(never)
		for _, s := range d {
			l = min(l, f.least(i, s.from, s.to))
		}
		least = append(least, l)
		bound = plus(bound, l)
	}
	return bound, least
}

func plus(a, b int64) int64 {
	if c := a + b; (c > a) == (b > 0) || b == 0 {
		return c
	}
	panic(fmt.Sprintf("exact: unsound: %d + %d exceeds an int64", a, b))
}

func times(a, b int64) int64 {
	hi, lo := bits.Mul64(uint64(max(a, -a)), uint64(max(b, -b)))
	if hi != 0 || lo > 1<<63-1 {
		panic(fmt.Sprintf("exact: unsound: %d times %d exceeds an int64", a, b))
	}
	return a * b
}
