package grid

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

// wins counts the permutations in which a sweep is lower than another.
func wins(r *paper.Results, lower, than string) (wins, total int) {
	wins, _ = bests(r, "", lower, than)
	return wins, len(r.Series(lower, turnaround))
}

// bests counts the permutations in which a sweep is lower than all others, and those in
// which none of them is lower. The labels of all begin with row.
func bests(r *paper.Results, row, line string, others ...string) (lower, atLeast int) {
	for i, mine := range r.Series(row+line, turnaround) {
		least := math.Inf(1)
		for _, o := range others {
			least = min(least, r.Series(row+o, turnaround)[i])
		}
		if mine < least {
			lower++
		}
		if mine <= least {
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

// either is for open claims, which can be meant in two ways: they hold if they do in both, fail if
// they do in neither, and else are undecided.
func either(a, b bool) paper.Verdict {
	if a != b {
		return paper.Undecided
	}
	return paper.Rule(a)
}

// improves is the claim that a line improves on a base in an example, and so in at least
// one of the permutations; or, if the example stands for the others, in the mean over them.
func improves(base, line line) func(*paper.Results) (paper.Verdict, string) {
	return func(r *paper.Results) (paper.Verdict, string) {
		wins, total := wins(r, line.title, base.title)
		at := best(r, base, line)
		q := ratio(r, line.title, base.title)[at]
		was, is := mean(r, base.title), mean(r, line.title)
		return either(wins > 0, is < was), fmt.Sprintf("in %d of %d permutations; most in %s, by %.2f %%; in the mean by %.2f %%, from %.0f s "+
			"to %.0f s; for %s %.0f s and %.0f s%s", wins, total, vector(speeds(r.Setting, at)), 100*(1-q), 100*(1-is/was), was, is,
			vector(sdsc.speeds), r.Metric(example(base), art), r.Metric(example(line), art), overloaded(r, base, line))
	}
}

func fig1Claims() []paper.Claim {
	return []paper.Claim{
		paper.Open("improves", improves(shared, splits)),
		paper.Judged("significantly", significantly),
		paper.Judged("all-120", siteSelection),
	}
}

func significantly(r *paper.Results) (bool, string) {
	shared, most, where := ratio(r, splits.title, shared.title), math.Inf(-1), ""
	larger, faster := ratio(r, splits.title, larger.title), ratio(r, splits.title, faster.title)
	for i := range shared {
		if gain := 1 - max(larger[i], faster[i]); shared[i] < 1 && gain > most {
			most, where = gain, vector(speeds(r.Setting, i))
		}
	}
	if where == "" {
		return false, "it improves on load sharing in no permutation"
	}
	return most >= 0.05, fmt.Sprintf("by %.2f %% at most, in %s", 100*most, where)
}

func siteSelection(r *paper.Results) (bool, string) {
	lower, atLeast := bests(r, "", splits.title, larger.title, faster.title)
	overLarger, total := wins(r, splits.title, larger.title)
	overFaster, _ := wins(r, splits.title, faster.title)
	return lower == total, fmt.Sprintf("better than both in %d of %d, at least as good in %d; better than larger-first in %d, than "+
		"faster-first in %d; means: larger-first %.0f s, faster-first %.0f s, adaptive %.0f s",
		lower, total, atLeast, overLarger, overFaster, mean(r, larger.title), mean(r, faster.title), mean(r, splits.title))
}

func (f thresholds) claims() []paper.Claim {
	return []paper.Claim{
		paper.Judged("matters", f.matters),
		paper.Judged("best", f.best),
	}
}

// perLoad joins the notes on every load.
func (f thresholds) perLoad(note func(load float64) string) string {
	var notes []string
	for _, load := range f.loads {
		notes = append(notes, fmt.Sprintf("load %v: %s", load, note(load)))
	}
	return strings.Join(notes, "; ")
}

func (f thresholds) matters(r *paper.Results) (bool, string) {
	spread := func(load float64) float64 {
		v := means(r, load)
		return 100 * (slices.Max(v)/slices.Min(v) - 1)
	}
	return spread(f.load) >= 10, fmt.Sprintf("at load %v; %s", f.load,
		f.perLoad(func(load float64) string { return fmt.Sprintf("%.1f %%", spread(load)) }))
}

func (f thresholds) best(r *paper.Results) (bool, string) {
	v := means(r, f.load)
	sorted := slices.Sorted(slices.Values(v))
	return bestPower(v) == f.power, fmt.Sprintf("at load %v, where the next best, %v, is %.3f %% above the best; %s", f.load,
		powers[slices.Index(v, sorted[1])], 100*(sorted[1]/sorted[0]-1), f.perLoad(func(load float64) string {
			v := means(r, load)
			return fmt.Sprintf("best %v, %v is %.2f %% above it", bestPower(v), f.power,
				100*(v[slices.Index(powers, f.power)]/slices.Min(v)-1))
		}))
}

func means(r *paper.Results, load float64) (all []float64) {
	for _, p := range powers {
		all = append(all, mean(r, power(load, p)))
	}
	return all
}

func bestPower(v []float64) float64 { return powers[slices.Index(v, slices.Min(v))] }

func slowdownClaims() []paper.Claim {
	return []paper.Claim{
		paper.Judged("slowdown-matters", slowdownMatters),
		paper.Judged("allocation-does-not-care", allocationDoesNotCare),
		paper.Judged("allocation-wins", allocationWins),
	}
}

func slowdownMatters(r *paper.Results) (bool, string) {
	ok := true
	var notes []string
	for _, spread := range spreads {
		a, b := mean(r, drawn(isSplit, spread, least)), mean(r, drawn(isSplit, spread, largest))
		ok = ok && b >= 2*a
		notes = append(notes, fmt.Sprintf("%s %.0f s and %.0f s", spread, a, b))
	}
	return ok, strings.Join(notes, ", ")
}

func allocationDoesNotCare(r *paper.Results) (bool, string) {
	return paper.Every(spreads, func(t *paper.Cases, spread string) {
		b := r.Series(drawn(isMold, spread, largest), turnaround)
		for i, a := range r.Series(drawn(isMold, spread, least), turnaround) {
			t.Check(a == b[i], "%s, permutation %d", spread, i+1)
		}
	})
}

func allocationWins(r *paper.Results) (bool, string) {
	single, all := 0, 0
	ok, note := paper.Every(spreads, func(t *paper.Cases, spread string) {
		allocation := drawn(isMold, spread, least)
		for _, p := range limits {
			label := drawn(isSplit, spread, p)
			multi, mold := mean(r, label), mean(r, allocation)
			t.Check(mold < multi, "%s up to %v: %.0f s and %.0f s", spread, p, mold, multi)
			wins, total := wins(r, allocation, label)
			single, all = single+wins, all+total
		}
	})
	return ok, fmt.Sprintf("%s; in %d of %d single permutations and limits", note, single, all)
}

func fig7Claims() []paper.Claim {
	return []paper.Claim{
		paper.Judged("all-120", allocation),
		paper.Open("five-times", fiveTimes),
		paper.Judged("single-jobs", singleJobs),
		paper.Judged("resources", resources),
	}
}

func allocation(r *paper.Results) (bool, string) {
	wins, total := wins(r, molds.title, multis.title)
	return wins == total, fmt.Sprintf("in %d of %d%s", wins, total, overloaded(r, multis, molds))
}

func fiveTimes(r *paper.Results) (paper.Verdict, string) {
	q := ratio(r, multis.title, molds.title)
	multi, mold, sharing := mean(r, multis.title), mean(r, molds.title), mean(r, shared.title)
	gain := "multi-site execution does not improve on load sharing"
	if multi < sharing {
		gain = fmt.Sprintf("the improvement is %.2f times", gains(sharing, multi, mold))
	}
	slices.Sort(q)
	return either(gains(sharing, multi, mold) > 5, multi > 5*mold), fmt.Sprintf("%s; load sharing %.0f s, multi-site %.0f s, allocation "+
		"%.0f s; the turnaround is %.2f times in the mean, of single permutations %.3f to %.1f times, median %.2f%s", gain, sharing, multi, mold,
		multi/mold, q[0], q[len(q)-1], q[len(q)/2], overloaded(r, multis, molds))
}

// gains returns how many times as much b is below base as a is; 0 if a is not below it.
func gains(base, a, b float64) float64 {
	if a >= base {
		return 0
	}
	return (base - b) / (base - a)
}

// overloaded tells which lines overload the grid, for the end of a note.
func overloaded(r *paper.Results, lines ...line) string {
	var notes []string
	for _, l := range lines {
		if n := overloads(r, l.title); n > 0 {
			notes = append(notes, fmt.Sprintf("%s in %d", l.title, n))
		}
	}
	if notes == nil {
		return ""
	}
	return "; overloaded, a job waits a week or more: " + strings.Join(notes, ", ")
}

func singleJobs(r *paper.Results) (bool, string) {
	n, split := r.Value(pair, sooner), r.Value(pair, splitJobs)
	return n > 0, fmt.Sprintf("%.0f of %.0f, speeds %s", n, split, vector(sdsc.speeds))
}

func resources(r *paper.Results) (bool, string) {
	above := func(name string) float64 { return 100 * (r.Value(pair, name) - 1) }
	return above(workSplit) >= 1 && above(workMold) < 0.1, fmt.Sprintf("%.2f %% and %.3f %% (rounding up to seconds), load sharing %.3f %%",
		above(workSplit), above(workMold), above(workShared))
}

func fourTimes(r *paper.Results) (paper.Verdict, string) {
	q := ratio(r, alone.title, molds.title)
	n := above(4, q)
	slices.Sort(q)
	return either(n > 0, 2*n > len(q)), fmt.Sprintf("in %d of %d; %.2f times for %s, median %.1f times, from %.2f to %.0f times%s", n, len(q),
		r.Metric(example(alone), art)/r.Metric(example(molds), art), vector(sdsc.speeds), q[len(q)/2], q[0], q[len(q)-1],
		overloaded(r, alone, molds))
}
