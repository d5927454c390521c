package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/backfill-lab/backfill/arrowio"
	"github.com/backfill-lab/backfill/cmd/backfill/internal/progress"
	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/trace"
)

// defaultPolicy is the policy of a run without --policy: the most used one.
const defaultPolicy = "easy"

type runFlags struct {
	spec      experiment.Spec // its fields that flags can set
	seed      uint64
	shake     shakeFlag
	grid      gridFlags
	cluster   clusterFlags
	system    systemRun
	read      readFlags
	out       string
	tables    []string
	formats   []string
	files     arrowio.Options // of tables and formats
	scores    bool
	verify    bool
	groups    []float64
	objective string
	figures   []string
	metrics   []string
	parallel  int

	policyTimeout time.Duration // of the programs
	programs      programs
}

func (a *app) runCommand() *cobra.Command {
	var f runFlags
	c := &cobra.Command{
		Use:   "run [WORKLOAD]",
		Short: "Simulate a workload under one or more policies",
		Long:  runText, Example: runExamples,
		Args: arguments(0, 1),
		RunE: func(c *cobra.Command, args []string) error { return a.simulate(c.Flags(), args, &f) },
	}
	f.add(a, c)
	c.RegisterFlagCompletionFunc("policy", func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		before, last := "", typed // the last of the policies typed is completed
		if k := strings.LastIndex(typed, ","); k >= 0 {
			before, last = typed[:k+1], typed[k+1:]
		}
		names := append(policyNames(), ruleFiles(last)...)
		return textsOf(names, func(name string) string { return before + name }), cobra.ShellCompDirectiveNoFileComp
	})
	return c
}

func (f *runFlags) add(a *app, c *cobra.Command) {
	fl := c.Flags()
	fl.StringSliceVarP(&f.spec.Policies, "policy", "p", []string{defaultPolicy},
		"policies, as backfill policies lists them (on a grid: "+defaultGridPolicy+"; with --system: "+defaultSystemPolicy+
			"; with --cluster: "+defaultSharedPolicy+")")
	fl.DurationVar(&f.policyTimeout, "policy-timeout", time.Minute,
		"how long a policy of exec: may think about a question (0: any time)")
	f.addMachine(fl)
	fl.Uint64Var(&f.seed, "seed", 0, "seed of a generated workload and of the draws of a grid")
	f.grid.add(fl)
	f.cluster.add(fl)
	f.system.add(fl)
	fl.Float64SliceVar(&f.groups, "groups", rules.DefaultBounds[:],
		"`shares` of all resource consumption that divide users into groups, in percent")
	fl.StringVar(&f.objective, "objective", "", "print the policies in the order of a weighted sum, such as '"+rules.PaperObjective+"'")
	fl.StringVarP(&f.out, "out", "o", "", "folder for the results; - streams them to standard output")
	fl.StringSliceVar(&f.tables, "tables", []string{"usual"},
		"tables beside jobs and runs, as backfill columns lists them")
	fl.StringSliceVar(&f.formats, "formats", []string{"parquet"}, "file formats of the tables: "+strings.Join(arrowio.Formats(), ", "))
	fl.BoolFunc("shares", "", func(string) error { f.tables = append(f.tables, result.Shares.Name); return nil })
	fl.MarkHidden("shares") // what --tables usual,shares was called
	fl.BoolVar(&f.scores, "scores", false, "also write the value of every strategy in each decision of a rule base, many rows")
	fl.BoolVar(&f.verify, "verify", false, "let the referee check every schedule; exit with 1 if it finds a violation")
	fl.StringSliceVar(&f.figures, "figures", nil, "draw figures into the results' folder: svg, png, pdf, csv")
	fl.StringSliceVar(&f.metrics, "metrics", nil, "metrics to print, as backfill metrics lists them (default: all)")
	fl.IntVar(&f.parallel, "parallel", 0, "policies simulated at once (default: one per core)")
	a.withJSON(c)
}

// addMachine adds the flags of every command that simulates a workload: those of its
// Spec, and those that say how to read a log.
func (f *runFlags) addMachine(fl *pflag.FlagSet) {
	fl.IntVar(&f.spec.Procs, "procs", 0, "processors of the machine (default: the workload's own)")
	fl.Float64Var(&f.spec.Shrink, "shrink", 1, "multiply the times between submissions: 0.8 is a load of 1/0.8")
	fl.Var(&f.shake, "shake", "move every submission by up to so many `seconds` at random; 60:3 is another draw than 60:1")
	fl.StringVar(&f.spec.Estimates, "estimates", "", "instead of the users' estimates: exact, factor:2 (twice theirs) or model:2 (drawn)")
	fl.StringVar(&f.spec.Arrival, "arrival", "submission", "when jobs come: at their submission, or when they became eligible (sacct)")
	fl.StringVar(&f.spec.Width, "width", "allocated", "a job's processors: those allocated or those requested")
	fl.StringVar(&f.spec.Overrun, "overrun", "cut", "a run past its estimate: cut it there or extend")
	f.read.add(fl)
}

// applyMachine changes a Spec by the flags of addMachine.
func (f *runFlags) applyMachine(flags *pflag.FlagSet, to *experiment.Spec) {
	set(flags, "procs", &to.Procs, f.spec.Procs)
	set(flags, "shrink", &to.Shrink, f.spec.Shrink)
	if flags.Changed("shake") {
		to.Shake = f.shake.Shake
	}
	set(flags, "estimates", &to.Estimates, f.spec.Estimates)
	set(flags, "arrival", &to.Arrival, f.spec.Arrival)
	set(flags, "width", &to.Width, f.spec.Width)
	set(flags, "overrun", &to.Overrun, f.spec.Overrun)
	set(flags, "columns", &to.Workload.Columns, f.read.columns)
	set(flags, "map", &to.Workload.Map, f.read.columnMap.text)
	set(flags, "timezone", &to.Workload.TimeZone, f.read.zone)
	set(flags, "anonymize", &to.Workload.Anonymize, f.read.anonymize)
}

// checkMachine checks the flags of addMachine.
func (f *runFlags) checkMachine(flags *pflag.FlagSet) error {
	if flags.Changed("procs") && f.spec.Procs < 1 {
		return usage("--procs %d: a machine has at least 1 processor", f.spec.Procs)
	}
	if flags.Changed("shrink") && !(f.spec.Shrink > 0) {
		return usage("--shrink %v: give a positive number", f.spec.Shrink)
	}
	return nil
}

func policyNames() []string {
	return textsOf(experiment.Builtin.List(), func(p policy.Info) string { return p.Name })
}

// simulate is backfill run.
func (a *app) simulate(flags *pflag.FlagSet, args []string, f *runFlags) error {
	if err := f.check(flags); err != nil {
		return err
	}
	defer f.programs.close()
	if err := a.startPrograms(f); err != nil {
		return err
	}
	in, err := a.input(flags, args, f)
	if err != nil {
		return err
	}
	w, err := in.loadToRun(f)
	if err != nil {
		return err
	}
	if w.Tape != nil {
		defer w.Tape.Close()
	}
	if a.ctx.Err() != nil {
		return errNoPolicy
	}
	if key := homeless(&in.spec, w); key != "" {
		fmt.Fprintf(a.err, "backfill: %s names no %s for any job, so all jobs have the same home site; choose another key with --home\n",
			w.Name, key)
	}
	r, err := a.execute(in.kept(f.out), w, f)
	if err != nil && (r == nil || len(r.outcomes) == 0) {
		return err
	}
	return errors.Join(a.report(r, f), violated(r.outcomes), f.programs.err(), err)
}

// errNoPolicy is the error of a run stopped before it had any results.
var errNoPolicy = errors.New("stopped before the first policy was done: nothing is kept")

// check checks the flags before any work is done.
func (f *runFlags) check(flags *pflag.FlagSet) error {
	f.spec.Policies = f.spec.Catalogue().Join(f.spec.Policies)
	for _, name := range f.spec.Policies {
		if _, is := afterRules(name); is || isProgram(name) {
			continue // the experiment may have its rule base
		}
		if err := checkPolicy(name); err != nil {
			return err
		}
	}
	if f.objective != "" {
		if _, err := rules.ParseObjective(f.objective); err != nil {
			return usage("--objective: %w", err)
		}
	}
	for _, name := range f.metrics {
		known := textsOf(metrics.Every, func(m metrics.Metric) string { return m.Name })
		if !slices.Contains(known, name) {
			return nearName("metric", name, known, "backfill metrics")
		}
	}
	if err := checkFormats(f.figures); err != nil {
		return err
	}
	var err error
	if f.files.Tables, err = result.Named(f.tables...); err != nil {
		return usage("--tables: %w", err)
	}
	if f.out == stdio && !flags.Changed("formats") {
		f.formats = []string{"arrow"}
	}
	if f.files.Formats, err = arrowio.NamedFormats(f.formats...); err != nil {
		return usage("--formats: %w", err)
	}
	switch {
	case len(f.figures) > 0 && (f.out == "" || f.out == stdio):
		return usage("--figures needs --out DIR to draw into")
	case f.scores && f.out == "":
		return usage("--scores needs --out DIR to write into")
	case (flags.Changed("tables") || flags.Changed("formats") || flags.Changed("shares")) && f.out == "":
		return usage("--tables and --formats need --out DIR to write into")
	case f.parallel < 0:
		return usage("--parallel %d: give a number of policies, at least 1", f.parallel)
	}
	if err := f.checkMachine(flags); err != nil {
		return err
	}
	if f.spec.UserGroups = nil; flags.Changed("groups") {
		f.spec.UserGroups = f.groups
	}
	probe := f.spec // the Spec checks its own fields, without those that input checks together
	probe.Workload, probe.Policies = experiment.Source{}, []string{defaultPolicy}
	if err := probe.Validate(); err != nil {
		return usage("%w", err)
	}
	return nil
}

// checkPolicy checks a policy's name.
func checkPolicy(name string) error {
	_, err := experiment.Builtin.Find(name)
	var unknown *policy.Unknown
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &unknown):
		return usage("%w", err)
	case unknown.Near == "":
		return usage("unknown policy %q; backfill policies lists them", name)
	}
	return usage("%w backfill policies lists them", err)
}

// A ran is a simulation to report on.
type ran struct {
	spec     experiment.Spec
	w        *trace.Workload
	outcomes []experiment.Outcome
	files    []string
	stream   *resultStream // of --out -, else nil
}

// execute simulates, writes the results and draws the figures. If it is stopped, it
// returns what is kept beside the error.
func (a *app) execute(spec experiment.Spec, w *trace.Workload, f *runFlags) (*ran, error) {
	r := &ran{spec: spec, w: w}
	opt := experiment.Options{Parallel: f.parallel, Scratch: scratchFile}
	if f.verify || f.programs.names != nil { // nobody knows what a program does
		opt.Verify, opt.Failed = experiment.Verify, f.programs.fail
	}
	var to resultFiles
	if f.out != "" {
		var err error
		if opt.WorkloadSHA256, err = w.Digest(); err != nil {
			return nil, err
		}
		if to, err = a.createResults(f.out, spec.Meta(w, opt.WorkloadSHA256, version()), f.files); err != nil {
			return nil, err
		}
		defer to.Abort()
		opt.Tables, opt.Scores = to.Tables(), f.scores
	}
	m := progress.New(a.err, "simulating", "jobs")
	opt.Progress = overall(m, spec.Policies, w.Len())
	outcomes, err := experiment.Execute(a.ctx, spec, w, opt)
	m.Done()
	r.outcomes = outcomes
	stopped := a.ctx.Err() != nil
	switch {
	case err != nil && !stopped:
		return nil, err
	case len(outcomes) == 0:
		return nil, cmp.Or(f.programs.err(), errNoPolicy)
	}
	if to != nil {
		if err := to.Commit(); err != nil {
			return nil, err
		}
		r.files = to.Files()
		if r.stream, _ = to.(*resultStream); r.stream == nil {
			if err := a.removeStaleFigures(f.out); err != nil {
				return nil, err
			}
		}
	}
	if stopped {
		kept := "their metrics are printed"
		if to != nil {
			kept = "they are kept in " + f.out
		}
		return r, fmt.Errorf("stopped: %d of %d policies are done (%s), %s", len(outcomes), len(spec.Policies),
			strings.Join(textsOf(outcomes, func(o experiment.Outcome) string { return o.Policy }), ", "), kept)
	}
	if len(f.figures) > 0 {
		files, err := a.drawFolder(drawFlags{from: f.out, formats: f.figures})
		r.files = append(r.files, files...)
		if err != nil {
			return r, err
		}
	}
	return r, nil
}

// overall returns a function that shows the progress of several runs on m.
func overall(m *progress.Meter, policies []string, jobs int) func(experiment.Progress) {
	done := map[string]int{}
	return func(p experiment.Progress) {
		done[p.Policy] = p.Done
		sum := 0
		var running []string
		for _, name := range policies {
			n := done[name]
			if sum += n; n > 0 && n < jobs {
				running = append(running, name)
			}
		}
		if len(running) > 0 {
			m.Title(strings.Join(running, ", "))
		}
		m.Set(int64(sum), int64(jobs*len(policies)))
	}
}
