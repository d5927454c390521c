package exact

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/slow"
)

// The bound is valid however little work is allowed.
func TestBoundsHoldWithTheLeastOfWork(t *testing.T) {
	slow.AsWebAssembly(t)
	r := rand.New(rand.NewPCG(20, 11))
	for n := range 60 {
		in := random(r, 8+r.IntN(6))
		best, err := Solve(context.Background(), in, Options{Nodes: 20_000})
		if err != nil {
			t.Fatal(err)
		}
		for work := 1e-6; work < 1e-3; work *= 4 {
			got, err := Solve(context.Background(), in, Options{Work: work})
			if err != nil || got.Bound > best.Cost || got.Cost < best.Bound {
				t.Fatalf("case %d, %+v: %g of work give %+v, %v; without that limit it is %+v", n, in, work, got, err, best)
			}
		}
	}
}
