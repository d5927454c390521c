package paper_test

import (
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/paper"
)

func TestTheOverviewHasEveryArtefactAndVerdict(t *testing.T) {
	all := evaluate(t, demo, paper.Options{Seeds: 3})
	l, err := demo.League(t.Context(), paper.Options{Scale: paper.Quick}, paper.Search{}, "demo")
	if err != nil {
		t.Fatal(err)
	}
	text := paper.Overview(all, map[string]*paper.League{"demo": l}, "v1")
	for _, want := range []string{
		"3 tables and figures of one paper", "by backfill v1", "### Holds: 1\n", "### Fails: 1\n", "### Undecided: 1\n",
		"table1/easy-helps (3 of 3 seeds): EASY has a lower ART than FCFS.", "| demo/fig2 | Widths of the jobs | – | – |", "up to 3 seeds",
		"some job sets are substitutes", "### Readings: 2 tried", "| defaults | ", "| reserve=all | ", "| demo/table1 | Three policies | 5: ",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in:\n%s", want, text)
		}
	}
}

func TestALeagueIsPrinted(t *testing.T) {
	l, _ := league(t, 0, func(_ string, r paper.Reading) float64 { return 0.5 - 0.1*float64(len(r)) })
	text := l.Markdown()
	for _, want := range []string{"| reading | all | x | y | z |", "| a=yes,b=yes,c=yes | 0.200 | 0.200 | 0.200 | 0.200 |",
		"| x | a=yes,b=yes,c=yes | 0.200 | 0.500 |", "| defaults | 0.500 |"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in:\n%s", want, text)
		}
	}
}
