package paper

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/backfill-lab/backfill/internal/numeral"
)

// found is the record of one experiment: 300 where 400 is printed, 2 where nothing is, and a number that we lack.
func found() []*Evaluation {
	x := &Experiment{ID: "p/table1"}
	none := numeral.JSON(math.NaN())
	return []*Evaluation{{Experiment: x, Setting: First(Full), Numbers: []Number{
		{ID: "p/table1/EASY/mean-s", Ours: 300, Published: 400, Verdict: Differs},
		{ID: "p/table1/best/2.5", Ours: 2, Published: none},
		{ID: "p/table1/loss/s", Ours: 1.25, Most: 1.5, Published: none},
		{ID: "p/table1/lost/x", Ours: none, Published: 10, Verdict: None},
	}}}
}

func TestAFindingHasTheRecordsNumbers(t *testing.T) {
	for text, want := range map[string]string{
		"None.": "None.",
		"EASY has {p/table1/EASY/mean-s} s (printed {printed p/table1/EASY/mean-s}).":  "EASY has 300 s (printed 400).",
		"{p/table1/EASY/mean-s over p/table1/best/2.5} times":                          "150 times",
		"{printed p/table1/EASY/mean-s over p/table1/lost/x} times":                    "40 times",
		"{p/table1/EASY/mean-s to 2} s, {p/table1/loss/s} s, {p/table1/loss/s to 1} s": "300.00 s, 1.25 to 1.50 s, 1.2 to 1.5 s",
		"{p/table1/EASY/mean-s over p/table1/loss/s to 0} times":                       "200 to 240 times",
		"{p/table1/lost/x} s, {p/table2/a/b} s":                                        "not computed s, not computed s",
		"{p/table1/EASY/mean-s over p/table2/a/b} times":                               "not computed times",
	} {
		got, err := (&Finding{Text: text}).Say(found())
		if err != nil || got != want {
			t.Errorf("%q: %q, %v, want %q", text, got, err, want)
		}
	}
}

func TestAFindingWithoutItsNumberIsAnError(t *testing.T) {
	for text, want := range map[string]string{
		"{p/table1/EASY/median}":                          "the record lacks the number p/table1/EASY/median",
		"{p/table1/EASY/mean-s over p/table1/best/worst}": "the record lacks the number p/table1/best/worst",
		"{printed p/table1/best/2.5}":                     "the paper does not print the number p/table1/best/2.5",
		"{p/table1/EASY/mean-s / p/table1/best/2.5}":      "a number in braces is {ID}",
		"{EASY}": "a number in braces is {ID}",
	} {
		if got, err := (&Finding{Text: text}).Say(found()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %q, %v, want %q", text, got, err, want)
		}
	}
}

func TestAFindingNamesItsNumbers(t *testing.T) {
	f := Finding{Text: "{p/t/a/b} and {printed p/t/c over p/t/d/e}"}
	if diff := cmp.Diff([]string{"p/t/a/b", "p/t/c", "p/t/d/e"}, f.Numbers()); diff != "" {
		t.Error(diff)
	}
}
