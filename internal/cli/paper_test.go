package cli

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/internal/cli/internal/evaluation"
	"github.com/backfill-lab/backfill/internal/cli/internal/workload"
	"github.com/backfill-lab/backfill/internal/papertest"
)

// commandOfDemo is the command, but where the environment's DEMO_PAPER is set there is
// one paper, a small one that nobody wrote.
func commandOfDemo() {
	if os.Getenv("DEMO_PAPER") != "" {
		evaluation.Catalogue = func() paper.Catalogue { return paper.Catalogue{papertest.Demo()} }
	}
	if size, err := strconv.ParseInt(os.Getenv("STREAM_FROM"), 10, 64); err == nil {
		workload.LargeFrom = size
	}
	os.Exit(Main())
}

// An evaluation that is stopped keeps the runs that are done, each in a
// complete file, and says how many they are.
func TestStoppingAnEvaluationKeepsItsRuns(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c, lines, stdout := start(t, dir, "paper", "verify", "dynp", "--parallel", "1", "--cache", "cache")
	last, sent := "", false
	for lines.Scan() {
		last = lines.Text()
		if !sent && strings.HasPrefix(last, "computing") && strings.Contains(strings.Join(folder(t, dir), "\n"), ".json") { // a run is through
			if err := c.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
			sent = true
		}
	}
	c.Wait()
	if !sent {
		t.Fatalf("the evaluation ended before it could be stopped, with %q", last)
	}
	var done, total int
	n, _ := fmt.Sscanf(last, "backfill: stopped: %d of %d runs are kept, and the same command continues from there", &done, &total)
	if c.ProcessState.ExitCode() != 1 || n != 2 || done == 0 || done >= total || stdout.Len() > 0 {
		t.Errorf("%v, standard error ends with %q, standard output %q", c.ProcessState, last, stdout)
	}
	if files := folder(t, dir); len(files) != done {
		t.Errorf("%d files are in the cache, want %d: %q", len(files), done, files)
	}
}
