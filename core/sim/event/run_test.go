package event_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/sim/event"
)

// count is a simulation of n instants in each of which a job ends.
type count struct {
	n, at int
	err   error
	step  func()
}

func (c *count) Step() bool {
	if c.at == c.n {
		return false
	}
	c.at++
	if c.step != nil {
		c.step()
	}
	return true
}

func (c *count) Done() int  { return c.at }
func (c *count) Err() error { return c.err }

func TestRunReportsEveryStrideAndTheEnd(t *testing.T) {
	var seen []int
	if err := event.Run(context.Background(), &count{n: 10}, 12, 4, func(done, total int) {
		if total != 12 {
			t.Errorf("total %d, want 12", total)
		}
		seen = append(seen, done)
	}); err != nil {
		t.Fatal(err)
	}
	if want := []int{4, 8, 10}; !slices.Equal(seen, want) {
		t.Errorf("progress %v, want %v", seen, want)
	}
}

func TestRunReturnsTheErrorOfTheSimulation(t *testing.T) {
	broken := errors.New("broken")
	if err := event.Run(context.Background(), &count{n: 3, err: broken}, 3, 4, nil); err != broken {
		t.Errorf("error %v, want %v", err, broken)
	}
}

func TestRunGoesOnAfterACancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	c := &count{n: 10}
	c.step = func() {
		if c.at == 5 {
			cancel()
		}
	}
	if err := event.Run(ctx, c, 10, 2, nil); err != context.Canceled || c.at != 6 {
		t.Fatalf("error %v at %d, want it cancelled at 6", err, c.at)
	}
	if err := event.Run(context.Background(), c, 10, 2, nil); err != nil || c.at != 10 {
		t.Errorf("error %v at %d, want the end", err, c.at)
	}
}
