package slurm

import (
	"context"
	"testing"

	"github.com/backfill-lab/backfill/core/system"
)

// run plays a run to its end.
func run(t testing.TB, c system.Config) *system.Engine {
	t.Helper()
	e, err := system.NewEngine(c)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	return e
}
