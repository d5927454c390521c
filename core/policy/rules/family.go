package rules

import (
	"strings"

	"github.com/backfill-lab/backfill/core/policy"
)

// Prefix begins the name of every policy of this package, before the name of a rule base,
// or of a strategy that is always in force.
const Prefix = "rules:"

const source = "Franke, Lepping, Schwiegelshohn: On Advantages of Scheduling Using Genetic Fuzzy Systems, JSSPP 2006"

// Always holds a rule base for each strategy that always chooses it.
var Always = func() (all policy.Family[*Base]) {
	for i, name := range StrategyNames {
		s := Strategy(i)
		all = append(all, policy.Plain(s.info(), func() *Base { return NewBase(name, "", Only(s)) }))
	}
	return all
}()

var (
	orderDocs = []string{
		"fewest processors first", "shortest estimate first", "longest wait first", "users of the largest consumption first",
	}
	algorithmTitles  = []string{"FCFS", "EASY", "Conservative"}
	spokenAlgorithms = []string{"no overtaking", "backfilling with one reservation", "backfilling with a reservation for every job"}
	algorithmDocs    = []string{
		"Starts the head of the queue whenever enough processors are free",
		"Backfills without delaying the head of the queue",
		"Plans every job behind those before it, again in each pass, and starts those planned for now",
	}
)

func (s Strategy) info() policy.Info {
	info := policy.Info{Name: Prefix + s.String(), Source: source, Family: "rules"}
	if s == GreedyStrategy {
		info.Title, info.Spoken = "Greedy", "No overtaking, user groups 1 and 2 favoured"
		info.Doc = "First come, first served (FCFS), but in an order that favours users of user groups 1 and 2 " +
			"unless others have waited very long; one of the strategies that rule bases choose from."
		return info
	}
	order := orderDocs[s.Order()]
	info.Title = algorithmTitles[s.Algorithm()] + ", " + order
	info.Spoken = strings.ToUpper(order[:1]) + order[1:] + ", " + spokenAlgorithms[s.Algorithm()]
	info.Doc = algorithmDocs[s.Algorithm()] + ", " + order + "; one of the strategies that rule bases choose from."
	return info
}

// Info describes the rule base as a policy.
func (b *Base) Info() policy.Info {
	return policy.Info{Name: Prefix + b.Name, Title: b.Name + ": " + Kind(b.Controller), Spoken: "Rule base " + b.Name, Doc: b.About,
		Source: source, Family: "rules"}
}
