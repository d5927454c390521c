package sim_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/policy/policytest"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// TestAFeedGivesTheScheduleOfItsJobs plays runs long enough that most jobs are dropped on the way. A job at the
// beginning lasts to the end.
func TestAFeedGivesTheScheduleOfItsJobs(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 6))
	for _, overrun := range []sim.Overrun{sim.Cut, sim.Extend} {
		c := policytest.Case{Procs: 16, Overrun: overrun, Jobs: []job.Job{j(1, 0, 50_000, 60_000, 1)}}
		now := int64(0)
		for i := range int64(3000) {
			now += r.Int64N(20)
			run := r.Int64N(40)
			c.Jobs = append(c.Jobs, j(i+2, now, run, 1+r.Int64N(60), 1+r.IntN(4)*r.IntN(4)))
		}
		for _, name := range []string{"fcfs", "list", "easy", "cons", "wfp3-easy", "sjf-cons"} {
			p, err := policy.All.Parse(name)
			if err != nil {
				t.Fatal(err)
			}
			want, err := policytest.Simulate(c, p)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := policytest.Fed(c, p); err != nil || !slices.Equal(got, want) {
				t.Errorf("%s: error %v, or another schedule than that of the jobs", name, err)
			}
		}
	}
}

// endless is a Feed of jobs that never wait.
type endless struct {
	n, most int64
	err     error
}

func (e *endless) Next(to *job.Job) (bool, error) {
	if e.n++; e.n > e.most {
		return false, e.err
	}
	*to = j(e.n, 10*e.n, 20, 30, 1)
	return true, nil
}

// heapPeak plays that many jobs and returns the most bytes of the heap in use on the way.
func heapPeak(t *testing.T, jobs int64) (most uint64) {
	t.Helper()
	e, err := sim.New(sim.Config{Procs: 8, Feed: &endless{most: jobs}}, policy.NewEASY(policy.Orders[0]))
	if err != nil {
		t.Fatal(err)
	}
	var m runtime.MemStats
	for i := 0; e.Step(); i++ {
		if i%100_000 == 0 {
			runtime.GC()
			runtime.ReadMemStats(&m)
			most = max(most, m.HeapAlloc)
		}
	}
	if e.Err() != nil || int64(e.Done()) != jobs {
		t.Fatalf("%d of %d jobs ended: %v", e.Done(), jobs, e.Err())
	}
	return most
}

func TestMemoryOfAFeedFollowsTheBacklog(t *testing.T) {
	few, many := heapPeak(t, 100_000), heapPeak(t, 1_000_000)
	// A record is 64 bytes; what grows with the jobs is a pointer for each 256 of them.
	if many > few+256<<10 {
		t.Errorf("%d KiB for 100,000 jobs, %d for 1,000,000", few>>10, many>>10)
	}
}

func TestAFeedsMistakesEndTheRun(t *testing.T) {
	broken := errors.New("the disk is broken")
	e, err := sim.New(sim.Config{Procs: 1, Feed: &endless{most: 5, err: broken}}, policy.NewEASY(policy.Orders[0]))
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Run(context.Background(), nil); !errors.Is(err, broken) {
		t.Errorf("the run ended with %v", err)
	}
	for want, c := range map[string]policytest.Case{
		"not in order":                  {Procs: 4, Jobs: []job.Job{j(1, 9, 1, 1, 1), j(2, 8, 1, 1, 1)}},
		"asks for 5 processors":         {Procs: 4, Jobs: []job.Job{j(1, 0, 1, 1, 1), j(2, 1, 1, 1, 5)}},
		"the jobs are not in order":     {Procs: 4, Jobs: []job.Job{j(2, 9, 1, 1, 1), j(2, 9, 1, 1, 1)}},
		"run 1 or estimate 0 is out of": {Procs: 4, Jobs: []job.Job{j(2, 9, 1, 0, 1)}},
	} {
		if _, err := policytest.Fed(c, policy.NewEASY(policy.Orders[0])); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the run ended with %v, not with %q", err, want)
		}
	}
}
