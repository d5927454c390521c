package train

import (
	"github.com/backfill-lab/backfill/core/rules"
	"github.com/backfill-lab/backfill/core/rules/evolve"
)

// An Approach is a way to a rule base.
type Approach string

// The paper's approaches.
const (
	Prob  Approach = "prob"
	Pitts Approach = "pitts"
	CCA   Approach = "cca"
)

// Approaches is every approach.
var Approaches = []Approach{Prob, Pitts, CCA}

// Options are what a training is; they marshal to JSON. What is zero is the
// paper's, or as said.
type Options struct {
	Approach  Approach `json:"approach"`  // pitts
	Objective string   `json:"objective"` // as rules.ParseObjective has it; rules.PaperObjective
	Seed      uint64   `json:"seed"`

	// Bounds part users into groups by all jobs of the workload; rules.DefaultBounds.
	Bounds rules.Bounds `json:"groups_above_percent"`
	// Advantage is Greedy's; rules.DefaultAdvantage.
	Advantage *rules.Advantage `json:"greedy_advantage_s"`
	Overrun   string           `json:"overrun,omitempty"` // a run past its estimate: "cut" (also "") or "extend"

	// Of prob.
	Draws      int         `json:"draws,omitempty"`      // how often a situation gets each strategy; rules.PaperDraws, 50
	Partitions []Partition `json:"partitions,omitempty"` // rules.Table1

	// Of pitts and cca.
	Rules       int      `json:"rules,omitempty"`       // of a rule base; rules.PaperRules, 10
	Features    []string `json:"features,omitempty"`    // names; all seven
	Mu          int      `json:"mu,omitempty"`          // 3
	Lambda      int      `json:"lambda,omitempty"`      // 21
	Generations int      `json:"generations,omitempty"` // after the first; 40
	// Further settings of the evolution strategy, as evolve.Options has them.
	Selection     evolve.Selection     `json:"selection,omitempty"`
	Recombination evolve.Recombination `json:"recombination,omitempty"`
	Partners      evolve.Partners      `json:"partners,omitempty"` // cca
	Step          float64              `json:"step,omitempty"`
	Patience      int                  `json:"patience,omitempty"` // stop after so many generations without a better rule base; never
	Target        *float64             `json:"target,omitempty"`   // stop at this objective or below; never
}

// A Partition divides a feature's range, as rules.Partition does.
type Partition struct {
	Feature string    `json:"feature"` // its name
	Bounds  []float64 `json:"bounds"`  // strictly increasing
}
