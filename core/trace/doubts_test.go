package trace

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// Doubts of held jobs, which are mostly counted, are those of spooled ones, whose medians are always known.
func TestDoubtsCountInsteadOfRanking(t *testing.T) {
	rng := rand.New(rand.NewPCG(18, 0))
	doubtful := 0
	for range 2000 {
		w := &Workload{Jobs: Hold(make([]job.Job, fewJobs+rng.IntN(4)))}
		run, limit := int64(1), int64(1)
		for _, of := range []*int64{&run, &limit} {
			*of <<= rng.IntN(32)
		}
		for i := range w.Jobs.Held() {
			j := &w.Jobs.Held()[i]
			j.Submit, j.Run, j.Estimate = int64(i), rng.Int64N(2*run), 1+rng.Int64N(2*limit)
			if rng.IntN(3) == 0 {
				j.Run = j.Run / 1000 * 1000
			}
		}
		counted := w.Doubts()
		w.Jobs = spoolJobs(t, w.Jobs.Held())
		if ranked := w.Doubts(); !slices.Equal(counted, ranked) {
			t.Fatalf("%q, with medians %q", counted, ranked)
		} else if len(ranked) > 0 {
			doubtful++
		}
	}
	if doubtful < 200 || doubtful > 1800 {
		t.Errorf("%d of 2000 logs are doubtful: the test tells little", doubtful)
	}
}
