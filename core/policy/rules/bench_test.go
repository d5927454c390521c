package rules

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace/model/lublin"
)

// large is a workload of the size of the paper's scaled CTC log.
func large(tb testing.TB) []job.Job {
	m := lublin.Model{Jobs: 136_000, Procs: 1024, Seed: 1, Load: 0.7, Users: 100, Estimates: lublin.Estimates{Kind: "round", Factor: 3}}
	w, err := m.Generate()
	if err != nil {
		tb.Fatal(err)
	}
	return w.Jobs.Held()
}

func BenchmarkEvaluation(b *testing.B) {
	jobs := large(b)
	groups := GroupUsers(jobs, DefaultBounds)
	run := func(name string, c Controller) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				runWhole(b, 1024, jobs, New(c, Options{Groups: groups}))
			}
			b.ReportMetric(float64(len(jobs)*b.N)/b.Elapsed().Seconds(), "jobs/s")
		})
	}
	for _, s := range []string{"submit-fcfs", "submit-easy", "submit-cons", "narrow-cons", "group-cons", "greedy"} {
		strategy, _ := StrategyNamed(s)
		run(s, always(strategy))
	}
	r := rand.New(rand.NewPCG(1, 2))
	paper := Shape{PaperRules, AllFeatures(), StrategyNames}
	for i := range 3 {
		f, err := paper.Decode(randomVector(r, paper))
		if err != nil {
			b.Fatal(err)
		}
		run(fmt.Sprint("fuzzy-", i), f)
	}
	for seed := range uint64(3) {
		run(fmt.Sprint("rigid-", seed), randomRigid(rand.New(rand.NewPCG(seed, 1)), Strategy(NumStrategies)))
	}
}

func BenchmarkDecision(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 3))
	paper := Shape{PaperRules, AllFeatures(), StrategyNames}
	f, err := paper.Decode(randomVector(r, paper))
	if err != nil {
		b.Fatal(err)
	}
	x := randomState(r)
	for b.Loop() {
		f.Decide(&x)
	}
}
