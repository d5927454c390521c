package dynp

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// random is a number of any size, often near a power of two.
func random(r *rand.Rand) uint64 {
	x := r.Uint64() >> r.IntN(64)
	if r.IntN(4) == 0 {
		x = 1<<r.IntN(64) - 1
	}
	return x
}

func TestNumbersAreIntegers(t *testing.T) {
	r := rand.New(rand.NewPCG(128, 128))
	limit := new(big.Int).Lsh(big.NewInt(1), 128)
	big64 := func(x uint64) *big.Int { return new(big.Int).SetUint64(x) }
	for range 20_000 {
		a := number{random(r), random(r)}
		b := number{random(r), random(r)}
		x, y := random(r), random(r)
		want := new(big.Int).Add(a.big(), b.big())
		if want.Cmp(limit) < 0 && a.add(b).big().Cmp(want) != 0 {
			t.Fatalf("%v + %v = %v", a.big(), b.big(), a.add(b).big())
		}
		want.Mul(big64(x), big64(y)).Add(want, a.big())
		if want.Cmp(limit) < 0 && a.addProduct(x, y).big().Cmp(want) != 0 {
			t.Fatalf("%v + %d*%d = %v", a.big(), x, y, a.addProduct(x, y).big())
		}
		want.Mul(a.big(), big64(x))
		if want.Cmp(limit) < 0 && a.times(x).big().Cmp(want) != 0 {
			t.Fatalf("%v * %d = %v", a.big(), x, a.times(x).big())
		}
		if f, _ := new(big.Float).SetInt(a.big()).Float64(); a.float() < f*(1-1e-15) || a.float() > f*(1+1e-15) {
			t.Fatalf("%v is %v as a float", a.big(), a.float())
		}
	}
}

func TestFractionsCompareExactly(t *testing.T) {
	r := rand.New(rand.NewPCG(192, 192))
	equal := 0
	for range 20_000 {
		a := fraction{number{random(r), random(r)}, max(1, random(r))}
		b := fraction{number{random(r), random(r)}, max(1, random(r))}
		switch r.IntN(3) {
		case 0: // equal, but not in lowest terms
			k := 1 + r.Uint64N(1<<20)
			a = fraction{number{random(r) >> 32, random(r)}, 1 + random(r)>>24}
			b = fraction{a.num.times(k), a.den * k}
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
