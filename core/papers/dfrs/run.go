package dfrs

import (
	"context"
	"fmt"
	"strings"

	"github.com/backfill-lab/backfill/core/dfrs"
	"github.com/backfill-lab/backfill/core/dfrs/bound"
	"github.com/backfill-lab/backfill/core/dfrs/tasks"
	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/paper"
	"github.com/backfill-lab/backfill/core/workload"
)

// A measure is kept of every run: a series with a number for each instance.
type measure struct {
	name string
	of   func(*dfrs.Metrics) float64
}

const (
	maxStretch  = "maximum stretch"
	meanStretch = "mean stretch"
	under       = "normalized underutilization"
	theBound    = "bound" // of the instance, by the task that works the bounds out
	span        = "days from first to last submission"
	loadOf      = "load"
)

var measures = []measure{
	{maxStretch, func(m *dfrs.Metrics) float64 { return m.MaxStretch }},
	{meanStretch, func(m *dfrs.Metrics) float64 { return m.MeanStretch }},
	{under, func(m *dfrs.Metrics) float64 { return m.Normalized }},
	{"pmtn GB/s", func(m *dfrs.Metrics) float64 { return m.PauseBandwidth }},
	{"mig GB/s", func(m *dfrs.Metrics) float64 { return m.MigrationBandwidth }},
	{"pmtn /h", func(m *dfrs.Metrics) float64 { return m.PausesPerHour }},
	{"mig /h", func(m *dfrs.Metrics) float64 { return m.MigrationsPerHour }},
	{"pmtn /job", func(m *dfrs.Metrics) float64 { return m.PausesPerJob }},
	{"mig /job", func(m *dfrs.Metrics) float64 { return m.MigrationsPerJob }},
}

// params is what a run depends on, beside its job set.
type params struct {
	Cut       cut
	Algorithm string
	Penalty   int64 `json:",omitempty"` // microseconds
}

// label names the run of an algorithm on a job set at a load.
func label(jobSet string, load float64, algorithm string) string {
	if load == 0 {
		return jobSet + " " + algorithm
	}
	return fmt.Sprintf("%s %v %s", jobSet, load, algorithm)
}

// run plays an algorithm, or FCFS or EASY, on all instances of the set at a load.
func (s instances) run(scale paper.Scale, load float64, algorithm string) paper.Run {
	return play(label(s.jobSet, load, algorithm), s.jobSet, s.cut(scale, load), algorithm)
}

func play(label, jobSet string, cut cut, algorithm string) paper.Run {
	p := params{Cut: cut, Algorithm: algorithm}
	play, name := playBatch, "dfrs/batch"
	if _, reading := readings[algorithm]; !reading && algorithm != nameFCFS && algorithm != nameEASY {
		p.Penalty, play, name = dfrs.DefaultPenalty, playEngine, "dfrs/run"
	}
	return paper.Run{Label: label, JobSet: jobSet, Task: &paper.Task{Name: name, Version: 1, Params: p,
		Do: func(ctx context.Context, w *workload.Workload, out *paper.Summary, progress func(done, total int)) error {
			return each(ctx, &p.Cut, w, progress, func(jobs []dfrs.Job, progress func(done, total int)) error {
				m, err := play(ctx, &p, jobs, progress)
				if err != nil {
					return err
				}
				for _, measure := range measures {
					out.Series[measure.name] = append(out.Series[measure.name], measure.of(&m))
				}
				return nil
			})
		}}}
}

// each does something with each instance.
func each(ctx context.Context, c *cut, w *workload.Workload, progress func(done, total int), do func(jobs []dfrs.Job, progress func(done, total int)) error) error {
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

func playEngine(ctx context.Context, p *params, jobs []dfrs.Job, progress func(done, total int)) (dfrs.Metrics, error) {
	played, err := p.share(ctx, jobs, experiment.Hooks{Progress: progress})
	if err != nil {
		return dfrs.Metrics{}, err
	}
	return played.Metrics, nil
}

// share plays the algorithm on one instance.
func (p *params) share(ctx context.Context, jobs []dfrs.Job, hooks experiment.Hooks) (*experiment.ClusterRun, error) {
	played, err := experiment.Play(ctx, p.problem(jobs), dfrs.Prefix+strings.TrimSuffix(p.Algorithm, aware), hooks)
	if err != nil {
		return nil, err
	}
	return played.Cluster, nil
}

// problem returns an instance on the cluster.
func (p *params) problem(jobs []dfrs.Job) experiment.Problem {
	penalty := p.Penalty / dfrs.Second
	return experiment.Problem{Tasks: jobs, Spec: &experiment.Spec{Cluster: &experiment.Cluster{
		Nodes: p.Cut.Nodes, PenaltyS: &penalty, PenaltyKnown: strings.HasSuffix(p.Algorithm, aware)}}}
}

const bounds = "bounds"

// bounds works out the bound on the maximum stretch of each instance, and what
// there is to know of it.
func (s instances) bounds(scale paper.Scale, load float64) paper.Run {
	cut := s.cut(scale, load)
	return paper.Run{Label: label(s.jobSet, load, bounds), JobSet: s.jobSet, Task: &paper.Task{Name: "dfrs/bound", Version: 1, Params: cut,
		Do: func(ctx context.Context, w *workload.Workload, out *paper.Summary, progress func(done, total int)) error {
			return each(ctx, &cut, w, progress, func(jobs []dfrs.Job, _ func(done, total int)) error {
				b, err := bound.Stretch(ctx, cut.Nodes, jobs, 10*dfrs.Second)
				if err != nil {
					return err
				}
				days := float64(jobs[len(jobs)-1].Submit-jobs[0].Submit) / dfrs.Second / workload.Day
				for name, v := range map[string]float64{theBound: b, span: days, loadOf: tasks.Load(jobs, cut.Nodes)} {
					out.Series[name] = append(out.Series[name], v)
				}
				return nil
			})
		}}}
}

// divisible works out the bound without constraint (1d) of each instance.
func (s instances) divisible(scale paper.Scale, load float64) paper.Run {
	cut := s.cut(scale, load)
	return paper.Run{Label: label(s.jobSet, load, divisible), JobSet: s.jobSet, Task: &paper.Task{Name: "dfrs/divisible", Version: 1, Params: cut,
		Do: func(ctx context.Context, w *workload.Workload, out *paper.Summary, progress func(done, total int)) error {
			return each(ctx, &cut, w, progress, func(jobs []dfrs.Job, _ func(done, total int)) error {
				b, err := bound.Divisible(ctx, cut.Nodes, jobs, 10*dfrs.Second)
				out.Series[theBound] = append(out.Series[theBound], b)
				return err
			})
		}}}
}

// need adds the runs of algorithms on a set, and its bounds, to an experiment,
// unless it has them.
func need(x *paper.Experiment, s instances, scale paper.Scale, loads []float64, algorithms ...string) {
	add := func(run paper.Run) {
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

// period is the best algorithm with another period, in seconds.
func period(seconds int) string {
	if seconds == dfrs.DefaultPeriod {
		return bestName
	}
	return fmt.Sprintf("%s/PERIOD=%d", bestName, seconds)
}

// without is the algorithm's name without that part of it.
func without(algorithm, part string) string { return strings.Replace(algorithm, "/"+part, "", 1) }
