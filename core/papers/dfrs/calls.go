package dfrs

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/trace"
)

// Section 6.2 measures how long MCB8 takes, by the number of jobs it maps. The number of
// mappings of each size is the same on every machine, times are not: the printed seconds
// have no number of ours beside them; BenchmarkMCB8 measures ours.

const (
	mapper   = "MCB8*/OPT=MIN"
	mappings = "mappings"            // series, by trace
	few      = "of 10 or fewer jobs" // likewise
	largest  = "jobs in the largest" // likewise
	gap      = "mean time between submissions"
)

// A counter counts the mappings of MCB8*: one for every instant at which jobs arrive
// or end and some remain.
type counter struct {
	asked  bool
	byJobs []float64
}

func (c *counter) observe(e *shared.Engine, v shared.Event) {
	switch v.Kind {
	case shared.Submission, shared.End:
		c.asked = true
	case shared.Settled:
		if n := len(e.Active()); c.asked && n > 0 {
			for len(c.byJobs) <= n {
				c.byJobs = append(c.byJobs, 0)
			}
			c.byJobs[n]++
		}
		c.asked = false
	}
}

// most returns the number of mappings of that many jobs or fewer.
func (c *counter) most(jobs int) float64 { return sum(c.byJobs[:min(len(c.byJobs)-1, jobs)+1]) }

func (c *counter) count(ctx context.Context, p *params, jobs []shared.Job, progress func(done, total int)) error {
	_, err := p.play(ctx, jobs, platform.Hooks{Progress: progress, On: []any{shared.Observer(c.observe)}})
	return err
}

func section62(at paper.Setting) paper.Experiment {
	x := paper.Experiment{ID: "dfrs/section6.2"}
	cut := unscaled.cut(at, 0)
	p := sharedRun(at, cut, mapper)
	x.Runs = []paper.Run{{Label: mapper, JobSet: traces, Task: &paper.Task{Name: "dfrs/mappings", Version: 2, Params: p,
		Do: func(ctx context.Context, w *trace.Workload, aid *paper.Aid, out *paper.Summary) error {
			all, gaps := 0.0, 0.0
			err := cut.each(ctx, w, aid, func(jobs []shared.Job, progress func(done, total int)) error {
				all += seconds(jobs)
				gaps += float64(len(jobs) - 1)
				c := &counter{}
				err := c.count(ctx, &p, jobs, progress)
				record(out, map[string]float64{mappings: c.most(math.MaxInt), few: c.most(10), largest: float64(len(c.byJobs) - 1)})
				return err
			})
			out.Values[gap] = all / max(gaps, 1)
			return err
		}}}}
	add := func(column, unit string, draws func(*paper.Results) []float64, of func([]float64) float64, tail bool) {
		x.AddReduced(mapper, column, unit, draws, &paper.Reduction{Of: of, Tail: tail})
	}
	series := func(name string) func(*paper.Results) []float64 {
		return func(r *paper.Results) []float64 { return r.Series(mapper, name) }
	}
	add(mappings, "", series(mappings), sum, false)
	add(few, "%", func(r *paper.Results) []float64 { return shares(r.Series(mapper, few), r.Series(mapper, mappings)) }, paper.Mean, false)
	add(largest, "", series(largest), slices.Max[[]float64], true)
	x.Add(mapper, gap, "s", paper.Value(mapper, gap))
	x.Published = numbers().Of("section6.2")
	x.Claims = []paper.Claim{
		paper.Judged("mostly-small", mostlySmall),
		paper.Judged("often-enough", oftenEnough),
		paper.Untested("millisecond"),
	}
	return x
}

func sum(values []float64) (all float64) {
	for _, v := range values {
		all += v
	}
	return all
}

// shares returns numbers whose mean is the share of all parts in all wholes, in percent, and that vary about it as the
// parts do: their range is that of the share.
func shares(parts, wholes []float64) []float64 {
	share, mean := sum(parts)/sum(wholes), paper.Mean(wholes)
	all := make([]float64, len(parts))
	for i, v := range parts {
		all[i] = 100 * (share + (v-float64(share*wholes[i]))/mean)
	}
	return all
}

func mostlySmall(r *paper.Results) (bool, string) {
	q := 100 * sum(r.Series(mapper, few)) / sum(r.Series(mapper, mappings))
	return q > 50, fmt.Sprintf("%.2f %%", q)
}

func oftenEnough(r *paper.Results) (bool, string) {
	gap := r.Value(mapper, gap)
	return gap >= 25, fmt.Sprintf("%.0f s", gap)
}
