package train

import "github.com/backfill-lab/backfill/core/rules/evolve"

// format names the version of a State's JSON.
const format = "backfill-train-1"

// A State is a training under way: all that is needed to go on as if it had never
// stopped. It marshals to JSON, in which floats are exact, and ParseState reads
// that.
type State struct {
	Format   string        `json:"format"`
	Workload string        `json:"workload"` // its SHA-256
	Options  Options       `json:"options"`  // with all defaults
	Evolve   *evolve.State `json:"evolve,omitempty"`
	Values   []*float64    `json:"values,omitempty"` // of prob: each draw's objective, null where it is to come
}
