package figures

import (
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/trace"
)

// Every figure with a recorded schedule says what the others ignore, and never marks it as the best.
func TestWhatStandsBesideARecordedScheduleIsSaid(t *testing.T) {
	in := small()
	t1, runs := in.Tables[result.Jobs], in.Tables[result.Runs]
	t1.Col("policy").Dict, runs.Col("policy").Dict = result.NewDict(), result.NewDict()
	for _, dict := range []*result.Dict{t1.Col("policy").Dict, runs.Col("policy").Dict} {
		dict.Code("fcfs")
		dict.Code(policy.Recorded) // in the place of wide
	}
	in.Ignored = []trace.Ignored{{Key: "gpus", Jobs: 3, Share: 0.381}}
	for _, f := range All() {
		if f.ID == "shares" || f.ID == "strategies" || f.ID == "rules" {
			continue
		}
		for _, only := range [][]string{nil, {"fcfs"}} {
			in.Only = only
			d, err := Draw(f.ID, in)
			if err != nil {
				t.Fatal(err)
			}
			said := strings.Contains(d.Note, policy.BesideRecorded([]string{policy.Recorded})) && strings.Contains(d.Note, "gpus: 38.1 %")
			if said != (only == nil) {
				t.Errorf("%s of %v says %q", f.ID, only, d.Note)
			}
		}
	}
	wait := metrics.All[metrics.Index("wait_mean_s")]
	if got := metrics.Standings(wait, compared(runs, []int{0, 1}, []float64{5, 1}), nil); got[1] != metrics.Behind {
		t.Error("a recorded schedule is marked as the best")
	}
}
