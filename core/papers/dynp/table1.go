package dynp

import (
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/dynp"
	"github.com/backfill-lab/backfill/core/paper"
)

// table1 is what the deciders choose in each case: a policy, or "current".
var table1 = []struct {
	row, ours, when  string // ours is the case's name in package dynp, where 4b is 5
	simple, advanced string
}{
	{"1", "1", "FCFS = SJF = LJF", "fcfs", "current"},
	{"2", "2", "SJF < FCFS, SJF < LJF", "sjf", "sjf"},
	{"3", "3", "FCFS < SJF, FCFS < LJF", "fcfs", "fcfs"},
	{"4a", "4a", "LJF < FCFS < SJF", "ljf", "ljf"},
	{"4b", "5", "LJF < FCFS = SJF", "ljf", "ljf"},
	{"4c", "4c", "LJF < SJF < FCFS", "ljf", "ljf"},
	{"5", "5", "LJF < FCFS = SJF", "ljf", "ljf"},
	{"6a", "6a", "FCFS = SJF < LJF, current FCFS", "current", "current"},
	{"6b", "6b", "FCFS = SJF < LJF, current SJF", "fcfs", "current"},
	{"6c", "6c", "FCFS = SJF < LJF, current LJF", "fcfs", "fcfs"},
	{"7", "7", "SJF < FCFS = LJF", "sjf", "sjf"},
	{"8a", "8a", "FCFS = LJF < SJF, current FCFS", "current", "current"},
	{"8b", "8b", "FCFS = LJF < SJF, current SJF", "fcfs", "fcfs"},
	{"8c", "8c", "FCFS = LJF < SJF, current LJF", "fcfs", "current"},
	{"9", "9", "FCFS < SJF = LJF", "fcfs", "fcfs"},
	{"10a", "10a", "SJF = LJF < FCFS, current FCFS", "sjf", "sjf"},
	{"10b", "10b", "SJF = LJF < FCFS, current SJF", "current", "current"},
	{"10c", "10c", "SJF = LJF < FCFS, current LJF", "sjf", "current"},
}

// A situation is a decision to take: how the policies rank, and the current
// one.
type situation struct {
	quality []int
	current int
}

// name is the situation's case.
func (s situation) name() string {
	return dynp.Case(s.quality[0], s.quality[1], s.quality[2], s.current)
}

// situations are all that differ: 13 orders, ties included, of three
// policies, with each of them as the current one.
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
	x := paper.Experiment{ID: "dynp/table1", Kind: paper.Table, Title: "What the deciders choose in every case",
		Doc: "Each number is in how many of the case's situations (an order of the three qualities and a current policy) the decider chooses " +
			"what the paper's table says; the number set against it is that of all of the case's situations."}
	deciders := []struct {
		title  string
		choose dynp.Decider
	}{{"simple decider", dynp.Simple}, {"advanced decider", dynp.Advanced}}
	for _, row := range table1 {
		for i, d := range deciders {
			printed := []string{row.simple, row.advanced}[i]
			as := 0
			for _, s := range situations() {
				if s.name() != row.ours {
					continue
				}
				want := s.current
				if printed != "current" {
					want = slices.Index(policies, printed)
				}
				if d.choose(s.quality, s.current) == want {
					as++
				}
			}
			x.Add(fmt.Sprintf("%s: %s (simple %s, advanced %s)", row.row, row.when, row.simple, row.advanced), d.title, "situations",
				func(*paper.Results) float64 { return float64(as) })
		}
	}
	x.Published = numbers().Of("table1", nil)
	x.Claims = []paper.Claim{{ID: "four", Section: "3.2",
		Text: "The simple decider is wrong in four cases, where a policy equal to the current one is left: 1, 6b, 8c and 10c.",
		Holds: func(*paper.Results) (bool, string) {
			found := map[string]bool{}
			for _, s := range situations() {
				if dynp.Simple(s.quality, s.current) != dynp.Advanced(s.quality, s.current) {
					found[s.name()] = true
				}
			}
			ok := len(found) == 4 && found["1"] && found["6b"] && found["8c"] && found["10c"]
			return ok, fmt.Sprintf("the deciders differ in %d cases", len(found))
		}}}
	return x
}
