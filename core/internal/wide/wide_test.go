package wide

import (
	"encoding/binary"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/backfill-lab/backfill/core/internal/slow"
)

var modulus = new(big.Int).Lsh(big.NewInt(1), 128)

func whole(x uint64) *big.Int { return new(big.Int).SetUint64(x) }

// checkLaw holds every operation on x and y, a and b to that of math/big.
func checkLaw(t *testing.T, x, y Uint, a, b uint64) {
	t.Helper()
	same := func(what string, got Uint, want *big.Int) {
		t.Helper()
		if want = new(big.Int).Mod(want, modulus); got.Big().Cmp(want) != 0 {
			t.Fatalf("x = %v, y = %v, a = %d, b = %d: %s = %v, want %v", x.Big(), y.Big(), a, b, what, got.Big(), want)
		}
	}
	ab := new(big.Int).Mul(whole(a), whole(b))
	difference := new(big.Int).Sub(x.Big(), y.Big())
	same("a*b", Product(a, b), ab)
	same("x+y", x.Add(y), new(big.Int).Add(x.Big(), y.Big()))
	same("x+a*b", x.AddProduct(a, b), new(big.Int).Add(x.Big(), ab))
	same("x-y", x.Sub(y), difference)
	same("x+y-y", x.Add(y).Sub(y), x.Big())
	if difference.Sign() < 0 {
		difference.SetUint64(0)
	}
	same("x-y or 0", x.SubOrZero(y), difference)
	same("x*a", x.Times(a), new(big.Int).Mul(x.Big(), whole(a)))
	if got, want := x.Compare(y), x.Big().Cmp(y.Big()); got != want {
		t.Fatalf("%v compares to %v as %d, not %d", x.Big(), y.Big(), got, want)
	}
	xa, yb := new(big.Int).Mul(x.Big(), whole(a)), new(big.Int).Mul(y.Big(), whole(b))
	if got, want := CompareProducts(x, a, y, b), xa.Cmp(yb); got != want {
		t.Fatalf("%v*%d compares to %v*%d as %d, not %d", x.Big(), a, y.Big(), b, got, want)
	}
	exact, _ := new(big.Float).SetInt(x.Big()).Float64()
	if got := x.Float(); math.Abs(got-exact) > exact/(1<<52) {
		t.Fatalf("%v is %v as a float, want %v", x.Big(), got, exact)
	}
}

// random is a number of any size, often near a power of two.
func random(r *rand.Rand) uint64 {
	x := r.Uint64() >> r.IntN(64)
	if r.IntN(4) == 0 {
		x = 1<<r.IntN(64) - 1
	}
	return x
}

func TestUintsAreIntegers(t *testing.T) {
	slow.AsWebAssembly(t)
	r := rand.New(rand.NewPCG(128, 128))
	for range 20_000 {
		x, y := Uint{random(r), random(r)}, Uint{random(r), random(r)}
		checkLaw(t, x, y, random(r), random(r))
		checkLaw(t, x, Uint{x.Hi, random(r)}, random(r), random(r))
	}
	extremes := []uint64{0, 1, 1<<63 - 1, 1 << 63, math.MaxUint64}
	for _, hi := range extremes {
		for _, lo := range extremes {
			for _, a := range extremes {
				for _, b := range extremes {
					checkLaw(t, Uint{hi, lo}, Uint{a, b}, a, lo)
				}
			}
		}
	}
}

// TestEqualProductsCompareEqual draws x/b = y/a, not in lowest terms, and numbers
// just beside it.
func TestEqualProductsCompareEqual(t *testing.T) {
	slow.AsWebAssembly(t)
	r := rand.New(rand.NewPCG(192, 192))
	for range 20_000 {
		k := 1 + r.Uint64N(1<<20)
		x, b := Uint{random(r) >> 32, random(r)}, 1+random(r)>>24
		y, a := x.Times(k), b*k
		if c := CompareProducts(x, a, y, b); c != 0 {
			t.Fatalf("%v*%d compares to %v*%d as %d", x.Big(), a, y.Big(), b, c)
		}
		checkLaw(t, x, y.Add(Uint{Lo: 1}), a, b)
		checkLaw(t, x, y.Sub(Uint{Lo: 1}), a, b)
	}
}

func TestSumsOfProductsAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s Uint
		exact := new(big.Int)
		for range rapid.IntRange(0, 20).Draw(t, "terms") {
			a, b := rapid.Uint64Range(0, math.MaxInt64/64).Draw(t, "a"), rapid.Uint64Range(0, math.MaxInt64/64).Draw(t, "b")
			s = s.AddProduct(a, b)
			exact.Add(exact, new(big.Int).Mul(whole(a), whole(b)))
		}
		if s.Big().Cmp(exact) != 0 {
			t.Fatalf("the sum is %v, want %v", s.Big(), exact)
		}
	})
}

func FuzzUint(f *testing.F) {
	f.Add(make([]byte, 48))
	f.Fuzz(func(t *testing.T, data []byte) {
		var n [6]uint64
		for i := range n {
			if len(data) >= 8 {
				n[i], data = binary.LittleEndian.Uint64(data), data[8:]
			}
		}
		checkLaw(t, Uint{n[0], n[1]}, Uint{n[2], n[3]}, n[4], n[5])
	})
}
