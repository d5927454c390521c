package dfrs

import (
	"context"
	"fmt"
	"math"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/chart"
)

// Section 6.2 measures how long MCB8 takes, by the number of jobs it maps. The number of
// mappings of each size is the same on every machine, times are not: the printed seconds
// have no number of ours beside them; BenchmarkMCB8 measures ours.

const (
	mapper   = "MCB8*/OPT=MIN"
	byJobs   = "mappings by number of jobs" // the i-th is those of i jobs
	mappings = "mappings"
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

func (c *counter) count(ctx context.Context, p *params, jobs []shared.Job, progress func(done, total int)) error {
	_, err := p.play(ctx, jobs, platform.Hooks{Progress: progress, On: []any{shared.Observer(c.observe)}})
	return err
}

func section62(at paper.Setting) paper.Experiment {
	x := paper.Experiment{ID: "dfrs/section6.2"}
	cut := unscaled.cut(at, 0)
	p := sharedRun(at, cut, mapper)
	x.Runs = []paper.Run{{Label: mapper, JobSet: traces, Task: &paper.Task{Name: "dfrs/mappings", Version: 1, Params: p,
		Do: func(ctx context.Context, w *trace.Workload, aid *paper.Aid, out *paper.Summary) error {
			c := &counter{}
			all, gaps := 0.0, 0.0
			err := cut.each(ctx, w, aid, func(jobs []shared.Job, progress func(done, total int)) error {
				all += seconds(jobs)
				gaps += float64(len(jobs) - 1)
				return c.count(ctx, &p, jobs, progress)
			})
			out.Series[byJobs] = chart.Numbers(c.byJobs)
			out.Values[gap] = all / max(gaps, 1)
			return err
		}}}}
	x.Add(mapper, mappings, "", allMapped)
	x.Add(mapper, "of 10 or fewer jobs", "%", paper.Share(smallMapped, allMapped))
	x.Add(mapper, "jobs in the largest", "", func(r *paper.Results) float64 { return float64(len(r.Series(mapper, byJobs)) - 1) })
	x.Add(mapper, gap, "s", paper.Value(mapper, gap))
	x.Published = numbers().Of("section6.2")
	x.Claims = []paper.Claim{
		paper.Judged("mostly-small", mostlySmall),
		paper.Judged("often-enough", oftenEnough),
		paper.Untested("millisecond"),
	}
	return x
}

// mapped returns the number of mappings of most jobs or fewer.
func mapped(r *paper.Results, most int) (n float64) {
	for jobs, v := range r.Series(mapper, byJobs) {
		if jobs <= most {
			n += v
		}
	}
	return n
}

func allMapped(r *paper.Results) float64   { return mapped(r, math.MaxInt) }
func smallMapped(r *paper.Results) float64 { return mapped(r, 10) }

func mostlySmall(r *paper.Results) (bool, string) {
	q := 100 * smallMapped(r) / allMapped(r)
	return q > 50, fmt.Sprintf("%.2f %%", q)
}

func oftenEnough(r *paper.Results) (bool, string) {
	gap := r.Value(mapper, gap)
	return gap >= 25, fmt.Sprintf("%.0f s", gap)
}
