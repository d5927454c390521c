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
	claim{"sjf-unshrunk", "5.2", "SJF is the best single policy at the shrinking factor of 1.00; here: on CTC_syn and KTH_syn, whose curves " +
		"begin there.", sjfUnshrunk},
	claim{"follows", "5.2", "The advanced decider can follow SJF or FCFS on KTH_syn, PC2_syn and SDSC_syn but not on CTC_syn; here: on " +
		"average over the factors it is at most 1.15 times the worse of the two there, and more on CTC_syn.", follows})

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
	{"small-gain", "5.2", "Perfect estimates help the advanced decider only a little; here: by 0 to 20 % on average over sets and factors.",
		smallGain},
	{"sjf-best", "5.2", "With perfect estimates, too, SJF is best; here: at three quarters of each set's factors.", sjfBest},
	{"near-sjf", "5.2", "And the advanced decider comes close to it; here: within 25 %, averaged over the factors of each set.", nearSjf},
	{"matters-with-load", "5.2", "Good estimates matter more under load: on CTC_syn SJF gains next to nothing at 1.00 (here: less than 10 " +
		"%) and much at 0.70.", mattersWithLoad},
	{"matters-on-pc2", "5.2", "On PC2_syn they matter even more; here: SJF's largest gain there exceeds its largest on CTC_syn.",
		mattersOnPc2},
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
	{"same-ranking", "5.2", "Short jobs do not decide the ranking: it is the same with a bound of 300 s as with 60 s; here: by each set's " +
		"means over the factors.", sameRanking},
	{"smaller", "5.2", "But the slowdowns are smaller, so short jobs weigh heavily in them; here: lower at every point, and by 25 % or " +
		"more on average.", smaller},
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
	{"alike-until-saturated", "5.2", "As long as the machine is not saturated, all schedulers reach similar utilizations (here: within 3 " +
		"points at the largest factor of each set); after that they differ more.", alikeUntilSaturated},
	{"ljf-highest", "5.2", "LJF has the highest utilization; here: on average over the factors of each set.", ljfHighest},
	{"ljf-95", "5.2", "On a saturated machine LJF reaches 95 % and more; here: at the smallest factor of each set.", ljf95},
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
