package dynp

import (
	"fmt"
	"maps"
	"slices"

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

// A printedCase is a row of table 1: a case, and what the deciders choose in it, a policy or
// "current".
type printedCase struct{ name, ranks, simple, advanced string }

// table1 is the printed table. Case 4b has the same situations as 5, and package dynp knows
// it by that name.
var table1 = []printedCase{
	{"1", "FCFS = SJF = LJF", "fcfs", "current"},
	{"2", "SJF < FCFS, SJF < LJF", "sjf", "sjf"},
	{"3", "FCFS < SJF, FCFS < LJF", "fcfs", "fcfs"},
	{"4a", "LJF < FCFS < SJF", "ljf", "ljf"},
	{"4b", "LJF < FCFS = SJF", "ljf", "ljf"},
	{"4c", "LJF < SJF < FCFS", "ljf", "ljf"},
	{"5", "LJF < FCFS = SJF", "ljf", "ljf"},
	{"6a", "FCFS = SJF < LJF, current FCFS", "current", "current"},
	{"6b", "FCFS = SJF < LJF, current SJF", "fcfs", "current"},
	{"6c", "FCFS = SJF < LJF, current LJF", "fcfs", "fcfs"},
	{"7", "SJF < FCFS = LJF", "sjf", "sjf"},
	{"8a", "FCFS = LJF < SJF, current FCFS", "current", "current"},
	{"8b", "FCFS = LJF < SJF, current SJF", "fcfs", "fcfs"},
	{"8c", "FCFS = LJF < SJF, current LJF", "fcfs", "current"},
	{"9", "FCFS < SJF = LJF", "fcfs", "fcfs"},
	{"10a", "SJF = LJF < FCFS, current FCFS", "sjf", "sjf"},
	{"10b", "SJF = LJF < FCFS, current SJF", "current", "current"},
	{"10c", "SJF = LJF < FCFS, current LJF", "sjf", "current"},
}

func (c printedCase) title() string {
	return fmt.Sprintf("%s: %s (simple %s, advanced %s)", c.name, c.ranks, c.simple, c.advanced)
}

// situations are those of the case.
func (c printedCase) situations() []situation {
	return slices.DeleteFunc(situations(), func(s situation) bool {
		return s.name() != c.name && (c.name != "4b" || s.name() != "5")
	})
}

// agreed counts the situations in which a decider chooses what is printed.
func (c printedCase) agreed(printed string, choose dynp.Decider) (n int) {
	for _, s := range c.situations() {
		want := s.current
		if printed != "current" {
			want = slices.Index(policies, printed)
		}
		if choose(s.quality, s.current) == want {
			n++
		}
	}
	return n
}

func table1Experiment() paper.Experiment {
	x := paper.Experiment{ID: "dynp/table1", Claims: []paper.Claim{paper.Judged("as-printed", asTable1), paper.Judged("four", fourCases)}}
	for _, c := range table1 {
		add := func(column string, value func() int) {
			x.Add(c.title(), column, "situations", func(*paper.Results) float64 { return float64(value()) })
		}
		add("simple decider", func() int { return c.agreed(c.simple, dynp.Simple) })
		add("advanced decider", func() int { return c.agreed(c.advanced, dynp.Advanced) })
		add("of", func() int { return len(c.situations()) })
	}
	return x
}

func asTable1(*paper.Results) (bool, string) {
	var t paper.Cases
	for _, c := range table1 {
		n := len(c.situations())
		t.Check(c.agreed(c.simple, dynp.Simple) == n, "case %s, simple", c.name)
		t.Check(c.agreed(c.advanced, dynp.Advanced) == n, "case %s, advanced", c.name)
	}
	return t.All()
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
