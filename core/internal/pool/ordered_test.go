package pool

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"
)

func TestResultsAreTakenInOrder(t *testing.T) {
	for _, n := range []int{0, 1, 2, 7, 100} {
		for _, workers := range []int{-1, 0, 1, 2, 8, 200} {
			var got []int
			err := Ordered(t.Context(), n, workers, func(_ context.Context, i int) (int, error) {
				if i%3 == 0 {
					time.Sleep(100 * time.Microsecond) // let later ones overtake it
				}
				return i * i, nil
			}, func(i, v int) error {
				if v != i*i {
					t.Errorf("take(%d, %d)", i, v)
				}
				got = append(got, i)
				return nil
			})
			if err != nil || len(got) != n || !slices.IsSorted(got) {
				t.Errorf("%d of %d workers: took %v, error %v", n, workers, got, err)
			}
		}
	}
}

// TestASlotIsHeldUntilItsResultIsTaken counts the results that have been begun
// and not yet taken.
func TestASlotIsHeldUntilItsResultIsTaken(t *testing.T) {
	const workers = 3
	var held, most atomic.Int32
	err := Ordered(t.Context(), 40, workers, func(_ context.Context, i int) (int, error) {
		for n := held.Add(1); ; {
			if m := most.Load(); n <= m || most.CompareAndSwap(m, n) {
				return i, nil
			}
		}
	}, func(i, _ int) error {
		time.Sleep(200 * time.Microsecond) // a slow writer
		held.Add(-1)
		return nil
	})
	if err != nil || most.Load() != workers {
		t.Errorf("%d results at once, error %v; want %d", most.Load(), err, workers)
	}
}

// TestTheLowestFailureEndsAll lets call 5 fail at once and call 4 later, while
// the others wait for their context.
func TestTheLowestFailureEndsAll(t *testing.T) {
	for _, workers := range []int{1, 2, 3, 8} {
		var running atomic.Int32
		taken := 0
		err := Ordered(t.Context(), 20, workers, func(ctx context.Context, i int) (int, error) {
			running.Add(1)
			defer running.Add(-1)
			switch {
			case i < 4:
				return i, nil
			case i == 4:
				time.Sleep(2 * time.Millisecond)
				return 0, errors.New("four")
			case i == 5:
				return 0, errors.New("five")
			}
			<-ctx.Done()
			return 0, ctx.Err()
		}, func(int, int) error { taken++; return nil })
		if fmt.Sprint(err) != "four" || taken != 4 || running.Load() != 0 {
			t.Errorf("%d workers: error %v, %d taken, %d still running", workers, err, taken, running.Load())
		}
	}
}

func TestAnErrorOfTakeEndsAll(t *testing.T) {
	for _, workers := range []int{1, 4} {
		full := errors.New("disk full")
		var calls, taken int32
		err := Ordered(t.Context(), 1000, workers, func(context.Context, int) (int, error) {
			return int(atomic.AddInt32(&calls, 1)), nil
		}, func(i, _ int) error {
			if taken++; i == 9 {
				return full
			}
			return nil
		})
		if !errors.Is(err, full) || taken != 10 || calls > 9+int32(workers) {
			t.Errorf("%d workers: error %v, %d taken, %d calls", workers, err, taken, calls)
		}
	}
}

func TestOrderedBeginsNothingOnceTheContextIsDone(t *testing.T) {
	reason := errors.New("enough")
	for _, workers := range []int{1, 4} {
		ctx, cancel := context.WithCancelCause(t.Context())
		var calls atomic.Int32
		taken := 0
		err := Ordered(ctx, 1000, workers, func(context.Context, int) (int, error) {
			if calls.Add(1) == 10 {
				cancel(reason)
			}
			return 0, nil
		}, func(int, int) error { taken++; return nil })
		if !errors.Is(err, reason) || int(calls.Load()) != taken || taken > 10+2*workers {
			t.Errorf("%d workers: %d calls, %d taken, %v", workers, calls.Load(), taken, err)
		}
	}
}

// With one worker a panic of work reaches the caller, who may recover from it.
func TestOneWorkerWorksInTheCallersGoroutine(t *testing.T) {
	for _, n := range []int{1, 3} {
		caught := func() (v any) {
			defer func() { v = recover() }()
			Ordered(t.Context(), n, 1, func(context.Context, int) (int, error) { panic("a mistake") }, func(int, int) error { return nil })
			return nil
		}()
		if caught != "a mistake" {
			t.Errorf("of %d: caught %v", n, caught)
		}
	}
}
