package dfrs

import (
	"testing"
	"time"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/platform/shared"
)

// Section 6.2 on the machine at hand: how long an instant takes at which MCB8*
// maps up to 10 jobs, and more; everything else that happens in the instant is
// included. The traces are the first ten.
func BenchmarkMCB8(b *testing.B) {
	made, err := Paper().Loader(paper.First(paper.Full), nil).JobSet(traces)
	if err != nil {
		b.Fatal(err)
	}
	cut := unscaled.cut(paper.First(paper.Full), 0)
	all, err := cut.instances(made)
	if err != nil {
		b.Fatal(err)
	}
	var few, many, longest time.Duration
	var nFew, nMany float64
	for b.Loop() {
		for _, jobs := range all[:10] {
			c := &counter{}
			a, err := shared.Parse(mapper)
			if err != nil {
				b.Fatal(err)
			}
			cfg := shared.Config{Nodes: cut.Nodes, Jobs: jobs, Algorithm: a, Penalty: shared.DefaultPenalty, Observers: []shared.Observer{c.observe}}
			e, err := shared.New(cfg)
			if err != nil {
				b.Fatal(err)
			}
			for {
				begin := time.Now()
				if !e.Step() {
					break
				}
				took := time.Since(begin)
				if len(e.Active()) <= 10 {
					few, nFew = few+took, nFew+1
				} else {
					many, nMany = many+took, nMany+1
				}
				longest = max(longest, took)
			}
			if err := e.Err(); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(few.Seconds()/nFew*1e3, "ms/mapping<=10jobs")
	b.ReportMetric(many.Seconds()/nMany*1e3, "ms/mapping>10jobs")
	b.ReportMetric(longest.Seconds()*1e3, "ms/longest")
	b.ReportMetric(0, "ns/op")
}
