package dynp

import (
	"fmt"
	"math"

	"github.com/backfill-lab/backfill/core/paper"
)

// The sets that the text is about where it says that SDSC tells nothing.
var busy = []string{"ctc", "kth", "pc2"}

func table2Claims() []paper.Claim {
	ours := func(r *paper.Results) paper.Source {
		return func(set, _, key string) float64 { return r.Value(setOf(set).log(), key) }
	}
	return []paper.Claim{
		paper.Both("overruns", "4", "In all traces but PC2's there are jobs that ran longer than estimated.", ours, table2.at,
			overrunsTable2),
		paper.Both("weibull", "4", "A Weibull distribution describes the interarrival times best; here: better than an exponential one "+
			"(largest distance from the observed distribution).",
			ours, nil, weibull),
		paper.Both("dependent", "4", "Width, estimate and run time depend on each other; here: the mean area differs by more than 5 % from "+
			"mean width times mean run time, and jobs with estimates above the median run at least twice as long.",
			ours, nil, dependent),
	}
}

func overrunsTable2(at paper.Source) (bool, string) {
	return paper.Every(sets, func(t *paper.Cases, s string) {
		t.Check((at(s, "", "over") > 0) == (s != "pc2"), "%s with %.0f", s, at(s, "", "over"))
	})
}

func weibull(at paper.Source) (bool, string) {
	var t paper.Cases
	for _, s := range sets {
		w, e := at(s, "", "distance_weibull"), at(s, "", "distance_exponential")
		t.Check(w < e, "%s: %.3f and %.3f", s, w, e)
	}
	ok, note := t.All()
	return ok, note + "; distances of the Weibull: " + list(sets, "%.3f", func(s string) float64 { return at(s, "", "distance_weibull") })
}

func dependent(at paper.Source) (bool, string) {
	var t paper.Cases
	for _, s := range sets {
		area, runs := at(s, "", "area_ratio"), at(s, "", "run_ratio")
		t.Check(math.Abs(area-1) > 0.05 && runs >= 2, "%s: area %.2f times the product, runs %.1f times as long", s, area, runs)
	}
	ok, note := t.All()
	return ok, note + "; area: " + list(sets, "%.2f", func(s string) float64 { return at(s, "", "area_ratio") })
}

func table3Claims() []paper.Claim {
	ours := func(r *paper.Results) paper.Source {
		return func(set, column, key string) float64 {
			if column == "trace" {
				return r.Value(setOf(set).log(), key)
			}
			return r.Value(setOf(set).syn(), key)
		}
	}
	printed := func(set, column, key string) float64 {
		if column == "trace" {
			return table2.at(set, "", key)
		}
		return table3.at(set, "", key)
	}
	return []paper.Claim{
		paper.Both("maxima", "4", "The longest run time is often longer than the longest estimate; here: in at least half of the sets.", ours,
			printed,
			maxima),
		paper.Both("characteristics", "4", "The synthetic sets retain the characteristics of the traces; here: means of width, estimate and "+
			"run time within 5 %, share of overruns within a percentage point.", ours, printed,
			characteristics),
		paper.Both("arrivals", "4", "So do their interarrival times; here: means within 25 %.", ours, printed,
			arrivals),
		paper.Both("nights", "4", "The sets keep the traces' unused nodes at night; here: where the busiest hour of the day has at least "+
			"twice the submissions of the quietest in the trace, it has in the set.", ours, nil,
			nights),
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
		t.Check(math.Abs(d) <= 1, "overruns of %s: %+.2f points", s, d)
	})
}

func arrivals(at paper.Source) (bool, string) {
	ratio := func(s string) float64 { return at(s, "", "gap_mean") / at(s, "trace", "gap_mean") }
	var t paper.Cases
	for _, s := range sets {
		t.Check(math.Abs(ratio(s)-1) <= 0.25, "%s", s)
	}
	ok, _ := t.All()
	return ok, "times the trace's: " + list(sets, "%.2f", ratio)
}

func nights(at paper.Source) (bool, string) {
	var t paper.Cases
	for _, s := range []string{"ctc", "kth", "sdsc"} {
		t.Check(at(s, "trace", "hours") < 2 || at(s, "", "hours") >= 2, "%s", s)
	}
	ok, note := t.All()
	return ok, fmt.Sprintf("%s; traces: %s, sets: %s; submissions drawn independently of the hour know no night, only chance and bursts "+
		"make hours differ", note,
		list(sets, "%.1f", func(s string) float64 { return at(s, "trace", "hours") }),
		list(sets, "%.1f", func(s string) float64 { return at(s, "", "hours") }))
}
