package metrics

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// loaded makes a schedule of n jobs of 200 users whose waits and run times are
// spread over hours. It need not be legal to cost as much as a legal one.
func loaded(n int) Input {
	r := rand.New(rand.NewPCG(1, uint64(n)))
	in := Input{Procs: 9000, Jobs: make([]job.Job, n), Placed: make([]job.Placement, n)}
	submit := int64(0)
	for i := range in.Jobs {
		submit += r.Int64N(120)
		run := 1 + r.Int64N(36000)
		in.Jobs[i] = job.Job{ID: int64(i), Submit: submit, Run: run, Estimate: 36000, Procs: int32(1 + r.IntN(64)), User: r.Int32N(200)}
		start := submit + r.Int64N(100000)
		in.Placed[i] = job.Placement{Start: start, End: start + run}
	}
	return in
}

func BenchmarkCompute(b *testing.B) {
	for _, n := range []int{10, 1000, 100_000, 1_000_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			in := loaded(n)
			b.ReportAllocs()
			for b.Loop() {
				Compute(in)
			}
			b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
		})
	}
}
