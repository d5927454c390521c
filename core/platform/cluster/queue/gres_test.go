package queue

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/drawn/clusters"
	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/verify"
	referee "github.com/backfill-lab/backfill/core/verify/cluster"
)

// Every schedule of jobs that ask for generic resources is legal, and every job runs.
func TestEveryScheduleWithGenericResourcesIsLegal(t *testing.T) {
	all := names()
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 71))
		d := clusters.System(r)
		clusters.Generic(r, d)
		d.SlurmVersion = "24.11" // whose rules for GPUs hold for all policies
		s, err := cluster.New(d)
		if err != nil {
			t.Fatal(err)
		}
		c := cluster.Config{System: s, Jobs: clusters.Jobs(r, s), Cut: r.IntN(2) == 0}
		clusters.AskGeneric(r, s, c.Jobs)
		name := all[r.IntN(len(all))]
		if c.Scheduler, err = New(s, name); err != nil {
			t.Fatal(err)
		}
		e, err := cluster.NewEngine(c)
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Run(context.Background()); err != nil {
			t.Fatalf("seed %d: %s: %v", seed, name, err)
		}
		if err := verify.Err(referee.Check(cluster.Retold(c, e.Placed))); err != nil {
			t.Fatalf("seed %d: %s: %v", seed, name, err)
		}
	}
}
