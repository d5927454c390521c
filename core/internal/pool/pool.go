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
	b := batch{ctx: ctx, n: n, f: f, failed: n}
	if workers = min(workers, n); workers <= 1 {
		b.work()
	} else {
		var group sync.WaitGroup
		for range workers {
			group.Go(b.work)
		}
		group.Wait()
	}
	if b.err == nil && b.done < n {
		return context.Cause(ctx)
	}
	return b.err
}

type batch struct {
	ctx context.Context
	n   int
	f   func(i int) error

	mu     sync.Mutex
	next   int   // the index of the next call
	done   int   // calls that returned
	failed int   // the lowest index that failed, n if none
	err    error // its error
}

// work makes calls until none is left. Indexes are handed out in order, so the lowest one
// that fails is always called.
func (b *batch) work() {
	for {
		b.mu.Lock()
		i := b.next
		if i == b.n || b.failed < b.n || b.ctx.Err() != nil {
			b.mu.Unlock()
			return
		}
		b.next++
		b.mu.Unlock()

		err := b.f(i)

		b.mu.Lock()
		b.done++
		if err != nil && i < b.failed {
			b.failed, b.err = i, err
		}
		b.mu.Unlock()
	}
}
