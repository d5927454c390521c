package paper

import "fmt"

// A Tally counts verdicts.
type Tally struct {
	Same, Close, Differs, None, Between int // numbers; Between are undecided
	Hold, Fail, Open                    int // claims of the text; Open are undecided
}

// Count counts the verdicts of evaluations.
func Count(all []*Evaluation) Tally {
	var t Tally
	for _, e := range all {
		for _, n := range e.Numbers {
			switch n.Verdict {
			case Same:
				t.Same++
			case Close:
				t.Close++
			case Differs:
				t.Differs++
			case None:
				t.None++
			case Undecided:
				t.Between++
			}
		}
		for _, c := range e.Claims {
			if c.Section == "" { // ours
				continue
			}
			switch c.Verdict {
			case Holds:
				t.Hold++
			case Fails:
				t.Fail++
			case Undecided:
				t.Open++
			}
		}
	}
	return t
}

// Numbers returns how many published numbers there are.
func (t Tally) Numbers() int { return t.Same + t.Close + t.Differs + t.None + t.Between }

// Claims returns how many claims of the text there are.
func (t Tally) Claims() int { return t.Hold + t.Fail + t.Open }

// String says it in a line.
func (t Tally) String() string {
	s := fmt.Sprintf("%d published numbers: %d the same (within 1 %%), %d close (within 10 %%), %d differ", t.Numbers(), t.Same, t.Close,
		t.Differs)
	if t.Between > 0 {
		s += fmt.Sprintf(", %d undecided", t.Between)
	}
	if t.None > 0 {
		s += fmt.Sprintf(", %d not computed", t.None)
	}
	s += fmt.Sprintf("; %d of %d claims hold", t.Hold, t.Claims())
	if t.Open > 0 {
		s += fmt.Sprintf(", %d undecided", t.Open)
	}
	return s
}
