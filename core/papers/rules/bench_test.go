package rules

import (
	"context"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/det"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/internal/papertest"
)

// BenchmarkTrial is one simulation of the workload of CTC at the paper's size,
// which took the authors 4 hours: under EASY, under CONS, and under rule bases
// drawn at random. It takes the log where BACKFILL_TRACES has it.
func BenchmarkTrial(b *testing.B) {
	w := made(b, "ctc", Paper().Loader(paper.First(paper.Full), papertest.Traces()))
	trial := rules.Trial{Procs: w.Procs, Jobs: w.Jobs.Held(),
		Options: rules.Options{Groups: rules.GroupUsers(w.Jobs.Held(), rules.DefaultBounds)}}
	run := func(name string, c rules.Controller) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := trial.Run(context.Background(), c); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(w.Len()*b.N)/b.Elapsed().Seconds(), "jobs/s")
		})
	}
	for _, a := range []rules.Algorithm{rules.EASY, rules.CONS} {
		one, err := rules.NewRigid(nil, []rules.Strategy{rules.Combine(rules.BySubmit, a)})
		if err != nil {
			b.Fatal(err)
		}
		run(rules.AlgorithmNames[a], one)
	}
	shape := rules.Shape{Rules: rules.PaperRules, Features: rules.AllFeatures(), Outputs: rules.StrategyNames}
	r, v := det.Stream(1, "rules benchmark"), make([]float64, 0, shape.Len())
	for _, p := range shape.Parameters() {
		v = append(v, det.Uniform(r, max(p.Low, -1000), min(p.High, 1000)))
	}
	fuzzy, err := shape.Decode(v)
	if err != nil {
		b.Fatal(err)
	}
	run("fuzzy", fuzzy)
	rigid, err := rules.NewRigid(rules.Table1(), rules.DrawLots(r, 192, 1)[0])
	if err != nil {
		b.Fatal(err)
	}
	run("rigid", rigid)
}
