package pareto

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/det"
)

// big is a problem of the paper's size, 136471 jobs and seven objectives, whose
// judging costs nothing.
type big struct{}

func (big) Objectives() int                      { return 7 }
func (big) Random(r *rand.Rand, _ int) Order     { return RandomOrder(r, 136471) }
func (big) Cross(r *rand.Rand, a, b Order) Order { return a.Cross(r, b) }
func (big) Mutate(r *rand.Rand, o Order) Order   { return o.Move(r, 100, 10000) }
func (big) Check(Order) error                    { return nil }
func (big) Evaluate(_ context.Context, o Order) ([]float64, error) {
	return onSphere(det.Stream(uint64(o[0])<<32|uint64(o[1]), "objectives"), 1, 7)[0], nil
}

// BenchmarkGenerations is what a generation of 100 costs beside judging.
func BenchmarkGenerations(b *testing.B) {
	const generations = 10
	for b.Loop() {
		mustRun(b, big{}, Options{Generations: generations - 1}, Control[Order]{})
	}
	b.ReportMetric(b.Elapsed().Seconds()*1000/float64(b.N*generations), "ms/generation")
}
