package metrics

import (
	"math"
	"math/bits"
)

// A whole is an exact sum of products of whole numbers that are not negative,
// up to 2^128: processor seconds of a million jobs exceed 64 bits.
type whole struct{ hi, lo uint64 }

// add adds a*b.
func (s *whole) add(a, b int64) {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	var carry uint64
	s.lo, carry = bits.Add64(s.lo, lo, 0)
	s.hi += hi + carry
}

// minus returns the sum less another, or 0 if that is larger.
func (s whole) minus(o whole) whole {
	lo, borrow := bits.Sub64(s.lo, o.lo, 0)
	hi, borrow := bits.Sub64(s.hi, o.hi, borrow)
	if borrow != 0 {
		return whole{}
	}
	return whole{hi, lo}
}

// float returns the sum; its relative error is at most 2^-52.
func (s whole) float() float64 {
	return float64(float64(s.hi)*(1<<64)) + float64(s.lo)
}

// A fraction is a compensated sum of floats (Neumaier 1974): its error does not
// grow with the number of terms.
type fraction struct{ sum, low float64 }

func (s *fraction) add(x float64) {
	t := s.sum + x
	if math.Abs(s.sum) >= math.Abs(x) {
		s.low += (s.sum - t) + x
	} else {
		s.low += (x - t) + s.sum
	}
	s.sum = t
}

func (s fraction) value() float64 { return s.sum + s.low }

// byUser collects the mean bounded slowdowns of users in order of appearance.
type byUser struct {
	index map[int32]int
	sums  []fraction
	jobs  []int64
}

func (b *byUser) add(user int32, slowdown float64) {
	i, ok := b.index[user]
	if !ok {
		i = len(b.sums)
		b.index[user] = i
		b.sums, b.jobs = append(b.sums, fraction{}), append(b.jobs, 0)
	}
	b.sums[i].add(slowdown)
	b.jobs[i]++
}

// jain returns Jain's index of the users' means, NaN if there are no users.
func (b *byUser) jain() float64 {
	var sum, squares fraction
	for i := range b.sums {
		mean := b.sums[i].value() / float64(b.jobs[i])
		sum.add(mean)
		squares.add(float64(mean * mean))
	}
	total := sum.value()
	return ratio(float64(total*total), float64(float64(len(b.sums))*squares.value()))
}
