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
		{ID: "staircase", Section: "4", Text: "Estimates are round, popular values, run times are spread smoothly; here: 90 % of the jobs share at least 4 times as many different run times as estimates.",
			Holds: func(r *paper.Results) (bool, string) {
				var t paper.Cases
				value := func(key string) func(string) float64 {
					return func(s string) float64 { return r.Value(setOf(s).syn(), key) }
				}
				for _, s := range sets {
					t.Check(value("run_values")(s) >= 4*value("estimate_values")(s), "%s", s)
				}
				ok, _ := t.All()
				return ok, "estimates: " + list(sets, "%.0f", value("estimate_values")) + "; run times: " + list(sets, "%.0f", value("run_values"))
			}},
		{ID: "popular", Section: "4", Text: "Estimates of 10 and 30 minutes and of 2 hours make up about 52 % of PC2_syn; here: 49 to 55 %.",
			Holds: func(r *paper.Results) (bool, string) {
				v := r.Value("PC2_syn", "popular_share")
				return math.Abs(v-52) <= 3, fmt.Sprintf("%.1f %%, in a reconstruction built on that number", v)
			}},
		{ID: "two-hours", Section: "4", Text: "The run times of PC2_syn have a step at 2 hours: many jobs with that estimate run for just as long; here: at least 2 % of all jobs.",
			Holds: func(r *paper.Results) (bool, string) {
				v := r.Value("PC2_syn", "two_hours_share")
				return v >= 2, fmt.Sprintf("%.1f %%, in a reconstruction made so", v)
			}},
		{ID: "half-short", Section: "5.2", Text: "Almost half of all jobs run for 5 minutes or less; here: 40 to 55 %, on average over the sets.",
			Holds: func(r *paper.Results) (bool, string) {
				value := func(s string) float64 { return r.Value(setOf(s).syn(), "short_share") }
				sum := 0.0
				for _, s := range sets {
					sum += value(s) / float64(len(sets))
				}
				return sum >= 40 && sum <= 55, fmt.Sprintf("%.1f %%; %s", sum, list(sets, "%.1f %%", value))
			}},
	}
}

// claim is a claim about figures, which have no printed points.
func claim(id, text string, holds func(r *paper.Results) (bool, string)) paper.Claim {
	return paper.Claim{ID: id, Text: text, Section: "5.2", Holds: holds}
}

func fig2Claims() []paper.Claim {
	curve := func(r *paper.Results, set, line, metric string) []float64 { return curve(r, false, set, line, metric) }
	return []paper.Claim{
		claim("ms-worst", "Quality ART and ARTwW give lower response times than MS, with the advanced decider; here: at 9 of 10 points.", func(r *paper.Results) (bool, string) {
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
		}),
		claim("ms-utilization", "MS improves the utilization more; here: on average over all points of the advanced decider.", func(r *paper.Results) (bool, string) {
			mean := func(q string) float64 {
				var all []float64
				for _, s := range sets {
					all = append(all, curve(r, s, q+"-advanced", "util")...)
				}
				return 100 * paper.Mean(all)
			}
			return mean("ms") > max(mean("art"), mean("artww")), fmt.Sprintf("MS %.2f, ART %.2f, ARTwW %.2f %%", mean("ms"), mean("art"), mean("artww"))
		}),
		claim("advanced-mostly", "With ARTwW the advanced decider mostly has the lower response time; here: at two thirds of the points.", func(r *paper.Results) (bool, string) {
			var t paper.Cases
			for _, s := range sets {
				simple, advanced := curve(r, s, "artww-simple", "artww_s"), curve(r, s, "artww-advanced", "artww_s")
				for i, f := range setOf(s).at(r.Scale) {
					t.Check(advanced[i] < simple[i], "%s %.2f: %.0f and %.0f s", s, f, advanced[i], simple[i])
				}
			}
			return t.AtLeast(2.0 / 3)
		}),
		claim("pc2-30", "On PC2_syn it is better by about 30 %; here: 20 to 40 % on average over the factors.", gainWithin("pc2", 20, 40)),
		claim("kth-20", "On KTH_syn it is better by about 20 %; here: 10 to 30 % on average over the factors.", gainWithin("kth", 10, 30)),
		claim("ctc-alike", "On CTC_syn the deciders differ little; here: by less than 10 % on average over the factors.", gainWithin("ctc", -10, 10)),
		{ID: "pressure", Section: "5", Text: "With a smaller shrinking factor the backlog, the utilization and the waits grow; here: of the advanced decider with ARTwW, from each factor to the next at 9 of 10 places.",
			Holds: func(r *paper.Results) (bool, string) {
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
			}},
	}
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
	curve := func(r *paper.Results, set, line string) []float64 { return curve(r, false, set, line, "sldww_60") }
	return []paper.Claim{
		claim("ctc-reversed", "By slowdown the simple decider is the better one on CTC_syn; here: with ARTwW, on average over the factors.", func(r *paper.Results) (bool, string) {
			g := meanGain(r, "ctc", "sldww_60")
			return g < 0, fmt.Sprintf("the advanced decider's is lower by %+.1f %%", g)
		}),
		claim("pc2-not-reversed", "On PC2_syn the advanced decider stays the better one.", func(r *paper.Results) (bool, string) {
			g := meanGain(r, "pc2", "sldww_60")
			return g > 0, fmt.Sprintf("its slowdown is lower by %+.1f %%", g)
		}),
		claim("pc2-grows", "On PC2_syn the difference of the deciders' slowdowns is larger at small shrinking factors; here: at the smallest than at the largest.", func(r *paper.Results) (bool, string) {
			simple, advanced := curve(r, "pc2", "artww-simple"), curve(r, "pc2", "artww-advanced")
			last := len(simple) - 1
			return simple[last]-advanced[last] > simple[0]-advanced[0], fmt.Sprintf("%.1f at the largest factor, %.1f at the smallest", simple[0]-advanced[0], simple[last]-advanced[last])
		}),
		claim("pc2-constant", "The slowdown of the advanced decider on PC2_syn is nearly constant over a wide range of factors; here: from 0.80 to 0.55 it changes by less than a factor of 1.5.", func(r *paper.Results) (bool, string) {
			var window []float64
			for i, f := range setOf("pc2").at(r.Scale) {
				if f >= 0.55 {
					window = append(window, curve(r, "pc2", "artww-advanced")[i])
				}
			}
			return slices.Max(window) < 1.5*slices.Min(window), fmt.Sprintf("%.1f to %.1f", slices.Min(window), slices.Max(window))
		}),
		claim("pc2-tenfold", "The slowdowns of PC2_syn are 10 times those of CTC_syn; here: 5 to 20 times, advanced decider, mean over the factors.", func(r *paper.Results) (bool, string) {
			ratio := paper.Mean(curve(r, "pc2", "artww-advanced")) / paper.Mean(curve(r, "ctc", "artww-advanced"))
			return ratio >= 5 && ratio <= 20, fmt.Sprintf("%.1f times", ratio)
		}),
	}
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
		claim("basic-bad", "With its old bounds basic dynP does badly on all four sets; here: on average over the factors it is worse than the advanced decider and than SJF.", func(r *paper.Results) (bool, string) {
			var t paper.Cases
			for _, s := range sets {
				b, a, j := paper.Mean(curve(r, s, "basic")), paper.Mean(curve(r, s, "artww-advanced")), paper.Mean(curve(r, s, "sjf"))
				t.Check(b > max(a, j), "%s: %.0f, advanced %.0f, SJF %.0f", s, b, a, j)
			}
			return t.All()
		}),
		claim("sjf-best", "SJF is lowest on all four sets over a wide range of factors; here: at three quarters of each set's.", func(r *paper.Results) (bool, string) {
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
		claim("pc2-like-sjf", "On PC2_syn the advanced decider comes near SJF but does not outperform it; here: 0.98 to 1.25 times SJF, mean over the factors.", func(r *paper.Results) (bool, string) {
			q := ratio(r, "pc2", "sjf")
			return q >= 0.98 && q <= 1.25, fmt.Sprintf("%.2f times", q)
		}),
		claim("ctc-drops", "On CTC_syn below 0.90 it cannot compete with FCFS; here: at three quarters of those factors it is worse.", func(r *paper.Results) (bool, string) {
			var t paper.Cases
			for i, f := range setOf("ctc").at(r.Scale) {
				if a, b := curve(r, "ctc", "artww-advanced")[i], curve(r, "ctc", "fcfs")[i]; f < 0.895 {
					t.Check(a > b, "%.2f: %.1f and %.1f", f, a, b)
				}
			}
			return t.AtLeast(0.75)
		}),
		claim("ctc-like-ljf", "There it even falls to LJF, which is the last of the single policies; here: at some factor below 0.90 it is within 10 % of LJF or worse, and LJF is worst of the three on average.", func(r *paper.Results) (bool, string) {
			nearest, where := math.Inf(1), 0.0
			for i, f := range setOf("ctc").at(r.Scale) {
				if q := curve(r, "ctc", "ljf")[i] / curve(r, "ctc", "artww-advanced")[i]; f < 0.895 && q < nearest {
					nearest, where = q, f
				}
			}
			f, j, l := paper.Mean(curve(r, "ctc", "fcfs")), paper.Mean(curve(r, "ctc", "sjf")), paper.Mean(curve(r, "ctc", "ljf"))
			return nearest <= 1.1 && l > max(f, j), fmt.Sprintf("LJF is %.2f times the advanced decider at %.2f; means: FCFS %.1f, SJF %.1f, LJF %.1f", nearest, where, f, j, l)
		}),
		claim("like-fcfs", "On KTH_syn and SDSC_syn it follows FCFS; here: 0.85 to 1.15 times FCFS, mean over the factors.", func(r *paper.Results) (bool, string) {
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

func fig4Claims() []paper.Claim {
	return append(ranked("artww_s"),
		claim("sjf-unshrunk", "SJF is the best single policy at the shrinking factor of 1.00; here: on CTC_syn and KTH_syn, whose curves begin there.", func(r *paper.Results) (bool, string) {
			var t paper.Cases
			for _, s := range []string{"ctc", "kth"} {
				v := func(line string) float64 { return curve(r, false, s, line, "artww_s")[0] }
				t.Check(v("sjf") < min(v("fcfs"), v("ljf")), "%s: FCFS %.0f, SJF %.0f, LJF %.0f s", s, v("fcfs"), v("sjf"), v("ljf"))
			}
			return t.All()
		}),
		claim("follows", "It can follow SJF or FCFS on KTH_syn, PC2_syn and SDSC_syn but not on CTC_syn; here: on average over the factors it is at most 1.15 times the worse of the two there, and more on CTC_syn.", func(r *paper.Results) (bool, string) {
			ratio := func(s string) float64 {
				var all []float64
				for i, a := range curve(r, false, s, "artww-advanced", "artww_s") {
					all = append(all, a/max(curve(r, false, s, "fcfs", "artww_s")[i], curve(r, false, s, "sjf", "artww_s")[i]))
				}
				return paper.Mean(all)
			}
			var t paper.Cases
			for _, s := range sets {
				t.Check((ratio(s) <= 1.15) == (s != "ctc"), "%s", s)
			}
			ok, _ := t.All()
			return ok, list(sets, "%.2f times", ratio)
		}))
}

func fig5Claims() []paper.Claim { return ranked("sldww_60") }

func fig6Claims() []paper.Claim {
	// gain is by how many percent perfect estimates lower the response time at
	// each factor. Figure 6 has the runs of figure 4 for that.
	gain := func(r *paper.Results, set, line string) (all []float64) {
		exact := curve(r, true, set, line, "artww_s")
		for i, real := range curve(r, false, set, line, "artww_s") {
			all = append(all, 100*(real-exact[i])/real)
		}
		return all
	}
	last := func(v []float64) float64 { return v[len(v)-1] }
	return []paper.Claim{
		claim("small-gain", "Perfect estimates help the advanced decider only a little; here: by 0 to 20 % on average over sets and factors.", func(r *paper.Results) (bool, string) {
			var all []float64
			for _, s := range sets {
				all = append(all, gain(r, s, "artww-advanced")...)
			}
			return paper.Mean(all) >= 0 && paper.Mean(all) <= 20, fmt.Sprintf("%.1f %%; %s", paper.Mean(all), list(sets, "%.1f %%", func(s string) float64 { return paper.Mean(gain(r, s, "artww-advanced")) }))
		}),
		claim("sjf-best", "With perfect estimates, too, SJF is best; here: at three quarters of each set's factors.", func(r *paper.Results) (bool, string) {
			var t paper.Cases
			for _, s := range sets {
				held := 0
				sjf := curve(r, true, s, "sjf", "artww_s")
				for i := range sjf {
					best := true
					for _, line := range schedulers[:4] {
						best = best && curve(r, true, s, line.key, "artww_s")[i] >= sjf[i]
					}
					if best {
						held++
					}
				}
				t.Check(4*held >= 3*len(sjf), "%s: %d of %d", s, held, len(sjf))
			}
			return t.All()
		}),
		claim("near-sjf", "And the advanced decider comes close to it; here: within 25 %, mean over the factors of each set.", func(r *paper.Results) (bool, string) {
			ratio := func(s string) float64 {
				var all []float64
				for i, v := range curve(r, true, s, "sjf", "artww_s") {
					all = append(all, curve(r, true, s, "artww-advanced", "artww_s")[i]/v)
				}
				return paper.Mean(all)
			}
			var t paper.Cases
			for _, s := range sets {
				t.Check(ratio(s) <= 1.25, "%s", s)
			}
			ok, _ := t.All()
			return ok, list(sets, "%.2f times", ratio)
		}),
		claim("matters-with-load", "Good estimates matter more under load: on CTC_syn SJF gains next to nothing at 1.00 (here: less than 10 %) and much at 0.70.", func(r *paper.Results) (bool, string) {
			g := gain(r, "ctc", "sjf")
			at := slices.IndexFunc(setOf("ctc").at(r.Scale), func(f float64) bool { return f < 0.705 })
			return math.Abs(g[0]) < 10 && g[at] > 10 && g[at] > g[0], fmt.Sprintf("%+.1f %% at 1.00, %+.1f %% at 0.70 (printed: about 0 and 29.3 %%)", g[0], g[at])
		}),
		claim("matters-on-pc2", "On PC2_syn they matter even more; here: SJF's largest gain there exceeds that on CTC_syn.", func(r *paper.Results) (bool, string) {
			c, p := slices.Max(gain(r, "ctc", "sjf")), slices.Max(gain(r, "pc2", "sjf"))
			return p > c, fmt.Sprintf("%.1f and %.1f %%; at the smallest factors %.1f and %.1f %%", p, c, last(gain(r, "pc2", "sjf")), last(gain(r, "ctc", "sjf")))
		}),
	}
}

func fig7Claims() []paper.Claim {
	rank := func(r *paper.Results, set, metric string) string {
		lines := slices.Clone(schedulers)
		slices.SortStableFunc(lines, func(a, b line) int {
			x, y := paper.Mean(curve(r, false, set, a.key, metric)), paper.Mean(curve(r, false, set, b.key, metric))
			switch {
			case x < y:
				return -1
			case x > y:
				return 1
			}
			return 0
		})
		var names []string
		for _, l := range lines {
			names = append(names, l.title)
		}
		return strings.Join(names, " < ")
	}
	return []paper.Claim{
		claim("same-ranking", "Short jobs do not decide the ranking: with a bound of 300 s it is that of 60 s; here: by the means over the factors of each set.", func(r *paper.Results) (bool, string) {
			var t paper.Cases
			for _, s := range sets {
				a, b := rank(r, s, "sldww_60"), rank(r, s, "sldww_300")
				t.Check(a == b, "%s: %s with 60 s, %s with 300 s", s, a, b)
			}
			return t.All()
		}),
		claim("smaller", "But the slowdowns are smaller, so short jobs weigh heavily in them; here: lower at every point, and by 25 % or more on average.", func(r *paper.Results) (bool, string) {
			var t paper.Cases
			var all []float64
			for _, s := range sets {
				for _, line := range schedulers {
					short := curve(r, false, s, line.key, "sldww_60")
					for i, v := range curve(r, false, s, line.key, "sldww_300") {
						t.Check(v < short[i], "%s %s", s, line.title)
						all = append(all, 100*(short[i]-v)/short[i])
					}
				}
			}
			ok, note := t.All()
			return ok && paper.Mean(all) >= 25, fmt.Sprintf("%s; by %.1f %% on average", note, paper.Mean(all))
		}),
	}
}

func fig8Claims() []paper.Claim {
	spread := func(r *paper.Results, set string, i int) float64 {
		var all []float64
		for _, line := range schedulers {
			all = append(all, 100*curve(r, false, set, line.key, "util")[i])
		}
		return slices.Max(all) - slices.Min(all)
	}
	return []paper.Claim{
		claim("alike-until-saturated", "As long as the machine is not saturated all schedulers reach similar utilizations (here: within 3 points at the largest factor of each set), then they differ more.", func(r *paper.Results) (bool, string) {
			var t paper.Cases
			end := func(s string) int { return len(setOf(s).at(r.Scale)) - 1 }
			for _, s := range sets {
				t.Check(spread(r, s, 0) <= 3 && spread(r, s, end(s)) > spread(r, s, 0), "%s", s)
			}
			ok, _ := t.All()
			return ok, "from the highest to the lowest at the largest factor: " + list(sets, "%.2f", func(s string) float64 { return spread(r, s, 0) }) +
				", at the smallest: " + list(sets, "%.2f points", func(s string) float64 { return spread(r, s, end(s)) })
		}),
		claim("ljf-highest", "LJF has the highest utilization; here: on average over the factors of each set.", func(r *paper.Results) (bool, string) {
			var t paper.Cases
			for _, s := range sets {
				best, at := math.Inf(-1), ""
				for _, line := range schedulers {
					if v := paper.Mean(curve(r, false, s, line.key, "util")); v > best {
						best, at = v, line.title
					}
				}
				t.Check(at == "LJF", "%s: %s %.2f %%, LJF %.2f %%", s, at, 100*best, 100*paper.Mean(curve(r, false, s, "ljf", "util")))
			}
			return t.All()
		}),
		claim("ljf-95", "In the saturated state LJF reaches 95 % and more; here: at the smallest factor of each set.", func(r *paper.Results) (bool, string) {
			var t paper.Cases
			value := func(s string) float64 {
				c := curve(r, false, s, "ljf", "util")
				return 100 * c[len(c)-1]
			}
			for _, s := range sets {
				t.Check(value(s) >= 95, "%s", s)
			}
			ok, _ := t.All()
			return ok, list(sets, "%.1f %%", value)
		}),
	}
}
