package det

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"testing"
)

// The bits below must come out on every build: amd64, GOAMD64=v3 (where the
// compiler fuses what is not kept apart) and js/wasm. They change only when an
// algorithm changes, and then every generated workload changes with them.
func TestGoldenBits(t *testing.T) {
	r := Stream(42, "golden")
	for _, c := range []struct {
		name string
		got  float64
		want uint64
	}{
		{"Exp(1)", Exp(1), 0x4005bf0a8b145769},
		{"Exp(-0.7)", Exp(-0.7), 0x3fdfc80db9dd5542},
		{"Exp(700.25)", Exp(700.25), 0x7f12fd8e4cbfa413},
		{"Exp(-740)", Exp(-740), 0x55},
		{"Log(2)", Log(2), 0x3fe62e42fefa39ef},
		{"Log(10)", Log(10), 0x40026bb1bbb55516},
		{"Log(0.999)", Log(0.999), 0xbf5064670d979b73},
		{"Log2(10)", Log2(10), 0x400a934f0979a371},
		{"Log10(2)", Log10(2), 0x3fd34413509f79ff},
		{"Pow(2, 0.5)", Pow(2, 0.5), math.Float64bits(math.Sqrt2)},
		{"Pow(10, -3)", Pow(10, -3), math.Float64bits(1e-3)},
		{"Pow(1.0000001, 1e9)", Pow(1.0000001, 1e9), 0x48f349445c228792},
		{"Stream", r.Float64(), 0x3fc3b58b5ce7e5f8},
		{"Uniform", Uniform(r, -1, 3), 0xbfe04530e4ceeac8},
		{"Exponential", Exponential(r, 3), 0x4003f85a8b004ff7},
		{"Normal", Normal(r, 1, 2), 0x401133381023b597},
		{"Weibull", Weibull(r, 0.35, 60), 0x4065cd4cdb31f29a},
		{"Gamma", Gamma(r, 6.57, 0.823), 0x400999841c83e3bd},
		{"Gamma below 1", Gamma(r, 0.3, 2), 0x3fd84895a35e7612},
	} {
		if got := math.Float64bits(c.got); got != c.want {
			t.Errorf("%s = %v = %#x, want %#x", c.name, c.got, got, c.want)
		}
	}
}

func TestGoldenDigests(t *testing.T) {
	x := random(5)
	for _, c := range []struct {
		name string
		f    func() float64
		want string
	}{
		{"Exp", func() float64 { return Exp(Uniform(x, -750, 720)) }, "0432e708bae34e32"},
		{"Log", func() float64 { return Log(positive(x)) }, "64af88bb2ebfe12f"},
		{"Log2", func() float64 { return Log2(positive(x)) }, "cdb45b45fc2fc49a"},
		{"Log10", func() float64 { return Log10(positive(x)) }, "fd3b3babf477ce93"},
		{"Pow", func() float64 { return Pow(positive(x), Uniform(x, -2, 2)) }, "beef17f67bb870b2"},
		{"Uniform", func() float64 { return Uniform(x, -1.1, 3.3) }, "d9265c55de6b302a"},
		{"Exponential", func() float64 { return Exponential(x, 3.3) }, "66c6138b4a0c110e"},
		{"Normal", func() float64 { return Normal(x, 1.1, 2.3) }, "70b59728014e31bc"},
		{"Weibull", func() float64 { return Weibull(x, 0.35, 60) }, "6fc88da5f36ee339"},
		{"Gamma", func() float64 { return Gamma(x, 639.1, 0.0156) }, "7812bec92b82cd14"},
		{"Gamma below 1", func() float64 { return Gamma(x, 0.4, 0.9) }, "097cfa5b29c3576e"},
	} {
		x = random(5)
		h := sha256.New()
		var word [8]byte
		for range 20_000 {
			binary.LittleEndian.PutUint64(word[:], math.Float64bits(c.f()))
			h.Write(word[:])
		}
		if got := hex.EncodeToString(h.Sum(nil)[:8]); got != c.want {
			t.Errorf("20,000 values of %s have digest %s, want %s", c.name, got, c.want)
		}
	}
}
