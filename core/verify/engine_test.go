package verify_test

import (
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/internal/slow"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/verify"
)

// simulate plays jobs under a policy.
func simulate(tb testing.TB, p verify.Problem, name string) []job.Placement {
	tb.Helper()
	pol, err := experiment.Builtin.Machine(name, nil)
	if err != nil {
		tb.Fatal(err)
	}
	cfg := sim.Config{Procs: p.Procs, Jobs: p.Jobs}
	if p.Extend {
		cfg.Overrun = sim.Extend
	}
	e, err := sim.New(cfg, pol)
	if err == nil {
		err = e.Run(context.Background(), nil)
	}
	if err != nil {
		tb.Fatalf("%s: %v", name, err)
	}
	return e.Schedule()
}

// busy makes n jobs that keep a machine of 64 processors near saturation, with
// estimates of every quality and many events in one second.
func busy(seed uint64, n int, extend bool) verify.Problem {
	r := rand.New(rand.NewPCG(seed, 64))
	p := verify.Problem{Procs: 64, Extend: extend}
	submit := int64(0)
	for i := range n {
		submit += r.Int64N(42)
		run := r.Int64N(200)
		estimate := max(1, run)
		switch r.IntN(3) {
		case 0:
			estimate = 60 * (1 + r.Int64N(5))
		case 1:
			estimate += r.Int64N(600)
		}
		width := 1 << r.IntN(6)
		if r.IntN(20) == 0 {
			width = 64
		}
		p.Jobs = append(p.Jobs, job.Job{ID: int64(i + 1), Submit: submit, Run: run, Estimate: estimate,
			Procs: int32(width), User: int32(r.IntN(9))})
	}
	return p
}

func TestTheEngineFollowsTheRulesUnderLoad(t *testing.T) {
	slow.AsWebAssembly(t)
	for _, name := range []string{"fcfs", "list", "easy", "cons", "sjf-easy", "saf-cons",
		"wfp3-list", "lxf-cons", "lxf-easy", "laf-fcfs", "plan-fcfs", "plan-sjf", "plan-ljf", "plan-lxf"} {
		for _, extend := range []bool{false, true} {
			p := busy(7, 400, extend)
			placed := simulate(t, p, name)
			d, key, err := verify.Parse(name, 0)
			if err != nil {
				t.Fatal(err)
			}
			if err := verify.Err(verify.Follows(p, placed, d, key)); err != nil {
				t.Errorf("%s, overruns extended %t: %v", name, extend, err)
			}
		}
	}
}

func TestTheEngineFollowsTheRulesOnARealLog(t *testing.T) {
	slow.Law(t)
	dir := os.Getenv("BACKFILL_TRACES")
	if dir == "" {
		t.Skip("BACKFILL_TRACES is not set")
	}
	file := filepath.Join(dir, "KTH-SP2-1996-2.swf.gz")
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip(err) // the folder holds other logs
	} else if err != nil {
		t.Fatal(err)
	}
	w, err := trace.Read(filepath.Base(file), data, trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, extend := range []bool{false, true} {
		p := verify.Problem{Procs: w.Procs, Jobs: w.Jobs.Held(), Extend: extend}
		for _, name := range []string{"fcfs", "list", "easy", "sjf-easy"} {
			placed := simulate(t, p, name)
			d, key, _ := verify.Parse(name, 0)
			if err := verify.Err(verify.Follows(p, placed, d, key)); err != nil {
				t.Errorf("%s, overruns extended %t: %v", name, extend, err)
			}
		}
		// The plan is worked out again for all waiting jobs at each end: a part of the log.
		p.Jobs = slices.Clone(p.Jobs[:3000])
		placed := simulate(t, p, "cons")
		if err := verify.Err(verify.Follows(p, placed, verify.Conservative, nil)); err != nil {
			t.Errorf("cons, overruns extended %t: %v", extend, err)
		}
	}
}

func BenchmarkCheck(b *testing.B) {
	p := busy(1, 200_000, false)
	placed := simulate(b, p, "easy")
	for _, c := range []struct {
		name  string
		check func() []verify.Violation
	}{
		{"Check", func() []verify.Violation { return verify.Check(p, placed) }},
		{"SubmissionOrder", func() []verify.Violation { return verify.SubmissionOrder(p, placed) }},
		{"Greedy", func() []verify.Violation { return verify.Greedy(p, placed) }},
		{"FollowsEASY", func() []verify.Violation { return verify.Follows(p, placed, verify.EASY, nil) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				c.check()
			}
			b.ReportMetric(float64(len(p.Jobs))*float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
		})
	}
}
