package bound

import (
	"context"
	"fmt"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/trace/model/lublin"
)

// synthetic returns an instance of section 5.3.2: 1,000 jobs on 128 nodes, with
// that load, or the model's own if it is 0.
func synthetic(t testing.TB, seed uint64, load float64) []shared.Job {
	w, err := lublin.Model{Jobs: 1000, Procs: 128, Seed: seed, Type: "both"}.Generate()
	if err != nil {
		t.Fatal(err)
	}
	jobs := shared.Synthetic(w, seed)
	if load > 0 {
		if jobs, err = shared.ScaleLoad(jobs, 128, load); err != nil {
			t.Fatal(err)
		}
	}
	return jobs
}

func BenchmarkStretch(b *testing.B) {
	for _, load := range []float64{0.1, 0.5, 0.9, 2} {
		instances := make([][]shared.Job, 10)
		for i := range instances {
			instances[i] = synthetic(b, uint64(i), load)
		}
		b.Run(fmt.Sprintf("lublin1000/load%.1f", load), func(b *testing.B) { bench(b, 128, instances) })
	}
	b.Run("hpc2n/weeks", func(b *testing.B) { bench(b, 120, weeks(b)) })
}

func bench(b *testing.B, nodes int, instances [][]shared.Job) {
	b.ReportAllocs()
	i, jobs := 0, 0
	for b.Loop() {
		these := instances[i%len(instances)]
		if _, err := Stretch(context.Background(), nodes, these, 10*shared.Second); err != nil {
			b.Fatal(err)
		}
		i, jobs = i+1, jobs+len(these)
	}
	b.ReportMetric(float64(jobs)/b.Elapsed().Seconds(), "jobs/s")
}
