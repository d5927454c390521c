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
			measure(b, s, clusters.Crowd(s, c.jobs))
		})
	}
}

// A leadership machine: whole nodes in a tree, 1,000 users, a queue of hundreds.
func BenchmarkLeadership(b *testing.B) {
	for _, c := range []struct{ nodes, jobs int }{{1000, 1500}, {9408, 1500}, {9408, 10_000}, {9408, 100_000}} {
		b.Run(fmt.Sprintf("%d nodes, %d jobs", c.nodes, c.jobs), func(b *testing.B) {
			s, err := cluster.New(clusters.Leadership(c.nodes))
			if err != nil {
				b.Fatal(err)
			}
			measure(b, s, clusters.Campaign(s, c.jobs))
		})
	}
}

// measure plays jobs.
func measure(b *testing.B, s *cluster.System, jobs []cluster.Job) {
	b.ReportAllocs()
	for b.Loop() {
		run(b, cluster.Config{System: s, Jobs: jobs, Scheduler: New(s), Cut: true})
	}
	b.ReportMetric(float64(len(jobs))*float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
}
