package bound

import (
	"context"
	"errors"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/shared"
)

// A countdown is a context that is done once it has been asked that often.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// Wherever in its work the bound is given up, it says so and gives no number.
func TestTheBoundCanBeGivenUp(t *testing.T) {
	jobs := synthetic(t, 3, 0.9)[:200]
	want, err := Stretch(context.Background(), 32, jobs, 10*shared.Second)
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	for ; ; asked += 1 + asked/50 {
		s, err := Stretch(&countdown{context.Background(), asked}, 32, jobs, 10*shared.Second)
		if err == nil {
			if s != want {
				t.Fatalf("asked %d times at most: %v, not %v", asked, s, want)
			}
			break
		}
		if s != 0 || !errors.Is(err, context.Canceled) {
			t.Fatalf("given up when asked for the time %d: %v, %v", asked+1, s, err)
		}
	}
	if asked < 100 {
		t.Errorf("it asks fewer than %d times", asked)
	}
}
