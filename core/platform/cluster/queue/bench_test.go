package queue

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// crowd is jobs for nodes of 32 cores at a load, in hundredths, most of them small and short, that
// end before their limits.
func crowd(s *cluster.System, n, load int) []cluster.Job {
	r := rand.New(rand.NewPCG(5, 5))
	jobs := make([]cluster.Job, n)
	at := 0.0
	for i := range jobs {
		tasks := int32(1) << r.IntN(9)
		limit := int64(60 * (1 << r.IntN(8)) * (1 + r.IntN(3)))
		run := max(limit*int64(1+r.IntN(10))/10, 1)
		at += float64(tasks) * float64(run) / (float64(load) / 100 * float64(s.Cores))
		jobs[i] = ask(int64(i+1), int64(at), run, limit, tasks)
	}
	return jobs
}

func BenchmarkQueue(b *testing.B) {
	for _, nodes := range []int{1000, 10_000} {
		for _, load := range []int{90, 120} {
			for _, name := range []string{"fcfs", "easy", "cons", "plan-sjf", "dynp-advanced"} {
				n := 20_000
				if load > 100 { // a queue that grows: some hundred waiting at the end
					n = 4000
				}
				b.Run(fmt.Sprintf("%s, %d nodes, load %d, %d jobs", name, nodes, load, n), func(b *testing.B) {
					s := resolve(b, &cluster.Description{
						Nodes:      []cluster.NodeType{{Names: fmt.Sprintf("n[1-%d]", nodes), Cores: 32, MemoryMiB: 1}},
						Partitions: []cluster.Partition{{Name: "p", Nodes: "ALL"}},
					})
					jobs := crowd(s, n, load)
					b.ReportAllocs()
					for b.Loop() {
						c := cluster.Config{System: s, Jobs: jobs, Cut: true}
						c.Scheduler, _ = New(s, name)
						e, err := cluster.NewEngine(c)
						if err != nil {
							b.Fatal(err)
						}
						if err := e.Run(context.Background()); err != nil {
							b.Fatal(err)
						}
					}
					b.ReportMetric(float64(n*b.N)/b.Elapsed().Seconds(), "jobs/s")
				})
			}
		}
	}
}
