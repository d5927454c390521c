package dynp

import (
	"fmt"
	"math"
	"strings"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/internal/numeral"
)

func fig1Claims() []paper.Claim {
	return []paper.Claim{
		paper.Judged("staircase", staircase),
		paper.Judged("popular", popular),
		paper.Judged("two-hours", twoHours),
		paper.Judged("half-short", halfShort),
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
	{"ms-worst", msWorst},
	{"ms-utilization", msUtilization},
	{"advanced-mostly", advancedMostly},
	{"pc2-30", gainWithin("pc2", 20, 40)},
	{"kth-20", gainWithin("kth", 10, 30)},
	{"ctc-alike", ctcAlike},
	{"pressure", pressure},
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
	{"ctc-reversed", gainWithin("ctc", math.Inf(-1), -1)},
	{"pc2-not-reversed", gainWithin("pc2", 1, math.Inf(1))},
	{"pc2-grows", pc2Grows},
	{"pc2-constant", pc2Constant},
	{"pc2-tenfold", pc2Tenfold},
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
	{"basic-bad", basicBad},
	{"sjf-best", sjfBest},
	{"pc2-like-sjf", pc2LikeSjf},
	{"ctc-drops", ctcDrops},
	{"ctc-like-ljf", ctcLikeLjf},
	{"like-fcfs", likeFcfs},
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
