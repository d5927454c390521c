package exact

import (
	"context"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/slow"
)

// Yield sees the nodes grow at every look at the limits, and can cancel there.
func TestYieldIsCalledAtEveryLook(t *testing.T) {
	slow.AsWebAssembly(t)
	ctx, cancel := context.WithCancel(context.Background())
	const enough = 20_000
	calls, last := 0, int64(0)
	r, err := Solve(ctx, busy(1, 30), Options{Yield: func(nodes int64) {
		if nodes < last {
			t.Errorf("%d nodes after %d", nodes, last)
		}
		last = nodes
		if calls++; calls == enough {
			cancel()
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if calls < enough || calls > enough+100 || last == 0 || last > r.Nodes || r.Stopped != Cancelled {
		t.Errorf("%d calls and %d nodes, in the end %+v", calls, last, r)
	}
}
