package shared

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// exact compares priorities with numbers of any size.
func exact(a, b rank) int {
	square := func(x int64) *big.Int { return new(big.Int).Mul(big.NewInt(x), big.NewInt(x)) }
	switch {
	case a.virtual == 0 && b.virtual == 0:
		return int(a.job) - int(b.job)
	case a.virtual == 0:
		return -1
	case b.virtual == 0:
		return 1
	}
	left := new(big.Int).Mul(big.NewInt(a.flow), square(b.virtual))
	right := new(big.Int).Mul(big.NewInt(b.flow), square(a.virtual))
	if c := right.Cmp(left); c != 0 {
		return c
	}
	return int(a.job) - int(b.job)
}

func TestPrioritiesAreComparedExactly(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var ranks []rank
	add := func(flow, virtual int64) {
		ranks = append(ranks, newRank(flow, virtual, int32(len(ranks))))
	}
	const most = MaxMicros * Whole
	for _, flow := range []int64{0, 1, 2, 1 << 40, latest, math.MaxInt64} {
		for _, virtual := range []int64{0, 1, 2, 3, 1 << 31, 1<<31 + 1, most - 1, most, most + Whole} {
			add(flow, virtual)
		}
	}
	for range 100 {
		// Neighbours that a float64 cannot tell apart, and equal fractions.
		v, f := 1+r.Int64N(1<<45), 1+r.Int64N(1<<45)
		add(f, v)
		add(f+1, v)
		add(f, v+1)
		add(4*f, 2*v)
		add(r.Int64N(1<<62), r.Int64N(most))
	}
	for _, a := range ranks {
		for _, b := range ranks {
			if a.job != b.job && (exact(a, b) < 0) != a.Before(&b) {
				t.Fatalf("%+v before %+v is %t", a, b, a.Before(&b))
			}
		}
	}
	sorted := slices.SortedFunc(slices.Values(ranks), exact)
	slices.SortFunc(ranks, compareRanks)
	if !slices.Equal(sorted, ranks) {
		t.Fatal("the ranks are in another order")
	}
}
