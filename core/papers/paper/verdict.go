package paper

import "math"

// A Verdict says how close our number is to the published one, or whether our results
// agree with a claim.
type Verdict string

// Verdicts on numbers.
const (
	Same    Verdict = "same"    // within 1 %
	Close   Verdict = "close"   // within 10 %
	Differs Verdict = "differs" // beyond
	None    Verdict = "none"    // we have no number
)

// Verdicts on numbers that vary between seeds.
const (
	Inside  Verdict = "inside"  // within the range of ours
	Near    Verdict = "near"    // within 10 % of its nearer end
	Outside Verdict = "outside" // beyond
)

// Verdicts on claims.
const (
	Holds Verdict = "holds"
	Fails Verdict = "fails"
)

// Verdicts on claims that our results do not decide. They are not counted with the others.
const (
	ByConstruction Verdict = "by construction" // it holds, and could not fail
	Untestable     Verdict = "not testable"
)

// Undecided is the verdict where our results are intervals, and numbers within them would
// get different verdicts.
const Undecided Verdict = "undecided"

// holds reports whether the verdict on a claim is that our results agree with it.
func (v Verdict) holds() bool { return v == Holds || v == ByConstruction }

// Rule turns the answer to a claim into a verdict.
func Rule(holds bool) Verdict {
	if holds {
		return Holds
	}
	return Fails
}

// Within is the verdict on the claim that a number of which only an interval [low, high]
// is known lies in [least, most).
func Within(low, high, least, most float64) Verdict {
	switch {
	case low >= least && high < most:
		return Holds
	case high < least || low >= most || low != low || high != high:
		return Fails
	}
	return Undecided
}

// Majority is the verdict on the claim that most of the cases are such, of which yes
// surely are, open may be, and the others are not.
func Majority(yes, open, cases int) Verdict {
	switch {
	case 2*yes > cases:
		return Holds
	case 2*(yes+open) <= cases:
		return Fails
	}
	return Undecided
}

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

// judgeInterval is Judge for a number of ours of which only an interval is known. Unless
// its ends are equal there is no ratio; the verdict is Undecided if it depends on where in
// the interval the number lies.
func judgeInterval(published, low, high float64) (ratio float64, v Verdict) {
	ratio, v = Judge(published, low)
	_, other := Judge(published, high)
	switch {
	case v == None || other == None:
		return math.NaN(), None
	case low == high:
		return ratio, v
	case v != other || v != Same && (low < published) != (high < published):
		v = Undecided
	}
	return math.NaN(), v
}

// judgeRange is Judge for a number that varies between seeds. The ratio is that of the
// median.
func judgeRange(published, median float64, r bounds) (ratio float64, v Verdict) {
	if ratio, v = Judge(published, median); v == None || math.IsNaN(r.Low) {
		return math.NaN(), None
	}
	if published >= r.Low && published <= r.High {
		return ratio, Inside
	}
	end := r.Low
	if published > r.High {
		end = r.High
	}
	if 10*math.Abs(published-end) <= math.Abs(published) {
		return ratio, Near
	}
	return ratio, Outside
}
