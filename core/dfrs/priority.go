package dfrs

import "math/bits"

// A rank is what the priority of a job is made of (section 4.1): its flow time
// over the square of its virtual time, infinite as long as that is 0.
type rank struct {
	flow    int64 // microseconds since submission, not negative
	virtual int64 // microseconds times Whole, not negative
	job     int32 // index, in order of submission: the earlier of equals goes first
}

// before reports whether r has the higher priority. The fractions are compared
// exactly: both products have at most 63 + 126 bits.
func (r *rank) before(s *rank) bool {
	switch {
	case r.virtual == 0 && s.virtual == 0:
		return r.job < s.job
	case r.virtual == 0 || s.virtual == 0:
		return r.virtual == 0
	}
	a2, a1, a0 := timesSquare(r.flow, s.virtual)
	b2, b1, b0 := timesSquare(s.flow, r.virtual)
	switch {
	case a2 != b2:
		return a2 > b2
	case a1 != b1:
		return a1 > b1
	case a0 != b0:
		return a0 > b0
	}
	return r.job < s.job
}

// timesSquare returns a*b*b in 192 bits, most significant first.
func timesSquare(a, b int64) (x2, x1, x0 uint64) {
	hi, lo := bits.Mul64(uint64(b), uint64(b))
	h1, x0 := bits.Mul64(lo, uint64(a))
	x2, l1 := bits.Mul64(hi, uint64(a))
	x1, carry := bits.Add64(h1, l1, 0)
	return x2 + carry, x1, x0
}

// compareRanks orders by falling priority.
func compareRanks(a, b rank) int {
	if a.before(&b) {
		return -1
	}
	return 1
}
