package pareto

import (
	"fmt"
	"math/rand/v2"
)

// An Order is a permutation of 0..n-1. Its operators cost O(n) and make a new Order.
type Order []int32

// RandomOrder draws an order of n things, all equally likely.
func RandomOrder(r *rand.Rand, n int) Order {
	o := make(Order, n)
	for i := range o {
		o[i] = int32(i)
	}
	r.Shuffle(n, func(i, j int) { o[i], o[j] = o[j], o[i] })
	return o
}

// Cross returns an order with a random stretch of a in its place, and all else in the order
// of b, which is as long (linear order crossover, Falkenauer and Bouffouix 1991).
func (a Order) Cross(r *rand.Rand, b Order) Order {
	n := len(a)
	if n == 0 {
		return Order{}
	}
	from, to := r.IntN(n+1), r.IntN(n+1)
	if from > to {
		from, to = to, from
	}
	c := make(Order, n)
	copy(c[from:to], a[from:to])
	taken := make([]bool, n)
	for _, v := range a[from:to] {
		taken[v] = true
	}
	at := 0
	for _, v := range b {
		if at == from {
			at = to
		}
		if !taken[v] {
			c[at] = v
			at++
		}
	}
	return c
}

// Move returns an order in which a random block of a, of at most longest things, swaps
// places with a neighbouring block of at most farthest things. Both limits are at least 1;
// with longest 1, one thing moves; with 1 and 1, two neighbours swap places.
func (a Order) Move(r *rand.Rand, longest, farthest int) Order {
	n := len(a)
	c := append(Order{}, a...)
	if n < 2 {
		return c
	}
	length := 1 + r.IntN(min(longest, n-1))
	distance := 1 + r.IntN(min(farthest, n-length))
	if r.Uint64()&1 == 1 {
		length, distance = distance, length // the block moves back, not forth
	}
	i := r.IntN(n - length - distance + 1)
	copy(c[i:], a[i+length:i+length+distance])
	copy(c[i+distance:], a[i:i+length])
	return c
}

// Check returns an error unless a is an order of n things.
func (a Order) Check(n int) error {
	if len(a) != n {
		return fmt.Errorf("the order has %d places, expected %d", len(a), n)
	}
	seen := make([]bool, n)
	for i, v := range a {
		if v < 0 || int(v) >= n {
			return fmt.Errorf("place %d of the order has %d, which is not in 0..%d", i, v, n-1)
		}
		if seen[v] {
			return fmt.Errorf("place %d of the order repeats %d", i, v)
		}
		seen[v] = true
	}
	return nil
}
