package twin

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// What cycles plan after the last job that may start changes no start: they end there unless somebody reads the plans.
func TestPlansThatNobodyReadsChangeNoStart(t *testing.T) {
	fewer := 0
	for seed := range uint64(30) {
		s, jobs := drawCycles(t, rand.New(rand.NewPCG(seed, 21)))
		var starts [2][]cluster.Placement
		var plans [2]int
		for i := range starts {
			w := New(s)
			w.AllPlans = i > 0
			e, err := cluster.NewEngine(cluster.Config{System: s, Jobs: jobs, Scheduler: w, Cut: true})
			if err != nil {
				t.Fatal(err)
			}
			for e.Step() {
				plans[i] += len(w.Plans)
			}
			starts[i] = e.Placed
		}
		if !reflect.DeepEqual(starts[0], starts[1]) {
			t.Fatalf("seed %d: other starts", seed)
		}
		if plans[0] < plans[1] {
			fewer++
		}
	}
	if fewer < 12 {
		t.Errorf("cycles planned less in %d of 30 runs", fewer)
	}
}
