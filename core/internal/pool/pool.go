// Package pool does independent pieces of work on all cores. The results do not
// depend on the number of cores, because the pieces do not depend on each other:
// each writes where its index says (Each), or results are taken in order (Ordered).
package pool

import (
	"context"
	"runtime"
	"sync"
)

// Each calls f for 0..n-1, at most workers at a time (0 or less: as many as Go
// may use), and returns when all calls have. Calls begin in the order of their
// index. After an error no further calls begin, and Each returns the error of
// the lowest index that failed: the same one whatever the number of workers.
// When ctx is done, no further calls begin either, and Each returns its cause
// unless all calls had succeeded by then. With one worker f runs in the caller's
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

// work makes calls until there are none left. An index is handed out only when
// all lower ones have been, so that the lowest one that fails is always called.
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
