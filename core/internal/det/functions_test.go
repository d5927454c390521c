package det

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// The oracle computes in 300 bits with the plain series: too slow to ship.
const oracleBits = 300

func newBig(x float64) *big.Float { return new(big.Float).SetPrec(oracleBits).SetFloat64(x) }

// atanhSeries returns 2 atanh s = 2 (s + s**3/3 + s**5/5 + ...), |s| <= 1/3.
func atanhSeries(s *big.Float) *big.Float {
	z := newBig(0).Mul(s, s)
	power, total := newBig(0).Set(s), newBig(0)
	for i := 1; i < 220; i += 2 {
		total.Add(total, newBig(0).Quo(power, newBig(float64(i))))
		power.Mul(power, z)
	}
	return total.Mul(total, newBig(2))
}

var bigLn2 = atanhSeries(newBig(0).Quo(newBig(1), newBig(3)))

func bigLog(x float64) *big.Float {
	m, k := math.Frexp(x) // m in [1/2, 1)
	s := newBig(0).Quo(newBig(0).Sub(newBig(m), newBig(1)), newBig(0).Add(newBig(m), newBig(1)))
	l := atanhSeries(s)
	return l.Add(l, newBig(0).Mul(bigLn2, newBig(float64(k))))
}

func bigExp(x *big.Float) *big.Float {
	k, _ := newBig(0).Quo(x, bigLn2).Int64()
	r := newBig(0).Sub(x, newBig(0).Mul(bigLn2, newBig(float64(k))))
	term, total := newBig(1), newBig(1)
	for i := 1; i < 70; i++ {
		term.Quo(term.Mul(term, r), newBig(float64(i)))
		total.Add(total, term)
	}
	return newBig(0).SetMantExp(total, int(k))
}

// ulps returns |got-want| in units of the last place of want.
func ulps(got float64, want *big.Float) float64 {
	w, _ := want.Float64()
	if got == w && (w == 0 || math.IsInf(w, 0)) {
		return 0
	}
	_, exp := math.Frexp(w)
	unit := math.Ldexp(1, max(exp-53, -1074))
	d := newBig(0).Sub(want, newBig(got))
	d.Quo(d, newBig(unit))
	e, _ := d.Float64()
	return math.Abs(e)
}

func random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

// positive draws finite numbers > 0: all exponents, numbers near 1, integers.
func positive(r *rand.Rand) float64 {
	switch r.IntN(3) {
	case 0:
		return math.Float64frombits(1 + r.Uint64N(math.Float64bits(math.MaxFloat64)))
	case 1:
		return 1 + math.Ldexp(r.Float64()-0.5, -r.IntN(52))
	}
	return float64(1 + r.IntN(100_000))
}

func TestLogarithmsAreRightToHalfAUnit(t *testing.T) {
	ln10 := bigLog(10)
	worst := [3]float64{}
	r := random(1)
	for range 3000 {
		x := positive(r)
		want := bigLog(x)
		for i, c := range []struct {
			name string
			f    func(float64) float64
			base *big.Float
		}{{"Log", Log, newBig(1)}, {"Log2", Log2, bigLn2}, {"Log10", Log10, ln10}} {
			e := ulps(c.f(x), newBig(0).Quo(want, c.base))
			worst[i] = max(worst[i], e)
			if e > 0.51 {
				t.Fatalf("%s(%x) = %x is %.3f units off", c.name, x, c.f(x), e)
			}
		}
	}
	t.Logf("worst errors of Log, Log2, Log10 in units: %.4f", worst)
}

func TestExpIsRightToHalfAUnit(t *testing.T) {
	worst := 0.0
	r := random(2)
	for i := range 3000 {
		x := -745 + 1455*r.Float64()
		if i%3 == 0 {
			x = math.Ldexp(r.Float64()-0.5, 3-r.IntN(60))
		}
		bound := 0.52
		if x < -708 { // below the normal numbers the result is rounded twice
			bound = 1
		}
		got := Exp(x)
		e := ulps(got, bigExp(newBig(x)))
		worst = max(worst, e)
		if e > bound {
			t.Fatalf("Exp(%x) = %x is %.3f units off", x, got, e)
		}
	}
	t.Logf("worst error in units: %.4f", worst)
}

func TestPowIsRightToHalfAUnit(t *testing.T) {
	worst := 0.0
	r := random(3)
	for range 3000 {
		x := positive(r)
		y := (2*r.Float64() - 1) * 745 / max(math.Abs(math.Log(x)), 1e-15)
		if r.IntN(2) == 0 {
			y = float64(r.IntN(41) - 20)
		}
		want := bigExp(newBig(0).Mul(bigLog(x), newBig(y)))
		got := Pow(x, y)
		bound := 0.52
		if got < 1e-307 {
			bound = 1
		}
		e := ulps(got, want)
		worst = max(worst, e)
		if e > bound {
			t.Fatalf("Pow(%x, %x) = %x is %.3f units off", x, y, got, e)
		}
	}
	t.Logf("worst error in units: %.4f", worst)
}

func TestExactResultsAreExact(t *testing.T) {
	for k := -1074; k <= 1023; k++ {
		if x := math.Ldexp(1, k); Log2(x) != float64(k) || Pow(2, float64(k)) != x {
			t.Errorf("Log2(2**%d) = %v, Pow(2, %d) = %v", k, Log2(x), k, Pow(2, float64(k)))
		}
	}
	power := 1.0
	for k := 0; k <= 22; k++ { // 10**22 is the last power of ten that a float64 holds
		if Log10(power) != float64(k) || Pow(10, float64(k)) != power {
			t.Errorf("Log10(1e%d) = %v, Pow(10, %d) = %v", k, Log10(power), k, Pow(10, float64(k)))
		}
		power *= 10
	}
	for base := int64(-300); base <= 300; base++ {
		n := int64(1)
		for k := range 6 { // 300**6 < 2**53
			if got := Pow(float64(base), float64(k)); got != float64(n) {
				t.Errorf("Pow(%d, %d) = %v, want %d", base, k, got, n)
			}
			n *= base
		}
		if s := float64(base) * float64(base); base >= 0 && Pow(s, 0.5) != float64(base) {
			t.Errorf("Pow(%v, 0.5) = %v", s, Pow(s, 0.5))
		}
	}
	if Exp(0) != 1 || Log(1) != 0 || math.Signbit(Log(1)) {
		t.Errorf("Exp(0) = %v, Log(1) = %v", Exp(0), Log(1))
	}
}

// same tells whether two results are the same special case.
func same(a, b float64) bool {
	return math.IsNaN(a) && math.IsNaN(b) || math.Float64bits(a) == math.Float64bits(b)
}

var special = []float64{
	math.Inf(-1), -math.MaxFloat64, -1e300, -3, -2.5, -2, -1.5, -1, -0.5, -1e-300, -5e-324,
	math.Copysign(0, -1), 0, 5e-324, 1e-300, 0.5, 1, 1.5, 2, 3, 1e300, math.MaxFloat64,
	math.Inf(1), math.NaN(), 1 << 53, 1<<53 + 2, -(1 << 53), 709.78, 709.79, -745.1, -745.2,
}

func TestSpecialCasesAreThoseOfMath(t *testing.T) {
	for _, x := range special {
		// math.Exp is no oracle here: on amd64 it says +Inf from 709.78 on.
		want := math.NaN()
		switch {
		case x > 709.782712893384: // log(MaxFloat64)
			want = math.Inf(1)
		case x < -745.1332191019412: // log of half the smallest float64
			want = 0
		case !math.IsNaN(x):
			want, _ = bigExp(newBig(x)).Float64()
		}
		if got := Exp(x); !same(got, want) && !(got > 0 && ulps(got, newBig(want)) <= 1) {
			t.Errorf("Exp(%v) = %v, want %v", x, got, want)
		}
		if !(x > 0) || math.IsInf(x, 1) {
			for name, f := range map[string][2]func(float64) float64{
				"Log": {Log, math.Log}, "Log2": {Log2, math.Log2}, "Log10": {Log10, math.Log10}} {
				if !same(f[0](x), f[1](x)) {
					t.Errorf("%s(%v) = %v, math says %v", name, x, f[0](x), f[1](x))
				}
			}
		}
		for _, y := range special {
			got, want := Pow(x, y), math.Pow(x, y)
			if same(got, want) {
				continue
			}
			if d := math.Abs(got/want - 1); !(d < 1e-12) {
				t.Errorf("Pow(%v, %v) = %v, math says %v", x, y, got, want)
			}
		}
	}
}

func TestLogIsMonotone(t *testing.T) {
	r := random(4)
	for range 20_000 {
		x := positive(r)
		if y := math.Nextafter(x, math.Inf(1)); Log(y) < Log(x) || Exp(-math.Abs(Log(y))) > 1 {
			t.Fatalf("Log(%x) > Log of its successor", x)
		}
	}
}

func BenchmarkExp(b *testing.B)   { benchmark(b, Exp) }
func BenchmarkLog(b *testing.B)   { benchmark(b, Log) }
func BenchmarkLog10(b *testing.B) { benchmark(b, Log10) }
func BenchmarkPow(b *testing.B)   { benchmark(b, func(x float64) float64 { return Pow(x, 1.7) }) }

var sink float64

func benchmark(b *testing.B, f func(float64) float64) {
	x := 0.1
	for b.Loop() {
		sink += f(x)
		if x += 0.37; x > 100 {
			x = 0.1
		}
	}
}
