package exact

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
)

// The checker's prices are those of every second, and its least price is the least.
func TestTariffsAreThoseOfEverySecond(t *testing.T) {
	r := rand.New(rand.NewPCG(130, 1))
	for range 200 {
		u := priced(r)
		for j := range u.cut {
			u.cut[j].room = r.Int64N(50)
		}
		p := u.p
		prices := append(append([]int64(nil), u.pi...), u.mu[:r.IntN(len(u.mu)+1)]...) // newer cuts have none
		u.set(prices)
		f := newTariff(p, u, prices)
		dom := randomDomains(r, p)
		bound, least := f.bound(dom)
		if bound != u.bound(dom) {
			t.Fatalf("a bound of %d, expected %d", bound, u.bound(dom))
		}
		for i, d := range dom {
			from, to := d.least(), min(d.most(), d.least()+r.Int64N(20))
			want, all := int64(never), int64(never)
			for s := p.early[i]; s <= p.end-p.d[i]; s++ {
				if f.at(i, s) != u.slow(i, s) {
					t.Fatalf("job %d at %d costs %d, expected %d", i, s, f.at(i, s), u.slow(i, s))
				}
				if from <= s && s <= to {
					want = min(want, u.slow(i, s))
				}
				if d.has(s) {
					all = min(all, u.slow(i, s))
				}
			}
			if f.least(i, from, to) != want || least[i] != all {
				t.Fatalf("job %d costs at least %d, expected %d", i, f.least(i, from, to), want)
			}
		}
	}
}

func TestNoPriceIsNegative(t *testing.T) {
	u := priced(rand.New(rand.NewPCG(131, 1)))
	defer func() {
		if said, _ := recover().(string); !strings.Contains(said, "price 0 is -1") {
			t.Errorf("a negative price gives %q", said)
		}
	}()
	prices := make([]int64, u.k)
	prices[0] = -1
	newTariff(u.p, u, prices)
}

// Sums and products are exact or panic.
func TestSumsAreExact(t *testing.T) {
	r := rand.New(rand.NewPCG(132, 1))
	numbers := []int64{0, 1, -1, 2, 3, math.MaxInt64, math.MaxInt64 - 1, -math.MaxInt64, 1 << 31, 1 << 32, 1<<32 - 1, 3037000499, 3037000500}
	for range 30 {
		numbers = append(numbers, r.Int64()>>r.IntN(63), -r.Int64()>>r.IntN(63))
	}
	for _, a := range numbers {
		for _, b := range numbers {
			for _, c := range []struct {
				name string
				do   func(a, b int64) int64
				want *big.Int
			}{
				{"plus", plus, new(big.Int).Add(big.NewInt(a), big.NewInt(b))},
				{"times", times, new(big.Int).Mul(big.NewInt(a), big.NewInt(b))},
			} {
				got, said := try(c.do, a, b)
				fits := c.want.IsInt64()
				if fits && c.want.Int64() == math.MinInt64 {
					continue // the least int64 may panic
				}
				if fits == said || fits && got != c.want.Int64() {
					t.Fatalf("%s(%d, %d) is %d, panics: %t; expected %s", c.name, a, b, got, said, c.want)
				}
			}
		}
	}
}

func try(do func(a, b int64) int64, a, b int64) (got int64, panics bool) {
	defer func() { panics = recover() != nil }()
	return do(a, b), false
}
