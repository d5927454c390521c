package shared

import (
	"math"

	"github.com/backfill-lab/backfill/core/internal/wide"
)

// A rank is the priority of a job (section 4.1): its flow time over the square of its
// virtual time, infinite while that is 0. Make one with newRank.
type rank struct {
	about   float64 // the priority, to some 2^-50
	flow    int64   // microseconds since submission, not negative
	virtual int64   // microseconds times Whole, not negative
	job     int32   // index, in order of submission: the earlier of equals goes first
}

func newRank(flow, virtual int64, job int32) rank {
	v := float64(virtual)
	r := rank{about: math.Inf(1), flow: flow, virtual: virtual, job: job}
	if virtual > 0 {
		r.about = float64(flow) / float64(v*v)
	}
	return r
}

// Before reports whether r has the higher priority. Where rounding could decide, it
// compares the products exactly: both have at most 63 + 126 bits.
func (r *rank) Before(s *rank) bool {
	const far = 1 + 1e-12
	switch {
	case r.virtual == 0 && s.virtual == 0:
		return r.job < s.job
	case r.about > float64(s.about*far):
		return true
	case s.about > float64(r.about*far):
		return false
	}
	rv, sv := uint64(r.virtual), uint64(s.virtual)
	c := wide.CompareProducts(wide.Product(uint64(r.flow), sv), sv, wide.Product(uint64(s.flow), rv), rv)
	return c > 0 || c == 0 && r.job < s.job
}

func compareRanks(a, b rank) int {
	if a.Before(&b) {
		return -1
	}
	return 1
}
