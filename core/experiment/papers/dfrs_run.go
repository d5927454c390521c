package papers

import (
	"context"
	"fmt"
	"strings"

	"github.com/backfill-lab/backfill/core/dfrs"
	"github.com/backfill-lab/backfill/core/dfrs/bound"
	"github.com/backfill-lab/backfill/core/dfrs/tasks"
	"github.com/backfill-lab/backfill/core/workload"
)

// A dfrsMeasure is kept of every run: a series with a number for each instance.
type dfrsMeasure struct {
	name string
	of   func(*dfrs.Metrics) float64
}

const (
	dfrsMaxStretch  = "maximum stretch"
	dfrsMeanStretch = "mean stretch"
	dfrsUnder       = "normalized underutilization"
	dfrsBound       = "bound" // of the instance, by the task that works the bounds out
	dfrsSpan        = "days from first to last submission"
	dfrsLoad        = "load"
)

var dfrsMeasures = []dfrsMeasure{
	{dfrsMaxStretch, func(m *dfrs.Metrics) float64 { return m.MaxStretch }},
	{dfrsMeanStretch, func(m *dfrs.Metrics) float64 { return m.MeanStretch }},
	{dfrsUnder, func(m *dfrs.Metrics) float64 { return m.Normalized }},
	{"pmtn GB/s", func(m *dfrs.Metrics) float64 { return m.PauseBandwidth }},
	{"mig GB/s", func(m *dfrs.Metrics) float64 { return m.MigrationBandwidth }},
	{"pmtn /h", func(m *dfrs.Metrics) float64 { return m.PausesPerHour }},
	{"mig /h", func(m *dfrs.Metrics) float64 { return m.MigrationsPerHour }},
	{"pmtn /job", func(m *dfrs.Metrics) float64 { return m.PausesPerJob }},
	{"mig /job", func(m *dfrs.Metrics) float64 { return m.MigrationsPerJob }},
}

// dfrsParams is what a run depends on, beside its job set.
type dfrsParams struct {
	Cut       dfrsCut
	Algorithm string
	Penalty   int64 `json:",omitempty"` // microseconds
}

// dfrsLabel names the run of an algorithm on a job set at a load.
func dfrsLabel(jobSet string, load float64, algorithm string) string {
	if load == 0 {
		return jobSet + " " + algorithm
	}
	return fmt.Sprintf("%s %v %s", jobSet, load, algorithm)
}

// run plays an algorithm, or FCFS or EASY, on all instances of the set at a load.
func (s dfrsSet) run(scale Scale, load float64, algorithm string) Run {
	return dfrsPlay(dfrsLabel(s.jobSet, load, algorithm), s.jobSet, s.cut(scale, load), algorithm)
}

func dfrsPlay(label, jobSet string, cut dfrsCut, algorithm string) Run {
	p := dfrsParams{Cut: cut, Algorithm: algorithm}
	play, name := dfrsPlayBatch, "dfrs/batch"
	if _, reading := dfrsReadings[algorithm]; !reading && algorithm != dfrsFCFS && algorithm != dfrsEASY {
		p.Penalty, play, name = dfrs.DefaultPenalty, dfrsPlayEngine, "dfrs/run"
	}
	return Run{Label: label, JobSet: jobSet, Task: &Task{Name: name, Version: 1, Params: p,
		Do: func(ctx context.Context, w *workload.Workload, out *Summary, progress func(done, total int)) error {
			return dfrsEach(ctx, &p.Cut, w, progress, func(jobs []dfrs.Job, progress func(done, total int)) error {
				m, err := play(ctx, &p, jobs, progress)
				if err != nil {
					return err
				}
				for _, measure := range dfrsMeasures {
					out.Series[measure.name] = append(out.Series[measure.name], measure.of(&m))
				}
				return nil
			})
		}}}
}

// dfrsEach does something with each instance.
func dfrsEach(ctx context.Context, c *dfrsCut, w *workload.Workload, progress func(done, total int), do func(jobs []dfrs.Job, progress func(done, total int)) error) error {
	all, err := c.instances(w)
	if err != nil {
		return err
	}
	done, total := 0, 0
	for _, jobs := range all {
		total += len(jobs)
	}
	for i, jobs := range all {
		if err := ctx.Err(); err != nil {
			return err
		}
		inner := func(now, _ int) {
			if progress != nil {
				progress(done+now, total)
			}
		}
		if err := do(jobs, inner); err != nil {
			return fmt.Errorf("instance %d: %w", i+1, err)
		}
		done += len(jobs)
		inner(0, 0)
	}
	return nil
}

func dfrsPlayEngine(ctx context.Context, p *dfrsParams, jobs []dfrs.Job, progress func(done, total int)) (dfrs.Metrics, error) {
	e, err := dfrsEngine(p, jobs, dfrs.Config{})
	if err != nil {
		return dfrs.Metrics{}, err
	}
	if err := e.Run(ctx, progress); err != nil {
		return dfrs.Metrics{}, err
	}
	return e.Metrics(), nil
}

// dfrsEngine returns the engine of a run, with what cfg has of observers.
func dfrsEngine(p *dfrsParams, jobs []dfrs.Job, cfg dfrs.Config) (*dfrs.Engine, error) {
	name, aware := strings.CutSuffix(p.Algorithm, dfrsAware)
	a, err := dfrs.Parse(name)
	if err != nil {
		return nil, err
	}
	cfg.Nodes, cfg.Jobs, cfg.Algorithm, cfg.Penalty, cfg.Aware = p.Cut.Nodes, jobs, a, p.Penalty, aware
	return dfrs.New(cfg)
}

const dfrsBounds = "bounds"

// bounds works out the bound on the maximum stretch of each instance, and what
// there is to know of it.
func (s dfrsSet) bounds(scale Scale, load float64) Run {
	cut := s.cut(scale, load)
	return Run{Label: dfrsLabel(s.jobSet, load, dfrsBounds), JobSet: s.jobSet, Task: &Task{Name: "dfrs/bound", Version: 1, Params: cut,
		Do: func(ctx context.Context, w *workload.Workload, out *Summary, progress func(done, total int)) error {
			return dfrsEach(ctx, &cut, w, progress, func(jobs []dfrs.Job, _ func(done, total int)) error {
				b, err := bound.Stretch(ctx, cut.Nodes, jobs, 10*dfrs.Second)
				if err != nil {
					return err
				}
				days := float64(jobs[len(jobs)-1].Submit-jobs[0].Submit) / dfrs.Second / dfrsDay
				for name, v := range map[string]float64{dfrsBound: b, dfrsSpan: days, dfrsLoad: tasks.Load(jobs, cut.Nodes)} {
					out.Series[name] = append(out.Series[name], v)
				}
				return nil
			})
		}}}
}

// divisible works out the bound without constraint (1d) of each instance.
func (s dfrsSet) divisible(scale Scale, load float64) Run {
	cut := s.cut(scale, load)
	return Run{Label: dfrsLabel(s.jobSet, load, dfrsDivisible), JobSet: s.jobSet, Task: &Task{Name: "dfrs/divisible", Version: 1, Params: cut,
		Do: func(ctx context.Context, w *workload.Workload, out *Summary, progress func(done, total int)) error {
			return dfrsEach(ctx, &cut, w, progress, func(jobs []dfrs.Job, _ func(done, total int)) error {
				b, err := bound.Divisible(ctx, cut.Nodes, jobs, 10*dfrs.Second)
				out.Series[dfrsBound] = append(out.Series[dfrsBound], b)
				return err
			})
		}}}
}

// dfrsNeed adds the runs of algorithms on a set, and its bounds, to an experiment,
// unless it has them.
func dfrsNeed(x *Experiment, s dfrsSet, scale Scale, loads []float64, algorithms ...string) {
	add := func(run Run) {
		for i := range x.Runs {
			if x.Runs[i].Label == run.Label {
				return
			}
		}
		x.Runs = append(x.Runs, run)
	}
	for _, load := range loads {
		add(s.bounds(scale, load))
		for _, a := range algorithms {
			add(s.run(scale, load, a))
		}
	}
}

// dfrsPeriod is the best algorithm with another period, in seconds.
func dfrsPeriod(seconds int) string {
	if seconds == dfrs.DefaultPeriod {
		return dfrsBest
	}
	return fmt.Sprintf("%s/PERIOD=%d", dfrsBest, seconds)
}

// dfrsWithout is the algorithm's name without that part of it.
func dfrsWithout(algorithm, part string) string { return strings.Replace(algorithm, "/"+part, "", 1) }
