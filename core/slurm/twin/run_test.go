package twin

import (
	"context"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// run plays a run to its end.
func run(t testing.TB, c cluster.Config) *cluster.Engine {
	t.Helper()
	e, err := cluster.NewEngine(c)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	return e
}
