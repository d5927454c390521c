package ranks

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestNthIsThatOfSorting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// Both below and above smallCount, from few digits to all of them.
		list := rapid.SliceOfN(rapid.Uint64Range(0, 1<<rapid.IntRange(0, 63).Draw(t, "bits")), 1, 3*smallCount).Draw(t, "list")
		k := rapid.IntRange(0, len(list)-1).Draw(t, "k")
		before := slices.Clone(list)
		got := new(Ranks).nth(list, k)
		if !slices.Equal(list, before) {
			t.Fatal("nth has changed its list")
		}
		if slices.Sort(before); got != before[k] {
			t.Fatalf("the value with %d before it is %d, expected %d", k, got, before[k])
		}
	})
}

// TestNumbersByRankAreThoseOfSorting holds ranks to sorting, on numbers of every size.
func TestNumbersByRankAreThoseOfSorting(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 3))
	draws := map[string]func() float64{
		"waits":     func() float64 { return math.Floor(math.Exp(r.Float64() * 25)) },
		"short":     func() float64 { return float64(r.IntN(8_192)) },
		"slowdowns": func() float64 { return max(1, math.Exp(r.NormFloat64()*4)) },
		"zeros":     func() float64 { return 0 },
	}
	for name, draw := range draws {
		for _, n := range []int{Exact, Exact + 1, Exact + 100_000} {
			rk, all := New(0), make([]float64, n)
			for i := range all {
				all[i] = draw()
				rk.Add(all[i])
			}
			slices.Sort(all)
			if rk.Max() != all[n-1] || rk.Len() != n {
				t.Errorf("%d %s: the largest is %v, and %v by sorting", n, name, rk.Max(), all[n-1])
			}
			for _, k := range []int{0, 1, n / 3, n / 2, n * 95 / 100, n * 99 / 100, n - 1} {
				want, got := all[k], rk.At(k)
				exact := n <= Exact || name == "short" || name == "zeros"
				if exact && got != want || got > want || got < want-want*Error {
					t.Errorf("%d %s: the one with %d before it is %v, and %v by sorting", n, name, k, got, want)
				}
			}
		}
	}
}
