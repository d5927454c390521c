package dynp

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/internal/numeral"
)

var fig4Claims = append(slices.Clip(ranked),
	claim{"sjf-unshrunk", sjfUnshrunk},
	claim{"follows", follows})

func sjfUnshrunk(v view) (bool, string) {
	return paper.Every([]string{"ctc", "kth"}, func(t *paper.Cases, s string) {
		f, j, l := v.curve(s, "fcfs")[0], v.curve(s, "sjf")[0], v.curve(s, "ljf")[0]
		t.Check(j < min(f, l), "%s: FCFS %.0f, SJF %.0f, LJF %.0f s", s, f, j, l)
	})
}

func follows(v view) (bool, string) {
	over := func(s string) float64 {
		worse := v.curve(s, "fcfs")
		for i, y := range v.curve(s, "sjf") {
			worse[i] = max(worse[i], y)
		}
		return ratio(v.curve(s, "artww-advanced"), worse)
	}
	ok := true
	for _, s := range sets {
		ok = ok && (over(s) <= 1.15) == (s != "ctc")
	}
	return ok, list(sets, "%.2f times", over)
}

var fig6Claims = []claim{
	{"small-gain", smallGain},
	{"sjf-best", sjfBest},
	{"near-sjf", nearSjf},
	{"matters-with-load", mattersWithLoad},
	{"matters-on-pc2", mattersOnPc2},
}

// gained is by how many percent perfect estimates lower the response time at each
// factor: the runs of figure 4 have the real ones.
func (v view) gained(set, line string) []float64 {
	figure4 := v
	figure4.exact = false
	return gains(figure4.curve(set, line), v.curve(set, line))
}

func last(v []float64) float64 { return v[len(v)-1] }

func smallGain(v view) (bool, string) {
	var all []float64
	for _, s := range sets {
		all = append(all, v.gained(s, "artww-advanced")...)
	}
	ok, note := between(paper.Mean(all), 0, 20, "%.1f %%; ")
	return ok, note + list(sets, "%.1f %%", func(s string) float64 { return paper.Mean(v.gained(s, "artww-advanced")) })
}

func nearSjf(v view) (bool, string) {
	return each(sets, "%.2f times", func(s string) float64 { return v.ratio(s, "sjf") }, func(q float64) bool { return q <= 1.25 })
}

func mattersWithLoad(v view) (bool, string) {
	g := v.gained("ctc", "sjf")
	at := slices.IndexFunc(v.factors("ctc"), func(f float64) bool { return f < 0.705 })
	return math.Abs(g[0]) < 10 && g[at] > 10 && g[at] > g[0],
		fmt.Sprintf("%s %% at 1.00, %s %% at 0.70 (printed: about 0 and 29.3 %%)", numeral.Signed(g[0], 1), numeral.Signed(g[at], 1))
}

func mattersOnPc2(v view) (bool, string) {
	c, p := v.gained("ctc", "sjf"), v.gained("pc2", "sjf")
	return slices.Max(p) > slices.Max(c), fmt.Sprintf("%.1f and %.1f %%; at the smallest factors %.1f and %.1f %%",
		slices.Max(p), slices.Max(c), last(p), last(c))
}

var fig7Claims = []claim{
	{"same-ranking", sameRanking},
	{"smaller", smaller},
}

// rank returns the schedulers by their means, lowest first.
func (v view) rank(set string) string {
	lines := slices.Clone(schedulers)
	slices.SortStableFunc(lines, func(a, b line) int { return cmp.Compare(v.mean(set, a.key), v.mean(set, b.key)) })
	var names []string
	for _, l := range lines {
		names = append(names, l.title)
	}
	return strings.Join(names, " < ")
}

func sameRanking(v view) (bool, string) {
	return paper.Every(sets, func(t *paper.Cases, s string) {
		a, b := v.of("sldww_60").rank(s), v.rank(s)
		t.Check(a == b, "%s: %s with 60 s, %s with 300 s", s, a, b)
	})
}

func smaller(v view) (bool, string) {
	var t paper.Cases
	var all []float64
	for _, s := range sets {
		for _, line := range schedulers {
			for _, gain := range gains(v.of("sldww_60").curve(s, line.key), v.curve(s, line.key)) {
				t.Check(gain > 0, "%s %s", s, line.title)
				all = append(all, gain)
			}
		}
	}
	ok, note := t.All()
	return ok && paper.Mean(all) >= 25, fmt.Sprintf("%s; by %.1f %% on average", note, paper.Mean(all))
}

var fig8Claims = []claim{
	{"alike-until-saturated", alikeUntilSaturated},
	{"ljf-highest", ljfHighest},
	{"ljf-95", ljf95},
	{"lost-capacity", lostCapacity},
}

func alikeUntilSaturated(v view) (bool, string) {
	spread := func(point func(curve []float64) float64) func(set string) float64 {
		return func(s string) float64 {
			var all []float64
			for _, line := range schedulers {
				all = append(all, point(v.curve(s, line.key)))
			}
			return slices.Max(all) - slices.Min(all)
		}
	}
	first, end := spread(func(y []float64) float64 { return y[0] }), spread(last)
	ok := true
	for _, s := range sets {
		ok = ok && first(s) <= 3 && end(s) > first(s)
	}
	return ok, "from the highest to the lowest at the largest factor: " + list(sets, "%.2f", first) + ", at the smallest: " +
		list(sets, "%.2f points", end)
}

func ljfHighest(v view) (bool, string) {
	return paper.Every(sets, func(t *paper.Cases, s string) {
		best := slices.MaxFunc(schedulers, func(a, b line) int { return cmp.Compare(v.mean(s, a.key), v.mean(s, b.key)) })
		t.Check(best.key == "ljf", "%s: %s %.2f %%, LJF %.2f %%", s, best.title, v.mean(s, best.key), v.mean(s, "ljf"))
	})
}

func ljf95(v view) (bool, string) {
	return each(sets, "%.1f %%", func(s string) float64 { return last(v.curve(s, "ljf")) }, func(u float64) bool { return u >= 95 })
}

func lostCapacity(v view) (bool, string) {
	return paper.Every(sets, func(t *paper.Cases, s string) {
		for _, line := range schedulers {
			loc, idle := 100*last(v.of("loc").curve(s, line.key)), 100-last(v.curve(s, line.key))
			t.Check(idle-loc <= 2, "%s %s: LOC %.1f %%, idle %.1f %%", s, line.title, loc, idle)
		}
	})
}
