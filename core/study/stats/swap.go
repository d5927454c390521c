package stats

import (
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/internal/det"
)

// Of up to exactly observations every way to exchange sides is tried; of more, as many are drawn.
const (
	exactly = 11
	ways    = 1 << exactly
)

// An exchange is two schedules whose sides change places in each observation or not (Fisher: The Design of Experiments, 1935,
// section 21). If it is a matter of chance which of two has whose week, every way to exchange them is as likely as what was seen. That
// holds whatever weeks are like: none is too heavy.
type exchange struct {
	means [2]float64
	kept  [][4]float64 // by way, the sums of what is not exchanged: sides' Num and Den; first of all of it
}

// chance returns the share of ways in which After and factor times Before differ by at least as much as they were seen to.
func (e *exchange) chance(factor float64) float64 {
	seen, all := math.Abs(e.means[1]-float64(factor*e.means[0]))*(1-1e-6), e.kept[0]
	n := 0
	for _, kept := range e.kept {
		is := (kept[2] + float64(factor*(all[0]-kept[0]))) / (kept[3] + all[1] - kept[1])
		was := (float64(factor*kept[0]) + all[2] - kept[2]) / (kept[1] + all[3] - kept[3])
		if !(math.Abs(is-was) < seen) {
			n++
		}
	}
	return float64(n) / float64(len(e.kept))
}

// exchanges returns the ways to exchange the sides of a Change.
func (c *Change) exchanges(before, after Sums) *exchange {
	used := filled(before, after)
	var sides [4][]float64
	for k, x := range [...][]float64{before.Num, before.Den, after.Num, after.Den} {
		sides[k] = observed(x, used, c.Merged)
	}
	e := &exchange{[2]float64{c.Before, c.After}, make([][4]float64, min(ways, 1<<min(c.Blocks, exactly)))}
	r := det.Stream(uint64(c.Blocks), "exchanges")
	for k := range e.kept {
		bits := uint64(k)
		for i := range c.Blocks {
			if c.Blocks > exactly && k > 0 && i%64 == 0 {
				bits = r.Uint64()
			}
			if bits>>(i%64)&1 == 0 {
				for s := range sides {
					e.kept[k][s] += sides[s][i]
				}
			}
		}
	}
	return e
}

// Ratio returns the interval of After / Before for two sides that follow each other in time. A factor is in it unless exchanging
// After with that factor times Before tells the two apart, so the interval holds 1 if and only if the means are not Apart. It is
// unknown for runs, for values below 0, for a mean of 0, and for so few observations that no ratio could be told apart.
func Ratio(before, after Sums, level float64) Interval {
	i := unknown(level)
	c, left := Compare(before, after, level), 1-level
	if !before.positive() || !after.positive() || math.Ldexp(1, 1-c.Blocks) >= left {
		return i
	}
	at := c.After / c.Before
	if slices.Equal(before.Num, after.Num) && slices.Equal(before.Den, after.Den) {
		i.Low, i.High = at, at
		return i
	}
	e := c.exchanges(before, after)
	end := func(step float64) float64 {
		in, out := at, at*step
		for e.chance(out) >= left && out > 0x1p-300 && out < 0x1p300 {
			in, out = out, out*step
		}
		for range 40 {
			if middle := math.Sqrt(in) * math.Sqrt(out); e.chance(middle) >= left {
				in = middle
			} else {
				out = middle
			}
		}
		return in
	}
	i.Low, i.High = end(0.5), end(2)
	return i
}
