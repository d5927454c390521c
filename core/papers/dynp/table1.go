package dynp

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/policy/dynp"
)

// A situation is a decision to take: how the policies rank, and the current one.
type situation struct {
	quality []int
	current int
}

// name is the situation's case.
func (s situation) name() string {
	return dynp.Case(s.quality[0], s.quality[1], s.quality[2], s.current)
}

// situations are all that differ: 13 orders of three policies, ties included, with each
// policy as the current one.
func situations() (all []situation) {
	for n := range 27 {
		q := []int{n / 9, n / 3 % 3, n % 3}
		// A rank is used only if the one before it is: one triple for each order.
		if !slices.Contains(q, 0) || slices.Contains(q, 2) && !slices.Contains(q, 1) {
			continue
		}
		for current := range q {
			all = append(all, situation{q, current})
		}
	}
	return all
}

func table1Experiment() paper.Experiment {
	x := paper.Experiment{ID: "dynp/table1", Published: numbers().Of("table1"), Claims: []paper.Claim{paper.Judged("four", fourCases)}}
	for _, p := range x.Published {
		// A row names its case and what the deciders choose: "6b: FCFS = SJF < LJF, current SJF (simple fcfs, advanced current)".
		name, _, _ := strings.Cut(p.Row, ":")
		_, chosen, _ := strings.Cut(strings.TrimSuffix(p.Row, ")"), "(simple ")
		simple, advanced, _ := strings.Cut(chosen, ", advanced ")
		if p.Column == "simple decider" {
			x.Add(p.Row, p.Column, p.Unit, agreed(name, simple, dynp.Simple))
		} else {
			x.Add(p.Row, p.Column, p.Unit, agreed(name, advanced, dynp.Advanced))
		}
	}
	return x
}

// agreed counts the situations of a case in which a decider chooses what is printed: a
// policy, or "current".
func agreed(name, printed string, choose dynp.Decider) func(*paper.Results) float64 {
	if name == "4b" { // the same in package dynp
		name = "5"
	}
	return func(*paper.Results) (n float64) {
		for _, s := range situations() {
			want := s.current
			if printed != "current" {
				want = slices.Index(policies, printed)
			}
			if s.name() == name && choose(s.quality, s.current) == want {
				n++
			}
		}
		return n
	}
}

func fourCases(*paper.Results) (bool, string) {
	found := map[string]bool{}
	for _, s := range situations() {
		if dynp.Simple(s.quality, s.current) != dynp.Advanced(s.quality, s.current) {
			found[s.name()] = true
		}
	}
	return maps.Equal(found, map[string]bool{"1": true, "6b": true, "8c": true, "10c": true}),
		fmt.Sprintf("the deciders differ in %d cases", len(found))
}
