// Package stop ends input and output with a context, to interrupt work that takes none.
package stop

import (
	"context"
	"io"
)

// Reader returns a reader of r that fails with ctx's error once ctx is done.
func Reader(ctx context.Context, r io.Reader) io.Reader { return &reader{ctx, r} }

type reader struct {
	ctx context.Context
	r   io.Reader
}

func (s *reader) Read(b []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.r.Read(b)
}

// Writer returns a writer to w that fails with ctx's error once ctx is done.
func Writer(ctx context.Context, w io.Writer) io.Writer { return &writer{ctx, w} }

type writer struct {
	ctx context.Context
	w   io.Writer
}

func (s *writer) Write(b []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.w.Write(b)
}
