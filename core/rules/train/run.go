package train

import (
	"context"
	"errors"

	"github.com/backfill-lab/backfill/core/rules"
	"github.com/backfill-lab/backfill/core/workload"
)

// Control is how a training is carried out; it changes nothing in what comes out.
type Control struct {
	Workers int    // simulations at a time; 0: as many as Go may use
	From    *State // where to go on; nil: at the beginning

	// Checkpoint is called with what is needed to go on from there: after every
	// generation, the first too; prob calls it after as many simulations as there
	// are strategies. An error ends the training.
	Checkpoint func(*State) error
	// Progress is called before the first simulation and after every one, one call
	// at a time.
	Progress func(Progress)
}

// Progress is how far a training has come.
type Progress struct {
	Generation, Generations int      // being judged, of how many after the first (0 of 0: prob)
	Done, Total             int      // simulations, if nothing stops the training early
	Best                    *float64 // objective so far; none at first
}

// A Result is what a training leaves.
type Result struct {
	Base      *rules.Base
	Objective float64      // of Base on the workload
	Scores    rules.Scores // the same
	Options   Options      // with all defaults
	History   []Record     // of each generation; one of all draws of prob
	Stopped   string       // why it ended

	Evaluations int     // simulations that led to Base, with those before it was resumed
	Simulated   int     // simulations of this call: the new ones of these, and one of Base for Scores
	Seconds     float64 // of this call, by the clock
}

// A Record is a generation, or all draws of prob.
type Record struct {
	Generation  int       `json:"generation"`
	Evaluations int       `json:"evaluations"` // so far
	Objectives  []float64 `json:"objectives"`  // of every rule base (of cca: pair) judged
	Best        float64   `json:"best"`        // so far
	Step        []float64 `json:"step,omitempty"`
}

// Run trains a rule base on w. It returns an error for options that make no
// sense, and ctx's soon after ctx is done.
func Run(ctx context.Context, w *workload.Workload, o Options, c Control) (*Result, error) {
	return nil, errors.New("train: in the making")
}
