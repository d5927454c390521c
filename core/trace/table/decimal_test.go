package table

import (
	"encoding/binary"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

func TestDecimalsAreTheNearestNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 20_000 {
		x, scale := r.Int64()>>(11+r.IntN(50)), r.IntN(23)
		if r.IntN(2) == 0 {
			x = -x
		}
		b := make([]byte, 8, 16)
		binary.BigEndian.PutUint64(b, uint64(x))
		if r.IntN(2) == 0 { // the same, wider
			sign := byte(x >> 63)
			b = append([]byte{sign, sign, sign, sign, sign, sign, sign, sign}, b...)
		}
		den := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(scale)), nil)
		want, _ := new(big.Rat).SetFrac(big.NewInt(x), den).Float64()
		if got := Decimal(b, scale); got != want {
			t.Fatalf("Decimal(%x, %d) = %v, want %v", b, scale, got, want)
		}
	}
	if got := Decimal([]byte{0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, 0); math.Abs(got/math.Pow(2, 79)-1) > 1e-15 {
		t.Errorf("of 80 bits: %v", got)
	}
	if got := Decimal([]byte{2}, -3); got != 2000 {
		t.Errorf("of a negative scale: %v", got)
	}
}
