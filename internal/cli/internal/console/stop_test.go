package console

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
)

func TestReadingAndWritingEndWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	var out strings.Builder
	r, w := Reader(ctx, strings.NewReader("abcdef")), Writer(ctx, &out)
	if _, err := io.CopyN(w, r, 3); err != nil || out.String() != "abc" {
		t.Fatalf("copied %q, %v", out.String(), err)
	}
	cancel()
	if n, err := r.Read(make([]byte, 3)); n != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("Read after the end: %d, %v", n, err)
	}
	if n, err := w.Write([]byte("def")); n != 0 || !errors.Is(err, context.Canceled) || out.String() != "abc" {
		t.Errorf("Write after the end: %d, %v, %q", n, err, out.String())
	}
}
