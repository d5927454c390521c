package exact

import (
	"context"
	"fmt"
	"testing"

	"github.com/backfill-lab/backfill/core/optimum/exact"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/trace"
)

// Steps with 25 jobs are measured; without any, the nearest.
func TestPlansOfTwentyFiveJobs(t *testing.T) {
	step := func(jobs int) *exact.Instance {
		in := &exact.Instance{Procs: 8, Free: []exact.Step{{At: 0, Procs: 8}}}
		for i := range jobs {
			in.Jobs = append(in.Jobs, exact.Job{ID: int64(i + 1), Procs: 1 + i%8, Estimate: int64(60 + i)})
		}
		return in
	}
	for _, c := range []struct {
		sizes       []int
		jobs, steps float64
	}{{[]int{3, 25, 40, 25}, 25, 2}, {[]int{3, 23, 27, 40}, 25, 2}, {[]int{3, 20, 31}, 20, 1}} {
		var all []*exact.Instance
		for _, jobs := range c.sizes {
			all = append(all, step(jobs))
		}
		out := paper.NewSummary()
		if err := measurePlans(t.Context(), all, out); err != nil {
			t.Fatal(err)
		}
		v := out.Values
		if v[plansJobs] != c.jobs || v[plansSteps] != c.steps || !(v[plansWork] > 0 && v[plansWork] <= v[plansMost]) {
			t.Errorf("%v: %v", c.sizes, v)
		}
	}
}

// The time of scheduling is decided where the count is 1,000 times away from it.
func TestTenMillisecondsCanHoldFailAndBeOpen(t *testing.T) {
	for work, want := range map[float64]paper.Verdict{0.9e-5: paper.Holds, 1.1e-5: paper.Undecided, 9: paper.Undecided, 11: paper.Fails} {
		run := paper.Run{Label: matchedLabel, JobSet: "any", Task: &paper.Task{Name: "plans", Version: 1, Params: work,
			Do: func(_ context.Context, _ *trace.Workload, _ *paper.Aid, out *paper.Summary) error {
				out.Values[plansJobs], out.Values[plansSteps], out.Values[plansMost] = 25, 3, work
				return nil
			}}}
		x := paper.Experiment{ID: "invented/section3.2", Runs: []paper.Run{run}, Claims: []paper.Claim{paper.Open("ten", tenMilliseconds)}}
		if got := invent(t, x)["ten"]; got != want {
			t.Errorf("%v units: %s, want %s", work, fmt.Sprint(got), want)
		}
	}
}
