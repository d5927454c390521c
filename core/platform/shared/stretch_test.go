package shared

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// exactYield is goal.yield in numbers of any size: the least whole y with
// (virtual + y*ahead)/flow >= step/100 of top's.
func exactYield(g, top *goal, step int) int64 {
	n := func(x uint64) *big.Rat { return new(big.Rat).SetInt(new(big.Int).SetUint64(x)) }
	y := new(big.Rat).Quo(n(top.virtual), n(top.flow))
	y.Mul(y, big.NewRat(int64(step), steps)).Mul(y, n(g.flow)).Sub(y, n(g.virtual)).Quo(y, n(g.ahead))
	up := new(big.Int).Add(y.Num(), new(big.Int).Sub(y.Denom(), big.NewInt(1)))
	return max(up.Div(up, y.Denom()).Int64(), 0)
}

func TestYieldsForAStretchAreExact(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	draw := func(scale int64) goal {
		g := goal{ahead: uint64(1 + r.Int64N(600))}
		g.flow = g.ahead + uint64(r.Int64N(10_000))
		if r.IntN(3) > 0 { // with virtual times that make yields whole, or nearly
			g.virtual = uint64(r.Int64N(int64(g.flow-g.ahead)+1)) * Whole
			g.virtual += min(uint64(r.IntN(3)), uint64(g.flow-g.ahead)*Whole-g.virtual)
		} else {
			g.virtual = uint64(r.Int64N(int64(g.flow-g.ahead)*Whole + 1))
		}
		g.flow, g.virtual, g.ahead = g.flow*uint64(scale), g.virtual*uint64(scale), g.ahead*uint64(scale)
		g.slope = float64(g.flow) / float64(g.ahead) * Whole
		g.offset = float64(g.virtual) / Whole / float64(g.ahead) * Whole
		return g
	}
	whole := 0
	for range 100_000 {
		scale := []int64{1, 1000, Second}[r.IntN(3)]
		g, top := draw(scale), draw(scale)
		top.virtual += top.ahead * Whole
		if h := g; true {
			if h.virtual += h.ahead * Whole; h.before(&top) {
				top = h
			}
		}
		step := r.IntN(steps + 1)
		got, want := g.yield(&top, step), exactYield(&g, &top, step)
		if got != want {
			t.Fatalf("%+v needs %d for %d %% of %+v, not %d", g, want, step, top, got)
		}
		if got > Whole {
			t.Fatalf("%+v needs %d, above 1, for %d %% of %+v", g, got, step, top)
		}
		if got == Whole {
			whole++
		}
	}
	if whole < 100 {
		t.Fatalf("only %d yields were 1", whole)
	}
}
