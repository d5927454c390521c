package record_test

import (
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/papers/record"
)

func TestTheOverviewHasEveryArtefactAndVerdict(t *testing.T) {
	all := evaluate(t, paper.Options{Seeds: 3, Version: "v1"})
	l, err := record.NewLeague(t.Context(), demo, paper.Options{Scale: paper.Quick}, record.Search{}, "demo")
	if err != nil {
		t.Fatal(err)
	}
	text := (&record.Record{Evaluations: all, Leagues: []*record.League{l}}).Markdown()
	for _, want := range []string{
		"3 tables and figures of one paper", "by backfill v1", "| demo | 5 | 2 | 1 | 0 | 1 | 1 | 3 | 1 | 1 | 1 |",
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
