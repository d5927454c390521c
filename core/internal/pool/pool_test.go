package pool

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestEveryIndexIsCalledOnce(t *testing.T) {
	for _, n := range []int{0, 1, 2, 7, 100} {
		for _, workers := range []int{-1, 0, 1, 2, 8, 200} {
			calls := make([]atomic.Int32, n)
			err := Each(t.Context(), n, workers, func(i int) error { calls[i].Add(1); return nil })
			if err != nil {
				t.Fatal(err)
			}
			for i := range calls {
				if got := calls[i].Load(); got != 1 {
					t.Errorf("%d workers called %d of %d %d times", workers, i, n, got)
				}
			}
		}
	}
}

func TestNoMoreThanWorkersAtOnce(t *testing.T) {
	var now, most atomic.Int32
	err := Each(t.Context(), 40, 3, func(int) error {
		for n := now.Add(1); ; {
			if m := most.Load(); n <= m || most.CompareAndSwap(m, n) {
				break
			}
		}
		time.Sleep(time.Millisecond)
		now.Add(-1)
		return nil
	})
	if err != nil || most.Load() > 3 {
		t.Errorf("%d calls at once, error %v", most.Load(), err)
	}
}

// TestTheLowestErrorIsReported lets the higher one of two failing calls fail
// long before the lower one.
func TestTheLowestErrorIsReported(t *testing.T) {
	for _, workers := range []int{1, 2, 8} {
		err := Each(t.Context(), 20, workers, func(i int) error {
			switch i {
			case 4:
				time.Sleep(5 * time.Millisecond)
				return errors.New("four")
			case 5:
				return errors.New("five")
			}
			return nil
		})
		if fmt.Sprint(err) != "four" {
			t.Errorf("%d workers: %v", workers, err)
		}
	}
}

func TestNothingBeginsOnceTheContextIsDone(t *testing.T) {
	reason := errors.New("enough")
	for _, workers := range []int{1, 4} {
		ctx, cancel := context.WithCancelCause(t.Context())
		var mu sync.Mutex // no call overtakes the one that cancels
		calls := 0
		err := Each(ctx, 1000, workers, func(i int) error {
			mu.Lock()
			defer mu.Unlock()
			if calls++; calls == 10 {
				cancel(reason)
			}
			return nil
		})
		if !errors.Is(err, reason) || calls > 10+workers {
			t.Errorf("%d workers: %d calls, %v", workers, calls, err)
		}
	}
}

func TestAContextThatEndsWithTheLastCallIsNoError(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	if err := Each(ctx, 3, 1, func(i int) error {
		if i == 2 {
			cancel()
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
}
