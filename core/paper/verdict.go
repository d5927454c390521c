package paper

import "math"

// A Verdict says how near our number is to the published one.
type Verdict string

const (
	Same    Verdict = "same"    // within 1 %
	Close   Verdict = "close"   // within 10 %
	Differs Verdict = "differs" // beyond
	None    Verdict = "none"    // we have no number
)

// Judge compares our number with the published one. The ratio is ours over
// published: NaN where we have no number, or where published is 0 and ours is
// not; 1 where both are 0.
func Judge(published, ours float64) (ratio float64, v Verdict) {
	switch {
	case math.IsNaN(ours) || math.IsInf(ours, 0):
		return math.NaN(), None
	case published == ours:
		return 1, Same
	case published == 0:
		return math.NaN(), Differs
	}
	// The bounds are compared without the quotient's rounding, so that 101 is
	// within 1 % of 100.
	off := math.Abs(ours - published)
	switch size := math.Abs(published); {
	case 100*off <= size:
		v = Same
	case 10*off <= size:
		v = Close
	default:
		v = Differs
	}
	return ours / published, v
}
