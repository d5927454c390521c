package papers

import (
	"context"

	"github.com/backfill-lab/backfill/core/exact"
	"github.com/backfill-lab/backfill/core/exact/program"
	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/experiment/chart"
	"github.com/backfill-lab/backfill/core/workload"
)

// exactDecider takes the steps.
const exactDecider = "dynp-advanced"

// What is kept of every step that is solved, as a series each.
const (
	exactJobs        = "jobs"
	exactMakespan    = "makespan"
	exactAccumulated = "accumulated run time"
	exactPolicy      = "best policy" // its place in exact.Policies
	exactTextScale   = "time scale by the text"
	exactScale       = "time scale"

	// In slots, compacted.
	exactQuality = "quality"
	exactGap     = "gap"         // of the program, in percent
	exactMoved   = "moved most"  // by compaction, in seconds
	exactMean    = "moved, mean" // likewise

	// To the second.
	exactQualitySecond = "quality to the second"
	exactGapSecond     = "gap to the second"
	exactNodes         = "nodes"
)

// exactOf returns the instances of the self-tuning steps at submissions.
func exactOf(ctx context.Context, w *workload.Workload) (all []*exact.Instance, err error) {
	_, err = experiment.Execute(ctx, experiment.Spec{Policies: []string{exactDecider}}, w, experiment.Options{Parallel: 1,
		Instance: func(in *experiment.Instance) error { all = append(all, in.Instance); return nil }})
	return all, err
}

// exactMemoryMiB is for each of the steps that are solved at once.
const exactMemoryMiB = 64

// exactSolve solves a step in both ways, each with so much work, and adds what
// came of it to the series.
func exactSolve(ctx context.Context, in *exact.Instance, work float64, out *Summary) error {
	o := exact.Options{Work: work, MemoryMiB: exactMemoryMiB}
	size := program.SizeOf(in)
	text, err := program.Memory{}.Scale(size.Makespan, size.Accumulated)
	if err != nil {
		return err
	}
	p, err := program.New(in, program.Options{Memory: program.Printed, MaxEntries: 1 << 40}) // none of them is written
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
		return context.Cause(ctx) // a solution that was cut short is another one
	}
	policy := 0
	for exact.Policies[policy].Name != best.Policy {
		policy++
	}
	for name, v := range map[string]float64{
		exactJobs: float64(size.Jobs), exactMakespan: float64(size.Makespan), exactAccumulated: float64(size.Accumulated),
		exactPolicy: float64(policy), exactTextScale: float64(text) / 60, exactScale: float64(p.Scale()) / 60,
		exactQuality: program.Quality(in.Cost(compact), best.PolicyCost), exactGap: 100 * slots.Gap,
		exactMoved: float64(most), exactMean: float64(sum) / float64(len(scaled)),
		exactQualitySecond: program.Quality(best.Cost, best.PolicyCost), exactGapSecond: 100 * best.Gap, exactNodes: float64(best.Nodes),
	} {
		out.Series[name] = append(out.Series[name], v)
	}
	return nil
}

// An exactSample is a part of the steps: every Every-th of the first Jobs jobs, and
// of those the Part-th of Parts stretches.
type exactSample struct {
	Jobs, Every, Part, Parts int
	Work                     float64
}

func (s exactSample) do(ctx context.Context, w *workload.Workload, out *Summary, progress func(done, total int)) error {
	all, err := exactOf(ctx, w.Head(s.Jobs))
	if err != nil {
		return err
	}
	n := (len(all) + s.Every - 1) / s.Every
	from, to := n*s.Part/s.Parts, n*(s.Part+1)/s.Parts
	out.Series[exactJobs] = chart.Numbers{} // where there is no step
	for k := from; k < to; k++ {
		if err := exactSolve(ctx, all[k*s.Every], s.Work, out); err != nil {
			return err
		}
		if progress != nil {
			progress(k+1-from, to-from)
		}
	}
	return nil
}

func (s exactSample) task() *Task {
	return &Task{Name: "exact/sample", Version: 1, Params: s, Do: s.do}
}

// exactWorkOf is how much work each solution may take.
func exactWorkOf(scale Scale) float64 {
	if scale == Quick {
		return 0.01
	}
	return 0.3
}
