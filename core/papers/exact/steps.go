package exact

import (
	"context"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/optimum/exact"
	"github.com/backfill-lab/backfill/core/optimum/program"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/chart"
)

// decider takes the steps, unless a reading has another.
const decider = "dynp-advanced"

// The series of a run, with a number for every step.
const (
	jobsRow     = "jobs"
	makespan    = "makespan"
	accumulated = "accumulated run time"
	bestPolicy  = "best policy"  // its place in exact.Policies
	ends        = "makespan of " // before the name of one of exact.Policies
	textScale   = "time scale by the text"
	scale       = "time scale"
	fcfsWork    = "work of FCFS's plan" // in units of exact.Options.Work

	// In slots, compacted.
	inSlots   = "quality"
	gap       = "gap"           // of the program, in percent
	moved     = "moved most"    // by compaction, in seconds
	mean      = "moved, mean"   // likewise
	workSlots = "work in slots" // in units of exact.Options.Work

	// To the second.
	toSecond   = "quality to the second"
	gapSecond  = "gap to the second"
	workSecond = "work to the second"
)

// A quality is known to lie in an interval, whose ends are two series: one of its name,
// with the quality of the best schedule that the bound allows, and one with that of the
// best schedule found. They are equal where the schedule is proven.
const found = ", found"

// of returns the instances of a policy's self-tuning steps at submissions.
func of(ctx context.Context, policy string, w *trace.Workload) (all []*exact.Instance, err error) {
	_, err = experiment.Execute(ctx, experiment.Spec{Policies: []string{policy}}, w, experiment.Options{Parallel: 1,
		Instance: func(in *platform.Instance) error { all = append(all, in.Instance); return nil }})
	return all, err
}

// memoryMiB limits each of the steps that are solved at once.
const memoryMiB = 64

// solve solves a step both ways, each with this work, and adds the results to the series.
func (m method) solve(ctx context.Context, in *exact.Instance, work float64, out *paper.Summary) error {
	o := exact.Options{Work: work, MemoryMiB: memoryMiB}
	size := program.SizeOf(in)
	text, err := program.Memory{}.Scale(size.Makespan, size.Accumulated)
	if err != nil {
		return err
	}
	p, err := program.New(in, program.Options{Memory: m.memory(), MaxEntries: 1 << 40}) // which nobody writes
	if err != nil {
		return err
	}
	slots, err := exact.Solve(ctx, p.InSlots(), m.options(p, o))
	if err != nil {
		return err
	}
	scaled := p.Seconds(m.first(p, slots.Starts))
	compact := m.compact(in, scaled)
	o.Start = compact // so that what is found to the second is never worse
	best, err := exact.Solve(ctx, in, o)
	if err != nil {
		return err
	}
	plan, err := exact.Solve(ctx, in, exact.Options{Work: least})
	if err != nil {
		return err
	}
	if ctx.Err() != nil {
		return context.Cause(ctx) // the solution was cut short
	}
	add := func(name string, v float64) { out.Series[name] = append(out.Series[name], v) }
	add(jobsRow, float64(size.Jobs))
	add(makespan, float64(size.Makespan))
	add(accumulated, float64(size.Accumulated))
	addPolicies(in, best.Policy, add)
	add(textScale, float64(text)/60)
	add(scale, float64(p.Scale())/60)
	add(fcfsWork, plan.Work)
	low, high := in.Cost(compact), in.Cost(compact)
	if !slots.Optimal {
		// No schedule is below the bound to the second; the optimum in slots is at most the
		// schedule found in slots, and compaction makes no schedule worse.
		low, high = best.Bound, in.Cost(scaled)
	}
	add(inSlots, program.Quality(low, best.PolicyCost))
	add(inSlots+found, program.Quality(high, best.PolicyCost))
	add(gap, 100*slots.Gap)
	addMoves(scaled, compact, add)
	add(workSlots, slots.Work)
	add(toSecond, program.Quality(best.Bound, best.PolicyCost))
	add(toSecond+found, program.Quality(best.Cost, best.PolicyCost))
	add(gapSecond, 100*best.Gap)
	add(workSecond, best.Work)
	return nil
}

// least is so little work that only the plan of the first policy, FCFS, is made.
const least = 1e-9

// addPolicies adds which policy is the best, and the makespan of each.
func addPolicies(in *exact.Instance, best string, add func(string, float64)) {
	for k, policy := range exact.Policies {
		if policy.Name == best {
			add(bestPolicy, float64(k))
		}
		end := in.Now
		for i, at := range in.List(policy.Order(in)) {
			end = max(end, at+in.Jobs[i].Estimate)
		}
		add(ends+policy.Name, float64(end-in.Now))
	}
}

// addMoves adds how far compaction moves the jobs.
func addMoves(scaled, compact []int64, add func(string, float64)) {
	var most, sum int64
	for i := range scaled {
		most = max(most, scaled[i]-compact[i])
		sum += scaled[i] - compact[i]
	}
	add(moved, float64(most))
	add(mean, float64(sum)/float64(len(scaled)))
}

// A sample takes every Every-th step of the first Jobs jobs; of those, the Part-th of
// Parts stretches.
type sample struct {
	Jobs, Every, Part, Parts int
	Work                     float64
	method
}

func (s sample) do(ctx context.Context, w *trace.Workload, aid *paper.Aid, out *paper.Summary) error {
	all, err := of(ctx, s.policy(), w.Head(s.Jobs))
	if err != nil {
		return err
	}
	n := (len(all) + s.Every - 1) / s.Every
	from, to := n*s.Part/s.Parts, n*(s.Part+1)/s.Parts
	out.Series[jobsRow] = chart.Numbers{} // where there is no step
	for k := from; k < to; k++ {
		if err := s.solve(ctx, all[k*s.Every], s.Work, out); err != nil {
			return err
		}
		aid.Progress(k+1-from, to-from)
	}
	return nil
}

// workOf is how much work each solution may take.
func workOf(scale paper.Scale) float64 {
	if scale == paper.Quick {
		return 0.01
	}
	return 0.3
}
