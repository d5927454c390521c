package paper_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/trace"
)

// A run has the digest under which it is computed, which is the SHA-256 of its key.
func TestKeysAreThoseOfTheRuns(t *testing.T) {
	work := func(name string, after ...paper.Run) paper.Run {
		return paper.Run{Label: name, JobSet: "good", Task: &paper.Task{Name: name, Params: "<", After: after,
			Do: func(context.Context, *trace.Workload, *paper.Aid, *paper.Summary) error { return nil }}}
	}
	one := oneRun(work("c", work("a"), work("b", work("a"))))
	for _, e := range slices.Concat(evaluate(t, demo, paper.Options{}), evaluate(t, one, paper.Options{})) {
		sums := map[string]string{}
		for _, o := range e.Origins {
			sums[o.JobSet] = o.SHA256
		}
		keys, err := e.Keys(sums)
		if err != nil || len(keys) != len(e.Runs) {
			t.Fatalf("%s: %d keys, %v", e.Experiment.ID, len(keys), err)
		}
		for i, k := range keys {
			if sum := fmt.Sprintf("%x", sha256.Sum256(k.Key)); k.Digest != e.Runs[i].Digest || sum != k.Digest || k.Label != e.Runs[i].Label {
				t.Errorf("run %s has the digest %s, and %s here", e.Runs[i].Label, e.Runs[i].Digest, k.Digest)
			}
		}
		unknown, err := e.Keys(nil)
		if err != nil || slices.ContainsFunc(unknown, func(k paper.RunKey) bool { return k.Digest != "" || k.Key != nil }) {
			t.Errorf("without job sets: %v, %v", unknown, err)
		}
	}
}
