package pareto

import (
	"context"
	"math/rand/v2"
)

// A Problem is what a front is wanted of. A candidate's type G must marshal to
// JSON exactly for checkpoints to be of use. No method changes a candidate it is
// given.
type Problem[G any] interface {
	// Objectives returns how many there are.
	Objectives() int

	// Random makes candidate i of the first generation. It need not be random: good
	// candidates that are known shorten the search.
	Random(r *rand.Rand, i int) G

	// Cross makes a candidate of two.
	Cross(r *rand.Rand, a, b G) G

	// Mutate makes a candidate a little different from g.
	Mutate(r *rand.Rand, g G) G

	// Evaluate judges a candidate: lower is better in every objective, all must be
	// finite, and the same whenever the same candidate is judged. It is called from
	// several goroutines at a time and should return soon after ctx is done. An
	// error ends the run.
	Evaluate(ctx context.Context, g G) ([]float64, error)

	// Check says why g, which comes from a checkpoint, is no candidate.
	Check(g G) error
}
