package dynp

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/paper"
)

func fig4Claims() []paper.Claim {
	return append(ranked("artww_s"),
		claim("sjf-unshrunk", "SJF is the best single policy at the shrinking factor of 1.00; here: on CTC_syn and KTH_syn, whose curves "+
			"begin there.", sjfUnshrunk),
		claim("follows", "It can follow SJF or FCFS on KTH_syn, PC2_syn and SDSC_syn but not on CTC_syn; here: on average over the factors "+
			"it is at most 1.15 times the worse of the two there, and more on CTC_syn.", follows))
}

func sjfUnshrunk(r *paper.Results) (bool, string) {
	var t paper.Cases
	for _, s := range []string{"ctc", "kth"} {
		v := func(line string) float64 { return curve(r, s, line, "artww_s")[0] }
		t.Check(v("sjf") < min(v("fcfs"), v("ljf")), "%s: FCFS %.0f, SJF %.0f, LJF %.0f s", s, v("fcfs"), v("sjf"), v("ljf"))
	}
	return t.All()
}

func follows(r *paper.Results) (bool, string) {
	ok := true
	over := func(s string) float64 {
		worse := curve(r, s, "fcfs", "artww_s")
		for i, v := range curve(r, s, "sjf", "artww_s") {
			worse[i] = max(worse[i], v)
		}
		return ratio(curve(r, s, "artww-advanced", "artww_s"), worse)
	}
	for _, s := range sets {
		ok = ok && (over(s) <= 1.15) == (s != "ctc")
	}
	return ok, list(sets, "%.2f times", over)
}

func fig5Claims() []paper.Claim { return ranked("sldww_60") }

func fig6Claims() []paper.Claim {

	return []paper.Claim{
		claim("small-gain", "Perfect estimates help the advanced decider only a little; here: by 0 to 20 % on average over sets and factors.",
			smallGain),
		claim("sjf-best", "With perfect estimates, too, SJF is best; here: at three quarters of each set's factors.", sjfBest),
		claim("near-sjf", "And the advanced decider comes close to it; here: within 25 %, mean over the factors of each set.", nearSjf),
		claim("matters-with-load", "Good estimates matter more under load: on CTC_syn SJF gains next to nothing at 1.00 (here: less than 10 "+
			"%) and much at 0.70.", mattersWithLoad),
		claim("matters-on-pc2", "On PC2_syn they matter even more; here: SJF's largest gain there exceeds that on CTC_syn.", mattersOnPc2),
	}
}

// gainFig6 is by how many percent perfect estimates lower the response time at
// each factor. Figure 6 has the runs of figure 4 for that.
func gainFig6(r *paper.Results, set, line string) []float64 {
	return gains(curve(r, set, line, "artww_s"), exactCurve(r, set, line, "artww_s"))
}

func last(v []float64) float64 { return v[len(v)-1] }

func smallGain(r *paper.Results) (bool, string) {
	var all []float64
	for _, s := range sets {
		all = append(all, gainFig6(r, s, "artww-advanced")...)
	}
	ok, note := between(paper.Mean(all), 0, 20, "%.1f %%; ")
	return ok, note + list(sets, "%.1f %%", func(s string) float64 { return paper.Mean(gainFig6(r, s, "artww-advanced")) })
}

func sjfBest(r *paper.Results) (bool, string) {
	return paper.Every(sets, func(t *paper.Cases, s string) {
		held := 0
		sjf := exactCurve(r, s, "sjf", "artww_s")
		for i := range sjf {
			best := true
			for _, line := range schedulers[:4] {
				best = best && exactCurve(r, s, line.key, "artww_s")[i] >= sjf[i]
			}
			if best {
				held++
			}
		}
		t.Check(4*held >= 3*len(sjf), "%s: %d of %d", s, held, len(sjf))
	})
}

func nearSjf(r *paper.Results) (bool, string) {
	return each(sets, "%.2f times", func(s string) float64 {
		return ratio(exactCurve(r, s, "artww-advanced", "artww_s"), exactCurve(r, s, "sjf", "artww_s"))
	}, func(v float64) bool { return v <= 1.25 })
}

func mattersWithLoad(r *paper.Results) (bool, string) {
	g := gainFig6(r, "ctc", "sjf")
	at := slices.IndexFunc(setOf("ctc").at(r.Scale), func(f float64) bool { return f < 0.705 })
	return math.Abs(g[0]) < 10 && g[at] > 10 && g[at] > g[0],
		fmt.Sprintf("%+.1f %% at 1.00, %+.1f %% at 0.70 (printed: about 0 and 29.3 %%)", g[0], g[at])
}

func mattersOnPc2(r *paper.Results) (bool, string) {
	c, p := gainFig6(r, "ctc", "sjf"), gainFig6(r, "pc2", "sjf")
	return slices.Max(p) > slices.Max(c), fmt.Sprintf("%.1f and %.1f %%; at the smallest factors %.1f and %.1f %%",
		slices.Max(p), slices.Max(c), last(p), last(c))
}

func fig7Claims() []paper.Claim {

	return []paper.Claim{
		claim("same-ranking", "Short jobs do not decide the ranking: with a bound of 300 s it is that of 60 s; here: by the means over the "+
			"factors of each set.", sameRanking),
		claim("smaller", "But the slowdowns are smaller, so short jobs weigh heavily in them; here: lower at every point, and by 25 % or "+
			"more on average.", smaller),
	}
}

// rank returns the schedulers by their means, lowest first.
func rank(r *paper.Results, set, metric string) string {
	lines := slices.Clone(schedulers)
	slices.SortStableFunc(lines, func(a, b line) int { return cmp.Compare(mean(r, set, a.key, metric), mean(r, set, b.key, metric)) })
	var names []string
	for _, l := range lines {
		names = append(names, l.title)
	}
	return strings.Join(names, " < ")
}

func sameRanking(r *paper.Results) (bool, string) {
	return paper.Every(sets, func(t *paper.Cases, s string) {
		a, b := rank(r, s, "sldww_60"), rank(r, s, "sldww_300")
		t.Check(a == b, "%s: %s with 60 s, %s with 300 s", s, a, b)
	})
}

func smaller(r *paper.Results) (bool, string) {
	var t paper.Cases
	var all []float64
	for _, s := range sets {
		for _, line := range schedulers {
			for _, gain := range gains(curve(r, s, line.key, "sldww_60"), curve(r, s, line.key, "sldww_300")) {
				t.Check(gain > 0, "%s %s", s, line.title)
				all = append(all, gain)
			}
		}
	}
	ok, note := t.All()
	return ok && paper.Mean(all) >= 25, fmt.Sprintf("%s; by %.1f %% on average", note, paper.Mean(all))
}

func fig8Claims() []paper.Claim {

	return []paper.Claim{
		claim("alike-until-saturated", "As long as the machine is not saturated all schedulers reach similar utilizations (here: within 3 "+
			"points at the largest factor of each set), then they differ more.", alikeUntilSaturated),
		claim("ljf-highest", "LJF has the highest utilization; here: on average over the factors of each set.", ljfHighest),
		claim("ljf-95", "In the saturated state LJF reaches 95 % and more; here: at the smallest factor of each set.", ljf95),
	}
}

func spread(r *paper.Results, set string, i int) float64 {
	var all []float64
	for _, line := range schedulers {
		all = append(all, 100*curve(r, set, line.key, "util")[i])
	}
	return slices.Max(all) - slices.Min(all)
}

func alikeUntilSaturated(r *paper.Results) (bool, string) {
	first := func(s string) float64 { return spread(r, s, 0) }
	end := func(s string) float64 { return spread(r, s, len(setOf(s).at(r.Scale))-1) }
	ok := true
	for _, s := range sets {
		ok = ok && first(s) <= 3 && end(s) > first(s)
	}
	return ok, "from the highest to the lowest at the largest factor: " + list(sets, "%.2f", first) + ", at the smallest: " +
		list(sets, "%.2f points", end)
}

func ljfHighest(r *paper.Results) (bool, string) {
	return paper.Every(sets, func(t *paper.Cases, s string) {
		best, at := math.Inf(-1), ""
		for _, line := range schedulers {
			if v := mean(r, s, line.key, "util"); v > best {
				best, at = v, line.title
			}
		}
		t.Check(at == "LJF", "%s: %s %.2f %%, LJF %.2f %%", s, at, 100*best, 100*mean(r, s, "ljf", "util"))
	})
}

func ljf95(r *paper.Results) (bool, string) {
	return each(sets, "%.1f %%", func(s string) float64 { return 100 * last(curve(r, s, "ljf", "util")) },
		func(v float64) bool { return v >= 95 })
}
