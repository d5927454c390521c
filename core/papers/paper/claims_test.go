package paper_test

import (
	"math"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/internal/papertest"
)

func TestCasesCountWhatHolds(t *testing.T) {
	var c paper.Cases
	for i := range 10 {
		c.Check(i >= 8, "case %d", i)
	}
	for share, want := range map[float64]bool{0.2: true, 0.21: false, 1: false} {
		ok, note := c.AtLeast(share)
		if ok != want || note != "2 of 10; not case 0, case 1, case 2, case 3, case 4, case 5 and 2 more" {
			t.Errorf("at least %v: %t, %s", share, ok, note)
		}
	}
	if ok, note := paper.Every([]string{"a", "bb"}, func(t *paper.Cases, v string) { t.Check(len(v) == 1, "%s", v) }); ok ||
		note != "1 of 2; not bb" {
		t.Errorf("%t, %s", ok, note)
	}
	seen := ""
	ok, note := paper.EveryPair([]string{"a", "b"}, []string{"x", "y"}, func(t *paper.Cases, a, b string) {
		seen += a + b + " "
		t.Check(true, "")
	})
	if !ok || note != "4 of 4" || seen != "ax ay bx by " {
		t.Errorf("%t, %s, pairs %s", ok, note, seen)
	}
	if m := paper.Mean([]float64{1, 2, 6}); m != 3 || !math.IsNaN(paper.Mean(nil)) {
		t.Errorf("means %v and %v", m, paper.Mean(nil))
	}
}

// One counterexample decides a claim on all cases, and one example a claim on some,
// whatever is open.
func TestOneCaseDecidesWhateverIsOpen(t *testing.T) {
	for _, c := range []struct {
		cases []paper.Verdict
		every paper.Verdict
		note  string
		some  paper.Verdict
	}{
		{nil, paper.Holds, "0 of 0", paper.Fails},
		{[]paper.Verdict{paper.Holds, paper.Holds}, paper.Holds, "2 of 2", paper.Holds},
		{[]paper.Verdict{paper.Holds, paper.Undecided}, paper.Undecided, "1 of 2; undecided case 1", paper.Holds},
		{[]paper.Verdict{paper.Undecided, paper.Fails}, paper.Fails, "0 of 2; not case 1; undecided case 0", paper.Undecided},
		{[]paper.Verdict{paper.Undecided, paper.Fails, paper.Holds}, paper.Fails, "1 of 3; not case 1; undecided case 0", paper.Holds},
		{[]paper.Verdict{paper.Fails}, paper.Fails, "0 of 1; not case 0", paper.Fails},
	} {
		var cases paper.Cases
		for i, v := range c.cases {
			cases.Judge(v, "case %d", i)
		}
		if v, note := cases.Every(); v != c.every || note != c.note {
			t.Errorf("%v: %s, %s; want %s, %s", c.cases, v, note, c.every, c.note)
		}
		if v, note := cases.Any(); v != c.some || strings.Count(note, "case") != len(c.cases) {
			t.Errorf("%v: for some %s, %s; want %s", c.cases, v, note, c.some)
		}
	}
}

// A claim's verdict is that of our results, whatever is printed; its note tells when
// the printed numbers do not bear it out.
func TestClaimsAreHeldAgainstBoth(t *testing.T) {
	const printedIsNot = "of the printed numbers it is not true: "
	for _, c := range []struct {
		ours, printed float64
		holds         bool
		note          string
	}{
		{1, 1, true, "low"},
		{1, 5, true, "low; " + printedIsNot + "high"},
		{5, 1, false, "high"},
		{5, 5, false, "high; it is not true of the printed numbers either: high"},
		{1, math.NaN(), true, "low"}, // there is no printed number
	} {
		of := func(v float64) paper.Source { return func(_, _, _ string) float64 { return v } }
		printed := of(c.printed)
		if math.IsNaN(c.printed) {
			printed = nil
		}
		claim := paper.Compared(func(*paper.Results) paper.Source { return of(c.ours) }, printed)("id",
			func(at paper.Source) (bool, string) {
				if at("", "", "") < 3 {
					return true, "low"
				}
				return false, "high"
			})
		if v, note := claim.Judge(nil); v != paper.Rule(c.holds) || note != c.note {
			t.Errorf("ours %v, printed %v: %s, %s", c.ours, c.printed, v, note)
		}
	}
}

// Claims of our own are judged and shown, and not counted among those of the text.
func TestOurOwnClaimsAreNoneOfTheText(t *testing.T) {
	p := papertest.Demo()
	experiments := p.Experiments
	p.Experiments = func(s paper.Setting) []paper.Experiment {
		x := experiments(s)[0]
		x.Published = nil
		x.Claims = []paper.Claim{{ID: "mine", Text: "We say so.",
			Judge: func(*paper.Results) (paper.Verdict, string) { return paper.Fails, "so" }}}
		return []paper.Experiment{x}
	}
	all := evaluate(t, paper.Catalogue{p}, paper.Options{})
	if n := paper.Count(all); n != (paper.Tally{}) {
		t.Errorf("counted: %+v", n)
	}
	if text := all[0].Markdown(); !strings.Contains(text, "- **fails**: We say so. (ours: so)\n") {
		t.Errorf("the text is %s", text)
	}
}
