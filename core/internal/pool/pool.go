// Package pool does independent pieces of work on all cores. The number of cores does
// not change the results: each piece writes to the place of its index (Each), or the
// results are taken in order (Ordered).
package pool

import (
	"context"
	"runtime"
	"sync"
)

// Each calls f for 0..n-1, at most workers at a time (0 or less: as many as Go may use),
// and waits for all calls. Calls begin in order of index. After an error no further
// calls begin, and Each returns the error of the lowest index that failed, the same one
// for any number of workers. When ctx is done, no further calls begin, and Each returns
// its cause unless all calls have succeeded. With one worker f runs in the caller's
// goroutine.
func Each(ctx context.Context, n, workers int, f func(i int) error) error {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	var (
		mu     sync.Mutex
		next   int   // the index of the next call
		done   int   // calls that returned
		failed = n   // the lowest index that failed
		first  error // its error
	)
	// Indexes are handed out in order, so the lowest one that fails is always called.
	work := func() {
		mu.Lock()
		for next < n && failed == n && ctx.Err() == nil {
			i := next
			next++
			mu.Unlock()
			err := f(i)
			mu.Lock()
			done++
			if err != nil && i < failed {
				failed, first = i, err
			}
		}
		mu.Unlock()
	}
	if workers = min(workers, n); workers <= 1 {
		work()
	} else {
		var group sync.WaitGroup
		for range workers {
			group.Go(work)
		}
		group.Wait()
	}
	if first == nil && done < n {
		return context.Cause(ctx)
	}
	return first
}
