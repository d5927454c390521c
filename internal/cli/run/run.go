// Package run is backfill run, which simulates a workload under policies and reports on the schedules.
package run

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/backfill-lab/backfill/arrowio"
	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/trace/table"
	"github.com/backfill-lab/backfill/internal/cli/internal/buildinfo"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/drawing"
	"github.com/backfill-lab/backfill/internal/cli/internal/results"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
	"github.com/backfill-lab/backfill/internal/cli/internal/workload"
)

type runFlags struct {
	workload.Flags
	out       string
	tables    []string
	formats   []string
	files     arrowio.Options // --tables, --formats, --compact and --csv-exact
	scores    bool
	verify    bool
	objective string
	figures   []string
	metrics   []string
	parallel  int

	policyTimeout time.Duration // of the programs
	programs      programs
}

// Command is backfill run.
func Command(a *console.App) *cobra.Command {
	var f runFlags
	c := usage.New("run", usage.Arguments(0, 1), func(c *cobra.Command, args []string) error { return simulate(a, c.Flags(), args, &f) })
	f.add(a, c)
	c.RegisterFlagCompletionFunc("policy", func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		before, last := "", typed // the last of the policies typed is completed
		if k := strings.LastIndex(typed, ","); k >= 0 {
			before, last = typed[:k+1], typed[k+1:]
		}
		names := append(workload.PolicyNames(), workload.RuleFiles(last)...)
		return console.Texts(names, func(name string) string { return before + name }), cobra.ShellCompDirectiveNoFileComp
	})
	return c
}

// HelpValues are what stands for names in the help: the fields and data sets that --map knows.
func HelpValues() []string {
	var b strings.Builder
	for _, p := range table.Presets {
		mark := " "
		if p.Tried {
			mark = "*"
		}
		fmt.Fprintf(&b, "  %-17s %s\n", p.Name+mark, p.Doc)
	}
	return []string{"{fields}\n", table.Describe(), "{data sets}\n", b.String()}
}

func (f *runFlags) add(a *console.App, c *cobra.Command) {
	fl := c.Flags()
	fl.StringSliceVarP(&f.Spec.Policies, "policy", "p", []string{workload.DefaultPolicy},
		"policies, as backfill policies lists them (on a grid: "+workload.DefaultGridPolicy+"; with --cluster: "+workload.DefaultClusterPolicy+
			"; with --shared: "+workload.DefaultSharedPolicy+")")
	fl.DurationVar(&f.policyTimeout, "policy-timeout", time.Minute,
		"how long a policy of exec: may think about a question (0: any time)")
	f.AddMachine(fl)
	fl.Uint64Var(&f.Seed, "seed", 0, "seed of a generated workload and of the draws of a grid")
	f.Grid.Add(fl)
	f.Shared.Add(fl)
	f.Cluster.Add(fl)
	fl.Float64SliceVar(&f.Groups, "groups", rules.DefaultBounds[:],
		"`shares` of all resource consumption that divide users into groups, in percent")
	fl.StringVar(&f.objective, "objective", "", "print the policies in the order of a weighted sum, such as '"+rules.PaperObjective+"'")
	fl.StringVarP(&f.out, "out", "o", "", "folder for the results; - streams them to standard output")
	fl.StringSliceVar(&f.tables, "tables", []string{"usual"},
		"tables beside jobs and runs, as backfill columns lists them")
	fl.StringSliceVar(&f.formats, "formats", []string{"parquet"}, "file formats of the tables: "+strings.Join(arrowio.Formats(), ", "))
	fl.BoolVar(&f.files.Compact, "compact", false,
		"leave columns without a value out of the tables, and write whole seconds and amounts as int64")
	fl.BoolVar(&f.files.ExactCSV, "csv-exact", false, "leave texts in CSV as they are, also those that a spreadsheet would compute")
	fl.BoolVar(&f.scores, "scores", false, "also write the value of every strategy in each decision of a rule base, many rows")
	fl.BoolVar(&f.verify, "verify", false, "let the referee check every schedule; exit with 1 if it finds a violation")
	fl.StringSliceVar(&f.figures, "figures", nil, "draw figures into the results' folder: svg, png, pdf, csv")
	fl.StringSliceVar(&f.metrics, "metrics", nil, "metrics to print, as backfill metrics lists them (default: all)")
	fl.IntVar(&f.parallel, "parallel", 0, "policies simulated at once (default: one per core)")
	a.WithJSON(c)
}

// simulate is backfill run.
func simulate(a *console.App, flags *pflag.FlagSet, args []string, f *runFlags) error {
	if err := f.check(flags); err != nil {
		return err
	}
	defer f.programs.close()
	if err := startPrograms(a, f); err != nil {
		return err
	}
	in, err := workload.New(a, flags, args, &f.Flags)
	if err != nil {
		return err
	}
	if f.scores && !workload.AnyRules(in.Spec.Policies) {
		return usage.Errorf("--scores is for rule bases: name one with --policy rules:FILE")
	}
	load := in.Load
	if f.programs.names == nil {
		load = func() (*trace.Workload, error) { return in.LoadLarge(f.out != "") }
	}
	w, err := load()
	if err != nil {
		return err
	}
	defer w.Close()
	if a.Context.Err() != nil {
		return errNoPolicy
	}
	if key := workload.Homeless(&in.Spec, w); key != "" {
		fmt.Fprintf(a.Err, "backfill: %s names no %s for any job, so all jobs have the same home site; choose another key with --home\n",
			w.Name, key)
	}
	r, err := execute(a, in.SpecFor(f.out), w, f)
	if err != nil && (r == nil || len(r.outcomes) == 0) {
		return err
	}
	return errors.Join(report(a, r, f), violated(r.outcomes), f.programs.err(), err)
}

// errNoPolicy is the error of a run stopped before it had any results.
var errNoPolicy = errors.New("stopped before the first policy was done: nothing is kept")

// check checks the flags before any work is done.
func (f *runFlags) check(flags *pflag.FlagSet) error {
	if err := f.CheckPolicies(); err != nil {
		return err
	}
	if f.objective != "" {
		if _, err := rules.ParseObjective(f.objective); err != nil {
			return usage.Errorf("--objective: %w", err)
		}
	}
	known := console.Texts(metrics.Every, func(m metrics.Metric) string { return m.Name })
	if err := usage.Known("metric", f.metrics, known, "backfill metrics"); err != nil {
		return err
	}
	if err := drawing.CheckFormats(f.figures); err != nil {
		return err
	}
	var err error
	if f.files.Tables, err = result.Named(f.tables...); err != nil {
		return usage.Errorf("--tables: %w", err)
	}
	if f.out == console.Stdio && !flags.Changed("formats") {
		f.formats = []string{"arrow"}
	}
	if f.files.Formats, err = arrowio.NamedFormats(f.formats...); err != nil {
		return usage.Errorf("--formats: %w", err)
	}
	switch {
	case len(f.figures) > 0 && (f.out == "" || f.out == console.Stdio):
		return usage.Errorf("--figures needs --out DIR to draw into")
	case f.scores && f.out == "":
		return usage.Errorf("--scores needs --out DIR to write into")
	case (flags.Changed("tables") || flags.Changed("formats") || f.files.Compact) && f.out == "":
		return usage.Errorf("--tables, --formats and --compact need --out DIR to write into")
	case f.parallel < 0:
		return usage.Errorf("--parallel %d: give a number of policies, at least 1", f.parallel)
	}
	return f.Flags.CheckMachine(flags)
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
func execute(a *console.App, spec experiment.Spec, w *trace.Workload, f *runFlags) (*ran, error) {
	r := &ran{spec: spec, w: w}
	opt := experiment.Options{Parallel: f.parallel, Scratch: workload.ScratchFile}
	if f.verify || f.programs.names != nil { // nobody knows what a program does
		opt.Verify, opt.Failed = experiment.Verify, f.programs.fail
	}
	var to resultFiles
	if f.out != "" {
		var err error
		if opt.WorkloadSHA256, err = w.Digest(); err != nil {
			return nil, err
		}
		if to, err = createResults(a, f.out, spec.Meta(w, opt.WorkloadSHA256, buildinfo.Version()), f.files); err != nil {
			return nil, err
		}
		defer to.Abort()
		opt.Tables, opt.Scores = to.Tables(), f.scores
	}
	m := a.Meter("simulating", "jobs")
	opt.Progress = m.Runs(spec.Policies, w.Len())
	outcomes, err := experiment.Execute(a.Context, spec, w, opt)
	m.Done()
	r.outcomes = outcomes
	stopped := a.Context.Err() != nil
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
			if err := drawing.RemoveStale(a, f.out); err != nil {
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
			strings.Join(console.Texts(outcomes, func(o experiment.Outcome) string { return o.Policy }), ", "), kept)
	}
	if len(f.figures) > 0 {
		files, err := drawing.Draw(a, drawing.Order{From: f.out, Formats: f.figures})
		r.files = append(r.files, files...)
		if err != nil {
			return r, err
		}
	}
	return r, nil
}

// A resultFiles takes the results of a run: a folder, or a stream.
type resultFiles interface {
	Tables() result.Set
	Commit() error   // keeps them
	Files() []string // paths, after Commit
	Abort()          // discards them, unless they are kept
}

// createResults begins the results of --out.
func createResults(a *console.App, out string, m result.Meta, opt arrowio.Options) (resultFiles, error) {
	if out != console.Stdio {
		return arrowio.Create(out, m, opt)
	}
	b, err := arrowio.NewBundle(console.Writer(a.Context, a.Data()), m, opt)
	if err != nil {
		return nil, usage.Errorf("--out -: %w", err)
	}
	return &resultStream{b}, nil
}

// A resultStream writes results to standard output.
type resultStream struct{ *arrowio.Bundle }

func (s *resultStream) Commit() error { return s.CloseTables() }

func (s *resultStream) Files() []string { return nil }

// end adds the report, and ends the stream.
func (s *resultStream) end(report *runReport) error {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if err := e.Encode(report); err != nil {
		return err
	}
	if err := s.Add(results.ReportFile, text.Bytes()); err != nil {
		return err
	}
	return s.Close()
}
