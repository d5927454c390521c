package console

import (
	"context"
	"io"
)

// A stoppable reads or writes until a context is done, to interrupt work that takes none.
type stoppable struct {
	ctx context.Context
	do  func(b []byte) (int, error)
}

func (s stoppable) run(b []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.do(b)
}

func (s stoppable) Read(b []byte) (int, error)  { return s.run(b) }
func (s stoppable) Write(b []byte) (int, error) { return s.run(b) }

// Reader returns a reader of r that fails with ctx's error once ctx is done.
func Reader(ctx context.Context, r io.Reader) io.Reader { return stoppable{ctx, r.Read} }

// Writer returns a writer to w that fails with ctx's error once ctx is done.
func Writer(ctx context.Context, w io.Writer) io.Writer { return stoppable{ctx, w.Write} }
