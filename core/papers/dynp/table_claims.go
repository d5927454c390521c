package dynp

import (
	"fmt"
	"math"
	"slices"

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
			func(at paper.Source) (bool, string) {
				var t paper.Cases
				for _, s := range sets {
					t.Check((at(s, "", "over") > 0) == (s != "pc2"), "%s with %.0f", s, at(s, "", "over"))
				}
				return t.All()
			}),
		paper.Both("weibull", "4", "A Weibull distribution describes the interarrival times best; here: better than an exponential one (largest distance from the observed distribution).",
			ours, nil, func(at paper.Source) (bool, string) {
				var t paper.Cases
				for _, s := range sets {
					w, e := at(s, "", "distance_weibull"), at(s, "", "distance_exponential")
					t.Check(w < e, "%s: %.3f and %.3f", s, w, e)
				}
				ok, note := t.All()
				return ok, note + "; distances of the Weibull: " + list(sets, "%.3f", func(s string) float64 { return at(s, "", "distance_weibull") })
			}),
		paper.Both("dependent", "4", "Width, estimate and run time depend on each other; here: the mean area differs by more than 5 % from mean width times mean run time, and jobs with estimates above the median run at least twice as long.",
			ours, nil, func(at paper.Source) (bool, string) {
				var t paper.Cases
				for _, s := range sets {
					area, runs := at(s, "", "area_ratio"), at(s, "", "run_ratio")
					t.Check(math.Abs(area-1) > 0.05 && runs >= 2, "%s: area %.2f times the product, runs %.1f times as long", s, area, runs)
				}
				ok, note := t.All()
				return ok, note + "; area: " + list(sets, "%.2f", func(s string) float64 { return at(s, "", "area_ratio") })
			}),
	}
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
		paper.Both("maxima", "4", "The longest run time is often longer than the longest estimate; here: in at least half of the sets.", ours, printed,
			func(at paper.Source) (bool, string) {
				var t paper.Cases
				for _, s := range sets {
					t.Check(at(s, "", "run_max") > at(s, "", "estimate_max"), "%s", s)
				}
				return t.AtLeast(0.5)
			}),
		paper.Both("characteristics", "4", "The synthetic sets retain the characteristics of the traces; here: means of width, estimate and run time within 5 %, share of overruns within a percentage point.", ours, printed,
			func(at paper.Source) (bool, string) {
				var t paper.Cases
				for _, s := range sets {
					for _, key := range []string{"width_mean", "estimate_mean", "run_mean"} {
						ratio := at(s, "", key) / at(s, "trace", key)
						t.Check(math.Abs(ratio-1) <= 0.05, "%s of %s: %.3f times the trace's", key, s, ratio)
					}
					d := at(s, "", "over_share") - at(s, "trace", "over_share")
					t.Check(math.Abs(d) <= 1, "overruns of %s: %+.2f points", s, d)
				}
				return t.All()
			}),
		paper.Both("arrivals", "4", "So do their interarrival times; here: means within 25 %.", ours, printed,
			func(at paper.Source) (bool, string) {
				ratio := func(s string) float64 { return at(s, "", "gap_mean") / at(s, "trace", "gap_mean") }
				var t paper.Cases
				for _, s := range sets {
					t.Check(math.Abs(ratio(s)-1) <= 0.25, "%s", s)
				}
				ok, _ := t.All()
				return ok, "times the trace's: " + list(sets, "%.2f", ratio)
			}),
		paper.Both("nights", "4", "The sets keep the traces' unused nodes at night; here: where the busiest hour of the day has at least twice the submissions of the quietest in the trace, it has in the set.", ours, nil,
			func(at paper.Source) (bool, string) {
				var t paper.Cases
				for _, s := range []string{"ctc", "kth", "sdsc"} {
					t.Check(at(s, "trace", "hours") < 2 || at(s, "", "hours") >= 2, "%s", s)
				}
				ok, note := t.All()
				return ok, fmt.Sprintf("%s; traces: %s, sets: %s; submissions drawn independently of the hour know no night, only chance and bursts make hours differ", note,
					list(sets, "%.1f", func(s string) float64 { return at(s, "trace", "hours") }),
					list(sets, "%.1f", func(s string) float64 { return at(s, "", "hours") }))
			}),
	}
}

func table4Claims() []paper.Claim {
	ours := func(r *paper.Results) paper.Source {
		return func(set, column, key string) float64 { return own(key, setOf(set).syn()+"/"+column)(r) }
	}
	claim := func(id, section, text string, holds func(at paper.Source) (bool, string)) paper.Claim {
		return paper.Both(id, section, text, ours, printed4, holds)
	}
	gain := func(at paper.Source, set, quality string) float64 {
		simple, advanced := at(set, quality+"-simple", "artww_s"), at(set, quality+"-advanced", "artww_s")
		return 100 * (simple - advanced) / simple
	}
	qualities := []string{"artww", "art", "ms"}
	return []paper.Claim{
		claim("sdsc-empty", "5.2", "SDSC_syn is nearly empty: utilization is low (here: below 40 %) and the response times hardly differ (here: by less than 2 %).", func(at paper.Source) (bool, string) {
			var times []float64
			for _, c := range table4Columns {
				times = append(times, at("sdsc", c, "artww_s"))
			}
			util, spread := at("sdsc", "artww-advanced", "util"), 100*(slices.Max(times)/slices.Min(times)-1)
			return util < 40 && spread < 2, fmt.Sprintf("utilization %.1f %%, response times within %.2f %%", util, spread)
		}),
		claim("sdsc-loc", "5.2", "Almost no job of SDSC_syn waits while resources are free; here: LOC below 0.005.", func(at paper.Source) (bool, string) {
			var t paper.Cases
			for _, c := range table4Columns {
				t.Check(at("sdsc", c, "loc") < 0.005, "%s %.5f", c, at("sdsc", c, "loc"))
			}
			return t.All()
		}),
		claim("advanced-response", "5.2", "The advanced decider has the lower ARTwW with every quality and set, except with MS on SDSC_syn.", func(at paper.Source) (bool, string) {
			var t paper.Cases
			for _, s := range sets {
				for _, q := range qualities {
					t.Check((gain(at, s, q) > 0) == !(s == "sdsc" && q == "ms"), "%s with %s: %+.2f %%", s, q, gain(at, s, q))
				}
			}
			return t.All()
		}),
		claim("largest-gain", "5.2", "The largest gain of the advanced decider is on KTH_syn with quality ARTwW.", func(at paper.Source) (bool, string) {
			best, where := math.Inf(-1), ""
			for _, s := range sets {
				for _, q := range qualities {
					if g := gain(at, s, q); g > best {
						best, where = g, s+" with "+q
					}
				}
			}
			return where == "kth with artww", fmt.Sprintf("%.1f %% on %s; kth with artww %.1f %%", best, where, gain(at, "kth", "artww"))
		}),
		claim("response-over-utilization", "5.2", "With ART and ARTwW as quality the advanced decider improves the response time more than the utilization.", func(at paper.Source) (bool, string) {
			var t paper.Cases
			for _, s := range sets {
				for _, q := range qualities[:2] {
					u := 100 * (at(s, q+"-advanced", "util")/at(s, q+"-simple", "util") - 1)
					t.Check(gain(at, s, q) > u, "%s with %s: %.2f and %.2f %%", s, q, gain(at, s, q), u)
				}
			}
			return t.All()
		}),
		claim("ms-utilization", "5.2", "Quality MS does not improve the utilization much; here: by less than a percentage point over the best of the others.", func(at paper.Source) (bool, string) {
			var t paper.Cases
			for _, s := range sets {
				ms := max(at(s, "ms-simple", "util"), at(s, "ms-advanced", "util"))
				other := max(at(s, "art-simple", "util"), at(s, "art-advanced", "util"), at(s, "artww-simple", "util"), at(s, "artww-advanced", "util"))
				t.Check(ms-other < 1, "%s: %.2f and %.2f %%", s, ms, other)
			}
			return t.All()
		}),
		claim("best-quality", "5.2", "With the advanced decider, ARTwW is the best quality for the response time of KTH_syn and PC2_syn; for CTC_syn ART is slightly better (here: by up to 5 %).", func(at paper.Source) (bool, string) {
			var t paper.Cases
			v := func(s, q string) float64 { return at(s, q+"-advanced", "artww_s") }
			for _, s := range []string{"kth", "pc2"} {
				t.Check(v(s, "artww") < min(v(s, "art"), v(s, "ms")), "%s: %.0f, ART %.0f, MS %.0f s", s, v(s, "artww"), v(s, "art"), v(s, "ms"))
			}
			t.Check(v("ctc", "art") < v("ctc", "artww") && v("ctc", "art") > 0.95*v("ctc", "artww"), "ctc: %.0f, ART %.0f s", v("ctc", "artww"), v("ctc", "art"))
			return t.All()
		}),
		claim("simple-favours-fcfs", "5.2", "The simple decider starts most jobs with FCFS, whatever quality and set.", func(at paper.Source) (bool, string) {
			var t paper.Cases
			for _, s := range sets {
				for _, q := range qualities {
					t.Check(startsMost(at, s, q+"-simple") == "fcfs", "%s with %s: %s", s, q, startsMost(at, s, q+"-simple"))
				}
			}
			return t.All()
		}),
		claim("simple-seldom-ljf", "3.2", "The simple decider, with ARTwW, seldom uses LJF; here: for up to 10 % of the jobs.", func(at paper.Source) (bool, string) {
			var t paper.Cases
			for _, s := range sets {
				t.Check(started(at, s, "artww-simple", "ljf") <= 10, "%s: %.1f %%", s, started(at, s, "artww-simple", "ljf"))
			}
			return t.All()
		}),
		claim("ms-ljf", "5.2", "With quality MS the advanced decider starts over about 70 % of the jobs with LJF; here: at least 65 %.", func(at paper.Source) (bool, string) {
			var t paper.Cases
			for _, s := range sets {
				t.Check(started(at, s, "ms-advanced", "ljf") >= 65, "%s: %.1f %%", s, started(at, s, "ms-advanced", "ljf"))
			}
			return t.All()
		}),
		claim("advanced-fcfs", "5.2", "With ARTwW and ART the advanced decider starts only 7.5 to 13.5 % of the jobs of CTC_syn, KTH_syn and PC2_syn with FCFS.", func(at paper.Source) (bool, string) {
			var t paper.Cases
			for _, s := range busy {
				for _, q := range qualities[:2] {
					f := started(at, s, q+"-advanced", "fcfs")
					t.Check(f >= 7.5 && f <= 13.5, "%s with %s: %.1f %%", s, q, f)
				}
			}
			return t.All()
		}),
		claim("advanced-sjf", "5.2", "About two thirds of these jobs are started with SJF; here: 55 to 80 % of each set's.", func(at paper.Source) (bool, string) {
			var t paper.Cases
			for _, s := range busy {
				for _, q := range qualities[:2] {
					f := started(at, s, q+"-advanced", "sjf")
					t.Check(f >= 55 && f <= 80, "%s with %s: %.1f %%", s, q, f)
				}
			}
			return t.All()
		}),
		claim("advanced-user", "5.2", "For the response time the advanced decider is the better one with each quality, even MS; here: on average over the sets.", func(at paper.Source) (bool, string) {
			var t paper.Cases
			for _, q := range qualities {
				g := 0.0
				for _, s := range sets {
					g += gain(at, s, q) / 4
				}
				t.Check(g > 0, "%s: %+.2f %%", q, g)
			}
			return t.All()
		}),
		claim("advanced-owner", "5.2", "Except on KTH_syn it is also the better one for the owner: no less utilization and no more LOC.", func(at paper.Source) (bool, string) {
			var t paper.Cases
			for _, s := range []string{"ctc", "pc2", "sdsc"} {
				for _, q := range qualities {
					u := at(s, q+"-advanced", "util") - at(s, q+"-simple", "util")
					l := at(s, q+"-advanced", "loc") - at(s, q+"-simple", "loc")
					t.Check(u >= -0.005 && l <= 0.000005, "%s with %s: UTIL %+.2f points, LOC %+.5f", s, q, u, l)
				}
			}
			return t.All()
		}),
		claim("advanced-fair", "5.2", "The advanced decider favours no policy as the simple one does FCFS: which one starts most jobs depends on set and quality.", func(at paper.Source) (bool, string) {
			most := map[string]int{}
			for _, s := range sets {
				for _, q := range qualities {
					most[startsMost(at, s, q+"-advanced")]++
				}
			}
			return len(most) > 1, fmt.Sprintf("of 12 columns SJF leads in %d, FCFS in %d, LJF in %d", most["sjf"], most["fcfs"], most["ljf"])
		}),
		claim("different-usage", "5.2", "The two deciders use the policies quite differently; here: at least a fifth of the jobs is started with another one.", func(at paper.Source) (bool, string) {
			var t paper.Cases
			for _, s := range sets {
				for _, q := range qualities {
					moved := 0.0
					for _, p := range policies {
						moved += math.Abs(started(at, s, q+"-advanced", p)-started(at, s, q+"-simple", p)) / 2
					}
					t.Check(moved >= 20, "%s with %s: %.1f %%", s, q, moved)
				}
			}
			return t.All()
		}),
		claim("up-to-30", "6", "With the same quality the advanced decider is better than the simple one by up to 30 %; here: the largest gain is 25 to 40 %.", func(at paper.Source) (bool, string) {
			best := math.Inf(-1)
			for _, s := range sets {
				for _, q := range qualities {
					best = max(best, gain(at, s, q))
				}
			}
			return best >= 25 && best <= 40, fmt.Sprintf("%.1f %%", best)
		}),
		claim("artww-best", "6", "ARTwW is the best quality; here: with the advanced decider it has the lowest ARTwW on average over the sets, each relative to its best.", func(at paper.Source) (bool, string) {
			mean := func(q string) float64 {
				sum := 0.0
				for _, s := range sets {
					best := math.Inf(1)
					for _, o := range qualities {
						best = min(best, at(s, o+"-advanced", "artww_s"))
					}
					sum += at(s, q+"-advanced", "artww_s") / best / 4
				}
				return sum
			}
			return mean("artww") < min(mean("art"), mean("ms")), fmt.Sprintf("ARTwW %.3f, ART %.3f, MS %.3f times the best", mean("artww"), mean("art"), mean("ms"))
		}),
	}
}

// started is the share in percent of the jobs started with a policy.
func started(at paper.Source, set, column, policy string) float64 {
	total := 0.0
	for _, p := range policies {
		total += at(set, column, "started_"+p)
	}
	return 100 * at(set, column, "started_"+policy) / total
}

// startsMost is the policy that starts the most jobs.
func startsMost(at paper.Source, set, column string) string {
	return slices.MaxFunc(policies, func(a, b string) int {
		return int(at(set, column, "started_"+a) - at(set, column, "started_"+b))
	})
}

func table5Claims() []paper.Claim {
	ours := func(r *paper.Results) paper.Source {
		return func(set, _, key string) float64 { return own(key, setOf(set).syn())(r) }
	}
	claim := func(id, text string, holds func(at paper.Source) (bool, string)) paper.Claim {
		return paper.Both(id, "5.2", text, ours, table5.at, holds)
	}
	// jobs started with a policy each time it is switched to
	perSwitch := func(at paper.Source, set, policy string) float64 {
		return at(set, "", "started_"+policy) / math.Round(float64(at(set, "", "to_"+policy)*at(set, "", "tries"))/100)
	}
	return []paper.Claim{
		claim("sdsc-waits", "Jobs of SDSC_syn hardly wait; here: 2 % of their run time or less, on average.", func(at paper.Source) (bool, string) {
			share := 100 * at("sdsc", "", "wait_mean") / at("sdsc", "", "run_mean")
			return share <= 2, fmt.Sprintf("%.1f s, %.2f %% of the run time", at("sdsc", "", "wait_mean"), share)
		}),
		claim("sdsc-tries", "So there is seldom a choice to make on SDSC_syn; here: less than a tenth of the self-tuning steps of each other set.", func(at paper.Source) (bool, string) {
			var t paper.Cases
			for _, s := range busy {
				t.Check(10*at("sdsc", "", "tries") < at(s, "", "tries"), "%s", s)
			}
			ok, _ := t.All()
			return ok, "steps: " + list(sets, "%.0f", func(s string) float64 { return at(s, "", "tries") })
		}),
		claim("same-policy", "Over 90 % of the steps keep the policy, in each set.", func(at paper.Source) (bool, string) {
			var t paper.Cases
			for _, s := range sets {
				t.Check(at(s, "", "same") > 90, "%s", s)
			}
			ok, _ := t.All()
			return ok, list(sets, "%.2f %%", func(s string) float64 { return at(s, "", "same") })
		}),
		claim("backlog", "The backlog at the steps is considerable except for SDSC_syn; here: over 10 jobs, and less for SDSC_syn than for each other set.", func(at paper.Source) (bool, string) {
			var t paper.Cases
			for _, s := range busy {
				t.Check(at(s, "", "backlog") > max(10, at("sdsc", "", "backlog")), "%s", s)
			}
			ok, _ := t.All()
			return ok, list(sets, "%.1f", func(s string) float64 { return at(s, "", "backlog") })
		}),
		claim("switches", "Most switches are between SJF and FCFS, in all sets; here: more to each of the two than to LJF.", func(at paper.Source) (bool, string) {
			var t paper.Cases
			for _, s := range sets {
				t.Check(min(at(s, "", "to_sjf"), at(s, "", "to_fcfs")) > at(s, "", "to_ljf"), "%s: SJF %.2f, FCFS %.2f, LJF %.2f %%",
					s, at(s, "", "to_sjf"), at(s, "", "to_fcfs"), at(s, "", "to_ljf"))
			}
			return t.All()
		}),
		claim("sjf-most", "Most jobs are started with SJF.", func(at paper.Source) (bool, string) {
			var t paper.Cases
			for _, s := range sets {
				t.Check(startsMost(at, s, "") == "sjf", "%s: %s", s, startsMost(at, s, ""))
			}
			return t.All()
		}),
		claim("fcfs-brief", "FCFS is used for one or two job starts, then it goes back to SJF; here: at most 2 jobs per switch to FCFS, SDSC_syn aside.", func(at paper.Source) (bool, string) {
			var t paper.Cases
			for _, s := range busy {
				t.Check(perSwitch(at, s, "fcfs") <= 2, "%s", s)
			}
			ok, _ := t.All()
			return ok, list(busy, "%.2f", func(s string) float64 { return perSwitch(at, s, "fcfs") })
		}),
		claim("ljf-lasting", "After a switch to LJF many jobs are started with it; here: 5 or more and more than after one to FCFS, SDSC_syn aside.", func(at paper.Source) (bool, string) {
			var t paper.Cases
			for _, s := range busy {
				t.Check(perSwitch(at, s, "ljf") >= max(5, perSwitch(at, s, "fcfs")), "%s", s)
			}
			ok, _ := t.All()
			return ok, list(busy, "%.1f", func(s string) float64 { return perSwitch(at, s, "ljf") })
		}),
	}
}

func table6Claims() []paper.Claim {
	ours := func(r *paper.Results) paper.Source {
		return func(set, _, key string) float64 { return count(r, setOf(set).syn(), key) }
	}
	claim := func(id, text string, holds func(at paper.Source) (bool, string)) paper.Claim {
		return paper.Both(id, "5.2", text, ours, table6.at, holds)
	}
	share := func(at paper.Source, set, key string) float64 { return 100 * at(set, "", key) / at(set, "", "total") }
	overall := func(at paper.Source, keys ...string) float64 {
		part, whole := 0.0, 0.0
		for _, s := range sets {
			for _, k := range keys {
				part += at(s, "", k)
			}
			whole += at(s, "", "total")
		}
		return 100 * part / whole
	}
	return []paper.Claim{
		claim("6b", "Over two thirds of all cases are 6b.", func(at paper.Source) (bool, string) {
			all := overall(at, "6b")
			return 3*all > 200, fmt.Sprintf("%.1f %% of all; %s", all, list(sets, "%.1f %%", func(s string) float64 { return share(at, s, "6b") }))
		}),
		claim("fcfs-like-sjf", "FCFS and SJF often plan equally good schedules; here: in over half of all steps (cases 1, 6a, 6b and 6c).", func(at paper.Source) (bool, string) {
			all := overall(at, "1", "6a", "6b", "6c")
			return all > 50, fmt.Sprintf("%.1f %%", all)
		}),
		claim("differences", "The advanced decider differs from the simple one in over 78 % of the cases of each set (cases 1, 6b, 8c, 10c).", func(at paper.Source) (bool, string) {
			return over(at, "differences_share", 77.995)
		}),
		claim("current", "It takes the current policy in over 78 % of the cases of each set (cases 1, 5, 6a, 6b, 8a, 8c, 10b, 10c).", func(at paper.Source) (bool, string) {
			return over(at, "current_share", 77.995)
		}),
		claim("6c", "Case 6c is rare: under 1 % in each set.", func(at paper.Source) (bool, string) {
			var t paper.Cases
			for _, s := range sets {
				t.Check(share(at, s, "6c") < 1, "%s", s)
			}
			ok, _ := t.All()
			return ok, list(sets, "%.2f %%", func(s string) float64 { return share(at, s, "6c") })
		}),
		claim("8b-10a", "The other two cases without an obvious choice, 8b and 10a, never occur.", func(at paper.Source) (bool, string) {
			n := 0.0
			for _, s := range sets {
				n += at(s, "", "8b") + at(s, "", "10a")
			}
			return n == 0, fmt.Sprintf("%.0f times", n)
		}),
	}
}

// over tells whether a percentage is above a bound in every set. (The
// bounds are half a unit of the printed digits lower than stated.)
func over(at paper.Source, key string, bound float64) (bool, string) {
	var t paper.Cases
	for _, s := range sets {
		t.Check(at(s, "", key) > bound, "%s", s)
	}
	ok, _ := t.All()
	return ok, list(sets, "%.2f %%", func(s string) float64 { return at(s, "", key) })
}
