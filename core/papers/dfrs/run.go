package dfrs

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/platform/shared/bound"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/trace"
)

// The series of bounds, by instance.
const (
	theBound = "bound"
	span     = "days from first to last submission"
	loadOf   = "load"
)

// record appends the numbers of an instance to their series.
func record(out *paper.Summary, numbers map[string]float64) {
	for name, v := range numbers {
		out.Series[name] = append(out.Series[name], v)
	}
}

// params is what a run depends on, beside its job set.
type params struct {
	Cut       cut
	Algorithm string
	Penalty   int64 `json:",omitempty"` // microseconds

	VirtualInPenalty bool `json:",omitempty"`
	NewestFirst      bool `json:",omitempty"`

	asked map[int64]int64 // estimates of the log's jobs by number, for readings of EASY that use them
}

// sharedRun is an algorithm under the rescheduling penalty, in a setting.
func sharedRun(at paper.Setting, cut cut, algorithm string) params {
	return params{Cut: cut, Algorithm: algorithm, Penalty: int64(penaltyOf(at)) * shared.Second,
		VirtualInPenalty: chosen(at, virtualTime), NewestFirst: chosen(at, packingTies)}
}

// label names the run of an algorithm on a job set at a load.
func label(jobSet string, load float64, algorithm string) string {
	if load == 0 {
		return jobSet + " " + algorithm
	}
	return fmt.Sprintf("%s %v %s", jobSet, load, algorithm)
}

// run plays an algorithm, or FCFS or EASY, on all instances of the set at a load.
func (s instances) run(at paper.Setting, load float64, algorithm string) paper.Run {
	return play(at, label(s.jobSet, load, algorithm), s.jobSet, s.cut(at, load), algorithm)
}

func play(at paper.Setting, label, jobSet string, cut cut, algorithm string) paper.Run {
	return playWith(at, label, jobSet, cut, algorithm, func(*params) {})
}

// playWith is play with another change of what the run depends on.
func playWith(at paper.Setting, label, jobSet string, cut cut, algorithm string, change func(*params)) paper.Run {
	p, name := params{Cut: cut, Algorithm: algorithm}, "dfrs/batch"
	if !p.batch() {
		p, name = sharedRun(at, cut, algorithm), "dfrs/run"
	}
	change(&p)
	return cut.run(label, jobSet, name, p,
		func(ctx context.Context, w *trace.Workload, jobs []shared.Job, progress func(done, total int), out *paper.Summary) error {
			played, err := p.with(w).play(ctx, jobs, platform.Hooks{Progress: progress})
			if err != nil {
				return err
			}
			record(out, measures(played))
			return nil
		})
}

// run is a task that calls do for each instance of a job set.
func (c cut) run(label, jobSet, name string, params any,
	do func(ctx context.Context, w *trace.Workload, jobs []shared.Job, progress func(done, total int), out *paper.Summary) error) paper.Run {
	return paper.Run{Label: label, JobSet: jobSet, Task: &paper.Task{Name: name, Version: 1, Params: params,
		Do: func(ctx context.Context, w *trace.Workload, aid *paper.Aid, out *paper.Summary) error {
			return c.each(ctx, w, aid, func(jobs []shared.Job, progress func(done, total int)) error {
				return do(ctx, w, jobs, progress, out)
			})
		}}}
}

func (c *cut) each(ctx context.Context, w *trace.Workload, aid *paper.Aid,
	do func(jobs []shared.Job, progress func(done, total int)) error) error {
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
		progress := func(now, _ int) { aid.Progress(done+now, total) }
		if err := do(jobs, progress); err != nil {
			return fmt.Errorf("instance %d: %w", i+1, err)
		}
		progress(len(jobs), 0)
		done += len(jobs)
	}
	return nil
}

// batch tells whether the algorithm gives each task a whole node.
func (p *params) batch() bool {
	return readingOf(p.Algorithm) != nil || slices.Contains(batch, p.Algorithm)
}

// play plays the algorithm on one instance.
func (p *params) play(ctx context.Context, jobs []shared.Job, hooks platform.Hooks) (*platform.Played, error) {
	penalty := p.Penalty / shared.Second
	spec := experiment.Spec{Platforms: experiment.Platforms{Shared: &shared.Nodes{
		Nodes: p.Cut.Nodes, PenaltyS: &penalty, VirtualInPenalty: p.VirtualInPenalty, NewestFirst: p.NewestFirst}}}
	name := p.Algorithm
	if r := readingOf(name); r != nil {
		name = strings.ReplaceAll(name, ",", "")
		spec.Own = []experiment.Own{{Name: name, Version: "1", Make: func() sim.Policy { return &easyPolicy{reading: *r, asked: p.asked} }}}
		spec.Shared.Nodes = cmp.Or(r.nodes, spec.Shared.Nodes)
	} else if !p.batch() {
		name = shared.Prefix + name
	}
	return experiment.Play(ctx, experiment.Problem{Given: jobs, Spec: &spec}, name, hooks)
}

const bounds = "bounds"

// seconds is the time from the first submission to the last.
func seconds(jobs []shared.Job) float64 {
	return float64(jobs[len(jobs)-1].Submit-jobs[0].Submit) / shared.Second
}

// bounding is what a bound depends on.
type bounding struct {
	cut
	Divisible bool `json:",omitempty"`
}

// bounds computes the bound on the maximum stretch of each instance, its span and its
// load.
func (s instances) bounds(at paper.Setting, load float64) paper.Run {
	p, of := bounding{s.cut(at, load), !chosen(at, theorem)}, bound.Stretch
	if p.Divisible {
		of = bound.Divisible
	}
	return p.run(label(s.jobSet, load, bounds), s.jobSet, "dfrs/bound", p,
		func(ctx context.Context, _ *trace.Workload, jobs []shared.Job, _ func(done, total int), out *paper.Summary) error {
			b, err := of(ctx, p.Nodes, jobs, 10*shared.Second)
			record(out, map[string]float64{theBound: b, span: seconds(jobs) / trace.Day, loadOf: shared.Load(jobs, p.Nodes)})
			return err
		})
}

// need adds the runs of algorithms on the set, and its bounds, to an experiment that
// lacks them.
func (s instances) need(x *paper.Experiment, at paper.Setting, algorithms ...string) {
	add := func(run paper.Run) {
		if !slices.ContainsFunc(x.Runs, func(r paper.Run) bool { return r.Label == run.Label }) {
			x.Runs = append(x.Runs, run)
		}
	}
	for _, load := range s.loads(at.Scale) {
		add(s.bounds(at, load))
		for _, a := range algorithms {
			add(s.run(at, load, a))
		}
	}
}

// period is the best algorithm with another period, in seconds.
func period(seconds int) string { return withPeriod(bestName, seconds) }

// periodP is likewise the other best one.
func periodP(seconds int) string { return withPeriod(bestP, seconds) }

func withPeriod(algorithm string, seconds int) string {
	if seconds == shared.DefaultPeriod {
		return algorithm
	}
	return fmt.Sprintf("%s/PERIOD=%d", algorithm, seconds)
}
