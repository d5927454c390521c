package experiment

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/backfill-lab/backfill/core/dfrs"
	"github.com/backfill-lab/backfill/core/dynp"
	"github.com/backfill-lab/backfill/core/grid"
	"github.com/backfill-lab/backfill/core/job"
	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/rules"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/why"
	"github.com/backfill-lab/backfill/core/workload"
)

// Options say where results go and how a Spec is executed. The zero value runs
// on all cores and keeps the metrics only.
type Options struct {
	Jobs      result.Sink    // takes the rows of result.Jobs, or nil
	Runs      result.Sink    // takes the rows of result.Runs, or nil
	Steps     result.Sink    // takes the rows of result.Steps, or nil
	Scores    bool           // Steps also takes what rule bases gave every strategy: 13 rows a decision
	Decisions result.Sink    // takes the rows of result.Decisions, or nil
	Parts     result.Sink    // takes the rows of result.Parts, or nil
	Shares    result.Sink    // takes the rows of result.Shares, of which long runs have very many (see MaxShares), or nil
	Instances result.Sink    // takes the rows of result.Instances, or nil
	Keep      bool           // leave the schedules in the Outcomes
	Verify    bool           // let the referee check every run: see Outcome.Verified
	Parallel  int            // runs at once; 0 is one per core
	Progress  func(Progress) // called a few times a second, never by two goroutines at once, or nil

	// Instance is told of every Instance, in the order of Spec.Policies and of time,
	// when its run is over; an error ends everything. May be nil.
	Instance func(*Instance) error

	// WorkloadSHA256 is the workload's digest, where the caller has it already;
	// if it is "" and Runs is not nil, Execute works it out.
	WorkloadSHA256 string

	// Name names the run of a policy; nil is workload/policy.
	Name func(policy string) string
}

// Progress tells how far one run is.
type Progress struct {
	Run    string `json:"run"`
	Policy string `json:"policy"`
	Done   int    `json:"done"` // jobs that have ended
	Total  int    `json:"total"`
}

// An Outcome is one finished run.
type Outcome struct {
	Run     string
	Policy  string
	Metrics []float64       // parallel to metrics.All
	Jobs    []job.Job       // with Options.Keep: the jobs scheduled, else nil
	Placed  []job.Placement // with Options.Keep: where each was put, else nil
	Grid    *GridRun        // with Options.Keep, on a grid: what each held where, else nil
	Counts  *GridCount      // on a grid: how many jobs left home, were split, were molded
	Cluster *ClusterRun     // with Options.Keep, on shared nodes: what became of each task, else nil; times of Placed are rounded outwards
	Sharing []float64       // on a cluster, parallel to metrics.Sharing, else nil
	Grouped []float64       // parallel to metrics.Grouped
	LeftOut int             // on a cluster: jobs of more tasks than nodes, which a policy that gives each a node cannot run
	Seconds float64         // computing time; differs from run to run

	Verified *Verified // with Options.Verify: what the referee says, else nil
}

// Metric returns the value of the metric of that name, of metrics.Every; NaN where
// the run has none. It panics if there is no such metric.
func (o *Outcome) Metric(name string) float64 {
	v := metrics.Values{All: o.Metrics, Sharing: o.Sharing, Grouped: o.Grouped}
	x, ok := v.Value(name)
	if !ok {
		panic(fmt.Sprintf("experiment: there is no metric %q", name))
	}
	return x
}

// Scores returns what an Objective is of.
func (o *Outcome) Scores() rules.Scores {
	s := rules.Scores{AWRT: o.Metric("awrt_s"), U: o.Metric("util_started")}
	copy(s.ByGroup[:], o.Grouped)
	return s
}

// progressEvery is the least time between two calls of Progress for one run.
const progressEvery = 50 * time.Millisecond

// Execute runs the Spec's policies on w, which Spec.Load has made. Rows reach
// the sinks in the order of Spec.Policies, each run's as soon as it and those
// before it are over; Execute does not close the sinks. When ctx is done, runs
// that are not over are given up; the Outcomes returned beside the error are
// those whose rows were written.
func Execute(ctx context.Context, spec Spec, w *workload.Workload, opt Options) ([]Outcome, error) {
	if err := spec.Validate(); err != nil {
		return nil, err
	}
	spec.Policies = spec.Catalogue().Names(spec.Policies)
	x := &execution{spec: spec, w: w, opt: opt, sha256: opt.WorkloadSHA256, groups: spec.Groups(w)}
	if spec.Cluster != nil {
		var err error
		if x.tasks, _, err = spec.Tasks(w); err != nil {
			return nil, err
		}
		if len(x.tasks) != len(w.Jobs) {
			return nil, fmt.Errorf("%d jobs do not fit the memory of the cluster: leave them out, as loading the workload does", len(w.Jobs)-len(x.tasks))
		}
	}
	if opt.Runs != nil && x.sha256 == "" {
		x.sha256 = w.SHA256()
	}
	x.rows = result.NewJobRows(result.Names{
		Runs: x.names(), Policies: spec.Policies,
		Users: w.Users, Groups: w.Groups, Queues: w.Queues,
	})
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	return x.all(ctx, cancel)
}

type execution struct {
	spec     Spec
	w        *workload.Workload
	tasks    []dfrs.Job // on a cluster, the jobs of w
	opt      Options
	groups   []uint8 // of users
	sha256   string
	rows     *result.JobRows
	progress sync.Mutex
}

func (x *execution) name(policy string) string {
	if x.opt.Name != nil {
		return x.opt.Name(policy)
	}
	return x.w.Name + "/" + policy
}

func (x *execution) names() []string {
	names := make([]string, len(x.spec.Policies))
	for i, p := range x.spec.Policies {
		names[i] = x.name(p)
	}
	return names
}

// all runs every policy, at most Parallel at once, and writes them in order.
func (x *execution) all(ctx context.Context, cancel func()) ([]Outcome, error) {
	type finished struct {
		run run
		err error
	}
	n := len(x.spec.Policies)
	parallel := x.opt.Parallel
	if parallel <= 0 {
		parallel = runtime.GOMAXPROCS(0)
	}
	slots := make(chan struct{}, parallel) // a slot is held until the run is written, which bounds memory
	results := make([]chan finished, n)
	for i := range results {
		results[i] = make(chan finished, 1)
	}
	go func() {
		for i, name := range x.spec.Policies {
			select {
			case slots <- struct{}{}:
			case <-ctx.Done():
				results[i] <- finished{err: ctx.Err()}
				continue
			}
			go func() {
				r, err := x.one(ctx, name)
				results[i] <- finished{r, err}
			}()
		}
	}()
	var outcomes []Outcome
	var first error
	for i, c := range results {
		f := <-c
		switch {
		case first != nil:
			continue
		case f.err == nil:
			f.err = x.write(&f.run)
		}
		if f.err != nil {
			first = f.err
			if !errors.Is(first, context.Canceled) {
				first = fmt.Errorf("run %s: %w", x.name(x.spec.Policies[i]), first)
			}
			cancel()
			continue
		}
		outcomes = append(outcomes, f.run.Outcome)
		<-slots
	}
	return outcomes, first
}

// run is a finished run with the schedule that is still to be written.
type run struct {
	Outcome
	jobs    []job.Job
	placed  []job.Placement
	notes   result.Notes
	input   metrics.Input  // what the metrics are of; jobs and placed where nothing else is said
	tables  []func() error // write what the run has beside jobs, where it is wanted
	grid    *GridRun       // nil but on a grid
	cluster *ClusterRun    // nil but on shared nodes
}

func (x *execution) one(ctx context.Context, name string) (run, error) {
	r := run{Outcome: Outcome{Run: x.name(name), Policy: name}}
	begin := time.Now()
	if err := x.play(ctx, name, &r); err != nil {
		return r, err
	}
	r.Seconds = time.Since(begin).Seconds()
	if r.input.Shared == nil {
		r.input = metrics.Input{Procs: x.procs(), Jobs: r.jobs, Placed: r.placed}
	}
	r.input.Groups, r.notes.UserGroups = x.groups, x.groups
	v := metrics.ComputeEvery(r.input)
	r.Metrics, r.Sharing, r.Grouped = v.All, v.Sharing, v.Grouped
	r.input = metrics.Input{}
	if x.opt.Verify {
		kept := r.Outcome
		kept.Jobs, kept.Placed, kept.Grid, kept.Cluster = r.jobs, r.placed, r.grid, r.cluster
		var err error
		if r.Verified, err = Verify(x.spec, x.w, &kept); err != nil {
			return r, err
		}
	}
	return r, nil
}

// play plays the named policy on what the Spec has for it.
func (x *execution) play(ctx context.Context, name string, r *run) error {
	e, err := x.spec.Catalogue().Find(name)
	switch {
	case err != nil:
		return err
	case x.spec.Grid != nil:
		return x.onGrid(ctx, e, r)
	case e.Shares():
		return x.sharing(ctx, e, r)
	case x.spec.Cluster != nil:
		return x.onNodes(ctx, e, r)
	case name == policy.Recorded:
		if r.jobs, r.placed = sim.Replay(x.w.Jobs); len(r.jobs) == 0 {
			return errors.New("the workload records no waits, so there is nothing to replay: choose a scheduling policy")
		}
		return nil
	}
	return x.schedule(ctx, e, x.spec.config(x.w), r)
}

// procs is how many processors the runs have: on a cluster, nodes.
func (x *execution) procs() int {
	if x.spec.Cluster != nil {
		return x.spec.Cluster.Nodes
	}
	return x.w.Procs
}

// schedule plays a policy for one machine.
func (x *execution) schedule(ctx context.Context, of *Entry, cfg sim.Config, r *run) error {
	p, err := of.Machine(x.w)
	if err != nil {
		return err
	}
	planner, _ := p.(sim.Planner)
	problems, step := x.collect(p, r)
	if problems != nil {
		cfg.Observers = append(cfg.Observers, problems)
	}
	if watch := x.watch(p, planner, len(cfg.Jobs), r, step); watch != nil {
		cfg.Observers = append(cfg.Observers, watch)
	}
	e, err := sim.New(cfg, p)
	if err != nil {
		return err
	}
	if problems != nil {
		problems.machine = e.Machine()
	}
	if err := e.Run(ctx, x.reporter(&r.Outcome)); err != nil {
		return err
	}
	r.jobs, r.placed = cfg.Jobs, e.Schedule()
	return nil
}

func (x *execution) onGrid(ctx context.Context, of *Entry, r *run) error {
	p, err := of.Sites()
	if err != nil {
		return err
	}
	var observers []grid.Observer
	var planner sim.Planner
	if g, ok := p.(sitesPlanner); ok {
		plans := &plannedOnSites{of: g, jobs: make([]*grid.Job, len(x.w.Jobs))}
		planner, observers = plans, append(observers, plans)
	}
	if watch := x.watch(p, planner, len(x.w.Jobs), r, nil); watch != nil {
		observers = append(observers, ObserveGrid(watch))
	}
	played, err := x.spec.PlayGrid(ctx, x.w, p, x.reporter(&r.Outcome), observers...)
	if err != nil {
		return err
	}
	counts := played.Count()
	r.jobs, r.placed, r.grid, r.Counts = played.Jobs, played.Placed, played, &counts
	if x.opt.Jobs != nil {
		played.notes(&r.notes)
	}
	if x.opt.Parts != nil {
		r.tables = append(r.tables, func() error {
			return result.WriteParts(x.opt.Parts, r.Run, r.Policy, played.siteNames(), played.Jobs, played.Placed, played.Parts())
		})
	}
	return nil
}

// watch has the run of p on so many jobs noted and its steps kept, as far as rows
// of them are wanted. also, if not nil, is told of the steps too. The observer is nil
// where none is needed.
func (x *execution) watch(p any, planner sim.Planner, jobs int, r *run, also func(*sim.Step)) (o sim.Observer) {
	if x.opt.Jobs != nil {
		switcher, _ := p.(sim.Switcher)
		r.notes, o = observe(planner, switcher, jobs)
	}
	if based, ok := p.(*rules.Policy); ok {
		x.watchRules(based, r)
	} else if s, ok := p.(sim.Stepper); ok && x.opt.Steps != nil {
		keep := x.keepSteps(r)
		s.OnStep(func(step *sim.Step) {
			keep(step)
			if also != nil {
				also(step)
			}
		})
	} else if ok && also != nil {
		s.OnStep(also)
	}
	return o
}

// collect has the instances of p's steps kept, as far as they are wanted: by an
// observer, and by what is to be told of each step. Both are nil where there are none.
func (x *execution) collect(p sim.Policy, r *run) (*collector, func(*sim.Step)) {
	if _, ok := p.(*dynp.SelfTuning); !ok || x.opt.Instances == nil && x.opt.Instance == nil {
		return nil, nil
	}
	c := &collector{run: r.Run, policy: r.Policy}
	r.tables = append(r.tables, func() error { return c.write(x.opt) })
	return c, c.step
}

// keepSteps returns what has steps written when the run is over.
func (x *execution) keepSteps(r *run) func(*sim.Step) {
	steps := result.NewStepRows(r.Run, r.Policy)
	r.tables = append(r.tables, func() error { return steps.Write(x.opt.Steps) })
	return recorder(steps)
}

// config is the machine and jobs that the Spec simulates.
func (s Spec) config(w *workload.Workload) sim.Config {
	return sim.Config{Procs: w.Procs, Jobs: w.Jobs, Overrun: s.overrun()}
}

func (s Spec) overrun() sim.Overrun {
	if s.Overrun == "extend" {
		return sim.Extend
	}
	return sim.Cut
}

func (x *execution) reporter(o *Outcome) func(done, total int) {
	if x.opt.Progress == nil {
		return nil
	}
	var last time.Time
	return func(done, total int) {
		if now := time.Now(); done == total || now.Sub(last) >= progressEvery {
			last = now
			x.progress.Lock()
			defer x.progress.Unlock()
			x.opt.Progress(Progress{Run: o.Run, Policy: o.Policy, Done: done, Total: total})
		}
	}
}

func (x *execution) write(r *run) error {
	if x.opt.Jobs != nil {
		if err := x.rows.WriteNoted(x.opt.Jobs, r.Run, r.Policy, r.jobs, r.placed, r.notes); err != nil {
			return err
		}
	}
	for _, write := range r.tables {
		if err := write(); err != nil {
			return err
		}
	}
	if x.opt.Runs != nil {
		row := result.RunsTable(result.Run{
			Run: r.Run, Policy: r.Policy,
			Workload: x.w.Name, WorkloadSHA256: x.sha256, SpecSHA256: x.spec.Digest(x.sha256),
			Jobs: len(r.jobs), Procs: x.procs(), Metrics: r.Metrics, Sharing: r.Sharing, Grouped: r.Grouped,
		})
		if err := x.opt.Runs.Write(row); err != nil {
			return err
		}
	}
	if x.opt.Keep {
		r.Outcome.Jobs, r.Outcome.Placed, r.Outcome.Grid, r.Outcome.Cluster = r.jobs, r.placed, r.grid, r.cluster
	}
	return nil
}

// Explain plays the Spec's run of the named policy again and tells why the job
// of that number did not start earlier.
func Explain(ctx context.Context, spec Spec, w *workload.Workload, name string, id int64) (why.Answer, error) {
	if given := spec.place(); given != oneMachine {
		return why.Answer{}, fmt.Errorf("why a job waited can be told for one machine only, and this run is of %s: its steps, parts and shares say where jobs went", given.one)
	}
	if name == policy.Recorded {
		return why.Answer{}, errors.New("a recorded schedule has no rule that could be asked: choose the run of a policy")
	}
	p, err := spec.Catalogue().Machine(name, w)
	if err != nil {
		return why.Answer{}, err
	}
	return why.Explain(ctx, spec.config(w), p, id)
}
