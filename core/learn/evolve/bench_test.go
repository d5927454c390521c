package evolve

import (
	"context"
	"testing"
)

// BenchmarkRun is what the paper's run (270 parameters, 843 evaluations) costs
// beside judging.
func BenchmarkRun(b *testing.B) {
	var p []Parameter
	for range 10 {
		for range 14 {
			p = append(p, Parameter{Kind: Real, High: 1})
		}
		for range 13 {
			p = append(p, Parameter{Kind: Ordered, Count: 5})
		}
	}
	problem := Single(p, func(_ context.Context, x []float64) (float64, error) { return x[0] + x[269], nil })
	for b.Loop() {
		mustRun(b, problem, Options{}, Control{})
	}
}
