package record

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

// A support is a claim that a finding rests on, and the verdict that it has now.
type support struct {
	id   string
	said string
	as   bool // the finding's verdict
}

// supports returns the claims that a finding rests on, by their ids, as they are in evaluations of its paper.
func supports(f *paper.Finding, p []*paper.Evaluation) (all []support) {
	for _, id := range slices.Sorted(maps.Keys(f.Rests)) {
		s := support{id: id, said: "not computed"}
		for _, e := range p {
			for _, c := range e.Claims {
				if c.ID != id {
					continue
				}
				s.as = c.Verdict == f.Rests[id]
				if s.said = string(c.Verdict); c.Of > 1 {
					s.said += fmt.Sprintf(" (%d/%d)", c.Held, c.Of)
				}
			}
		}
		if !s.as {
			s.said = "now " + s.said
		}
		all = append(all, s)
	}
	return all
}

// Support lists the verdicts that a finding rests on, as they are in evaluations of its paper.
func Support(f paper.Finding, p []*paper.Evaluation) string {
	var all []string
	for _, s := range supports(&f, p) {
		all = append(all, strings.TrimPrefix(s.id, p[0].Paper.Key+"/")+" "+s.said)
	}
	return strings.Join(all, "; ")
}

// changed lists the verdicts that are not the finding's any more.
func changed(f *paper.Finding, p []*paper.Evaluation) (all []string) {
	for _, s := range supports(f, p) {
		if !s.as {
			all = append(all, strings.TrimPrefix(s.id, p[0].Paper.Key+"/")+" is "+s.said)
		}
	}
	return all
}

// linked is Support with links to the tables and figures on the paper's page.
func linked(f *paper.Finding, p []*paper.Evaluation) string {
	var all []string
	for _, s := range supports(f, p) {
		all = append(all, fmt.Sprintf("[%s](#%s) %s", strings.TrimPrefix(s.id, p[0].Paper.Key+"/"), anchor(paper.ExperimentOf(s.id)), s.said))
	}
	return strings.Join(all, "; ")
}
