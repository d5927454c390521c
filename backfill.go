// Package backfill simulates batch schedulers: it plays the jobs of a log or a model under
// scheduling policies, the built-in ones or your own, and returns what happened to each job.
//
//	results, err := backfill.Run(ctx, backfill.Spec{Policies: []string{"fcfs", "easy"}}, nil)
//	fmt.Println(results.Metric("easy", "wait_mean_s"))
//
// A [Spec] is the experiment as data, the same as in the command's spec.json. [ReadLog], [NewWorkload] and [Load]
// make a [Workload]; [Run] simulates it; [Results] has metrics, schedules and tables. [Policy] is the interface of your
// own policies, and [OwnPolicy] names one for a Spec.
//
// Tables are written as CSV by [WriteCSV], and as Parquet by WriteTable of package arrowio, which is
// apart so that programs without Parquet need no module but this one. Pass its OpenLog to [Load] to read logs in Parquet
// and Arrow files.
//
// This package and those two functions of arrowio follow semantic versioning: api.txt lists what that covers. No
// other package of the module promises anything: they may change with every version.
package backfill

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
)

// An experiment as data. The same Spec gives the same bytes on every machine.
type (
	Spec   = experiment.Spec   // a workload under one or more policies
	Source = experiment.Source // the workload: built-in, a log's file or a model
	Model  = experiment.Model  // a generated workload
	Shake  = experiment.Shake  // small changes of a log's submissions, which give it seeds
	Own    = experiment.Own    // a policy of yours in a Spec: OwnPolicy makes one
)

// What a policy of your own sees of one machine. Times are whole seconds since the start of the workload.
type (
	Policy  = sim.Policy  // what it implements
	Machine = sim.Machine // what it starts jobs on
	Waiting = sim.Job     // a job that waits: all that is known of it except the run time
	Running = sim.Running // a job that runs
)

// What goes in and comes out.
type (
	Job       = job.Job       // of a workload
	Placement = job.Placement // when a job ran
	Table     = result.Table  // rows of one schema, by columns
	Meta      = result.Meta   // what a file of a table says about its run
)

// A Workload is the jobs of a log or a model, and the size of their machine.
type Workload struct{ w *trace.Workload }

// ReadLog reads the log of a batch system: the Standard Workload Format, sacct output, that of other batch systems, or a
// CSV table; plain or gzipped, and recognised by its first bytes. name is for messages and results. A row that cannot
// be simulated is left out or changed by a rule: see Workload.Changed.
func ReadLog(name string, r io.Reader) (*Workload, error) {
	return wrap(trace.ReadFrom(name, r, trace.Options{}))
}

// NewWorkload makes a workload of your own jobs, for a machine of procs processors. Jobs without an ID are numbered from 1
// in their order, if none has one; an estimate of 0 is the run time, exact. ID, Submit, Run, Estimate and Procs count;
// the other fields do not. A job outside the ranges of Job or wider than procs is an error.
func NewWorkload(name string, procs int, jobs ...Job) (*Workload, error) {
	numbered := slices.ContainsFunc(jobs, func(j Job) bool { return j.ID != 0 })
	held := make([]Job, len(jobs))
	for i, j := range jobs {
		own := job.Unknown
		own.ID, own.Submit, own.Run, own.Estimate, own.Procs, own.Status = j.ID, j.Submit, j.Run, j.Estimate, j.Procs, job.Completed
		if !numbered {
			own.ID = int64(i + 1)
		}
		if own.Estimate == 0 {
			own.Estimate = max(own.Run, 1)
		}
		held[i] = own
	}
	w := &trace.Workload{Name: name, Source: "jobs of a program", Procs: procs, Jobs: trace.Hold(held), Generated: true}
	var swf bytes.Buffer
	if err := w.WriteSWF(&swf); err != nil {
		return nil, err
	}
	read, err := trace.Read(name, swf.Bytes(), trace.Options{Strict: true}) // its rules are the ranges of jobs
	if err == nil && read.Len() != len(jobs) {
		err = fmt.Errorf("%s: %d of %d jobs cannot be simulated", name, len(jobs)-read.Len(), len(jobs))
	}
	return wrap(read, err)
}

// Load reads or generates the workload that a Spec names, as it is: Run applies what else the Spec asks for, such as
// Shrink. open opens logs; nil is os.Open.
func Load(spec Spec, open func(name string) (io.ReadCloser, error)) (*Workload, error) {
	if open == nil {
		open = func(name string) (io.ReadCloser, error) { return os.Open(name) }
	}
	return wrap(spec.Source(open, trace.Options{}))
}

func wrap(w *trace.Workload, err error) (*Workload, error) {
	if err != nil {
		return nil, err
	}
	return &Workload{w}, nil
}

// Name returns the workload's short name, which results have.
func (w *Workload) Name() string { return w.w.Name }

// Procs returns the processors of the machine.
func (w *Workload) Procs() int { return w.w.Procs }

// Jobs returns a copy of the jobs, in the order of their submission.
func (w *Workload) Jobs() []Job { return slices.Clone(w.w.Jobs.Held()) }

// Changed says by which rules rows of the log were left out or changed, and how many, a sentence each.
func (w *Workload) Changed() (all []string) {
	for _, c := range w.w.Counts {
		all = append(all, fmt.Sprintf("%s: %d", c.Rule, c.Rows))
	}
	return all
}

// WriteSWF writes the workload in the Standard Workload Format.
func (w *Workload) WriteSWF(to io.Writer) error { return w.w.WriteSWF(to) }

// ParseSpec reads a Spec from JSON. Unknown fields are errors. Policies of your own, which JSON can only name, are added.
func ParseSpec(data []byte, own ...Own) (Spec, error) { return experiment.ParseSpec(data, own...) }

// OwnPolicy makes a policy of yours one that a Spec can name; put it into Spec.Own. create makes a policy for every run.
// version is a text that you change when the policy decides otherwise: results name it.
func OwnPolicy(name, version string, create func() Policy) Own {
	return Own{Name: name, Version: version, Make: create}
}

// Backfill starts the jobs of a queue that EASY starts, for policies that only order the queue in another way: in its
// order as long as they fit, then whichever behind the first that does not fit would not delay that one past its
// reservation. It returns the jobs that still wait, in their order.
func Backfill(m *Machine, queue []*Waiting) (rest []*Waiting) {
	shadow, extra := int64(0), 0
	for _, j := range queue {
		procs := int(j.Procs)
		switch inTime := m.Now()+j.Estimate <= shadow; {
		case len(rest) == 0 && procs > m.Free():
			shadow, extra = policy.Reservation(m, procs)
			rest = append(rest, j)
		case procs > m.Free() || len(rest) > 0 && !inTime && procs > extra:
			rest = append(rest, j)
		default:
			if len(rest) > 0 && !inTime {
				extra -= procs
			}
			m.Start(j)
		}
	}
	return rest
}

// Results are the runs of a Spec, one for each of its policies.
type Results struct {
	runs   []experiment.Outcome
	tables result.Tables
	meta   result.Meta
}

// Run simulates the policies of a Spec on a workload and keeps the tables of those names beside jobs and runs; "usual"
// stands for those that the command writes. w is played instead of the workload that the Spec names; nil plays that one.
// w stays as it is. Run ends early with an error when ctx is done.
func Run(ctx context.Context, spec Spec, w *Workload, tables ...string) (*Results, error) {
	schemas, err := result.Named(append([]string{result.Jobs.Name, result.Runs.Name}, tables...)...)
	if err != nil {
		return nil, err
	}
	if err := spec.Validate(); err != nil {
		return nil, err
	}
	if w == nil {
		if w, err = Load(spec, nil); err != nil {
			return nil, err
		}
	}
	played, err := spec.Apply(w.w)
	if err != nil {
		return nil, err
	}
	digest, err := played.Digest()
	if err != nil {
		return nil, err
	}
	set := result.Collecting(schemas...)
	runs, err := experiment.Execute(ctx, spec, played, experiment.Options{Tables: set, Keep: true, WorkloadSHA256: digest})
	if err != nil {
		return nil, err
	}
	return &Results{runs, set.Tables(), spec.Meta(played, digest, Version())}, nil
}

// Policies returns the policies' names as tables spell them, in the order of the Spec.
func (r *Results) Policies() (names []string) {
	for i := range r.runs {
		names = append(names, r.runs[i].Policy)
	}
	return names
}

// run returns the run of a policy, or nil.
func (r *Results) run(name string) *experiment.Outcome {
	i := slices.IndexFunc(r.runs, func(o experiment.Outcome) bool { return policy.Fold(o.Policy) == policy.Fold(name) })
	if i < 0 {
		return nil
	}
	return &r.runs[i]
}

// Metric returns a metric of a policy's run, such as wait_mean_s: `backfill metrics` lists them. It is NaN if the run has
// none, or if there is no such run or metric.
func (r *Results) Metric(policy, metric string) float64 {
	o := r.run(policy)
	if o == nil || !slices.ContainsFunc(metrics.Every, func(m metrics.Metric) bool { return m.Name == metric }) {
		return math.NaN()
	}
	return o.Metric(metric)
}

// Schedule returns the jobs of a policy's run as they ran, and when each did; nil without such a run.
func (r *Results) Schedule(policy string) ([]Job, []Placement) {
	o := r.run(policy)
	if o == nil {
		return nil, nil
	}
	return o.Jobs, o.Placed
}

// Table returns the table of that name: docs/tables.md describes them. It is an error if Run was not asked for it or
// no run has rows of it.
func (r *Results) Table(name string) (*Table, error) {
	for s, t := range r.tables {
		if s.Name == strings.ToLower(name) {
			return t, nil
		}
	}
	return nil, fmt.Errorf("the results have no table %q: name it when you call Run", name)
}

// Meta returns what files of the tables say about their runs: the Spec, digests and versions.
func (r *Results) Meta() Meta { return slices.Clone(r.meta) }

// WriteCSV writes a table with a header line. Texts that a spreadsheet would compute get an apostrophe in front.
func WriteCSV(to io.Writer, t *Table) error {
	csv := result.NewCSV(to, t.Schema)
	if err := csv.Write(t); err != nil {
		return err
	}
	return csv.Close()
}

// Version returns the version of this module in the running program, "devel" if it was built from a checkout.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "devel"
	}
	for _, m := range append(info.Deps, &info.Main) {
		if m.Path == "github.com/backfill-lab/backfill" && m.Version != "" && m.Version != "(devel)" {
			return m.Version
		}
	}
	return "devel"
}
