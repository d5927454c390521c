package dfrs

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/dfrs"
	"github.com/backfill-lab/backfill/core/dfrs/bound"
	"github.com/backfill-lab/backfill/core/dfrs/tasks"
	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/paper"
	"github.com/backfill-lab/backfill/core/workload"
)

// A measure is a series of every run, with a number for each instance.
type measure struct {
	name string
	of   func(*dfrs.Metrics) float64
}

const (
	maxStretch  = "maximum stretch"
	meanStretch = "mean stretch"
	under       = "normalized underutilization"
	theBound    = "bound" // of the instance
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
	return cut.run(label, jobSet, name, p,
		func(ctx context.Context, jobs []dfrs.Job, out *paper.Summary, progress func(done, total int)) error {
			m, err := play(ctx, &p, jobs, progress)
			if err != nil {
				return err
			}
			for _, measure := range measures {
				out.Series[measure.name] = append(out.Series[measure.name], measure.of(&m))
			}
			return nil
		})
}

// run is a task that does something with each instance of a job set.
func (c cut) run(label, jobSet, name string, params any,
	do func(ctx context.Context, jobs []dfrs.Job, out *paper.Summary, progress func(done, total int)) error) paper.Run {
	return paper.Run{Label: label, JobSet: jobSet, Task: &paper.Task{Name: name, Version: 1, Params: params,
		Do: func(ctx context.Context, w *workload.Workload, out *paper.Summary, progress func(done, total int)) error {
			return c.each(ctx, w, progress, func(jobs []dfrs.Job, progress func(done, total int)) error {
				return do(ctx, jobs, out, progress)
			})
		}}}
}

func (c *cut) each(ctx context.Context, w *workload.Workload, progress func(done, total int),
	do func(jobs []dfrs.Job, progress func(done, total int)) error) error {
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

// bounds computes the bound on the maximum stretch of each instance, its span and its
// load.
func (s instances) bounds(scale paper.Scale, load float64) paper.Run {
	cut := s.cut(scale, load)
	return cut.run(label(s.jobSet, load, bounds), s.jobSet, "dfrs/bound", cut,
		func(ctx context.Context, jobs []dfrs.Job, out *paper.Summary, _ func(done, total int)) error {
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
}

// divisible computes the bound without constraint (1d) of each instance.
func (s instances) divisible(scale paper.Scale, load float64) paper.Run {
	cut := s.cut(scale, load)
	return cut.run(label(s.jobSet, load, divisible), s.jobSet, "dfrs/divisible", cut,
		func(ctx context.Context, jobs []dfrs.Job, out *paper.Summary, _ func(done, total int)) error {
			b, err := bound.Divisible(ctx, cut.Nodes, jobs, 10*dfrs.Second)
			out.Series[theBound] = append(out.Series[theBound], b)
			return err
		})
}

// need adds the runs of algorithms on a set, and its bounds, to an experiment that
// lacks them.
func need(x *paper.Experiment, s instances, scale paper.Scale, loads []float64, algorithms ...string) {
	add := func(run paper.Run) {
		if !slices.ContainsFunc(x.Runs, func(r paper.Run) bool { return r.Label == run.Label }) {
			x.Runs = append(x.Runs, run)
		}
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
