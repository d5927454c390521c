package twin

import (
	"fmt"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/drawn/clusters"
	"github.com/backfill-lab/backfill/core/platform/cluster"
)

func BenchmarkTwin(b *testing.B) {
	for _, c := range []struct{ nodes, jobs int }{{100, 10_000}, {1000, 10_000}, {1000, 100_000}} {
		b.Run(fmt.Sprintf("%d nodes, %d jobs", c.nodes, c.jobs), func(b *testing.B) {
			s, err := cluster.New(&cluster.Description{
				Format: cluster.Format, Nodes: []cluster.NodeType{{Names: fmt.Sprintf("n[1-%d]", c.nodes), Cores: 32, MemoryMiB: 1}},
				Partitions: []cluster.Partition{{Name: "p", Nodes: "ALL"}},
				Priority:   cluster.Priority{WeightAge: 1000, WeightFair: 10_000, WeightJobSize: 1000},
			})
			if err != nil {
				b.Fatal(err)
			}
			jobs := clusters.Crowd(s, c.jobs)
			b.ReportAllocs()
			for b.Loop() {
				run(b, cluster.Config{System: s, Jobs: jobs, Scheduler: New(s), Cut: true})
			}
			b.ReportMetric(float64(c.jobs)*float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
		})
	}
}
