package exact

import (
	"context"

	"github.com/backfill-lab/backfill/core/chart"
	"github.com/backfill-lab/backfill/core/exact"
	"github.com/backfill-lab/backfill/core/exact/program"
	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/paper"
	"github.com/backfill-lab/backfill/core/workload"
)

// decider takes the steps.
const decider = "dynp-advanced"

// The series of a run, with a number for every step.
const (
	jobsRow     = "jobs"
	makespan    = "makespan"
	accumulated = "accumulated run time"
	bestPolicy  = "best policy" // its place in exact.Policies
	textScale   = "time scale by the text"
	scale       = "time scale"

	// In slots, compacted.
	quality = "quality"
	gap     = "gap"         // of the program, in percent
	moved   = "moved most"  // by compaction, in seconds
	mean    = "moved, mean" // likewise

	// To the second.
	qualitySecond = "quality to the second"
	gapSecond     = "gap to the second"
	nodes         = "nodes"
)

// of returns the instances of the self-tuning steps at submissions.
func of(ctx context.Context, w *workload.Workload) (all []*exact.Instance, err error) {
	_, err = experiment.Execute(ctx, experiment.Spec{Policies: []string{decider}}, w, experiment.Options{Parallel: 1,
		Instance: func(in *experiment.Instance) error { all = append(all, in.Instance); return nil }})
	return all, err
}

// memoryMiB limits each of the steps that are solved at once.
const memoryMiB = 64

// solve solves a step both ways, each with this work, and adds the results to the series.
func solve(ctx context.Context, in *exact.Instance, work float64, out *paper.Summary) error {
	o := exact.Options{Work: work, MemoryMiB: memoryMiB}
	size := program.SizeOf(in)
	text, err := program.Memory{}.Scale(size.Makespan, size.Accumulated)
	if err != nil {
		return err
	}
	p, err := program.New(in, program.Options{Memory: program.Printed, MaxEntries: 1 << 40}) // which nobody writes
	if err != nil {
		return err
	}
	slots, err := exact.Solve(ctx, p.InSlots(), o)
	if err != nil {
		return err
	}
	scaled := p.Seconds(slots.Starts)
	compact := program.Compact(in, scaled)
	o.Start = compact // so that what is found to the second is never worse
	best, err := exact.Solve(ctx, in, o)
	if err != nil {
		return err
	}
	var most, sum int64
	for i := range scaled {
		most = max(most, scaled[i]-compact[i])
		sum += scaled[i] - compact[i]
	}
	if ctx.Err() != nil {
		return context.Cause(ctx) // the solution was cut short
	}
	policy := 0
	for exact.Policies[policy].Name != best.Policy {
		policy++
	}
	for name, v := range map[string]float64{
		jobsRow: float64(size.Jobs), makespan: float64(size.Makespan), accumulated: float64(size.Accumulated),
		bestPolicy: float64(policy), textScale: float64(text) / 60, scale: float64(p.Scale()) / 60,
		quality: program.Quality(in.Cost(compact), best.PolicyCost), gap: 100 * slots.Gap,
		moved: float64(most), mean: float64(sum) / float64(len(scaled)),
		qualitySecond: program.Quality(best.Cost, best.PolicyCost), gapSecond: 100 * best.Gap, nodes: float64(best.Nodes),
	} {
		out.Series[name] = append(out.Series[name], v)
	}
	return nil
}

// A sample takes every Every-th step of the first Jobs jobs; of those, the Part-th of
// Parts stretches.
type sample struct {
	Jobs, Every, Part, Parts int
	Work                     float64
}

func (s sample) do(ctx context.Context, w *workload.Workload, aid *paper.Aid, out *paper.Summary) error {
	all, err := of(ctx, w.Head(s.Jobs))
	if err != nil {
		return err
	}
	n := (len(all) + s.Every - 1) / s.Every
	from, to := n*s.Part/s.Parts, n*(s.Part+1)/s.Parts
	out.Series[jobsRow] = chart.Numbers{} // where there is no step
	for k := from; k < to; k++ {
		if err := solve(ctx, all[k*s.Every], s.Work, out); err != nil {
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
