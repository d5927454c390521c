package dynp

import (
	"fmt"
	"math"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// busy are the sets other than SDSC, which the text sets aside as too idle.
var busy = []string{"ctc", "kth", "pc2"}

func table2Claims() []paper.Claim {
	claim, ours := paper.Compared(table2.ours, table2.at), paper.Compared(table2.ours, nil)
	return []paper.Claim{
		claim("overruns", overrunsTable2),
		ours("weibull", weibull),
		ours("dependent", dependent),
	}
}

func overrunsTable2(at paper.Source) (bool, string) {
	return paper.Every(sets, func(t *paper.Cases, s string) {
		over := at(s, "", "over")
		t.Check((over > 0) == (s != "pc2"), "%s with %.0f", s, over)
	})
}

func weibull(at paper.Source) (bool, string) {
	fitted := at.Of("", "distance_weibull")
	ok, note := paper.Every(sets, func(t *paper.Cases, s string) {
		w, e := fitted(s), at(s, "", "distance_exponential")
		t.Check(w < e, "%s: %.3f and %.3f", s, w, e)
	})
	return ok, note + "; distances of the Weibull: " + list(sets, "%.3f", fitted)
}

func dependent(at paper.Source) (bool, string) {
	ok, note := paper.Every(sets, func(t *paper.Cases, s string) {
		area, runs := at(s, "", "area_ratio"), at(s, "", "run_ratio")
		t.Check(math.Abs(area-1) > 0.05 && runs >= 2, "%s: area %.2f times the product, runs %.1f times as long", s, area, runs)
	})
	return ok, note + "; area: " + list(sets, "%.2f", at.Of("", "area_ratio"))
}

func table3Claims() []paper.Claim {
	claim := paper.Compared(table3.ours, table3.at)
	return []paper.Claim{
		claim("maxima", maxima),
		claim("characteristics", characteristics),
		claim("arrivals", arrivals),
		paper.Compared(table3.ours, nil)("nights", nights),
	}
}

func maxima(at paper.Source) (bool, string) {
	var t paper.Cases
	for _, s := range sets {
		t.Check(at(s, "", "run_max") > at(s, "", "estimate_max"), "%s", s)
	}
	return t.AtLeast(0.5)
}

func characteristics(at paper.Source) (bool, string) {
	return paper.Every(sets, func(t *paper.Cases, s string) {
		for _, key := range []string{"width_mean", "estimate_mean", "run_mean"} {
			ratio := at(s, "", key) / at(s, "trace", key)
			t.Check(math.Abs(ratio-1) <= 0.05, "%s of %s: %.3f times the trace's", key, s, ratio)
		}
		d := at(s, "", "over_share") - at(s, "trace", "over_share")
		t.Check(math.Abs(d) <= 1, "overruns of %s: %s points", s, numeral.Signed(d, 2))
	})
}

func arrivals(at paper.Source) (bool, string) {
	ratio := func(s string) float64 { return at(s, "", "gap_mean") / at(s, "trace", "gap_mean") }
	ok, note := each(sets, "%.2f", ratio, func(v float64) bool { return math.Abs(v-1) <= 0.25 })
	return ok, "times the trace's: " + note
}

func nights(at paper.Source) (bool, string) {
	traces, drawn := at.Of("trace", "hours"), at.Of("", "hours")
	ok, note := paper.Every([]string{"ctc", "kth", "sdsc"}, func(t *paper.Cases, s string) {
		t.Check(traces(s) < 2 || drawn(s) >= 2, "%s", s)
	})
	return ok, fmt.Sprintf("%s; traces: %s, sets: %s; submissions are drawn independently of the hour, so only chance and bursts make hours "+
		"differ", note, list(sets, "%.1f", traces), list(sets, "%.1f", drawn))
}
