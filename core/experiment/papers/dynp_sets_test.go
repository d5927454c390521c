package papers

import (
	"io/fs"
	"math"
	"os"
	"testing"

	"github.com/backfill-lab/backfill/core/workload"
	"github.com/backfill-lab/backfill/core/workload/empirical"
)

// dynpTraces is the folder of the logs, or nil.
func dynpTraces() fs.FS {
	if dir := os.Getenv("BACKFILL_TRACES"); dir != "" {
		return os.DirFS(dir)
	}
	return nil
}

// dynpDistance is the sum of squared relative differences of the four means of
// a job set from those of table 3.
func dynpDistance(w *workload.Workload, column int) float64 {
	out := newSummary()
	dynpDescribe(out, w.Procs, w.Jobs)
	sum := 0.0
	for _, r := range dynpTable3 {
		switch r.key {
		case "width_mean", "estimate_mean", "run_mean", "gap_mean":
			d := out.Values[r.key]/r.values[column] - 1
			sum += d * d
		}
	}
	return sum
}

// The seeds are what dynpSet says they are.
func TestDynpSeedsAreTheNearest(t *testing.T) {
	if testing.Short() {
		t.Skip("draws 200 job sets of each kind")
	}
	for i := range dynpJobSets {
		s := &dynpJobSets[i]
		d := dynpLikes[s.key]
		models, seeds := []*empirical.Model{d.model()}, []uint64{s.likeSeed}
		l := &Loader{Scale: Full, traces: dynpTraces(), origin: &Origin{}}
		if w, ok, err := s.read(l); err != nil {
			t.Fatal(err)
		} else if ok {
			m, err := empirical.Analyse(w)
			if err != nil {
				t.Fatal(err)
			}
			m.Procs, m.Alpha, m.Beta = d.procs, d.alpha, d.beta
			models, seeds = append(models, m), append(seeds, s.seed)
		}
		for k, m := range models {
			best, least := uint64(0), math.Inf(1)
			for seed := uint64(1); seed <= 200; seed++ {
				w, err := m.Generate(empirical.Options{Seed: seed})
				if err != nil {
					t.Fatal(err)
				}
				if x := dynpDistance(w, i); x < least {
					best, least = seed, x
				}
			}
			if best != seeds[k] {
				t.Errorf("%s, log %t: seed %d is nearest to table 3 (distance %.2g), not %d", s.title, k == 1, best, least, seeds[k])
			}
		}
	}
}
