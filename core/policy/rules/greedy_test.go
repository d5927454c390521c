package rules

import (
	"context"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/det"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// Without advantages Greedy is the order of submission, and with advantages that nobody's wait
// makes up for, that of the groups.
func TestGreedyReducesToAnOrderWithItsAlgorithm(t *testing.T) {
	r := det.Stream(1, "rules greedy")
	var jobs []job.Job
	for i := range 300 {
		j := job.Unknown
		j.ID, j.Submit, j.Run, j.Estimate = int64(i+1), int64(30*i), 1+r.Int64N(400), 1+r.Int64N(900)
		j.Procs, j.User = 1+r.Int32N(16), r.Int32N(60)
		jobs = append(jobs, j)
	}
	groups := GroupUsers(jobs, Bounds{4, 3, 1.5, 0.5})
	const longest = 1_000_000
	for o, advantage := range map[Order]Advantage{BySubmit: {}, ByGroup: {4 * longest, 3 * longest, 2 * longest, longest, 0}} {
		for _, a := range []Algorithm{FCFS, EASY, CONS} {
			run := func(c Controller, greedy Algorithm) []job.Placement {
				trial := Trial{Procs: 32, Jobs: jobs, Options: Options{Groups: groups, Advantage: &advantage, Greedy: greedy}}
				placed, err := trial.Schedule(context.Background(), c)
				if err != nil {
					t.Fatal(err)
				}
				return placed
			}
			if !slices.Equal(run(Only(GreedyStrategy), a), run(Only(Combine(o, a)), FCFS)) {
				t.Errorf("Greedy with %s is not %s", AlgorithmNames[a], Combine(o, a))
			}
		}
	}
}
