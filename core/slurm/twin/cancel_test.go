package twin

import (
	"context"
	"errors"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/drawn/clusters"
	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// looks counts how often a context is asked whether it is done, and is done after a number of times.
type looks struct {
	context.Context
	left, seen int
}

func (l *looks) Err() error {
	if l.seen++; l.seen > l.left {
		return context.Canceled
	}
	return nil
}

// A run that is given up plans no further job: the context is asked before each job that a cycle looks at, not only between steps, and
// once it has answered nothing more is done.
func TestACycleIsGivenUpBetweenTwoJobs(t *testing.T) {
	s, err := cluster.New(clusters.Leadership(500))
	if err != nil {
		t.Fatal(err)
	}
	jobs := clusters.Campaign(s, 400)
	for _, left := range []int{0, 1, 10, 1000, 20_000} {
		ctx := &looks{Context: context.Background(), left: left}
		w := New(s)
		e, err := cluster.NewEngine(cluster.Config{System: s, Jobs: jobs, Scheduler: w, Cut: true})
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Run(ctx); !errors.Is(err, context.Canceled) || ctx.seen != left+1 {
			t.Errorf("after %d looks the run ends with %v, and the context was asked %d times", left, err, ctx.seen)
		}
		if e.Step() {
			t.Error("a run that was given up goes on")
		}
	}
	ctx := &looks{Context: context.Background(), left: 1 << 30}
	e, err := cluster.NewEngine(cluster.Config{System: s, Jobs: jobs, Scheduler: New(s), Cut: true})
	if err != nil {
		t.Fatal(err)
	}
	steps := 0
	for e.Context = ctx; e.Step(); {
		steps++
	}
	if ctx.seen < 10*steps {
		t.Errorf("%d steps asked the context %d times: cycles with hundreds of jobs do not", steps, ctx.seen)
	}
}
