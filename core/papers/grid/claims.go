package grid

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// A judge decides a claim by runs whose labels begin with row: those of a figure under one load.
type judge func(r *paper.Results, row string) (paper.Verdict, string)

// strictly is a judge that leaves nothing undecided.
func strictly(holds func(r *paper.Results, row string) (bool, string)) judge {
	return func(r *paper.Results, row string) (paper.Verdict, string) {
		ok, note := holds(r, row)
		return paper.Rule(ok), note
	}
}

// claim returns a claim that is judged at each load of the figure: see acrossLoads.
func (m *model) claim(id string, decide judge) paper.Claim {
	return paper.Open(id, func(r *paper.Results) (paper.Verdict, string) {
		return acrossLoads(m.loads(), func(load float64) (paper.Verdict, string) { return decide(r, labelAt(load)) })
	})
}

// acrossLoads is the verdict on a claim about a figure whose caption gives no load: it holds if it does
// at each load, fails if it does at none, and else is undecided. The note says at which loads it has
// which verdict, and what decided there.
func acrossLoads(loads []float64, decide func(load float64) (paper.Verdict, string)) (paper.Verdict, string) {
	at := map[paper.Verdict][]string{}
	var verdicts, notes []string
	for _, load := range loads {
		v, note := decide(load)
		at[v] = append(at[v], fmt.Sprint(load))
		notes = append(notes, fmt.Sprintf("load %v: %s", load, note))
	}
	verdict := paper.Undecided
	for _, v := range []paper.Verdict{paper.Holds, paper.Fails, paper.Undecided} {
		if at[v] == nil {
			continue
		}
		verdicts = append(verdicts, fmt.Sprintf("%s at load %s", v, numeral.List(at[v])))
		if len(at) == 1 {
			verdict = v
		}
	}
	return verdict, strings.Join(append([]string{strings.Join(verdicts, ", ")}, notes...), "; ")
}

// A sweepClaim is a claim about the permutations of the speed vector on SDSC SP2, which the lines'
// sweeps decide.
type sweepClaim struct {
	figure, id string
	judge      judge
}

var sweepClaims = []sweepClaim{
	{"fig1", "improves", improves(shared, splits)},
	{"fig1", "significantly", strictly(significantly)},
	{"fig1", "all-120", strictly(siteSelection)},
	{"fig2", "improves", improves(shared, molds)},
	{"fig7", "all-120", strictly(allocation)},
	{"fig7", "five-times", fiveTimes},
	{"fig8", "four-times", fourTimes},
}

// sweepClaims returns those of a figure.
func (m *model) sweepClaims(figure string) (claims []paper.Claim) {
	for _, c := range sweepClaims {
		if c.figure == figure {
			claims = append(claims, m.claim(c.id, c.judge))
		}
	}
	return claims
}

// bests counts the permutations in which a line is lower than all others, and those in which none
// of them is lower.
func bests(r *paper.Results, row string, l line, others ...line) (lower, atLeast int) {
	for i, mine := range r.Series(row+l.label, turnaround) {
		least := math.Inf(1)
		for _, o := range others {
			least = min(least, r.Series(row+o.label, turnaround)[i])
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

// wins counts the permutations in which a line is lower than another.
func wins(r *paper.Results, row string, l, than line) (wins, total int) {
	wins, _ = bests(r, row, l, than)
	return wins, len(r.Series(row+l.label, turnaround))
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

// either is for claims that can be meant in two ways: they hold if they do in both, fail if they do in
// neither, and else are undecided.
func either(a, b bool) paper.Verdict {
	if a != b {
		return paper.Undecided
	}
	return paper.Rule(a)
}

// improves is the claim that a line improves on a base in an example, and so in at least
// one of the permutations; or, if the example stands for the others, in the mean over them.
func improves(base, l line) judge {
	return func(r *paper.Results, row string) (paper.Verdict, string) {
		wins, total := wins(r, row, l, base)
		at := best(r, row, base, l)
		q := ratio(r, row, l, base)[at]
		was, is := mean(r, row+base.label), mean(r, row+l.label)
		ascending := func(l line) float64 { return r.Series(row+l.label, turnaround)[0] }
		return either(wins > 0, is < was), fmt.Sprintf("in %d of %d permutations; most in %s, by %.2f %%; in the mean by %.2f %%, from %.0f s "+
			"to %.0f s; for %s %.0f s and %.0f s%s", wins, total, vector(speeds(at, total)), 100*(1-q), 100*(1-is/was), was, is,
			vector(sdsc.speeds), ascending(base), ascending(l), overloaded(r, row, base, l))
	}
}

// advantage returns by how much adaptive site selection is at most below the better of larger-first and
// faster-first, as a share of it, in a permutation in which it improves on load sharing, and which that
// is. It is NaN if there is none.
func advantage(r *paper.Results, row string) (most float64, at int) {
	most = math.NaN()
	larger, faster := ratio(r, row, splits, larger), ratio(r, row, splits, faster)
	for i, q := range ratio(r, row, splits, shared) {
		if gain := 1 - max(larger[i], faster[i]); q < 1 && !(gain <= most) {
			most, at = gain, i
		}
	}
	return most, at
}

// significant is the least advantage that we call significant.
const significant = 0.05

func significantly(r *paper.Results, row string) (bool, string) {
	most, at := advantage(r, row)
	if math.IsNaN(most) {
		return false, "it improves on load sharing in no permutation"
	}
	n := len(r.Series(row+splits.label, turnaround))
	return most >= significant, fmt.Sprintf("by %.2f %% at most, in %s", 100*most, vector(speeds(at, n)))
}

func siteSelection(r *paper.Results, row string) (bool, string) {
	lower, atLeast := bests(r, row, splits, larger, faster)
	overLarger, total := wins(r, row, splits, larger)
	overFaster, _ := wins(r, row, splits, faster)
	return lower == total, fmt.Sprintf("better than both in %d of %d, at least as good in %d; better than larger-first in %d, than "+
		"faster-first in %d; means: larger-first %.0f s, faster-first %.0f s, adaptive %.0f s", lower, total, atLeast, overLarger,
		overFaster, mean(r, row+larger.label), mean(r, row+faster.label), mean(r, row+splits.label))
}

func allocation(r *paper.Results, row string) (bool, string) {
	wins, total := wins(r, row, molds, multis)
	return wins == total, fmt.Sprintf("in %d of %d%s", wins, total, overloaded(r, row, multis, molds))
}

func fiveTimes(r *paper.Results, row string) (paper.Verdict, string) {
	q := ratio(r, row, multis, molds)
	multi, mold, sharing := mean(r, row+multis.label), mean(r, row+molds.label), mean(r, row+shared.label)
	gain := "multi-site execution does not improve on load sharing"
	if multi < sharing {
		gain = fmt.Sprintf("the improvement is %.2f times", gains(sharing, multi, mold))
	}
	slices.Sort(q)
	return either(gains(sharing, multi, mold) > 5, multi > 5*mold), fmt.Sprintf("%s; load sharing %.0f s, multi-site %.0f s, allocation "+
		"%.0f s; the turnaround is %.2f times in the mean, of single permutations %.3f to %.1f times, median %.2f%s", gain, sharing, multi,
		mold, multi/mold, q[0], q[len(q)-1], q[len(q)/2], overloaded(r, row, multis, molds))
}

// gains returns how many times as much b is below base as a is; 0 if a is not below it.
func gains(base, a, b float64) float64 {
	if a >= base {
		return 0
	}
	return (base - b) / (base - a)
}

// overloaded tells which lines overload the grid, for the end of a note.
func overloaded(r *paper.Results, row string, lines ...line) string {
	var notes []string
	for _, l := range lines {
		if n := overloads(r, row+l.label); n > 0 {
			notes = append(notes, fmt.Sprintf("%s in %d", l.title, n))
		}
	}
	if notes == nil {
		return ""
	}
	return "; overloaded, a job waits a week or more: " + strings.Join(notes, ", ")
}

func singleJobs(r *paper.Results, row string) (bool, string) {
	n, split := r.Value(row+pair, sooner), r.Value(row+pair, splitJobs)
	return n > 0, fmt.Sprintf("%.0f of %.0f, speeds %s", n, split, vector(sdsc.speeds))
}

func resources(r *paper.Results, row string) (bool, string) {
	above := func(name string) float64 { return 100 * (r.Value(row+pair, name) - 1) }
	return above(workSplit) >= 1 && above(workMold) < 0.1, fmt.Sprintf("%.2f %% and %.3f %% (rounding up to seconds), load sharing %.3f %%",
		above(workSplit), above(workMold), above(workShared))
}

func fourTimes(r *paper.Results, row string) (paper.Verdict, string) {
	q := ratio(r, row, alone, molds)
	n, first := above(4, q), q[0]
	slices.Sort(q)
	return either(n > 0, 2*n > len(q)), fmt.Sprintf("in %d of %d; %.2f times for %s, median %.1f times, from %.2f to %.0f times%s", n, len(q),
		first, vector(sdsc.speeds), q[len(q)/2], q[0], q[len(q)-1], overloaded(r, row, alone, molds))
}
