package dynp

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/backfill-lab/backfill/core/policy/plan"
	"github.com/backfill-lab/backfill/core/policy/policytest"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// backlog is a machine of 430 processors, as CTC's, full of running jobs, and n
// jobs that wait, with widths and estimates like a log's: powers of two and
// others, round hours and others. Estimates are long after run times. Jobs keep
// arriving as fast as they end, so the backlog stays about n.
func backlog(n, more int) (jobs []job.Job) {
	r := rand.New(rand.NewPCG(430, uint64(n)))
	hours := []int64{900, 1800, 3600, 7200, 14400, 21600, 43200, 64800}
	add := func(submit int64) {
		procs := 1 << r.IntN(6)
		if r.IntN(3) == 0 {
			procs = 1 + r.IntN(60)
		}
		estimate := hours[r.IntN(len(hours))]
		if r.IntN(3) == 0 {
			estimate = 60 + r.Int64N(64740)
		}
		run := max(1, int64(float64(estimate)*r.Float64()))
		jobs = append(jobs, policytest.Job(int64(len(jobs)+1), submit, run, estimate, procs))
	}
	for range n + 55 {
		add(0)
	}
	for i := range more {
		add(int64(10 + i*180))
	}
	return jobs
}

// BenchmarkStep is the cost of a pass of self-tuning dynP with three policies,
// per event of a simulation whose backlog stays near n: submissions, which
// change some plans in part, and ends before the estimate, which may change any
// place in all three. The paper took 50 ms for such a step at 185 waiting jobs.
func BenchmarkStep(b *testing.B) {
	for _, n := range []int{20, 185, 2000} {
		jobs := backlog(n, 400)
		b.Run(fmt.Sprint(n), func(b *testing.B) { stepping(b, jobs, "dynp-advanced") })
	}
}

// BenchmarkPlanStep is the same with one policy.
func BenchmarkPlanStep(b *testing.B) {
	for _, n := range []int{185, 2000} {
		jobs := backlog(n, 400)
		for _, o := range []string{"fcfs", "sjf", "ljf"} {
			b.Run(fmt.Sprint(o, "/", n), func(b *testing.B) { stepping(b, jobs, "dynp-advanced:policies="+o) })
		}
	}
}

// BenchmarkOpt is the cost of a pass of planning by the optimiser, with some 20
// waiting jobs, beside that of self-tuning dynP with and without it.
func BenchmarkOpt(b *testing.B) {
	r := rand.New(rand.NewPCG(430, 20))
	var jobs []job.Job
	for i := range int64(300) {
		estimate := 60 + r.Int64N(64740)
		jobs = append(jobs, policytest.Job(i+1, 650*i, 1+r.Int64N(estimate), estimate, 1<<r.IntN(8)))
	}
	for _, name := range []string{"dynp-advanced", "plan-opt:work=0.001", "plan-opt", "dynp-advanced:policies=fcfs+sjf+ljf+opt"} {
		b.Run(name, func(b *testing.B) {
			passes, waiting, effort := 0, 0, plan.Effort{}
			for b.Loop() {
				p, err := plan.All.Parse(name)
				if err != nil {
					p = must(b, name)
				}
				e, err := sim.New(sim.Config{Procs: 430, Jobs: jobs}, p)
				if err != nil {
					b.Fatal(err)
				}
				book := p.(interface {
					Waiting() int
					Effort() plan.Effort
				})
				for e.Step() {
					waiting += book.Waiting()
					passes++
				}
				if e.Err() != nil {
					b.Fatal(e.Err())
				}
				effort.Solved += book.Effort().Solved
				effort.Work += book.Effort().Work
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(passes), "ns/pass")
			b.ReportMetric(float64(waiting)/float64(passes), "waiting")
			if effort.Solved > 0 {
				b.ReportMetric(float64(effort.Solved)/float64(passes), "solved/pass")
				b.ReportMetric(effort.Work/float64(passes), "work/pass")
			}
		})
	}
}

// stepping plays the first 600 seconds in which something happens and reports
// the time and the waiting jobs per step.
func stepping(b *testing.B, jobs []job.Job, name string) {
	steps, waiting := 0, 0
	b.ReportAllocs()
	for b.Loop() {
		p := must(b, name)
		e, err := sim.New(sim.Config{Procs: 430, Jobs: jobs}, p)
		if err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		e.Step() // all of the backlog is planned for the first time
		b.StartTimer()
		for range 600 {
			e.Step()
			waiting += p.(interface{ Waiting() int }).Waiting()
			steps++
		}
		if e.Err() != nil {
			b.Fatal(e.Err())
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(steps), "ns/step")
	b.ReportMetric(float64(waiting)/float64(steps), "waiting")
}
