package dynp

import (
	"math/rand/v2"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/wide"
)

// random is a number of any size, often near a power of two.
func random(r *rand.Rand) uint64 {
	x := r.Uint64() >> r.IntN(64)
	if r.IntN(4) == 0 {
		x = 1<<r.IntN(64) - 1
	}
	return x
}

func TestFractionsCompareExactly(t *testing.T) {
	r := rand.New(rand.NewPCG(192, 192))
	equal := 0
	for range 20_000 {
		a := fraction{wide.Uint{Hi: random(r), Lo: random(r)}, max(1, random(r))}
		b := fraction{wide.Uint{Hi: random(r), Lo: random(r)}, max(1, random(r))}
		switch r.IntN(3) {
		case 0: // equal, but not in lowest terms
			k := 1 + r.Uint64N(1<<20)
			a = fraction{wide.Uint{Hi: random(r) >> 32, Lo: random(r)}, 1 + random(r)>>24}
			b = fraction{a.num.Times(k), a.den * k}
			equal++
		case 1:
			b.den = a.den
		}
		if got, want := a.compare(b), a.rat().Cmp(b.rat()); got != want {
			t.Fatalf("%v compares to %v as %d, not %d", a.rat(), b.rat(), got, want)
		}
	}
	if equal < 1000 {
		t.Fatal("too few fractions were equal")
	}
}
