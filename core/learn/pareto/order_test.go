package pareto

import (
	"fmt"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/det"
)

func TestOperatorsMakeOrders(t *testing.T) {
	for seed := range uint64(2000) {
		r := det.Stream(seed, "orders")
		n := r.IntN(12)
		a, b := RandomOrder(r, n), RandomOrder(r, n)
		a0, b0 := slices.Clone(a), slices.Clone(b)
		longest, farthest := 1+r.IntN(15), 1+r.IntN(15)
		c, d := a.Cross(r, b), a.Move(r, longest, farthest)
		for _, o := range []Order{a, b, c, d} {
			if err := o.Check(n); err != nil {
				t.Fatal(err)
			}
		}
		if !slices.Equal(a, a0) || !slices.Equal(b, b0) {
			t.Fatal("an operator has changed a parent")
		}
		if n > 1 && slices.Equal(a, d) {
			t.Fatalf("nothing moves in %v", a)
		}
		// What is not in its place in a is in the order of b.
		where := make([]int, n)
		for i, v := range b {
			where[v] = i
		}
		ok := false
		for from := 0; from <= n && !ok; from++ {
			for to := from; to <= n && !ok; to++ {
				rest := slices.Concat(c[:from], c[to:])
				ok = slices.Equal(c[from:to], a[from:to]) && slices.IsSortedFunc(rest, func(x, y int32) int { return where[x] - where[y] })
			}
		}
		if !ok {
			t.Fatalf("%v is no crossing of %v and %v", c, a, b)
		}
		// No thing moves farther than the other block is long.
		for i, v := range a {
			if far := slices.Index(d, v) - i; far > max(longest, farthest) || -far > max(longest, farthest) {
				t.Fatalf("%v moved to %v with blocks of %d and %d", a, d, longest, farthest)
			}
		}
	}
}

// TestEveryOrderIsAsLikely counts random orders of four things, and where moves
// of two neighbours lead.
func TestEveryOrderIsAsLikely(t *testing.T) {
	const n = 24000
	r, count := det.Stream(3, "random"), make(map[string]int)
	for range n {
		count[fmt.Sprint(RandomOrder(r, 4))]++
	}
	if len(count) != 24 {
		t.Errorf("%d orders of 24", len(count))
	}
	for o, c := range count {
		if c < 800 || c > 1200 {
			t.Errorf("%s came %d times of %d", o, c, n)
		}
	}
	clear(count)
	for range n {
		count[fmt.Sprint(Order{0, 1, 2, 3}.Move(r, 1, 1))]++
	}
	for o, c := range count {
		if c < 7500 || c > 8500 || len(count) != 3 {
			t.Errorf("%s came %d times of %d", o, c, n)
		}
	}
}

func TestWhatIsNoOrderIsRefused(t *testing.T) {
	for _, o := range []Order{nil, {0, 1}, {0, 1, 2, 3}, {0, 1, 3}, {0, 1, -1}, {0, 1, 1}} {
		if o.Check(3) == nil {
			t.Errorf("%v is an order of 3", o)
		}
	}
}
