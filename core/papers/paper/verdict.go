package paper

import "math"

// A Verdict says how close our number is to the published one, or whether our results
// agree with a claim.
type Verdict string

// Verdicts on numbers.
const (
	Same    Verdict = "same"    // rounded, it is the printed one
	Close   Verdict = "close"   // within 10 %
	Differs Verdict = "differs" // beyond
	None    Verdict = "none"    // we have no number
)

// Verdicts on numbers that rest on random draws.
const (
	Inside  Verdict = "inside"  // within the range of ours; see rangeOf
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

// A printedNumber is a number with the unit of its last digit, which is 0 if it has none: it was not printed itself.
type printedNumber struct{ Value, Step float64 }

// Judge compares our exact number with a printed one, whose last digit has the unit step; see printedNumber.
func Judge(published, step, ours float64) (ratio float64, v Verdict) {
	return printedNumber{published, step}.judge(ours)
}

// accuracy is the relative error that sums in another order have.
const accuracy = 1e-9

// rounding is how far a number may be from the printed one that is printed so.
func (p printedNumber) rounding() float64 {
	return float64(p.Step*(0.5+accuracy)) + float64(accuracy*math.Abs(p.Value))
}

// judge compares our exact number with the printed one. The ratio is ours over published:
// NaN if we have no number or only published is 0; 1 if both are 0.
func (p printedNumber) judge(ours float64) (ratio float64, v Verdict) {
	off := math.Abs(ours - p.Value)
	switch {
	case math.IsNaN(ours) || math.IsInf(ours, 0):
		return math.NaN(), None
	case off <= p.rounding():
		v = Same
	case float64(10*off) <= math.Abs(p.Value): // not by the rounded quotient, so that 110 is within 10 % of 100
		v = Close
	default:
		v = Differs
	}
	switch {
	case p.Value == ours:
		return 1, v
	case p.Value == 0:
		return math.NaN(), v
	}
	return ours / p.Value, v
}

// judgeInterval is judge for a number of ours of which only an interval is known. Unless
// its ends are equal there is no ratio; the verdict is Undecided if it depends on where in
// the interval the number lies.
func (p printedNumber) judgeInterval(low, high float64) (ratio float64, v Verdict) {
	ratio, v = p.judge(low)
	_, other := p.judge(high)
	switch {
	case v == None || other == None:
		return math.NaN(), None
	case low == high:
		return ratio, v
	case v != other || v != Same && (low < p.Value) != (high < p.Value):
		v = Undecided
	}
	return math.NaN(), v
}

// judgeRange is judge for a number that rests on random draws. The ratio is that of the
// median.
func (p printedNumber) judgeRange(median float64, r bounds) (ratio float64, v Verdict) {
	if ratio, v = p.judge(median); v == None || math.IsNaN(r.Low) {
		return math.NaN(), None
	}
	beyond := max(r.Low-p.Value, p.Value-r.High)
	switch {
	case beyond <= p.rounding():
		return ratio, Inside
	case float64(10*beyond) <= math.Abs(p.Value):
		return ratio, Near
	}
	return ratio, Outside
}
