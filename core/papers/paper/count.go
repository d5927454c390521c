package paper

import (
	"fmt"
	"strings"
)

// A Tally counts verdicts. Printed numbers that are not measured, and claims that our
// results do not decide, stand apart.
type Tally struct {
	Same, Close, Differs, None, Between int // measured numbers; Between are undecided
	Inside, Near, Outside               int // measured numbers that vary between seeds
	Hold, Fail, Open                    int // claims of the text; Open are undecided

	Inputs, Constructed, Fitted, Owned, Repeats int // printed numbers by class
	Certain, Untested                           int // claims of the text: by construction, not testable
}

// Count counts the verdicts of evaluations.
func Count(all []*Evaluation) Tally {
	var t Tally
	for _, e := range all {
		for _, n := range e.Numbers {
			if counter := t.number(n); counter != nil && n.Verdict != "" {
				*counter++
			}
		}
		for _, c := range e.Claims {
			if counter := t.claim(c.Verdict); counter != nil && c.Section != "" { // "" is ours
				*counter++
			}
		}
	}
	return t
}

// number is the counter of a printed number.
func (t *Tally) number(n Number) *int {
	if n.Class != Measured {
		return map[Class]*int{Input: &t.Inputs, Construction: &t.Constructed, Fitted: &t.Fitted, Own: &t.Owned, Repeat: &t.Repeats}[n.Class]
	}
	return map[Verdict]*int{Same: &t.Same, Close: &t.Close, Differs: &t.Differs, None: &t.None, Undecided: &t.Between,
		Inside: &t.Inside, Near: &t.Near, Outside: &t.Outside}[n.Verdict]
}

// claim is the counter of a claim of the text.
func (t *Tally) claim(v Verdict) *int {
	return map[Verdict]*int{Holds: &t.Hold, Fails: &t.Fail, Undecided: &t.Open, ByConstruction: &t.Certain, Untestable: &t.Untested}[v]
}

// Numbers returns how many printed numbers are measured.
func (t Tally) Numbers() int { return t.Same + t.Close + t.Differs + t.None + t.Between + t.Drawn() }

// Drawn returns how many measured numbers vary between seeds.
func (t Tally) Drawn() int { return t.Inside + t.Near + t.Outside }

// Claims returns how many claims of the text our results could decide.
func (t Tally) Claims() int { return t.Hold + t.Fail + t.Open }

// A Part is one of the counts that stand apart.
type Part struct {
	Title string
	Count int
}

// OtherNumbers are the classes of printed numbers that are not measured, without empty ones.
func (t Tally) OtherNumbers() []Part {
	return parts(Part{Input.Title(), t.Inputs}, Part{Construction.Title(), t.Constructed}, Part{Fitted.Title(), t.Fitted},
		Part{Own.Title(), t.Owned}, Part{Repeat.Title(), t.Repeats})
}

// OtherClaims are the claims of the text that our results do not decide, likewise.
func (t Tally) OtherClaims() []Part {
	return parts(Part{string(ByConstruction), t.Certain}, Part{string(Untestable), t.Untested})
}

func parts(all ...Part) (some []Part) {
	for _, p := range all {
		if p.Count > 0 {
			some = append(some, p)
		}
	}
	return some
}

// String says it in two lines: numbers and claims, if there are any.
func (t Tally) String() string {
	if t == (Tally{}) {
		return "no printed numbers and no claims"
	}
	s := fmt.Sprintf("%d measured numbers: ", t.Numbers())
	if t.Drawn() > 0 {
		s += fmt.Sprintf("%d inside the seeds' range (5 to 95 %%), %d near it (within 10 %%), %d outside; ", t.Inside, t.Near, t.Outside)
	}
	s += fmt.Sprintf("%d the same (within 1 %%), %d close (within 10 %%), %d differ", t.Same, t.Close, t.Differs)
	if t.Between > 0 {
		s += fmt.Sprintf(", %d undecided", t.Between)
	}
	if t.None > 0 {
		s += fmt.Sprintf(", %d not computed", t.None)
	}
	s += apart(t.OtherNumbers()) + fmt.Sprintf("\n%d claims: %d hold, %d fail", t.Claims(), t.Hold, t.Fail)
	if t.Open > 0 {
		s += fmt.Sprintf(", %d undecided", t.Open)
	}
	return s + apart(t.OtherClaims())
}

// apart is the end of a line on what is not counted in it.
func apart(parts []Part) string {
	var all []string
	for _, p := range parts {
		all = append(all, fmt.Sprintf("%d %s", p.Count, p.Title))
	}
	if all == nil {
		return ""
	}
	return "; not counted: " + strings.Join(all, ", ")
}
