package trace

import (
	_ "embed"

	"github.com/backfill-lab/backfill/core/internal/text"
)

// An Effect is what a rule does to a row.
type Effect string

// The first rule, in the order of Rules, that leaves out a row is the only one applied to
// it. Only rows that become jobs count as changed or noted.
const (
	LeavesOut Effect = "leaves out" // the row does not become a job
	Changes   Effect = "changes"    // the job differs from the row
	Notes     Effect = "notes"      // the row is valid and only counted
)

// A Rule says how one kind of odd row is handled.
type Rule struct {
	Key    string `json:"key"`
	Effect Effect `json:"effect"`
	Doc    string `json:"doc"` // one sentence
}

// Rules are all rules for odd rows, in the order in which they are tried, then those of
// sacct output (see sacct.Rules). With Options.Strict, a row left out or changed is an error.
var Rules = func() (all []Rule) {
	for row := range text.Rows(ruleTable) {
		all = append(all, Rule{row[0], Effect(row[1]), row[2]})
	}
	return append(all, sacctRules()...)
}()

//go:embed rules.tsv
var ruleTable string

// rule is an index into Rules.
type rule int

const (
	malformed rule = iota
	notChosen
	step
	repeated
	partial
	noSubmit
	notStarted
	unfinished
	noWidth
	outOfRange
	tooWide
	widerThanHome
	beyondSystem
	beyondCluster
	beyondTasks
	short
	long
	rounded
	unusable
	raisedEstimate
	renumbered
	earlyStart
	unsorted
	memoryCapped
	otherWidth
	memoryUnknown
	runAsEstimate
	otherRecord
	numRules
)

// tally counts rows by rule.
type tally [numRules]int

func (t *tally) counts() []Count {
	var all []Count
	for i, n := range t {
		if n > 0 {
			all = append(all, Count{Rules[i].Key, n})
		}
	}
	return all
}
