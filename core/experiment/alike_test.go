package experiment_test

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/study/stats"
	"github.com/backfill-lab/backfill/core/trace"
)

// A policy does not differ from itself: of pairs of runs of one real log, each shaken by up to a minute, no more come out
// apart than the level allows, up to chance. Seeds are fixed.
func TestAPolicyDoesNotDifferFromItself(t *testing.T) {
	folder := os.Getenv("BACKFILL_TRACES")
	if folder == "" {
		t.Skip("BACKFILL_TRACES names no folder with the KTH and CTC logs")
	}
	for _, log := range []string{"KTH-SP2-1996-2.swf.gz", "CTC-SP2-1996-3.1-cln.swf.gz"} {
		const pairs = 60
		spec := experiment.Spec{Workload: experiment.Source{File: filepath.Join(folder, log)}, Policies: []string{"easy"}}
		w, err := spec.Source(func(name string) (io.ReadCloser, error) { return os.Open(name) }, trace.Options{})
		if err != nil {
			t.Fatal(err)
		}
		run := func(seed int) *metrics.Blocks {
			one := spec
			one.Shake = &experiment.Shake{WithinS: 60, Seed: uint64(seed)}
			shaken, err := one.Apply(w)
			if err != nil {
				t.Fatal(err)
			}
			out, err := experiment.Execute(t.Context(), one, shaken, experiment.Options{})
			if err != nil {
				t.Fatal(err)
			}
			return out[0].Blocks
		}
		apart := map[string]int{}
		for k := range pairs {
			p := metrics.Pair([]*metrics.Blocks{run(2 * k), run(2*k + 1)})
			for _, name := range []string{"wait_mean_s", "bsld_mean", "artww_s"} {
				sides := p.Sums(name)
				if c := stats.Compare(sides[0], sides[1], stats.Level); c.P < 0.05 {
					apart[name]++
				}
			}
		}
		t.Logf("%s: of %d pairs apart at 5 %%: %v", log, pairs, apart)
		for name, n := range apart {
			if n > 9 { // three of 60 are expected; ten or more have a chance of 0.2 %
				t.Errorf("%s: %s of %d of %d pairs came out apart at 5 %%", log, name, n, pairs)
			}
		}
	}
}
