package grid

import (
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/verify"
)

// The rules that Check applies besides those of package verify.
const (
	RuleParts = "parts" // a job that runs holds processors of the grid's sites, each site once
	RuleMold  = "mold"  // fewer processors than asked for only if allowed, on one site
	RuleSplit = "split" // several sites only if allowed, with all that was asked for
)

// Check returns what is illegal in a schedule: the violations of each job in the order of
// g.Jobs, then those of each site's capacity by time. A Placement cannot say that parts are held
// at different times. It costs O(n log n).
func Check(g Problem, placed []Placement) []verify.Violation {
	var found verify.Report
	if !found.Entries(len(g.Jobs), len(placed), func(i int) int64 { return g.Jobs[i].ID }) {
		return found
	}
	changes := make([]verify.Changes, len(g.Sites))
	for i, at := range placed {
		g.checkJob(&found, i, at)
		if g.wrongParts(at.Parts) != "" {
			continue
		}
		for _, p := range at.Parts {
			changes[p.Site].Hold(g.Jobs[i].ID, at.Placement, int64(p.Procs))
		}
	}
	for s, all := range changes {
		found.Overloads(all, g.Sites[s].Procs, fmt.Sprintf(" of site %d", s))
	}
	return found
}

func (g *Problem) checkJob(found *verify.Report, i int, at Placement) {
	j := &g.Jobs[i]
	report := func(rule string, second int64, format string, args ...any) {
		found.Add(rule, j.ID, second, format, args...)
	}
	if !found.Starts(&j.Job, at.Placement) {
		return
	}
	found.Killed(&j.Job, at.Placement, g.Extend)
	if wrong := g.wrongParts(at.Parts); wrong != "" {
		report(RuleParts, at.Start, "%s", wrong)
		return
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
		report(verify.RuleEnd, at.End,
			"holds its processors for %d s from %d to %d, expected %d s on %v: run time %d, estimate %d, home site %d",
			at.End-at.Start, at.Start, at.End, length, at.Parts, j.Run, j.Estimate, j.Home)
	}
}

// wrongParts says why parts are not processors of the grid's sites, or "".
func (g *Problem) wrongParts(parts []Part) string {
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
