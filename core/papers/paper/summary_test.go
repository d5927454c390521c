package paper_test

import (
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

func TestTheOverviewHasEveryArtefactAndVerdict(t *testing.T) {
	all := evaluate(t, demo, paper.Options{Seeds: 3, Version: "v1"})
	l, err := demo.League(t.Context(), paper.Options{Scale: paper.Quick}, paper.Search{}, "demo")
	if err != nil {
		t.Fatal(err)
	}
	text := paper.Overview(all, []*paper.League{l})
	for _, want := range []string{
		"3 tables and figures of one paper", "by backfill v1", "| demo | 5 | 1 | 0 | 2 | 1 | 1 | 3 | 1 | 1 | 1 |",
		"Not counted: numbers (1 input, 1 repeat) and claims (1 by construction, 1 not testable).",
		"### demo, holds: 1\n", "### demo, fails: 1\n", "### demo, undecided: 1\n",
		"table1/easy-helps (3 of 3 seeds): EASY has a lower ART than FCFS.", "| demo/fig2 | Widths of the jobs | – | – |", "up to 3 seeds",
		"some job sets are substitutes", "| demo/table1 | Three policies | ", "1 hold, 1 **fail**, 1 undecided |",
		"Nowhere 1999, [doi:10.1000/182](https://doi.org/10.1000/182). Scale quick; up to 3 seeds",
		"The job set is a toy", "### demo: 2 readings", "| defaults | ", "| reserve=all | ",
		"- EASY helps. *(table1/easy-helps holds (3/3))*",
		"- Nobody waits. *(table1/all-at-once now fails (0/3); table1/happy not testable",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in:\n%s", want, text)
		}
	}
}

func TestALeagueIsPrinted(t *testing.T) {
	l, _ := league(t, 0, func(_ string, r paper.Reading) float64 { return 0.5 - 0.1*float64(len(r)) })
	text := l.Markdown()
	for _, want := range []string{"| reading | all (3) | x (1) | y (1) | z (1) |", "| a=yes,b=yes,c=yes | 0.200 | 0.200 | 0.200 | 0.200 |",
		"| x | a=yes,b=yes,c=yes | 0.200 | 0.200 | 0.500 |", "| defaults | 0.500 |"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in:\n%s", want, text)
		}
	}
}
