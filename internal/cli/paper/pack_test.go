package paper

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/papers/record"
	"github.com/backfill-lab/backfill/internal/cli/internal/artefact"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/papertest"
)

// ends is a context that is done once Err has been called a given number of times.
type ends struct {
	context.Context
	left int
}

func (c *ends) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// Whenever a pack is stopped, it leaves nothing, and what was in the folder stays.
func TestAPackThatIsStoppedLeavesNothing(t *testing.T) {
	all, err := paper.Catalogue{papertest.Demo()}.Evaluate(t.Context(), paper.Options{Scale: paper.Quick, Version: "v1"})
	if err != nil {
		t.Fatal(err)
	}
	p, err := newPack(&record.Record{Evaluations: all}, "demo")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	out := filepath.Join(dir, "artefact")
	entries := func() int {
		t.Helper()
		list, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	stopped := 0
	for left := 0; ; left++ {
		a := &console.App{Out: io.Discard, Err: io.Discard, Context: &ends{t.Context(), left}}
		files, err := artefact.Publish(a, out, p.write)
		if err == nil {
			if len(files) < 15 || entries() != 1 {
				t.Errorf("%d files, %d entries beside and with the pack", len(files), entries())
			}
			break
		}
		stopped++
		if !errors.Is(err, console.ErrStopped) || entries() > 0 {
			t.Fatalf("stopped after %d questions: %v, and %d entries are left", left, err, entries())
		}
	}
	if stopped < 15 {
		t.Errorf("it was stopped in %d places only", stopped)
	}
	before, err := os.ReadFile(filepath.Join(out, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	a := &console.App{Out: io.Discard, Err: io.Discard, Context: t.Context()}
	if _, err := artefact.Publish(a, out, p.write); err == nil {
		t.Error("a second pack overwrites the first")
	}
	if after, err := os.ReadFile(filepath.Join(out, "README.md")); err != nil || string(after) != string(before) {
		t.Errorf("the first pack has changed: %v", err)
	}
}
