package dynp

import (
	"fmt"
	"math"
	"strings"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/internal/numeral"
)

func fig1Claims() []paper.Claim {
	claim := paper.Section("4")
	return []paper.Claim{
		claim("staircase", "Estimates are popular round values, run times vary smoothly; here: 90 % of the jobs share at least 4 times as "+
			"many run times as estimates.", staircase),
		claim("popular", "Estimates of 10 and 30 minutes and of 2 hours make up about 52 % of PC2_syn; here: 49 to 55 %.", popular).
			ByConstruction("pc2-like is built on that number"),
		claim("two-hours", "The run times of PC2_syn have a step at 2 hours, since many jobs with that estimate use all of it; here: at "+
			"least 2 % of all jobs.", twoHours).ByConstruction("pc2-like is built to have that step"),
		paper.Section("5.2")("half-short", "Almost half of all jobs run for at most 5 minutes; here: 40 to 55 %, on average over the sets.",
			halfShort),
	}
}

func staircase(r *paper.Results) (bool, string) {
	at := table3.ours(r)
	estimates, runs := at.Of("", "estimate_values"), at.Of("", "run_values")
	ok, _ := each(sets, "", func(s string) float64 { return runs(s) - 4*estimates(s) }, func(v float64) bool { return v >= 0 })
	return ok, "estimates: " + list(sets, "%.0f", estimates) + "; run times: " + list(sets, "%.0f", runs)
}

func popular(r *paper.Results) (bool, string) {
	return between(r.Value("PC2_syn", "popular_share"), 49, 55, "%.1f %%")
}

func twoHours(r *paper.Results) (bool, string) {
	return between(r.Value("PC2_syn", "two_hours_share"), 2, 100, "%.1f %%")
}

func halfShort(r *paper.Results) (bool, string) {
	ok, note := between(meanShort(r), 40, 55, "%.1f %%; ")
	return ok, note + list(sets, "%.1f %%", table3.ours(r).Of("", "short_share"))
}

// meanShort is the share of jobs up to 300 s, averaged over the sets.
func meanShort(r *paper.Results) (sum float64) {
	for _, s := range sets {
		sum += table3.ours(r)(s, "", "short_share") / float64(len(sets))
	}
	return sum
}

var fig2Claims = []claim{
	{"ms-worst", "5.2", "With the advanced decider, ART and ARTwW give lower response times than MS; here: at 9 of 10 points.", msWorst},
	{"ms-utilization", "5.2", "MS improves the utilization more; here: on average over all points of the advanced decider.", msUtilization},
	{"advanced-mostly", "5.2", "With ARTwW, the advanced decider mostly has the lower response time; here: at two thirds of the points.",
		advancedMostly},
	{"pc2-30", "5.2", "On PC2_syn it is better by about 30 %; here: 20 to 40 % on average over the factors.", gainWithin("pc2", 20, 40)},
	{"kth-20", "5.2", "On KTH_syn it is better by about 20 %; here: 10 to 30 % on average over the factors.", gainWithin("kth", 10, 30)},
	{"ctc-alike", "5.2", "On CTC_syn the deciders differ less than on KTH_syn and PC2_syn; here: by less than 10 % on average over the " +
		"factors, and by less than the advanced decider gains on each of the two.", ctcAlike},
	{"pressure", "5", "As the shrinking factor falls, backlog, utilization and waits grow; here: with the advanced decider and ARTwW, from " +
		"each factor to the next at 9 of 10 places.", pressure},
}

func msWorst(v view) (bool, string) {
	var t paper.Cases
	for _, s := range sets {
		ms := v.curve(s, "ms-advanced")
		for i, f := range v.factors(s) {
			for _, q := range []string{"art", "artww"} {
				artww := v.curve(s, q+"-advanced")[i]
				t.Check(artww < ms[i], "%s %.2f with %s: %.0f and %.0f s", s, f, q, artww, ms[i])
			}
		}
	}
	return t.AtLeast(0.9)
}

func msUtilization(v view) (bool, string) {
	mean := func(q string) float64 {
		var all []float64
		for _, s := range sets {
			all = append(all, v.of("util").curve(s, q+"-advanced")...)
		}
		return paper.Mean(all)
	}
	ms, art, artww := mean("ms"), mean("art"), mean("artww")
	return ms > max(art, artww), fmt.Sprintf("MS %.2f, ART %.2f, ARTwW %.2f %%", ms, art, artww)
}

func advancedMostly(v view) (bool, string) {
	var t paper.Cases
	for _, s := range sets {
		simple, advanced := v.curve(s, "artww-simple"), v.curve(s, "artww-advanced")
		for i, f := range v.factors(s) {
			t.Check(advanced[i] < simple[i], "%s %.2f: %.0f and %.0f s", s, f, advanced[i], simple[i])
		}
	}
	return t.AtLeast(2.0 / 3)
}

// gainWithin claims that the advanced decider's value is from..to percent below the simple
// one's, averaged over the factors.
func gainWithin(set string, from, to float64) func(v view) (bool, string) {
	return func(v view) (bool, string) {
		g := v.gain(set)
		return g >= from && g <= to, "the advanced decider gains " + numeral.Signed(g, 1) + " %"
	}
}

func ctcAlike(v view) (bool, string) {
	ctc, kth, pc2 := v.gain("ctc"), v.gain("kth"), v.gain("pc2")
	return math.Abs(ctc) < min(10, kth, pc2), fmt.Sprintf("the advanced decider gains %s %%; on KTH %s %%, on PC2 %s %%",
		numeral.Signed(ctc, 1), numeral.Signed(kth, 1), numeral.Signed(pc2, 1))
}

func pressure(v view) (bool, string) {
	var t paper.Cases
	for _, s := range sets {
		for _, metric := range []string{"backlog", "util", "wait_mean"} {
			y, factors := v.of(metric).curve(s, "artww-advanced"), v.factors(s)
			for i := range y[1:] {
				t.Check(y[i+1] > y[i], "%s of %s from %.2f to %.2f", metric, s, factors[i], factors[i+1])
			}
		}
	}
	return t.AtLeast(0.9)
}

var fig3Claims = []claim{
	{"ctc-reversed", "5.2", "By slowdown, the simple decider is the better one on CTC_syn; here: with ARTwW, by 1 % or more on average " +
		"over the factors.", gainWithin("ctc", math.Inf(-1), -1)},
	{"pc2-not-reversed", "5.2", "On PC2_syn the advanced decider remains the better one; here: likewise by 1 % or more.",
		gainWithin("pc2", 1, math.Inf(1))},
	{"pc2-grows", "5.2", "On PC2_syn the deciders' slowdowns differ more at small shrinking factors; here: more at the smallest than at the " +
		"largest.", pc2Grows},
	{"pc2-constant", "5.2", "On PC2_syn the slowdown of the advanced decider is nearly constant over a wide range of factors; here: from " +
		"0.80 to 0.55 it changes by less than a factor of 1.5.", pc2Constant},
	{"pc2-tenfold", "5.2", "The slowdowns of PC2_syn are 10 times those of CTC_syn; here: 5 to 20 times, with the advanced decider, " +
		"averaged over the factors.", pc2Tenfold},
}

func pc2Grows(v view) (bool, string) {
	simple, advanced := v.curve("pc2", "artww-simple"), v.curve("pc2", "artww-advanced")
	first, end := simple[0]-advanced[0], last(simple)-last(advanced)
	return end > first, fmt.Sprintf("%.1f at the largest factor, %.1f at the smallest", first, end)
}

func pc2Constant(v view) (bool, string) {
	least, most := math.Inf(1), 0.0
	for i, f := range v.factors("pc2") {
		if f >= 0.55 {
			y := v.curve("pc2", "artww-advanced")[i]
			least, most = min(least, y), max(most, y)
		}
	}
	return most < 1.5*least, fmt.Sprintf("%.1f to %.1f", least, most)
}

func pc2Tenfold(v view) (bool, string) { return between(v.tenfold(), 5, 20, "%.1f times") }

// ranked are the claims about both response time and slowdown.
var ranked = []claim{
	{"basic-bad", "5.2", "With its old bounds, basic dynP does badly on all four sets; here: on average over the factors it is worse than " +
		"the advanced decider and SJF.", basicBad},
	{"sjf-best", "5.2", "SJF is lowest on all four sets over a wide range of factors; here: at three quarters of each set's.", sjfBest},
	{"pc2-like-sjf", "5.2", "On PC2_syn the advanced decider comes close to SJF but does not beat it; here: 0.98 to 1.25 times SJF, " +
		"averaged over the factors.", pc2LikeSjf},
	{"ctc-drops", "5.2", "On CTC_syn it cannot compete with FCFS below 0.90; here: it is worse at three quarters of these factors.",
		ctcDrops},
	{"ctc-like-ljf", "5.2", "There it even falls to the level of LJF, the worst of the single policies; here: at some factor below 0.90 it " +
		"is within 10 % of LJF or worse, and LJF is the worst of the three on average.", ctcLikeLjf},
	{"like-fcfs", "5.2", "On KTH_syn and SDSC_syn it follows FCFS; here: 0.85 to 1.15 times FCFS, averaged over the factors.", likeFcfs},
}

func basicBad(v view) (bool, string) {
	return paper.Every(sets, func(t *paper.Cases, s string) {
		b, a, j := v.mean(s, "basic"), v.mean(s, "artww-advanced"), v.mean(s, "sjf")
		t.Check(b > max(a, j), "%s: %.0f, advanced %.0f, SJF %.0f", s, b, a, j)
	})
}

func sjfBest(v view) (bool, string) {
	ok := true
	var notes []string
	for _, s := range sets {
		var t paper.Cases
		for i, f := range v.factors(s) {
			best := "sjf"
			for _, line := range v.lines {
				if v.curve(s, line.key)[i] < v.curve(s, best)[i] {
					best = line.key
				}
			}
			t.Check(best == "sjf", "%.2f (%s)", f, best)
		}
		held, note := t.AtLeast(0.75)
		ok = ok && held
		notes = append(notes, strings.ToUpper(s)+" "+note)
	}
	return ok, strings.Join(notes, "; ")
}

func pc2LikeSjf(v view) (bool, string) {
	return between(v.ratio("pc2", "sjf"), 0.98, 1.25, "%.2f times")
}

func ctcDrops(v view) (bool, string) {
	var t paper.Cases
	for i, f := range v.factors("ctc") {
		if a, b := v.curve("ctc", "artww-advanced")[i], v.curve("ctc", "fcfs")[i]; f < 0.895 {
			t.Check(a > b, "%.2f: %.1f and %.1f", f, a, b)
		}
	}
	return t.AtLeast(0.75)
}

func ctcLikeLjf(v view) (bool, string) {
	nearest, where := math.Inf(1), 0.0
	for i, f := range v.factors("ctc") {
		if q := v.curve("ctc", "ljf")[i] / v.curve("ctc", "artww-advanced")[i]; f < 0.895 && q < nearest {
			nearest, where = q, f
		}
	}
	f, j, l := v.mean("ctc", "fcfs"), v.mean("ctc", "sjf"), v.mean("ctc", "ljf")
	return nearest <= 1.1 && l > max(f, j), fmt.Sprintf("LJF is %.2f times the advanced decider at %.2f; means: FCFS %.1f, SJF %.1f, "+
		"LJF %.1f", nearest, where, f, j, l)
}

func likeFcfs(v view) (bool, string) {
	return each([]string{"kth", "sdsc"}, "%.2f times", func(s string) float64 { return v.ratio(s, "fcfs") },
		func(q float64) bool { return math.Abs(q-1) <= 0.15 })
}
