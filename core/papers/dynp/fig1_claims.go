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
	estimates, runs := ofSyn(r, "estimate_values"), ofSyn(r, "run_values")
	ok, _ := each(sets, "", func(s string) float64 { return runs(s) - 4*estimates(s) }, func(v float64) bool { return v >= 0 })
	return ok, "estimates: " + list(sets, "%.0f", estimates) + "; run times: " + list(sets, "%.0f", runs)
}

func popular(r *paper.Results) (bool, string) {
	return between(r.Value("PC2_syn", "popular_share"), 49, 55, "%.1f %%, in a reconstruction built on that number")
}

func twoHours(r *paper.Results) (bool, string) {
	v := r.Value("PC2_syn", "two_hours_share")
	return v >= 2, fmt.Sprintf("%.1f %%, in a reconstruction made so", v)
}

func halfShort(r *paper.Results) (bool, string) {
	ok, note := between(meanShort(r), 40, 55, "%.1f %%; ")
	return ok, note + list(sets, "%.1f %%", ofSyn(r, "short_share"))
}

// meanShort is the share of jobs up to 300 s, mean over the sets.
func meanShort(r *paper.Results) (sum float64) {
	for _, s := range sets {
		sum += ofSyn(r, "short_share")(s) / float64(len(sets))
	}
	return sum
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

func msWorst(r *paper.Results) (bool, string) {
	var t paper.Cases
	for _, s := range sets {
		ms := curve(r, s, "ms-advanced", "artww_s")
		for i, f := range setOf(s).at(r.Scale) {
			for _, q := range []string{"art", "artww"} {
				v := curve(r, s, q+"-advanced", "artww_s")[i]
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
			all = append(all, curve(r, s, q+"-advanced", "util")...)
		}
		return 100 * paper.Mean(all)
	}
	return mean("ms") > max(mean("art"), mean("artww")), fmt.Sprintf("MS %.2f, ART %.2f, ARTwW %.2f %%", mean("ms"), mean("art"),
		mean("artww"))
}

func advancedMostly(r *paper.Results) (bool, string) {
	var t paper.Cases
	for _, s := range sets {
		simple, advanced := curve(r, s, "artww-simple", "artww_s"), curve(r, s, "artww-advanced", "artww_s")
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
		return between(meanGain(r, set, "artww_s"), from, to, "%+.1f %%")
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

func ctcReversed(r *paper.Results) (bool, string) {
	g := meanGain(r, "ctc", "sldww_60")
	return g < 0, fmt.Sprintf("the advanced decider's is lower by %+.1f %%", g)
}

func pc2NotReversed(r *paper.Results) (bool, string) {
	g := meanGain(r, "pc2", "sldww_60")
	return g > 0, fmt.Sprintf("its slowdown is lower by %+.1f %%", g)
}

func pc2Grows(r *paper.Results) (bool, string) {
	simple, advanced := curve(r, "pc2", "artww-simple", "sldww_60"), curve(r, "pc2", "artww-advanced", "sldww_60")
	first, end := simple[0]-advanced[0], last(simple)-last(advanced)
	return end > first, fmt.Sprintf("%.1f at the largest factor, %.1f at the smallest", first, end)
}

func pc2Constant(r *paper.Results) (bool, string) {
	var window []float64
	for i, f := range setOf("pc2").at(r.Scale) {
		if f >= 0.55 {
			window = append(window, curve(r, "pc2", "artww-advanced", "sldww_60")[i])
		}
	}
	least, most := slices.Min(window), slices.Max(window)
	return most < 1.5*least, fmt.Sprintf("%.1f to %.1f", least, most)
}

func pc2Tenfold(r *paper.Results) (bool, string) { return between(tenfold(r), 5, 20, "%.1f times") }

// tenfold is PC2_syn's mean slowdown over CTC_syn's.
func tenfold(r *paper.Results) float64 {
	return mean(r, "pc2", "artww-advanced", "sldww_60") / mean(r, "ctc", "artww-advanced", "sldww_60")
}

// ranked are the claims that the text makes about response time and about slowdown.
func ranked(metric string) []paper.Claim {
	at := func(r *paper.Results, set, line string) []float64 { return curve(r, set, line, metric) }
	mean := func(r *paper.Results, set, line string) float64 { return mean(r, set, line, metric) }
	// ratio is the advanced decider's value over another's, mean over the factors
	ratio := func(r *paper.Results, set, line string) float64 {
		return ratio(at(r, set, "artww-advanced"), at(r, set, line))
	}
	return []paper.Claim{
		claim("basic-bad", "With its old bounds basic dynP does badly on all four sets; here: on average over the factors it is worse than "+
			"the advanced decider and than SJF.", func(r *paper.Results) (bool, string) {
			return paper.Every(sets, func(t *paper.Cases, s string) {
				b, a, j := mean(r, s, "basic"), mean(r, s, "artww-advanced"), mean(r, s, "sjf")
				t.Check(b > max(a, j), "%s: %.0f, advanced %.0f, SJF %.0f", s, b, a, j)
			})
		}),
		claim("sjf-best", "SJF is lowest on all four sets over a wide range of factors; here: at three quarters of each set's.",
			func(r *paper.Results) (bool, string) {
				ok := true
				var notes []string
				for _, s := range sets {
					var t paper.Cases
					for i, v := range at(r, s, "sjf") {
						best, name := v, "sjf"
						for _, line := range schedulers {
							if o := at(r, s, line.key)[i]; o < best {
								best, name = o, line.key
							}
						}
						t.Check(name == "sjf", "%.2f (%s)", setOf(s).at(r.Scale)[i], name)
					}
					held, note := t.AtLeast(0.75)
					ok = ok && held
					notes = append(notes, strings.ToUpper(s)+" "+note)
				}
				return ok, strings.Join(notes, "; ")
			}),
		claim("pc2-like-sjf", "On PC2_syn the advanced decider comes near SJF but does not outperform it; here: 0.98 to 1.25 times SJF, mean "+
			"over the factors.", func(r *paper.Results) (bool, string) {
			return between(ratio(r, "pc2", "sjf"), 0.98, 1.25, "%.2f times")
		}),
		claim("ctc-drops", "On CTC_syn below 0.90 it cannot compete with FCFS; here: at three quarters of those factors it is worse.",
			func(r *paper.Results) (bool, string) {
				var t paper.Cases
				for i, f := range setOf("ctc").at(r.Scale) {
					if a, b := at(r, "ctc", "artww-advanced")[i], at(r, "ctc", "fcfs")[i]; f < 0.895 {
						t.Check(a > b, "%.2f: %.1f and %.1f", f, a, b)
					}
				}
				return t.AtLeast(0.75)
			}),
		claim("ctc-like-ljf", "There it even falls to LJF, which is the last of the single policies; here: at some factor below 0.90 it is "+
			"within 10 % of LJF or worse, and LJF is worst of the three on average.", func(r *paper.Results) (bool, string) {
			nearest, where := math.Inf(1), 0.0
			for i, f := range setOf("ctc").at(r.Scale) {
				if q := at(r, "ctc", "ljf")[i] / at(r, "ctc", "artww-advanced")[i]; f < 0.895 && q < nearest {
					nearest, where = q, f
				}
			}
			f, j, l := mean(r, "ctc", "fcfs"), mean(r, "ctc", "sjf"), mean(r, "ctc", "ljf")
			return nearest <= 1.1 && l > max(f, j), fmt.Sprintf("LJF is %.2f times the advanced decider at %.2f; means: FCFS %.1f, SJF %.1f, "+
				"LJF %.1f", nearest, where, f, j, l)
		}),
		claim("like-fcfs", "On KTH_syn and SDSC_syn it follows FCFS; here: 0.85 to 1.15 times FCFS, mean over the factors.",
			func(r *paper.Results) (bool, string) {
				return each([]string{"kth", "sdsc"}, "%.2f times", func(s string) float64 { return ratio(r, s, "fcfs") },
					func(v float64) bool { return math.Abs(v-1) <= 0.15 })
			}),
	}
}
