package verify

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/job"
)

// The rules that CheckGrid applies besides those of Check.
const (
	RuleParts = "parts" // a started job holds processors, of sites of the grid, and each site once
	RuleMold  = "mold"  // fewer processors than asked for only on one site, and only where that is allowed
	RuleSplit = "split" // several sites only where that is allowed, and then all that was asked for
)

// CheckGrid returns the violations of a schedule over several sites: those of
// each job in the order of g.Jobs, then those of each site's capacity by time;
// none means the schedule is legal. That all parts of a job are held from its
// start to its end is how a GridPlacement is written; how long that is, is
// checked. It costs O(n log n).
func CheckGrid(g Grid, placed []GridPlacement) []Violation {
	if len(placed) != len(g.Jobs) {
		return []Violation{{Rule: RuleLength, Job: job.None, At: job.None,
			Text: fmt.Sprintf("expected one placement for each of %d jobs, found %d", len(g.Jobs), len(placed))}}
	}
	jobs := make([]job.Job, len(g.Jobs))
	for i := range g.Jobs {
		jobs[i] = g.Jobs[i].Job
	}
	found := repeats(jobs)
	for i := range g.Jobs {
		found = g.checkJob(found, i, placed[i])
	}
	for s, all := range g.changes(placed) {
		found = overloads(found, all, g.Sites[s].Procs, fmt.Sprintf(" of site %d", s))
	}
	return found
}

func (g *Grid) checkJob(found []Violation, i int, at GridPlacement) []Violation {
	j := &g.Jobs[i]
	report := func(rule string, second int64, format string, args ...any) {
		found = append(found, Violation{Rule: rule, Job: j.ID, At: second, Text: fmt.Sprintf(format, args...)})
	}
	switch {
	case at.Start < 0:
		report(RulePlaced, j.Submit, "submitted at %d, was never started", j.Submit)
		return found
	case at.End < 0:
		report(RulePlaced, at.Start, "started at %d, never ended", at.Start)
		return found
	}
	if at.Start < j.Submit {
		report(RuleSubmit, at.Start, "starts at %d, expected no start before its submission at %d", at.Start, j.Submit)
	}
	if killed := !g.Extend && j.Run > j.Estimate; at.Killed != killed {
		report(RuleKilled, at.End, "killed is %t, expected %t: run time %d, estimate %d", at.Killed, killed, j.Run, j.Estimate)
	}
	if wrong := g.wrongParts(at.Parts); wrong != "" {
		report(RuleParts, at.Start, "%s", wrong)
		return found
	}
	held := 0
	for _, p := range at.Parts {
		held += p.Procs
	}
	asked := int(j.Procs)
	switch several := len(at.Parts) > 1; {
	case several && !g.Split:
		report(RuleSplit, at.Start, "holds processors of %d sites, expected one site", len(at.Parts))
	case several && held != asked:
		report(RuleSplit, at.Start, "holds %d processors of %d sites together, expected the %d it asks for", held, len(at.Parts), asked)
	case held > asked, held < asked && !g.Mold:
		report(RuleMold, at.Start, "holds %d processors, expected the %d it asks for", held, asked)
	}
	if length := g.Length(i, at.Parts); at.End-at.Start != length {
		report(RuleEnd, at.End, "holds its processors for %d s from %d to %d, expected %d s on %v: run time %d, estimate %d, home site %d",
			at.End-at.Start, at.Start, at.End, length, at.Parts, j.Run, j.Estimate, j.Home)
	}
	return found
}

// wrongParts says what keeps parts from being processors of the grid's sites.
func (g *Grid) wrongParts(parts []Part) string {
	if len(parts) == 0 {
		return "holds no processors"
	}
	for k, p := range parts {
		switch {
		case p.Site < 0 || p.Site >= len(g.Sites):
			return fmt.Sprintf("holds processors of site %d of a grid of %d sites", p.Site, len(g.Sites))
		case p.Procs < 1 || p.Procs > g.Sites[p.Site].Procs:
			return fmt.Sprintf("holds %d processors of site %d, which has %d", p.Procs, p.Site, g.Sites[p.Site].Procs)
		case slices.ContainsFunc(parts[:k], func(q Part) bool { return q.Site == p.Site }):
			return fmt.Sprintf("holds two parts of site %d, expected one", p.Site)
		}
	}
	return ""
}

// changes lists for each site, by time, what jobs take and give back of it.
func (g *Grid) changes(placed []GridPlacement) [][]change {
	all := make([][]change, len(g.Sites))
	for i, at := range placed {
		if at.Start < 0 || at.Start >= at.End || g.wrongParts(at.Parts) != "" {
			continue
		}
		for _, p := range at.Parts {
			all[p.Site] = append(all[p.Site], change{at.Start, int64(p.Procs), g.Jobs[i].ID}, change{at.End, -int64(p.Procs), g.Jobs[i].ID})
		}
	}
	for _, site := range all {
		slices.SortFunc(site, func(a, b change) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.id, b.id)) })
	}
	return all
}
