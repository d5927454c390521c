package exact

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/internal/det"
	"github.com/backfill-lab/backfill/core/optimum/exact"
	"github.com/backfill-lab/backfill/core/optimum/program"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/chart"
)

// A match says in what a step has to be near a printed row: "" and alone read the printed makespan as an end on
// the clock, and compare its distance from the submission time; size reads it as a length.
type match string

const (
	size  match = "size"
	alone match = "alone" // only in that distance, not in jobs and accumulated run time
)

// off is how far a step is from a row: the sum of the squared logarithms of the ratios.
func (m match) off(r *row, s program.Size) float64 {
	length := off(s.Makespan, r.Makespan-m.before(r))
	if m == alone {
		return length
	}
	return off(int64(s.Jobs), int64(r.Jobs)) + length + off(s.Accumulated, r.Accumulated)
}

// before is how much of the row's makespan is over when its step is taken.
func (m match) before(r *row) int64 {
	if m == size {
		return 0
	}
	return r.submitted
}

// nearest returns for each row the step nearest to it, the first of several. Rows choose in
// order, and no step is chosen twice.
func (m match) nearest(rows []row, sizes []program.Size) ([]int, error) {
	if len(sizes) < len(rows) {
		return nil, fmt.Errorf("there are %d self-tuning steps, fewer than the %d printed rows: take a workload with more jobs", len(sizes),
			len(rows))
	}
	taken := make([]bool, len(sizes))
	chosen := make([]int, len(rows))
	for k := range rows {
		best, least := -1, math.Inf(1)
		for i, s := range sizes {
			if taken[i] {
				continue
			}
			if off := m.off(&rows[k], s); off < least {
				best, least = i, off
			}
		}
		taken[best], chosen[k] = true, best
	}
	return chosen, nil
}

// off is the square of the logarithm of a ratio.
func off(a, b int64) float64 {
	l := det.Log(float64(a) / float64(b))
	return float64(l * l)
}

// What is kept of the step beside the first row, for figure 1.
const (
	history  = "free of running jobs"
	freeBest = "free under the best policy's plan"
	freeOpt  = "free under the optimiser's plan"

	atSuffix = " at" // after the name of a series: its seconds
)

// matched solves the steps beside the printed rows.
type matched struct {
	Work  float64
	Match match `json:",omitempty"`
	method
}

func (m matched) do(ctx context.Context, w *trace.Workload, aid *paper.Aid, out *paper.Summary) error {
	all, err := of(ctx, m.policy(), w)
	if err != nil {
		return err
	}
	sizes := make([]program.Size, len(all))
	for i, in := range all {
		sizes[i] = program.SizeOf(in)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
	chosen, err := m.Match.nearest(rows(), sizes)
	if err != nil {
		return err
	}
	for k, i := range chosen {
		if err := m.solve(ctx, all[i], m.Match.before(&rows()[k]), m.Work, out); err != nil {
			return err
		}
		aid.Progress(k+1, len(chosen))
	}
	if err := countVariables(all, sizes, out); err != nil {
		return err
	}
	if err := measurePlans(ctx, all, out); err != nil {
		return err
	}
	in := all[chosen[0]]
	best, err := exact.Solve(ctx, in, exact.Options{Work: m.Work, MemoryMiB: memoryMiB})
	if err != nil {
		return err
	}
	policy, _, _ := in.Best()
	for name, starts := range map[string][]int64{history: nil, freeBest: policy, freeOpt: best.Starts} {
		out.Series[name+atSuffix], out.Series[name] = freeAt(in, starts)
	}
	return ctx.Err()
}

// freeAt returns the processors that a plan leaves free: free[i] from at[i] seconds after
// the step on. Without starts the plan has no jobs.
func freeAt(in *exact.Instance, starts []int64) (at, free chart.Numbers) {
	change, before := map[int64]int{}, 0
	for _, s := range in.Free {
		change[s.At] += s.Procs - before
		before = s.Procs
	}
	for i, start := range starts {
		change[start] -= in.Jobs[i].Procs
		change[start+in.Jobs[i].Estimate] += in.Jobs[i].Procs
	}
	sum := 0
	for _, t := range slices.Sorted(maps.Keys(change)) {
		sum += change[t]
		at, free = append(at, float64(t-in.Now)), append(free, float64(sum))
	}
	return at, free
}
