package queue

import (
	"context"
	"fmt"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/drawn"
	"github.com/backfill-lab/backfill/core/system"
)

func BenchmarkQueue(b *testing.B) {
	for _, name := range []string{"fcfs", "list", "easy"} {
		for _, nodes := range []int{1000, 10_000} {
			const n = 20_000
			b.Run(fmt.Sprintf("%s, %d nodes, %d jobs", name, nodes, n), func(b *testing.B) {
				s, err := system.New(&system.Description{
					Format: system.Format, Nodes: []system.NodeType{{Names: fmt.Sprintf("n[1-%d]", nodes), Cores: 32, MemoryMiB: 1}},
					Partitions: []system.Partition{{Name: "p", Nodes: "ALL"}},
				})
				if err != nil {
					b.Fatal(err)
				}
				jobs := drawn.Crowd(s, n)
				b.ReportAllocs()
				for b.Loop() {
					e, err := system.NewEngine(system.Config{System: s, Jobs: jobs, Scheduler: scheduler(b, s, name), Cut: true})
					if err != nil {
						b.Fatal(err)
					}
					if err := e.Run(context.Background()); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
			})
		}
	}
}
