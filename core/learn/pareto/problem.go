package pareto

import (
	"context"
	"math/rand/v2"
)

// A Problem makes and judges candidates, whose type G must marshal to JSON exactly for
// checkpoints. No method changes a candidate.
type Problem[G any] interface {
	Objectives() int // their number

	// Random makes candidate i of the first generation. It need not be random: known
	// good candidates shorten the search.
	Random(r *rand.Rand, i int) G

	Cross(r *rand.Rand, a, b G) G // makes a candidate from two
	Mutate(r *rand.Rand, g G) G   // makes a candidate a little different from g

	// Evaluate judges a candidate: lower is better in every objective; all must be
	// finite and depend on the candidate alone. Several goroutines call Evaluate at a
	// time. It should return soon after ctx is done. An error ends the run.
	Evaluate(ctx context.Context, g G) ([]float64, error)

	// Check returns an error unless g, from a checkpoint, is a candidate.
	Check(g G) error
}
