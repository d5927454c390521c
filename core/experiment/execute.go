package experiment

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/backfill-lab/backfill/core/internal/pool"
	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/trace"
)

// Options say where results go and how a Spec is executed. The zero value runs
// on all cores and keeps the metrics only.
type Options struct {
	Tables    result.Set     // takes the rows of the tables that are wanted
	Scores    bool           // Steps also has what rule bases gave every strategy: 13 rows a decision
	Keep      bool           // leave the schedules in the Outcomes
	Stretches bool           // and, of shared nodes, what each job held when
	Parallel  int            // runs at once; 0 is one per core
	Progress  func(Progress) // called a few times a second, never by two goroutines at once, or nil

	// Verify, which is the function of that name or nil, lets the referee check every run: see
	// Outcome.Verified. A program that never sets it does not contain the referee.
	Verify func(Spec, *trace.Workload, *Outcome) (*platform.Verified, error)

	// Failed, unless nil, is told why the run of a policy failed, and whether to go on without it: true goes
	// on, false ends everything with err, as nil does. It is not told of runs that ctx ends, and not called
	// by two goroutines at once.
	Failed func(policy string, err error) bool

	// Instance receives every Instance, in the order of Spec.Policies and of time,
	// when its run is over; an error ends everything. May be nil.
	Instance func(*platform.Instance) error

	// Elsewhere is asked before policy i of the Spec is played. It waits for the run of another program that plays it, and
	// returns that, or nil if the policy is to be played here. May be nil.
	Elsewhere func(ctx context.Context, i int) (*Finished, error)
	Only      []int // policies to play, by their number in the Spec, rising; nil is all. Dictionaries of tables still name all

	// Scratch makes a temporary file for what memory does not hold of a run: steps and decisions and, of spooled
	// jobs, the schedule. nil: all is held.
	Scratch func() (trace.ScratchFile, error)

	WorkloadSHA256 string                     // the workload's digest; if "", Execute works it out when the runs table is wanted
	Name           func(policy string) string // names the run of a policy; nil is workload/policy
}

// Progress tells how far one run is.
type Progress struct {
	Run    string `json:"run"`
	Policy string `json:"policy"`
	Done   int    `json:"done"` // jobs that have ended
	Total  int    `json:"total"`
}

// An Outcome is one finished run of an experiment. Its Jobs, Placed and
// Detail are nil without Options.Keep.
type Outcome struct {
	Run string
	platform.Played
	Metrics  metrics.Values     // parallel to metrics.Every
	Blocks   *metrics.Blocks    // what intervals of metrics.Means are made of: see metrics.Pair
	Seconds  float64            // of computing; differs from run to run
	Verified *platform.Verified // with Options.Verify: what the referee says, else nil

	elsewhere *Finished // nil of what is played here
}

// A Finished is a run that another program has played, with Only, of the same Spec and workload.
type Finished struct {
	LeftOut int
	Metrics metrics.Values
	Blocks  *metrics.Blocks
	Seconds float64

	// Write hands the run's rows to the tables, those of the runs table too, as Execute did there. It is called once.
	Write func(ctx context.Context, to result.Set) error
}

// Metric returns the value of a metric of metrics.Every; NaN where the run has
// none. It panics if there is no such metric.
func (o *Outcome) Metric(name string) float64 { return o.Metrics.Value(name) }

// Scores returns what an Objective is of.
func (o *Outcome) Scores() rules.Scores {
	s := rules.Scores{AWRT: o.Metric("awrt_s"), U: o.Metric("util_started")}
	copy(s.ByGroup[:], o.Metrics.Grouped())
	return s
}

// progressEvery is the least time between two calls of Progress for one run.
const progressEvery = 50 * time.Millisecond

// Execute runs the Spec's policies on w, which Spec.Load has made. Rows reach the sinks in
// the order of Spec.Policies, each run's as soon as it and those before it are over; the
// caller closes the sinks. When ctx is done, Execute gives up the runs that are not over, and
// returns beside the error the Outcomes whose rows were written.
func Execute(ctx context.Context, spec Spec, w *trace.Workload, opt Options) ([]Outcome, error) {
	if err := spec.Validate(); err != nil {
		return nil, err
	}
	spec.Policies = spec.Catalogue().Names(spec.Policies)
	groups, err := spec.groups(w)
	if err != nil {
		return nil, err
	}
	on, err := spec.Platform().Prepare((&Problem{Spec: &spec, Workload: w}).of(groups))
	if err != nil {
		return nil, err
	}
	x := &execution{Options: opt, spec: spec, w: w, on: on, groups: groups}
	if x.WorkloadSHA256 == "" && x.Tables[result.Runs] != nil {
		if x.WorkloadSHA256, err = w.Digest(); err != nil {
			return nil, err
		}
	}
	if x.Tables[result.Jobs] != nil {
		names := result.Names{
			Policies: spec.Policies, Users: w.Users, Groups: w.Groups, Queues: w.Queues, Partitions: w.Partitions, Apps: w.Apps,
			Labels: w.Labels, Slurm: w.Slurm, SlurmNames: w.SlurmNames,
		}
		for _, p := range spec.Policies {
			names.Runs = append(names.Runs, x.name(p))
		}
		x.rows = result.NewJobRows(names)
	}
	return x.all(ctx)
}

type execution struct {
	Options
	spec     Spec
	w        *trace.Workload
	on       platform.Player
	groups   []uint8         // of users
	rows     *result.JobRows // nil if those of jobs are not wanted
	progress sync.Mutex
	failing  sync.Mutex
}

func (x *execution) name(policy string) string {
	if x.Name != nil {
		return x.Name(policy)
	}
	return x.w.Name + "/" + policy
}

// all runs every policy, at most Parallel at once, and writes them in order.
func (x *execution) all(ctx context.Context) (outcomes []Outcome, err error) {
	named := func(i int, err error) error {
		if err != nil && !errors.Is(err, context.Canceled) {
			return fmt.Errorf("run %s: %w", x.name(x.spec.Policies[i]), err)
		}
		return err
	}
	played := x.Only
	if played == nil {
		for i := range x.spec.Policies {
			played = append(played, i)
		}
	}
	err = pool.Ordered(ctx, len(played), x.Parallel, func(ctx context.Context, k int) (*Outcome, error) {
		i := played[k]
		o, err := x.one(ctx, i)
		if err = named(i, err); x.goesOn(ctx, i, err) {
			return nil, nil
		}
		return o, err
	}, func(k int, o *Outcome) error {
		if o == nil { // its run failed
			return nil
		}
		if err := x.write(ctx, o); err != nil {
			return named(played[k], err)
		}
		outcomes = append(outcomes, *o)
		return nil
	})
	return outcomes, err
}

// goesOn tells whether the others go on after an error of the i-th policy's run.
func (x *execution) goesOn(ctx context.Context, i int, err error) bool {
	if err == nil || x.Failed == nil || ctx.Err() != nil {
		return false
	}
	x.failing.Lock()
	defer x.failing.Unlock()
	return x.Failed(x.spec.Policies[i], err)
}

func (x *execution) one(ctx context.Context, i int) (*Outcome, error) {
	policy := x.spec.Policies[i]
	o := &Outcome{Run: x.name(policy)}
	if x.Elsewhere != nil {
		f, err := x.Elsewhere(ctx, i)
		if err != nil {
			return nil, err
		}
		if f != nil {
			o.Played = platform.Played{Policy: policy, LeftOut: f.LeftOut}
			o.Metrics, o.Blocks, o.Seconds, o.elsewhere = f.Metrics, f.Blocks, f.Seconds, f
			return o, nil
		}
	}
	begin := time.Now()
	played, err := play(ctx, &x.spec, x.on, policy, platform.Hooks{
		Run: o.Run, Tables: x.Tables, Scores: x.Scores, Verify: x.Stretches || x.Verify != nil, Instance: x.Instance,
		Progress: x.reporter(o.Run, policy), Scratch: x.Scratch,
	})
	if err != nil {
		return nil, err
	}
	o.Played, o.Seconds = *played, time.Since(begin).Seconds()
	o.Notes.UserGroups = x.groups
	o.Metrics, o.Blocks = played.Measure(x.groups, x.w.UnixStart)
	if x.Verify != nil {
		o.Verified, err = x.verified(ctx, o)
	}
	return o, err
}

// verified lets the referee check o. When ctx is done it returns at once and leaves the
// referee, which takes no context, to itself.
func (x *execution) verified(ctx context.Context, o *Outcome) (*platform.Verified, error) {
	var v *platform.Verified
	var err error
	done := make(chan struct{})
	go func() {
		v, err = x.Verify(x.spec, x.w, o)
		close(done)
	}()
	select {
	case <-done:
		return v, err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (x *execution) reporter(run, policy string) func(done, total int) {
	if x.Progress == nil {
		return nil
	}
	var last time.Time
	return func(done, total int) {
		if now := time.Now(); done == total || now.Sub(last) >= progressEvery {
			last = now
			x.progress.Lock()
			defer x.progress.Unlock()
			x.Progress(Progress{Run: run, Policy: policy, Done: done, Total: total})
		}
	}
}

func (x *execution) write(ctx context.Context, o *Outcome) error {
	if o.elsewhere != nil {
		return o.elsewhere.Write(ctx, x.Tables)
	}
	if err := o.Write(x.Tables, x.rows); err != nil {
		return err
	}
	if sink := x.Tables[result.Runs]; sink != nil {
		row := result.RunsTable(result.Run{
			Run: o.Run, Policy: o.Policy,
			Workload: x.w.Name, WorkloadSHA256: x.WorkloadSHA256, SpecSHA256: x.spec.Digest(x.WorkloadSHA256),
			Jobs: o.Len(), Procs: o.Procs, Metrics: o.Metrics,
		})
		if err := sink.Write(row); err != nil {
			return err
		}
	}
	if o.Schedule != nil {
		if err := o.Schedule.Close(); err != nil {
			return err
		}
	}
	o.Unwritten = platform.Unwritten{}
	if !x.Keep {
		o.Played = platform.Played{Policy: o.Policy, LeftOut: o.LeftOut, Counts: o.Counts}
	}
	return nil
}
