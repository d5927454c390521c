package paper

import "math"

// A Verdict says how close our number is to the published one.
type Verdict string

const (
	Same    Verdict = "same"    // within 1 %
	Close   Verdict = "close"   // within 10 %
	Differs Verdict = "differs" // beyond
	None    Verdict = "none"    // we have no number
)

// Judge compares our number with the published one. The ratio is ours over published:
// NaN if we have no number or only published is 0; 1 if both are 0.
func Judge(published, ours float64) (ratio float64, v Verdict) {
	switch {
	case math.IsNaN(ours) || math.IsInf(ours, 0):
		return math.NaN(), None
	case published == ours:
		return 1, Same
	case published == 0:
		return math.NaN(), Differs
	}
	// Not by the rounded quotient, so that 101 is within 1 % of 100.
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
