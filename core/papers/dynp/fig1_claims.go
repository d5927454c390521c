package dynp

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/paper"
)

func fig1Claims() []paper.Claim {
	return []paper.Claim{
		{ID: "staircase", Section: "4", Text: "Estimates are round, popular values, run times are spread smoothly; here: 90 % of the jobs " +
			"share at least 4 times as many different run times as estimates.",
			Holds: staircase},
		{ID: "popular", Section: "4", Text: "Estimates of 10 and 30 minutes and of 2 hours make up about 52 % of PC2_syn; here: 49 to 55 %.",
			Holds: popular},
		{ID: "two-hours", Section: "4", Text: "The run times of PC2_syn have a step at 2 hours: many jobs with that estimate run for just as " +
			"long; here: at least 2 % of all jobs.",
			Holds: twoHours},
		{ID: "half-short", Section: "5.2", Text: "Almost half of all jobs run for 5 minutes or less; here: 40 to 55 %, on average over the sets.",
			Holds: halfShort},
	}
}

func staircase(r *paper.Results) (bool, string) {
	var t paper.Cases
	value := func(key string) func(string) float64 {
		return func(s string) float64 { return r.Value(setOf(s).syn(), key) }
	}
	for _, s := range sets {
		t.Check(value("run_values")(s) >= 4*value("estimate_values")(s), "%s", s)
	}
	ok, _ := t.All()
	return ok, "estimates: " + list(sets, "%.0f", value("estimate_values")) + "; run times: " + list(sets, "%.0f", value("run_values"))
}

func popular(r *paper.Results) (bool, string) {
	v := r.Value("PC2_syn", "popular_share")
	return math.Abs(v-52) <= 3, fmt.Sprintf("%.1f %%, in a reconstruction built on that number", v)
}

func twoHours(r *paper.Results) (bool, string) {
	v := r.Value("PC2_syn", "two_hours_share")
	return v >= 2, fmt.Sprintf("%.1f %%, in a reconstruction made so", v)
}

func halfShort(r *paper.Results) (bool, string) {
	value := func(s string) float64 { return r.Value(setOf(s).syn(), "short_share") }
	sum := 0.0
	for _, s := range sets {
		sum += value(s) / float64(len(sets))
	}
	return sum >= 40 && sum <= 55, fmt.Sprintf("%.1f %%; %s", sum, list(sets, "%.1f %%", value))
}

// claim is a claim about figures, which have no printed points.
func claim(id, text string, holds func(r *paper.Results) (bool, string)) paper.Claim {
	return paper.Claim{ID: id, Text: text, Section: "5.2", Holds: holds}
}

func fig2Claims() []paper.Claim {

	return []paper.Claim{
		claim("ms-worst", "Quality ART and ARTwW give lower response times than MS, with the advanced decider; here: at 9 of 10 points.",
			msWorst),
		claim("ms-utilization", "MS improves the utilization more; here: on average over all points of the advanced decider.", msUtilization),
		claim("advanced-mostly", "With ARTwW the advanced decider mostly has the lower response time; here: at two thirds of the points.",
			advancedMostly),
		claim("pc2-30", "On PC2_syn it is better by about 30 %; here: 20 to 40 % on average over the factors.", gainWithin("pc2", 20, 40)),
		claim("kth-20", "On KTH_syn it is better by about 20 %; here: 10 to 30 % on average over the factors.", gainWithin("kth", 10, 30)),
		claim("ctc-alike", "On CTC_syn the deciders differ little; here: by less than 10 % on average over the factors.",
			gainWithin("ctc", -10, 10)),
		{ID: "pressure", Section: "5", Text: "With a smaller shrinking factor the backlog, the utilization and the waits grow; here: of the " +
			"advanced decider with ARTwW, from each factor to the next at 9 of 10 places.",
			Holds: pressure},
	}
}

func curveFig2(r *paper.Results, set, line, metric string) []float64 {
	return curve(r, false, set, line, metric)
}

func msWorst(r *paper.Results) (bool, string) {
	var t paper.Cases
	for _, s := range sets {
		ms := curveFig2(r, s, "ms-advanced", "artww_s")
		for i, f := range setOf(s).at(r.Scale) {
			for _, q := range []string{"art", "artww"} {
				v := curveFig2(r, s, q+"-advanced", "artww_s")[i]
				t.Check(v < ms[i], "%s %.2f with %s: %.0f and %.0f s", s, f, q, v, ms[i])
			}
		}
	}
	return t.AtLeast(0.9)
}

func msUtilization(r *paper.Results) (bool, string) {
	mean := func(q string) float64 {
		var all []float64
		for _, s := range sets {
			all = append(all, curveFig2(r, s, q+"-advanced", "util")...)
		}
		return 100 * paper.Mean(all)
	}
	return mean("ms") > max(mean("art"), mean("artww")), fmt.Sprintf("MS %.2f, ART %.2f, ARTwW %.2f %%", mean("ms"), mean("art"),
		mean("artww"))
}

func advancedMostly(r *paper.Results) (bool, string) {
	var t paper.Cases
	for _, s := range sets {
		simple, advanced := curveFig2(r, s, "artww-simple", "artww_s"), curveFig2(r, s, "artww-advanced", "artww_s")
		for i, f := range setOf(s).at(r.Scale) {
			t.Check(advanced[i] < simple[i], "%s %.2f: %.0f and %.0f s", s, f, advanced[i], simple[i])
		}
	}
	return t.AtLeast(2.0 / 3)
}

func pressure(r *paper.Results) (bool, string) {
	var t paper.Cases
	for _, s := range sets {
		factors := setOf(s).at(r.Scale)
		for _, metric := range []string{"backlog", "util", "wait_mean_s"} {
			for i := range factors[1:] {
				before, after := at(r, s, factors[i], metric), at(r, s, factors[i+1], metric)
				t.Check(after > before, "%s of %s from %.2f to %.2f", metric, s, factors[i], factors[i+1])
			}
		}
	}
	return t.AtLeast(0.9)
}

// at is a metric or the mean backlog of the advanced decider with ARTwW.
func at(r *paper.Results, set string, factor float64, metric string) float64 {
	label := point(setOf(set).syn(), factor, "artww-advanced")
	if metric == "backlog" {
		return r.Value(label, metric)
	}
	return r.Metric(label, metric)
}

func gainWithin(set string, from, to float64) func(r *paper.Results) (bool, string) {
	return func(r *paper.Results) (bool, string) {
		g := meanGain(r, set, "artww_s")
		return g >= from && g <= to, fmt.Sprintf("%+.1f %%", g)
	}
}

func fig3Claims() []paper.Claim {

	return []paper.Claim{
		claim("ctc-reversed", "By slowdown the simple decider is the better one on CTC_syn; here: with ARTwW, on average over the factors.",
			ctcReversed),
		claim("pc2-not-reversed", "On PC2_syn the advanced decider stays the better one.", pc2NotReversed),
		claim("pc2-grows", "On PC2_syn the difference of the deciders' slowdowns is larger at small shrinking factors; here: at the smallest "+
			"than at the largest.", pc2Grows),
		claim("pc2-constant", "The slowdown of the advanced decider on PC2_syn is nearly constant over a wide range of factors; here: from "+
			"0.80 to 0.55 it changes by less than a factor of 1.5.", pc2Constant),
		claim("pc2-tenfold", "The slowdowns of PC2_syn are 10 times those of CTC_syn; here: 5 to 20 times, advanced decider, mean over the "+
			"factors.", pc2Tenfold),
	}
}

func curveFig3(r *paper.Results, set, line string) []float64 {
	return curve(r, false, set, line, "sldww_60")
}

func ctcReversed(r *paper.Results) (bool, string) {
	g := meanGain(r, "ctc", "sldww_60")
	return g < 0, fmt.Sprintf("the advanced decider's is lower by %+.1f %%", g)
}

func pc2NotReversed(r *paper.Results) (bool, string) {
	g := meanGain(r, "pc2", "sldww_60")
	return g > 0, fmt.Sprintf("its slowdown is lower by %+.1f %%", g)
}

func pc2Grows(r *paper.Results) (bool, string) {
	simple, advanced := curveFig3(r, "pc2", "artww-simple"), curveFig3(r, "pc2", "artww-advanced")
	last := len(simple) - 1
	return simple[last]-advanced[last] > simple[0]-advanced[0], fmt.Sprintf("%.1f at the largest factor, %.1f at the smallest",
		simple[0]-advanced[0], simple[last]-advanced[last])
}

func pc2Constant(r *paper.Results) (bool, string) {
	var window []float64
	for i, f := range setOf("pc2").at(r.Scale) {
		if f >= 0.55 {
			window = append(window, curveFig3(r, "pc2", "artww-advanced")[i])
		}
	}
	return slices.Max(window) < 1.5*slices.Min(window), fmt.Sprintf("%.1f to %.1f", slices.Min(window), slices.Max(window))
}

func pc2Tenfold(r *paper.Results) (bool, string) {
	ratio := paper.Mean(curveFig3(r, "pc2", "artww-advanced")) / paper.Mean(curveFig3(r, "ctc", "artww-advanced"))
	return ratio >= 5 && ratio <= 20, fmt.Sprintf("%.1f times", ratio)
}

// ranked are claims that the text makes of response time and of slowdown.
func ranked(metric string) []paper.Claim {
	curve := func(r *paper.Results, set, line string) []float64 { return curve(r, false, set, line, metric) }
	// ratio is the advanced decider's value over another's, mean over the factors
	ratio := func(r *paper.Results, set, line string) float64 {
		var all []float64
		for i, v := range curve(r, set, line) {
			all = append(all, curve(r, set, "artww-advanced")[i]/v)
		}
		return paper.Mean(all)
	}
	return []paper.Claim{
		claim("basic-bad", "With its old bounds basic dynP does badly on all four sets; here: on average over the factors it is worse than "+
			"the advanced decider and than SJF.", func(r *paper.Results) (bool, string) {
			return paper.Every(sets, func(t *paper.Cases, s string) {
				b, a, j := paper.Mean(curve(r, s, "basic")), paper.Mean(curve(r, s, "artww-advanced")), paper.Mean(curve(r, s, "sjf"))
				t.Check(b > max(a, j), "%s: %.0f, advanced %.0f, SJF %.0f", s, b, a, j)
			})
		}),
		claim("sjf-best", "SJF is lowest on all four sets over a wide range of factors; here: at three quarters of each set's.",
			func(r *paper.Results) (bool, string) {
				ok := true
				var notes []string
				for _, s := range sets {
					var t paper.Cases
					for i, v := range curve(r, s, "sjf") {
						best, at := v, "sjf"
						for _, line := range schedulers {
							if o := curve(r, s, line.key)[i]; o < best {
								best, at = o, line.key
							}
						}
						t.Check(at == "sjf", "%.2f (%s)", setOf(s).at(r.Scale)[i], at)
					}
					held, note := t.AtLeast(0.75)
					ok = ok && held
					notes = append(notes, strings.ToUpper(s)+" "+note)
				}
				return ok, strings.Join(notes, "; ")
			}),
		claim("pc2-like-sjf", "On PC2_syn the advanced decider comes near SJF but does not outperform it; here: 0.98 to 1.25 times SJF, mean "+
			"over the factors.", func(r *paper.Results) (bool, string) {
			q := ratio(r, "pc2", "sjf")
			return q >= 0.98 && q <= 1.25, fmt.Sprintf("%.2f times", q)
		}),
		claim("ctc-drops", "On CTC_syn below 0.90 it cannot compete with FCFS; here: at three quarters of those factors it is worse.",
			func(r *paper.Results) (bool, string) {
				var t paper.Cases
				for i, f := range setOf("ctc").at(r.Scale) {
					if a, b := curve(r, "ctc", "artww-advanced")[i], curve(r, "ctc", "fcfs")[i]; f < 0.895 {
						t.Check(a > b, "%.2f: %.1f and %.1f", f, a, b)
					}
				}
				return t.AtLeast(0.75)
			}),
		claim("ctc-like-ljf", "There it even falls to LJF, which is the last of the single policies; here: at some factor below 0.90 it is "+
			"within 10 % of LJF or worse, and LJF is worst of the three on average.", func(r *paper.Results) (bool, string) {
			nearest, where := math.Inf(1), 0.0
			for i, f := range setOf("ctc").at(r.Scale) {
				if q := curve(r, "ctc", "ljf")[i] / curve(r, "ctc", "artww-advanced")[i]; f < 0.895 && q < nearest {
					nearest, where = q, f
				}
			}
			f, j, l := paper.Mean(curve(r, "ctc", "fcfs")), paper.Mean(curve(r, "ctc", "sjf")), paper.Mean(curve(r, "ctc", "ljf"))
			return nearest <= 1.1 && l > max(f, j), fmt.Sprintf("LJF is %.2f times the advanced decider at %.2f; means: FCFS %.1f, SJF %.1f, "+
				"LJF %.1f", nearest, where, f, j, l)
		}),
		claim("like-fcfs", "On KTH_syn and SDSC_syn it follows FCFS; here: 0.85 to 1.15 times FCFS, mean over the factors.",
			func(r *paper.Results) (bool, string) {
				sets := []string{"kth", "sdsc"}
				var t paper.Cases
				for _, s := range sets {
					t.Check(math.Abs(ratio(r, s, "fcfs")-1) <= 0.15, "%s", s)
				}
				ok, _ := t.All()
				return ok, list(sets, "%.2f times", func(s string) float64 { return ratio(r, s, "fcfs") })
			}),
	}
}
