package shared_test

import (
	"context"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/trace/model/lublin"
)

// synthetic is one of the paper's synthetic instances: 1,000 jobs on 128 nodes. Batch
// and interactive jobs together arrive over the 4 to 6 days of section 5.3.2.
func synthetic(t testing.TB, seed uint64, load float64) []shared.Job {
	w, err := (&lublin.Model{Jobs: 1000, Procs: 128, Type: "both", Seed: seed, Load: load}).Generate()
	if err != nil {
		t.Fatal(err)
	}
	return shared.Synthetic(w, seed)
}

func BenchmarkRun(b *testing.B) {
	jobs := synthetic(b, 2, 0.7)
	for _, name := range []string{
		"Greedy*/OPT=MIN", "GreedyPM*/OPT=MIN", "GreedyPM*/per/OPT=MIN", "GreedyPM*/per/OPT=MIN/MINVT=600", "GreedyPM*/per/OPT=AVG/MINVT=600",
		"MCB8*/OPT=MIN", "MCB8*/per/OPT=MIN/MINVT=600", "/per/OPT=MIN", "/stretch-per/OPT=MAX", "/stretch-per/OPT=AVG",
	} {
		a, err := shared.Parse(name)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			var e *shared.Engine
			for b.Loop() {
				var err error
				if e, err = shared.New(shared.Config{Nodes: 128, Jobs: jobs, Algorithm: a, Penalty: shared.DefaultPenalty}); err != nil {
					b.Fatal(err)
				}
				if err := e.Run(context.Background(), nil); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(e.Metrics().Value("bsld_max"), "maxstretch")
			b.ReportMetric(float64(len(jobs)*b.N)/b.Elapsed().Seconds(), "jobs/s")
		})
	}
}

// BenchmarkMCB8 is one whole call with its binary search: the first instant of a run
// to which 102 jobs arrive at once, the most that the paper has met (section 6.2).
func BenchmarkMCB8(b *testing.B) {
	jobs := synthetic(b, 3, 0.7)[:102]
	for i := range jobs {
		jobs[i].Submit = 0
	}
	a, err := shared.Parse("MCB8*")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		e, err := shared.New(shared.Config{Nodes: 128, Jobs: jobs, Algorithm: a, Penalty: shared.DefaultPenalty})
		if err != nil {
			b.Fatal(err)
		}
		if !e.Step() {
			b.Fatal(e.Err())
		}
	}
}
