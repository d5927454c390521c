package report

import (
	"math"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

func TestDots(t *testing.T) {
	n := paper.Number{Samples: []float64{1, math.NaN(), 3, 2}, Low: 1.1, High: 2.9,
		Published: 5, Verdict: paper.Outside}
	got := string(dots(&n))
	for _, want := range []string{`cx="4.0"`, `cx="32.0"`, `cx="60.0"`, `class="at" d="M116.0 1V13"`, `d="M6.8 7H57.2"`,
		`3 seeds from 1 to 3`} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is not in %s", want, got)
		}
	}
	if strings.Count(got, "<circle") != 3 {
		t.Errorf("not 3 dots: %s", got)
	}
	n.Verdict = ""
	if got := string(dots(&n)); strings.Contains(got, `class="at"`) || !strings.Contains(got, `cx="116.0"`) {
		t.Errorf("without a printed number: %s", got)
	}
	if got := dots(&paper.Number{Published: 1, Verdict: paper.Same}); got != "" {
		t.Errorf("a number that does not vary: %s", got)
	}
}
