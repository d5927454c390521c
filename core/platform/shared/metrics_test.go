package shared_test

import (
	"math"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/shared"
)

func TestBoundedStretch(t *testing.T) {
	for _, c := range []struct{ turnaround, run, want float64 }{
		{7200, 3600, 2}, {10, 0, 1}, {0, 0, 1}, {5, 3, 1}, {600, 1, 60}, {30, 20, 1.5},
	} {
		if got := shared.BoundedStretch(int64(c.turnaround*shared.Second), int64(c.run*shared.Second)); got != c.want {
			t.Errorf("%v s for %v s is stretched by %v, not %v", c.turnaround, c.run, got, c.want)
		}
	}
}

// One node; job 1 is paused by job 2 from 400 s to 600 s and computes again from
// 900 s to 1500 s. The demand is one node until 400, 1.5 until 600 (of which there
// is 1), one until 1500; the work 1000 + 100 node-seconds.
func TestMetricsByHand(t *testing.T) {
	jobs := []shared.Job{sec(1, 0, 1000, 1, 100, 75), sec(2, 400, 200, 1, 50, 50)}
	m := run(t, shared.Config{Nodes: 1, Jobs: jobs, Algorithm: parse(t, "GreedyP*"), Penalty: shared.DefaultPenalty}).Metrics()
	for name, want := range map[string]float64{
		"jobs_ended": 2, "bsld_max": 1.5, "bsld_mean": 1.25, "makespan_s": 1500,
		"loc": 400.0 / 1500, "underutil": 400.0 / 1100,
		"pauses_per_h": 3600.0 / 1500, "pauses_per_job": 0.5, "pause_bandwidth": 2 * 0.75 * 8 / 1500, // written and read
		"migrations_per_h": 0, "migrations_per_job": 0, "migration_bandwidth": 0,
	} {
		if got := m.Value(name); !(math.Abs(got-want) <= 1e-12*want) {
			t.Errorf("%s is %v, not %v", name, got, want)
		}
	}
}

// Two nodes; job 2 of two tasks, on both, is packed on one when job 1 has left:
// one task moves.
func TestAMigrationMovesWhatMoves(t *testing.T) {
	jobs := []shared.Job{sec(1, 0, 10, 2, 50, 50), sec(2, 0, 2000, 2, 50, 25)}
	e := run(t, shared.Config{Nodes: 2, Jobs: jobs, Algorithm: parse(t, "Greedy/per"), Penalty: shared.DefaultPenalty})
	m := e.Metrics()
	o := e.Outcomes()[1]
	if o.Migrations != 1 || o.Moved != 1 || m.Value("migrations_per_job") != 0.5 || m.Value("pauses_per_job") != 0 {
		t.Fatalf("%v, %+v", m, o)
	}
	if got, want := m.Value("migration_bandwidth"), 2*0.25*8/m.Value("makespan_s"); !(math.Abs(got-want) <= 1e-12) {
		t.Errorf("the bandwidth is %v, not %v", got, want)
	}
}

// Underutilization is worked out from totals; here it is summed up interval by
// interval over the record, with what is useful at each instant.
func TestUnderutilizationIsTheIntegral(t *testing.T) {
	for seed, name := range []string{"Greedy*", "GreedyPM*/per", "MCB8*/OPT=AVG", "/stretch-per"} {
		cfg := shared.Config{Nodes: 6, Jobs: randomJobs(uint64(seed), 80, 6, 0.8), Algorithm: parse(t, name), Penalty: 100 * shared.Second}
		e := run(t, cfg)
		at := make(map[int64]float64) // changes of the demand
		for i, o := range e.Outcomes() {
			j := &cfg.Jobs[i]
			need := float64(j.CPU) / shared.Whole * float64(j.Tasks)
			at[j.Submit] += need
			at[o.End] -= need
		}
		var times []int64
		for x := range at {
			times = append(times, x)
		}
		slices.Sort(times)
		want, demand := 0.0, 0.0
		for k, x := range times {
			if demand += at[x]; k+1 < len(times) {
				want += math.Min(demand, float64(cfg.Nodes)) * float64(times[k+1]-x) / shared.Second
			}
		}
		for _, s := range e.Stretches() {
			if length := s.To - max(s.From, s.Ready); length > 0 {
				j := &cfg.Jobs[s.Job]
				want -= float64(length) / shared.Second * float64(s.Yield) / shared.Whole * float64(j.CPU) / shared.Whole * float64(j.Tasks)
			}
		}
		in := shared.Input(cfg.Nodes, cfg.Jobs, e.Outcomes())
		if _, lost := in.Use(); !(math.Abs(lost-want) <= 1e-3) {
			t.Errorf("%s: %v node-seconds are lost, not %v", name, lost, want)
		}
	}
}
