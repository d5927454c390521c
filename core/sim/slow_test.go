package sim_test

import (
	"context"
	"errors"
	"testing"

	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// A sleeper is FCFS that is slow, if it says so, and gives up in pass fails.
type sleeper struct {
	sim.Policy
	m             *sim.Machine
	ctx           context.Context
	slow          bool
	passes, fails int
}

var errGivenUp = errors.New("given up")

func (s *sleeper) Reset(m *sim.Machine) {
	s.m = m
	s.Policy.Reset(m)
}

func (s *sleeper) Within(ctx context.Context) bool {
	s.ctx = ctx
	return s.slow
}

func (s *sleeper) Pass() {
	if s.passes++; s.passes == s.fails {
		s.m.Fail(errGivenUp)
	}
	s.Policy.Pass()
}

func asleep(t *testing.T, slow bool, fails int) (*sleeper, *sim.Engine) {
	t.Helper()
	var jobs []job.Job
	for i := range int64(50) {
		jobs = append(jobs, j(i+1, 10*i, 5, 5, 1))
	}
	s := &sleeper{Policy: policy.NewFCFS(policy.Orders[0]), slow: slow, fails: fails}
	e, err := sim.New(sim.Config{Procs: 2, Jobs: jobs}, s)
	if err != nil {
		t.Fatal(err)
	}
	return s, e
}

func TestAfterEachSlowPassARunLooksWhetherItIsCancelled(t *testing.T) {
	for slow, passes := range map[bool]int{true: 1, false: 100} {
		s, e := asleep(t, slow, 0)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := e.Run(ctx, nil); slow != errors.Is(err, context.Canceled) || s.passes != passes || s.ctx != ctx {
			t.Errorf("slow %t: %d passes, %v", slow, s.passes, err)
		}
	}
	s, e := asleep(t, true, 0)
	told := 0
	if err := e.Run(t.Context(), func(done, total int) { told++ }); err != nil || told <= s.passes-1 {
		t.Errorf("after %d passes progress was told %d times, %v", s.passes, told, err)
	}
}

func TestAPolicyThatFailsEndsTheRun(t *testing.T) {
	s, e := asleep(t, false, 7)
	if err := e.Run(t.Context(), nil); !errors.Is(err, errGivenUp) || s.passes != 7 || e.Step() {
		t.Errorf("after %d passes the run ends with %v", s.passes, err)
	}
}
