package exact

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// Each limit is met by an instance that Check accepts, and broken by one step more.
func TestCheckAcceptsUpToItsLimits(t *testing.T) {
	jobs := func(n int) (all []Job) {
		for i := range n {
			all = append(all, Job{ID: int64(i), Procs: 1, Estimate: 1})
		}
		return all
	}
	// in starts with 4 processors at second 10 and 9 from second 30 on
	for _, c := range []struct {
		name       string
		fits, more func(in *Instance)
	}{
		{"procs of the machine", func(in *Instance) { in.Procs = job.MaxProcs }, func(in *Instance) { in.Procs = job.MaxProcs + 1 }},
		{"procs at least", func(in *Instance) { in.Procs, in.Free = 1, []Step{{10, 1}} },
			func(in *Instance) { in.Procs, in.Free = 0, []Step{{10, 0}} }},
		{"now", func(in *Instance) { in.Now, in.Free = job.MaxSeconds, []Step{{job.MaxSeconds, 9}} },
			func(in *Instance) { in.Now, in.Free = job.MaxSeconds+1, []Step{{job.MaxSeconds + 1, 9}} }},
		{"jobs", func(in *Instance) { in.Jobs = jobs(MaxJobs) }, func(in *Instance) { in.Jobs = jobs(MaxJobs + 1) }},
		{"the first step", func(in *Instance) { in.Free[0].Procs = 0 }, func(in *Instance) { in.Free[0].Procs = -1 }},
		{"the last step", func(in *Instance) { in.Free[1].Procs = in.Procs }, func(in *Instance) { in.Free[1].Procs = in.Procs + 1 }},
		{"its second", func(in *Instance) { in.Free[1].At = job.MaxSeconds }, func(in *Instance) { in.Free[1].At = job.MaxSeconds + 1 }},
		{"seconds rise", func(in *Instance) { in.Free[1].At = 11 }, func(in *Instance) { in.Free[1].At = 10 }},
		{"processors rise", func(in *Instance) { in.Free[1].Procs = 5 }, func(in *Instance) { in.Free[1].Procs = 4 }},
		{"a job's procs", func(in *Instance) { in.Jobs = []Job{{1, 9, 1, 1}} }, func(in *Instance) { in.Jobs = []Job{{1, 10, 1, 1}} }},
		{"at least", func(in *Instance) { in.Jobs = []Job{{1, 1, 1, 1}} }, func(in *Instance) { in.Jobs = []Job{{1, 0, 1, 1}} }},
		{"estimate", func(in *Instance) { in.Jobs = []Job{{1, 1, job.MaxSeconds, 1}} },
			func(in *Instance) { in.Jobs = []Job{{1, 1, job.MaxSeconds + 1, 1}} }},
		{"submit", func(in *Instance) { in.Jobs = []Job{{1, 1, 1, 10}} }, func(in *Instance) { in.Jobs = []Job{{1, 1, 1, 11}} }},
		{"submit at least", func(in *Instance) { in.Jobs = []Job{{1, 1, 1, 0}} }, func(in *Instance) { in.Jobs = []Job{{1, 1, 1, -1}} }},
		{"unique ids", func(in *Instance) { in.Jobs = []Job{{1, 1, 1, 1}, {2, 1, 1, 1}} },
			func(in *Instance) { in.Jobs = []Job{{1, 1, 1, 1}, {1, 1, 1, 1}} }},
		{"cost", expensive(MaxCost >> 20), expensive(MaxCost>>20 + 1)},
	} {
		in := &Instance{Procs: 10, Now: 10, Free: []Step{{10, 4}, {30, 9}}}
		if c.fits(in); in.Check() != nil {
			t.Errorf("%s: %v", c.name, in.Check())
		}
		in = &Instance{Procs: 10, Now: 10, Free: []Step{{10, 4}, {30, 9}}}
		if c.more(in); in.Check() == nil {
			t.Errorf("%s: %+v is accepted", c.name, in.Jobs)
		}
	}
}

// expensive makes an instance of one job of 2^20 processors that ends at that second if it
// waits for the last step, and was submitted in the first.
func expensive(end int64) func(in *Instance) {
	return func(in *Instance) {
		in.Procs, in.Now = 1<<20, 1000
		in.Free = []Step{{1000, 1}, {2000, 1 << 20}}
		in.Jobs = []Job{{1, 1 << 20, end - 2000, 0}}
	}
}

// The cost is ARTwW's numerator: responses weighted by width, second by second.
func TestCostsAreWeightedResponses(t *testing.T) {
	r := rand.New(rand.NewPCG(120, 1))
	for range 200 {
		in := random(r, r.IntN(6))
		starts := in.List(r.Perm(len(in.Jobs)))
		cost, width := int64(0), 0
		for i, j := range in.Jobs {
			width += j.Procs
			for s := j.Submit; s < starts[i]+j.Estimate; s++ {
				cost += int64(j.Procs)
			}
		}
		if got := in.Cost(starts); got != cost {
			t.Fatalf("%+v: %v costs %d, expected %d", in, starts, got, cost)
		}
		want := 0.0
		if width > 0 {
			want = float64(cost) / float64(width)
		}
		if got := in.ARTwW(cost); !(math.Abs(got-want) <= 1e-9) { // nor NaN
			t.Fatalf("%+v: a response of %g s, expected %g", in, got, want)
		}
	}
}
