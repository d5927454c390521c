package pool

import (
	"context"
	"runtime"
	"sync"
)

// Ordered calls work for 0..n-1 and hands each result to take, in order of index and in
// the caller's goroutine. At most workers results (0 or less: as many as Go may use) are
// being made or waiting at any time, which bounds memory. Calls of work begin in order
// of index.
//
// Ordered stops at the lowest index whose work or take fails: it cancels the context of
// the calls that are running, waits for them, and returns that error, the same one for
// any number of workers. When ctx is done, no further calls begin, and Ordered returns
// its cause unless a call of a lower index fails. With one worker, work runs in the caller's
// goroutine.
func Ordered[T any](ctx context.Context, n, workers int, work func(context.Context, int) (T, error), take func(int, T) error) error {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	if min(workers, n) <= 1 {
		return inTurn(ctx, n, work, take)
	}
	type made struct {
		v   T
		err error
	}
	var running sync.WaitGroup
	defer running.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	slots := make([]chan made, min(workers, n)) // slot i%len(slots) serves call i until its result is taken
	for i := range slots {
		slots[i] = make(chan made, 1)
	}
	begin := func(i int) {
		slot := slots[i%len(slots)]
		if ctx.Err() != nil {
			slot <- made{err: context.Cause(ctx)}
			return
		}
		running.Go(func() {
			v, err := work(ctx, i)
			slot <- made{v, err}
		})
	}
	for i := range slots {
		begin(i)
	}
	for i := range n {
		m := <-slots[i%len(slots)]
		if m.err == nil {
			m.err = take(i, m.v)
		}
		if m.err != nil {
			return m.err
		}
		if next := i + len(slots); next < n {
			begin(next)
		}
	}
	return nil
}

// inTurn is Ordered with one worker.
func inTurn[T any](ctx context.Context, n int, work func(context.Context, int) (T, error), take func(int, T) error) error {
	for i := range n {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		v, err := work(ctx, i)
		if err == nil {
			err = take(i, v)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
