package papers

import (
	"fmt"
	"math"
	"slices"
)

// gridClaim is a claim of section 5; those of section 4 name it.
func gridClaim(id, section, text string, holds func(*Results) (bool, string)) Claim {
	return Claim{ID: id, Section: section, Text: text, Holds: holds}
}

// gridWins counts the permutations in which a sweep is lower than another.
func gridWins(r *Results, lower, than string) (wins, total int) {
	for _, q := range gridRatio(r, lower, than) {
		if q < 1 {
			wins++
		}
	}
	return wins, len(r.Series(lower, gridTurnaround))
}

// gridBests counts the permutations in which a sweep is lower than all others, and
// those in which it is at least as low.
func gridBests(r *Results, line string, others ...string) (lower, atLeast int) {
	mine := r.Series(line, gridTurnaround)
	for i := range mine {
		least := math.Inf(1)
		for _, o := range others {
			least = min(least, r.Series(o, gridTurnaround)[i])
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

// gridImproves is a claim that a line improves on a base in an example: in at
// least one of the permutations.
func gridImproves(base, line gridLine) func(*Results) (bool, string) {
	return func(r *Results) (bool, string) {
		wins, total := gridWins(r, line.title, base.title)
		at := gridBest(r, base, line)
		q := gridRatio(r, line.title, base.title)[at]
		return wins > 0, fmt.Sprintf("in %d of %d permutations; most in %s, by %.2f %%; for %s %.0f s and %.0f s", wins, total,
			gridVector(gridSDSC.vector(r.Scale, at)), 100*(1-q), gridVector(gridSDSC.speeds), r.Metric(gridExample(base), gridART), r.Metric(gridExample(line), gridART))
	}
}

func gridFig1Claims() []Claim {
	others := []string{gridLarger.title, gridFaster.title}
	return []Claim{
		gridClaim("improves", "4", "With an overhead of p=2, multi-site execution improves on load sharing; an example, so here: with adaptive site selection, in at least one of the permutations.",
			gridImproves(gridShared, gridSplits)),
		gridClaim("significantly", "4", "In the example adaptive site selection is significantly better than larger-first and faster-first; here: by 5 % in at least one of the permutations in which it improves on load sharing.",
			func(r *Results) (bool, string) {
				shared, most, where := gridRatio(r, gridSplits.title, gridShared.title), math.Inf(-1), ""
				for i, q := range r.Series(gridSplits.title, gridTurnaround) {
					if shared[i] < 1 {
						if gain := 1 - q/min(r.Series(others[0], gridTurnaround)[i], r.Series(others[1], gridTurnaround)[i]); gain > most {
							most, where = gain, gridVector(gridSDSC.vector(r.Scale, i))
						}
					}
				}
				if where == "" {
					return false, "it improves on load sharing in no permutation"
				}
				return most >= 0.05, fmt.Sprintf("by %.2f %% at most, in %s", 100*most, where)
			}),
		gridClaim("all-120", "4", "Adaptive site selection is better than larger-first and faster-first for each of the 120 permutations.", func(r *Results) (bool, string) {
			lower, atLeast := gridBests(r, gridSplits.title, others...)
			total := len(r.Series(gridSplits.title, gridTurnaround))
			larger, _ := gridWins(r, gridSplits.title, others[0])
			faster, _ := gridWins(r, gridSplits.title, others[1])
			return lower == total, fmt.Sprintf("better than both in %d of %d, at least as good in %d; better than larger-first in %d, than faster-first in %d; means: larger-first %.0f s, faster-first %.0f s, adaptive %.0f s",
				lower, total, atLeast, larger, faster, gridMean(r, others[0]), gridMean(r, others[1]), gridMean(r, gridSplits.title))
		}),
	}
}

func gridFig2Claims() []Claim {
	return []Claim{gridClaim("improves", "5", "Adaptive processor allocation further improves load sharing; an example, so here: in at least one of the permutations.",
		gridImproves(gridShared, gridMolds))}
}

// powerClaims are about the main load; their notes tell of the others.
func (g *gridLog) powerClaims(main float64, loads []float64) []Claim {
	means := func(r *Results, load float64) (all []float64) {
		for _, p := range gridPowers {
			all = append(all, gridMean(r, gridPower(load, p)))
		}
		return all
	}
	best := func(v []float64) float64 { return gridPowers[slices.Index(v, slices.Min(v))] }
	return []Claim{
		gridClaim("matters", "5", "The threshold greatly affects the performance; here: the worst threshold's mean turnaround is 10 % or more above the best one's.", func(r *Results) (bool, string) {
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
		gridClaim("best", "5", fmt.Sprintf("In the sum over all permutations of the speed vector, %v is the best threshold; here: of the tenths.", g.power), func(r *Results) (bool, string) {
			note := ""
			for i, load := range loads {
				v := means(r, load)
				if i > 0 {
					note += "; "
				}
				note += fmt.Sprintf("load %v: best %v, %v is %.2f %% above it", load, best(v), g.power, 100*(v[slices.Index(gridPowers, g.power)]/slices.Min(v)-1))
			}
			v := means(r, main)
			sorted := slices.Sorted(slices.Values(v))
			next := gridPowers[slices.Index(v, sorted[1])]
			return best(v) == g.power, fmt.Sprintf("at load %v, where the next best, %v, is %.3f %% above the best; %s", main, next, 100*(sorted[1]/sorted[0]-1), note)
		}),
	}
}

func (g *gridLog) slowdownClaims() []Claim {
	first, last := gridLimits[0], gridLimits[len(gridLimits)-1]
	return []Claim{
		gridClaim("slowdown-matters", "5", "The slowdowns greatly affect multi-site execution; here: from the smallest to the largest limit its mean turnaround grows twofold or more, with both distributions.", func(r *Results) (bool, string) {
			var t dynpTally
			note := ""
			for i, spread := range gridSpreads {
				a, b := gridMean(r, gridDrawn(gridIsSplit, spread, first)), gridMean(r, gridDrawn(gridIsSplit, spread, last))
				t.check(b >= 2*a, "%s", spread)
				if i > 0 {
					note += ", "
				}
				note += fmt.Sprintf("%s %.0f s and %.0f s", spread, a, b)
			}
			ok, _ := t.all()
			return ok, note
		}),
		gridClaim("allocation-does-not-care", "5", "Adaptive allocation does not depend on the slowdowns; here: with the smallest and the largest limit every permutation has the same turnaround.", func(r *Results) (bool, string) {
			var t dynpTally
			for _, spread := range gridSpreads {
				a, b := r.Series(gridDrawn(gridIsMold, spread, first), gridTurnaround), r.Series(gridDrawn(gridIsMold, spread, last), gridTurnaround)
				for i := range a {
					t.check(a[i] == b[i], "%s, permutation %d", spread, i+1)
				}
			}
			return t.all()
		}),
		gridClaim("allocation-wins", "5", "Adaptive allocation outperforms multi-site execution; here: for every limit and both distributions, in the mean over the permutations.", func(r *Results) (bool, string) {
			var t dynpTally
			single, all := 0, 0
			for _, spread := range gridSpreads {
				for _, p := range gridLimits {
					label := gridDrawn(gridIsSplit, spread, p)
					multi, mold := gridMean(r, label), g.molded(r, spread)
					t.check(mold < multi, "%s up to %v: %.0f s and %.0f s", spread, p, mold, multi)
					wins, total := gridWins(r, gridDrawn(gridIsMold, spread, first), label)
					single, all = single+wins, all+total
				}
			}
			ok, note := t.all()
			return ok, fmt.Sprintf("%s; in %d of %d single permutations and limits", note, single, all)
		}),
	}
}

func gridFig7Claims() []Claim {
	multi, mold := gridSplits.title, gridMolds.title
	return []Claim{
		gridClaim("all-120", "5", "Adaptive allocation outperforms multi-site execution for every permutation of the speed vector.", func(r *Results) (bool, string) {
			wins, total := gridWins(r, mold, multi)
			return wins == total, fmt.Sprintf("in %d of %d", wins, total)
		}),
		gridClaim("five-times", "5", "On average it is more than five times as good; here: the mean turnaround over the permutations, multi-site over adaptive allocation.", func(r *Results) (bool, string) {
			q := gridRatio(r, multi, mold)
			means := gridMean(r, multi) / gridMean(r, mold)
			sorted := slices.Sorted(slices.Values(q))
			return means > 5, fmt.Sprintf("%.2f times; the mean of the permutations' ratios is %.2f, their median %.2f, from %.3f to %.1f", means, dynpMean(q), sorted[len(sorted)/2], sorted[0], sorted[len(sorted)-1])
		}),
		gridClaim("single-jobs", "5", "For a single job, multi-site execution may be the better one; here: some of the jobs that it splits end sooner with it.", func(r *Results) (bool, string) {
			n, split := r.Value(gridPair, gridSooner), r.Value(gridPair, gridSplitJobs)
			return n > 0, fmt.Sprintf("%.0f of %.0f, speeds %s", n, split, gridVector(gridSDSC.speeds))
		}),
		gridClaim("resources", "5", "Multi-site execution makes jobs hold more resources, adaptive allocation does not; here: processors times speed times seconds held are 1 % or more above those asked for, and less than 0.1 %.", func(r *Results) (bool, string) {
			split, mold := 100*(r.Value(gridPair, gridWorkSplit)-1), 100*(r.Value(gridPair, gridWorkMold)-1)
			return split >= 1 && mold < 0.1, fmt.Sprintf("%.2f %% and %.3f %% (rounding up to seconds), load sharing %.3f %%", split, mold, 100*(r.Value(gridPair, gridWorkShared)-1))
		}),
	}
}

func gridFig8Claims() []Claim {
	return []Claim{gridClaim("four-times", "5", "A load-sharing grid with adaptive allocation is more than 4 times as good as independent clusters; an example, so here: in at least one of the permutations.", func(r *Results) (bool, string) {
		q := gridRatio(r, gridAlone.title, gridMolds.title)
		n := 0
		for _, v := range q {
			if v > 4 {
				n++
			}
		}
		sorted := slices.Sorted(slices.Values(q))
		return n > 0, fmt.Sprintf("in %d of %d; %.2f times for %s, median %.1f times, from %.2f to %.0f times", n, len(q),
			r.Metric(gridExample(gridAlone), gridART)/r.Metric(gridExample(gridMolds), gridART), gridVector(gridSDSC.speeds), sorted[len(sorted)/2], sorted[0], sorted[len(sorted)-1])
	})}
}
