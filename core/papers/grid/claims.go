package grid

import (
	"fmt"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/paper"
)

// claim is a claim of section 5; those of section 4 name it.
func claim(id, section, text string, holds func(*paper.Results) (bool, string)) paper.Claim {
	return paper.Claim{ID: id, Section: section, Text: text, Holds: holds}
}

// wins counts the permutations in which a sweep is lower than another.
func wins(r *paper.Results, lower, than string) (wins, total int) {
	wins, _ = bests(r, "", lower, than)
	return wins, len(r.Series(lower, turnaround))
}

// bests counts the permutations in which a sweep is lower than all others, and
// those in which it is at least as low. The labels of all begin with row.
func bests(r *paper.Results, row, line string, others ...string) (lower, atLeast int) {
	mine := r.Series(row+line, turnaround)
	for i := range mine {
		least := math.Inf(1)
		for _, o := range others {
			least = min(least, r.Series(row+o, turnaround)[i])
		}
		if mine[i] < least {
			lower++
		}
		if mine[i] <= least {
			atLeast++
		}
	}
	return lower, atLeast
}

// above counts the ratios above a bound.
func above(bound float64, ratios []float64) (n int) {
	for _, q := range ratios {
		if q > bound {
			n++
		}
	}
	return n
}

// improves is a claim that a line improves on a base in an example: in at
// least one of the permutations.
func improves(base, line line) func(*paper.Results) (bool, string) {
	return func(r *paper.Results) (bool, string) {
		wins, total := wins(r, line.title, base.title)
		at := best(r, base, line)
		q := ratio(r, line.title, base.title)[at]
		return wins > 0, fmt.Sprintf("in %d of %d permutations; most in %s, by %.2f %%; for %s %.0f s and %.0f s", wins, total,
			vector(sdsc.vector(r.Scale, at)), 100*(1-q), vector(sdsc.speeds), r.Metric(example(base), art), r.Metric(example(line), art))
	}
}

func fig1Claims() []paper.Claim {

	return []paper.Claim{
		claim("improves", "4", "With an overhead of p=2, multi-site execution improves on load sharing; an example, so here: with adaptive "+
			"site selection, in at least one of the permutations.",
			improves(shared, splits)),
		claim("significantly", "4", "In the example adaptive site selection is significantly better than larger-first and faster-first; "+
			"here: by 5 % in at least one of the permutations in which it improves on load sharing.",
			significantly),
		claim("all-120", "4", "Adaptive site selection is better than larger-first and faster-first for each of the 120 permutations.", all120),
	}
}

var others = []string{larger.title, faster.title}

func significantly(r *paper.Results) (bool, string) {
	shared, most, where := ratio(r, splits.title, shared.title), math.Inf(-1), ""
	for i, q := range r.Series(splits.title, turnaround) {
		if shared[i] < 1 {
			if gain := 1 - q/min(r.Series(others[0], turnaround)[i], r.Series(others[1], turnaround)[i]); gain > most {
				most, where = gain, vector(sdsc.vector(r.Scale, i))
			}
		}
	}
	if where == "" {
		return false, "it improves on load sharing in no permutation"
	}
	return most >= 0.05, fmt.Sprintf("by %.2f %% at most, in %s", 100*most, where)
}

func all120(r *paper.Results) (bool, string) {
	lower, atLeast := bests(r, "", splits.title, others...)
	total := len(r.Series(splits.title, turnaround))
	larger, _ := wins(r, splits.title, others[0])
	faster, _ := wins(r, splits.title, others[1])
	return lower == total, fmt.Sprintf("better than both in %d of %d, at least as good in %d; better than larger-first in %d, than "+
		"faster-first in %d; means: larger-first %.0f s, faster-first %.0f s, adaptive %.0f s",
		lower, total, atLeast, larger, faster, mean(r, others[0]), mean(r, others[1]), mean(r, splits.title))
}

func fig2Claims() []paper.Claim {
	return []paper.Claim{claim("improves", "5", "Adaptive processor allocation further improves load sharing; an example, so here: in at "+
		"least one of the permutations.",
		improves(shared, molds))}
}

// powerClaims are about the main load; their notes tell of the others.
func (g *log) powerClaims(main float64, loads []float64) []paper.Claim {

	return []paper.Claim{
		claim("matters", "5", "The threshold greatly affects the performance; here: the worst threshold's mean turnaround is 10 % or more "+
			"above the best one's.", func(r *paper.Results) (bool, string) {
			note, decides := "", 0.0
			for i, load := range loads {
				v := means(r, load)
				spread := 100 * (slices.Max(v)/slices.Min(v) - 1)
				if load == main {
					decides = spread
				}
				if i > 0 {
					note += "; "
				}
				note += fmt.Sprintf("load %v: %.1f %%", load, spread)
			}
			return decides >= 10, fmt.Sprintf("at load %v; %s", main, note)
		}),
		claim("best", "5", fmt.Sprintf("In the sum over all permutations of the speed vector, %v is the best threshold; here: of the tenths.",
			g.power), func(r *paper.Results) (bool, string) {
			note := ""
			for i, load := range loads {
				v := means(r, load)
				if i > 0 {
					note += "; "
				}
				note += fmt.Sprintf("load %v: best %v, %v is %.2f %% above it", load, bestPower(v), g.power,
					100*(v[slices.Index(powers, g.power)]/slices.Min(v)-1))
			}
			v := means(r, main)
			sorted := slices.Sorted(slices.Values(v))
			next := powers[slices.Index(v, sorted[1])]
			return bestPower(v) == g.power, fmt.Sprintf("at load %v, where the next best, %v, is %.3f %% above the best; %s", main, next,
				100*(sorted[1]/sorted[0]-1), note)
		}),
	}
}

func means(r *paper.Results, load float64) (all []float64) {
	for _, p := range powers {
		all = append(all, mean(r, power(load, p)))
	}
	return all
}

func bestPower(v []float64) float64 { return powers[slices.Index(v, slices.Min(v))] }

func (g *log) slowdownClaims() []paper.Claim {
	first, last := limits[0], limits[len(limits)-1]
	return []paper.Claim{
		claim("slowdown-matters", "5", "The slowdowns greatly affect multi-site execution; here: from the smallest to the largest limit its "+
			"mean turnaround grows twofold or more, with both distributions.", func(r *paper.Results) (bool, string) {
			var t paper.Cases
			note := ""
			for i, spread := range spreads {
				a, b := mean(r, drawn(isSplit, spread, first)), mean(r, drawn(isSplit, spread, last))
				t.Check(b >= 2*a, "%s", spread)
				if i > 0 {
					note += ", "
				}
				note += fmt.Sprintf("%s %.0f s and %.0f s", spread, a, b)
			}
			ok, _ := t.All()
			return ok, note
		}),
		claim("allocation-does-not-care", "5", "Adaptive allocation does not depend on the slowdowns; here: with the smallest and the "+
			"largest limit every permutation has the same turnaround.", func(r *paper.Results) (bool, string) {
			var t paper.Cases
			for _, spread := range spreads {
				a, b := r.Series(drawn(isMold, spread, first), turnaround), r.Series(drawn(isMold, spread, last), turnaround)
				for i := range a {
					t.Check(a[i] == b[i], "%s, permutation %d", spread, i+1)
				}
			}
			return t.All()
		}),
		claim("allocation-wins", "5", "Adaptive allocation outperforms multi-site execution; here: for every limit and both distributions, "+
			"in the mean over the permutations.", func(r *paper.Results) (bool, string) {
			var t paper.Cases
			single, all := 0, 0
			for _, spread := range spreads {
				for _, p := range limits {
					label := drawn(isSplit, spread, p)
					multi, mold := mean(r, label), molded(r, spread)
					t.Check(mold < multi, "%s up to %v: %.0f s and %.0f s", spread, p, mold, multi)
					wins, total := wins(r, drawn(isMold, spread, first), label)
					single, all = single+wins, all+total
				}
			}
			ok, note := t.All()
			return ok, fmt.Sprintf("%s; in %d of %d single permutations and limits", note, single, all)
		}),
	}
}

func fig7Claims() []paper.Claim {
	multi, mold := splits.title, molds.title
	return []paper.Claim{
		claim("all-120", "5", "Adaptive allocation outperforms multi-site execution for every permutation of the speed vector.",
			func(r *paper.Results) (bool, string) {
				wins, total := wins(r, mold, multi)
				return wins == total, fmt.Sprintf("in %d of %d", wins, total)
			}),
		claim("five-times", "5", "On average it is more than five times as good; here: the mean turnaround over the permutations, multi-site "+
			"over adaptive allocation.", func(r *paper.Results) (bool, string) {
			q := ratio(r, multi, mold)
			means := mean(r, multi) / mean(r, mold)
			sorted := slices.Sorted(slices.Values(q))
			return means > 5, fmt.Sprintf("%.2f times; the mean of the permutations' ratios is %.2f, their median %.2f, from %.3f to %.1f", means,
				paper.Mean(q), sorted[len(sorted)/2], sorted[0], sorted[len(sorted)-1])
		}),
		claim("single-jobs", "5", "For a single job, multi-site execution may be the better one; here: some of the jobs that it splits end "+
			"sooner with it.", singleJobs),
		claim("resources", "5", "Multi-site execution makes jobs hold more resources, adaptive allocation does not; here: processors times "+
			"speed times seconds held are 1 % or more above those asked for, and less than 0.1 %.", resources),
	}
}

func singleJobs(r *paper.Results) (bool, string) {
	n, split := r.Value(pair, sooner), r.Value(pair, splitJobs)
	return n > 0, fmt.Sprintf("%.0f of %.0f, speeds %s", n, split, vector(sdsc.speeds))
}

func resources(r *paper.Results) (bool, string) {
	split, mold := 100*(r.Value(pair, workSplit)-1), 100*(r.Value(pair, workMold)-1)
	return split >= 1 && mold < 0.1, fmt.Sprintf("%.2f %% and %.3f %% (rounding up to seconds), load sharing %.3f %%", split, mold,
		100*(r.Value(pair, workShared)-1))
}

func fig8Claims() []paper.Claim {
	return []paper.Claim{claim("four-times", "5", "A load-sharing grid with adaptive allocation is more than 4 times as good as "+
		"independent clusters; an example, so here: in at least one of the permutations.", fourTimes)}
}

func fourTimes(r *paper.Results) (bool, string) {
	q := ratio(r, alone.title, molds.title)
	n := above(4, q)
	slices.Sort(q)
	return n > 0, fmt.Sprintf("in %d of %d; %.2f times for %s, median %.1f times, from %.2f to %.0f times", n, len(q),
		r.Metric(example(alone), art)/r.Metric(example(molds), art), vector(sdsc.speeds), q[len(q)/2], q[0], q[len(q)-1])
}
