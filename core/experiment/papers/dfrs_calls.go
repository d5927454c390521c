package papers

import (
	"context"
	"fmt"

	"github.com/backfill-lab/backfill/core/dfrs"
	"github.com/backfill-lab/backfill/core/experiment/chart"
	"github.com/backfill-lab/backfill/core/workload"
)

// Section 6.2 measures how long MCB8 takes, by the number of jobs it maps. How
// often it maps how many is a result like others, and the same everywhere. How
// long that takes differs between machines and so is none: the printed seconds
// have no number of ours beside them, and BenchmarkDfrsMCB8 measures ours.

const (
	dfrsMapper   = "MCB8*/OPT=MIN"
	dfrsByJobs   = "mappings by number of jobs" // the i-th is those of i jobs
	dfrsMappings = "mappings"
	dfrsSmall    = "of 10 or fewer jobs"
	dfrsLargest  = "jobs in the largest"
	dfrsGap      = "mean time between submissions"
	dfrsTimeAvg  = "average compute time of more than 10 jobs"
	dfrsTimeMax  = "maximum compute time"
)

// dfrsCounter counts the mappings of an engine of MCB8*: one for every instant at
// which jobs arrive or end and any are left.
type dfrsCounter struct {
	e      *dfrs.Engine
	asked  bool
	byJobs []float64
}

func (c *dfrsCounter) Submitted(int64, int)                     { c.asked = true }
func (c *dfrsCounter) Ended(int64, int)                         { c.asked = true }
func (*dfrsCounter) Started(int64, int, []dfrs.Place)           {}
func (*dfrsCounter) Paused(int64, int)                          {}
func (*dfrsCounter) Resumed(int64, int, []dfrs.Place)           {}
func (*dfrsCounter) Migrated(_ int64, _ int, _, _ []dfrs.Place) {}

func (c *dfrsCounter) Settled(int64) {
	if n := len(c.e.Active()); c.asked && n > 0 {
		for len(c.byJobs) <= n {
			c.byJobs = append(c.byJobs, 0)
		}
		c.byJobs[n]++
	}
	c.asked = false
}

func dfrsSection62(scale Scale) Experiment {
	x := Experiment{ID: "dfrs/section6.2", Kind: Table, Title: "Mappings by MCB8 and their sizes",
		Doc: "Every mapping that " + dfrsMapper + " makes on the unscaled synthetic traces. Seconds differ between machines and are no result: go test ./core/experiment/papers -bench DfrsMCB8 measures those of the machine at hand."}
	cut := dfrsUnscaled.cut(scale, 0)
	p := dfrsParams{Cut: cut, Algorithm: dfrsMapper, Penalty: dfrs.DefaultPenalty}
	x.Runs = []Run{{Label: dfrsMapper, JobSet: dfrsTraces, Task: &Task{Name: "dfrs/mappings", Version: 1, Params: p,
		Do: func(ctx context.Context, w *workload.Workload, out *Summary, progress func(done, total int)) error {
			c := &dfrsCounter{}
			seconds, gaps := 0.0, 0.0
			err := dfrsEach(ctx, &cut, w, progress, func(jobs []dfrs.Job, progress func(done, total int)) (err error) {
				if c.e, err = dfrsEngine(&p, jobs, dfrs.Config{Observers: []dfrs.Observer{c}}); err != nil {
					return err
				}
				seconds += float64(jobs[len(jobs)-1].Submit-jobs[0].Submit) / dfrs.Second
				gaps += float64(len(jobs) - 1)
				return c.e.Run(ctx, progress)
			})
			out.Series[dfrsByJobs] = chart.Numbers(c.byJobs)
			out.Values[dfrsGap] = seconds / max(gaps, 1)
			return err
		}}}}
	total := func(r *Results) (n float64) {
		for _, v := range r.Series(dfrsMapper, dfrsByJobs) {
			n += v
		}
		return n
	}
	small := func(r *Results) (n float64) {
		for jobs, v := range r.Series(dfrsMapper, dfrsByJobs) {
			if jobs <= 10 {
				n += v
			}
		}
		return n
	}
	largest := func(r *Results) float64 { return float64(len(r.Series(dfrsMapper, dfrsByJobs)) - 1) }
	x.Cells = []Cell{
		{Row: dfrsMapper, Column: dfrsMappings, Value: total},
		{Row: dfrsMapper, Column: dfrsSmall, Unit: "%", Value: Share(small, total)},
		{Row: dfrsMapper, Column: dfrsLargest, Value: largest},
		{Row: dfrsMapper, Column: dfrsGap, Unit: "s", Value: Value(dfrsMapper, dfrsGap)},
	}
	const timed = "Seconds differ between machines and are no result; BenchmarkDfrsMCB8 measures them."
	x.Published = []Published{
		{Row: dfrsMapper, Column: dfrsMappings, Value: 197_808},
		{Row: dfrsMapper, Column: dfrsSmall, Unit: "%", Value: 67.25},
		{Row: dfrsMapper, Column: dfrsLargest, Value: 102},
		{Row: dfrsMapper, Column: dfrsTimeAvg, Unit: "s", Value: 0.25, Note: timed},
		{Row: dfrsMapper, Column: dfrsTimeMax, Unit: "s", Value: 4.5, Note: timed},
	}
	x.Claims = []Claim{
		{ID: "mostly-small", Section: "6.2", Text: "About two thirds of the mappings are of 10 or fewer jobs; here: more than half.", Holds: func(r *Results) (bool, string) {
			q := 100 * small(r) / total(r)
			return q > 50, fmt.Sprintf("%.2f %%", q)
		}},
		{ID: "often-enough", Section: "6.2", Text: "Jobs arrive orders of magnitude more slowly than MCB8 computes; here: the mean time between submissions is 100 times the printed 0.25 s or more.", Holds: func(r *Results) (bool, string) {
			gap := r.Value(dfrsMapper, dfrsGap)
			return gap >= 25, fmt.Sprintf("%.0f s", gap)
		}},
	}
	return x
}
