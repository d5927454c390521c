package paper_test

import (
	"math"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/internal/numeral"
	"github.com/backfill-lab/backfill/internal/papertest"
)

// Only measured numbers and claims that can fail are counted; the rest stands apart.
func TestOnlyWhatCouldDifferIsCounted(t *testing.T) {
	all := evaluate(t, demo, paper.Options{Scale: paper.Full})
	got := paper.Count(all)
	want := paper.Tally{Same: 1, Close: 1, Differs: 1, None: 1, Between: 1, Hold: 1, Fail: 1, Open: 1, Inputs: 1, Repeats: 1, Certain: 1,
		Untested: 1}
	if got != want {
		t.Errorf("counted %+v, want %+v", got, want)
	}
	if got.Numbers() != 5 || got.Claims() != 3 {
		t.Errorf("%d numbers and %d claims", got.Numbers(), got.Claims())
	}
	const text = "5 measured numbers: 1 the same (the printed digits), 1 close (within 10 %), 1 differ, 1 undecided, 1 not computed; " +
		"not counted: 1 input, 1 repeat\n3 claims: 1 hold, 1 fail, 1 undecided; not counted: 1 by construction, 1 not testable"
	if got.String() != text {
		t.Errorf("it says %s", got)
	}
}

// A claim that cannot fail, and fails, is a mistake of ours.
func TestAClaimByConstructionThatFailsFails(t *testing.T) {
	p := papertest.Demo()
	experiments := p.Experiments
	p.Experiments = func(s paper.Setting) []paper.Experiment {
		x := experiments(s)[0]
		for i := range x.Claims {
			x.Claims[i].Certain = "we say so"
		}
		return []paper.Experiment{x}
	}
	want := []paper.Verdict{paper.ByConstruction, paper.Fails, paper.Undecided, paper.ByConstruction, paper.Untestable}
	for i, c := range evaluate(t, paper.Catalogue{p}, paper.Options{Scale: paper.Full})[0].Claims {
		if c.Verdict != want[i] {
			t.Errorf("%s: %s, want %s", c.ID, c.Verdict, want[i])
		}
	}
}

// Every class of printed numbers has its counter, whatever the verdict on the number.
func TestEveryClassIsCountedOnce(t *testing.T) {
	e := &paper.Evaluation{}
	for i, c := range paper.Classes {
		for range 1 << i {
			e.Numbers = append(e.Numbers, paper.Number{Class: c, Verdict: paper.Differs})
		}
	}
	want := paper.Tally{Differs: 1, Inputs: 2, Constructed: 4, Fitted: 8, Repeats: 32, Ratios: paper.Ratios{Differ: 64}}
	if got := paper.Count([]*paper.Evaluation{e}); got != want {
		t.Errorf("counted %+v, want %+v", got, want)
	}
	sum := 0
	for _, p := range want.OtherNumbers() {
		sum += p.Count
	}
	if sum != 2+4+8+32 || len(want.OtherClaims()) != 0 {
		t.Errorf("apart are %+v and %+v", want.OtherNumbers(), want.OtherClaims())
	}
}

// Numbers with a range have a part of their own in the line.
func TestNumbersThatVaryAreTalliedApart(t *testing.T) {
	e := &paper.Evaluation{}
	for i, v := range []paper.Verdict{paper.Inside, paper.Near, paper.Outside, paper.Same} {
		for range i + 1 {
			e.Numbers = append(e.Numbers, paper.Number{Class: paper.Measured, Verdict: v})
		}
	}
	got := paper.Count([]*paper.Evaluation{e})
	const want = "10 measured numbers: 1 inside the range of other draws, 2 near it (within 10 %), 3 outside; " +
		"4 the same (the printed digits), 0 close (within 10 %), 0 differ"
	if line, _, _ := strings.Cut(got.String(), "\n"); line != want || got.Numbers() != 10 || got.Drawn() != 6 {
		t.Errorf("it says %s", line)
	}
}

// The power of a range: what is printed is inside, and so would be what is a little more, but not twice as much.
// Numbers without a range, zeros and numbers of other classes have no part in it.
func TestPowerCountsWhatElseWouldBeInside(t *testing.T) {
	number := func(c paper.Class, published, low, high float64) paper.Number {
		return paper.Number{Class: c, Verdict: paper.Inside, Published: numeral.JSON(published), Ours: numeral.JSON((low + high) / 2),
			Low: numeral.JSON(low), High: numeral.JSON(high), Coverage: 0.9, Most: numeral.JSON(math.NaN())}
	}
	none := math.NaN()
	e := &paper.Evaluation{Numbers: []paper.Number{number(paper.Measured, 10, 9, 16), number(paper.Measured, 10, 4, 30),
		number(paper.Measured, 50, 9, 16), number(paper.Measured, 0, -1, 1), number(paper.Repeat, 10, 9, 16),
		number(paper.Measured, 10, none, none)}}
	got := paper.Count([]*paper.Evaluation{e}).Power
	want := paper.Power{Drawn: 3, Inside: 2, Perfect: got.Perfect, Half: 1, More: 2, Twice: 1}
	if got != want || math.Abs(got.Perfect-2.7) > 1e-9 {
		t.Errorf("%+v, want %+v and 2.7 of a perfect program", got, want)
	}
}
