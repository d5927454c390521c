// Package ranks finds percentiles of many numbers in bounded memory.
package ranks

import (
	"math"
	"math/bits"
	"slices"

	"github.com/backfill-lab/backfill/core/internal/slab"
)

// Exact is how many numbers are kept as they are.
const Exact = 1 << 20

// Error bounds by what part of themselves the numbers that At returns of more than Exact are too small.
const Error = 1.0 / (1 << sketchBits)

const (
	digitBits  = 11
	smallCount = 512 // below this, comparing costs less than counting digits
)

const (
	sketchBits = 12              // of a float's fraction that a sketch keeps
	sketchCut  = 52 - sketchBits // and those that it drops
)

// A Ranks finds the k-th smallest of numbers that are not negative. It keeps up to Exact of them. Beyond, it counts how
// many have the same first bits: the buckets of a logarithmic histogram (as DDSketch, Masson, Rim and Lee,
// PVLDB 12(12), 2019) whose bounds need no logarithm. Floats that are not negative are in the order of their bits.
type Ranks struct {
	n       int
	most    uint64   // bits of the largest
	exact   []uint64 // bits of all, until there are too many
	scratch []uint64 // for At: those that begin as the one it looks for

	// Afterwards, how many have a bucket: by the power of two, nil where there are none, and 12 bits of fraction.
	octaves *[1 << 11]*[1 << sketchBits]uint32
}

// New returns Ranks of no numbers, with room for n.
func New(n int) Ranks { return Ranks{exact: slab.Make[uint64](min(n, Exact))[:0]} }

// Add adds a number.
func (r *Ranks) Add(x float64) {
	at := math.Float64bits(x)
	r.most = max(r.most, at)
	if r.n++; r.n <= Exact {
		r.exact = append(r.exact, at)
		return
	}
	if r.octaves == nil {
		r.octaves = new([1 << 11]*[1 << sketchBits]uint32)
		for _, known := range r.exact {
			r.count(known)
		}
		r.exact = nil
	}
	r.count(at)
}

func (r *Ranks) count(at uint64) {
	octave := &r.octaves[at>>52&(1<<11-1)] // the mask: a schedule that is not legal has negative numbers
	if *octave == nil {
		*octave = new([1 << sketchBits]uint32)
	}
	(*octave)[at>>sketchCut&(1<<sketchBits-1)]++
}

// Len returns how many numbers were added.
func (r *Ranks) Len() int { return r.n }

// Max returns the largest number, 0 if there is none.
func (r *Ranks) Max() float64 { return math.Float64frombits(r.most) }

// At returns the number that has k others before it when all are sorted: exactly, or too small by less than Error of it. Of
// whole numbers below 8,192 it is exact. It costs O(n) at most.
func (r *Ranks) At(k int) float64 {
	if r.octaves != nil {
		return math.Float64frombits(r.bucket(k))
	}
	return math.Float64frombits(r.nth(r.exact, k))
}

// bucket returns the least number in the bucket of the one that has k others before it.
func (r *Ranks) bucket(k int) uint64 {
	for high, octave := range r.octaves {
		if octave == nil {
			continue
		}
		for low, n := range octave {
			if k -= int(n); k < 0 {
				return uint64(high)<<52 | uint64(low)<<sketchCut
			}
		}
	}
	panic("ranks: fewer numbers than were counted")
}

// nth returns the one that has k others before it when list is sorted. It leaves list as it is
// and costs O(n) for each digit in which those near the k-th differ: two, mostly.
func (r *Ranks) nth(list []uint64, k int) uint64 {
	for len(list) > smallCount {
		low, high := list[0], list[0]
		for _, x := range list {
			low, high = min(low, x), max(high, x)
		}
		if low == high {
			return low
		}
		shift := max(0, bits.Len64(high-low)-digitBits)
		var count [1 << digitBits]int
		for _, x := range list {
			count[(x-low)>>shift&(1<<digitBits-1)]++
		}
		digit := uint64(0)
		for k >= count[digit] {
			k -= count[digit]
			digit++
		}
		r.scratch = slices.Grow(r.scratch[:0], count[digit])
		near := r.scratch // from the second digit on, list is there too, and read before it is written over
		for _, x := range list {
			if (x-low)>>shift == digit {
				near = append(near, x)
			}
		}
		list = near
	}
	r.scratch = append(r.scratch[:0], list...)
	slices.Sort(r.scratch)
	return r.scratch[k]
}
