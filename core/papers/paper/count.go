package paper

import (
	"fmt"
	"strings"
)

// A Tally counts verdicts. Printed numbers that are not measured, and claims that our
// results do not decide, stand apart.
type Tally struct {
	Same, Close, Differs, None, Between int // measured numbers; Between are undecided
	Inside, Near, Outside               int // measured numbers that rest on random draws
	Hold, Fail, Open                    int // claims of the text; Open are undecided

	Inputs, Constructed, Fitted, Repeats int // printed numbers by class
	Certain, Untested                    int // claims of the text: by construction, not testable

	Power  Power
	Ratios Ratios
}

// Ratios counts gains and ratios within one sample that follow from printed numbers.
type Ratios struct {
	Agree, Near, Differ, None int // inside or the same, near or close, outside or different; we have none
	Power                     Power
}

// add counts a derived number.
func (d *Ratios) add(n *Number) {
	switch n.Verdict {
	case Same, Inside:
		d.Agree++
	case Close, Near:
		d.Near++
	case Differs, Outside:
		d.Differ++
	default:
		d.None++
	}
	d.Power.add(n)
}

// String says it in a sentence; it is empty if there are none.
func (d Ratios) String() string {
	all := d.Agree + d.Near + d.Differ + d.None
	if all == 0 {
		return ""
	}
	return strings.TrimSuffix(fmt.Sprintf("Of %d gains and ratios that follow from printed numbers, %d agree, %d are near, %d differ. %s",
		all, d.Agree, d.Near, d.Differ, d.Power), " ")
}

// Power says what the verdicts on numbers that rest on random draws are worth. Zeros are not counted.
type Power struct {
	Drawn             int     // measured numbers that are judged by a range
	Inside            int     // of these the printed ones that are in it
	Perfect           float64 // how many a perfect program would have there: the sum of what the ranges hold
	Half, More, Twice int     // how many would be there if half, 1.5 times or twice as much were printed
}

// add counts a measured number.
func (p *Power) add(n *Number) {
	if n.Low != n.Low || n.Interval() || n.Published == 0 || n.Published != n.Published {
		return
	}
	inside := func(factor float64) int {
		printed := printedNumber{factor * float64(n.Published), factor * n.Step}
		if _, v := printed.judgeRange(float64(n.Ours), bounds{float64(n.Low), float64(n.High)}); v == Inside {
			return 1
		}
		return 0
	}
	p.Drawn++
	p.Perfect += float64(n.Coverage)
	p.Inside += inside(1)
	p.Half += inside(0.5)
	p.More += inside(1.5)
	p.Twice += inside(2)
}

// String says it in a sentence; it is empty if no number rests on draws.
func (p Power) String() string {
	if p.Drawn == 0 {
		return ""
	}
	return fmt.Sprintf("Of %d numbers that are judged by a range, %d are inside; of a perfect program %.0f would be, and of half, 1.5 "+
		"times and twice the printed numbers %d, %d and %d.", p.Drawn, p.Inside, p.Perfect, p.Half, p.More, p.Twice)
}

// Count counts the verdicts of evaluations.
func Count(all []*Evaluation) Tally {
	var t Tally
	for _, e := range all {
		for _, n := range e.Numbers {
			if counter := t.number(n); counter != nil && n.Verdict != "" {
				*counter++
			}
			switch {
			case n.Class == Measured:
				t.Power.add(&n)
			case n.Class == Derived && n.Verdict != "":
				t.Ratios.add(&n)
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
		return map[Class]*int{Input: &t.Inputs, Construction: &t.Constructed, Fitted: &t.Fitted, Repeat: &t.Repeats}[n.Class]
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
		Part{Repeat.Title(), t.Repeats})
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

// String says it in two lines, numbers and claims, and, if there are any, one on the power of the
// first and one on derived numbers.
func (t Tally) String() string {
	if t == (Tally{}) {
		return "no printed numbers and no claims"
	}
	s := fmt.Sprintf("%d measured numbers: ", t.Numbers())
	if t.Drawn() > 0 {
		s += fmt.Sprintf("%d inside the range of other draws, %d near it (within 10 %%), %d outside; ", t.Inside, t.Near, t.Outside)
	}
	s += fmt.Sprintf("%d the same (the printed digits), %d close (within 10 %%), %d differ", t.Same, t.Close, t.Differs)
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
	s += apart(t.OtherClaims())
	for _, more := range []string{t.Power.String(), t.Ratios.String()} {
		if more != "" {
			s += "\n" + more
		}
	}
	return s
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
