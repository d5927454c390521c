// Package trace is backfill trace, which inspects, converts, cleans, scales, cuts, splits and downloads logs.
package trace

import (
	"math"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
	"github.com/backfill-lab/backfill/internal/cli/internal/workload"
)

// Command is backfill trace.
func Command(a *console.App) *cobra.Command {
	c := &cobra.Command{
		Use:   "trace",
		Short: "Look at, convert, clean, scale, cut, split and download logs",
		Long: `Look at, convert, clean, scale, cut, split and download logs.

A LOG is a file in the Standard Workload Format, what sacct --parsable2 or
--json prints, or a table (CSV, Parquet, Arrow: see backfill help tables), "-" for
standard input, or a built-in workload's name. Text may be gzip-compressed. The result is
SWF, on standard output or in the file of -o, with gzip if that name ends in .gz.`,
		Example: `  backfill trace fetch kth-sp2-full
  backfill trace info KTH-SP2-1996-2.swf.gz
  backfill trace convert sacct.txt --anonymize -o cluster.swf.gz`,
	}
	usage.MakeGroup(c,
		infoCommand(a),
		convertCommand(a),
		cleanCommand(a),
		scaleCommand(a),
		cutCommand(a),
		splitCommand(a),
		fetchCommand(a),
	)
	return c
}

// traceFlags are the common flags of the commands that make a log of a log.
type traceFlags struct {
	read  workload.ReadFlags
	width string
	procs int
	out   string
}

func (t *traceFlags) add(fl *pflag.FlagSet) {
	fl.SortFlags = false
	t.read.Add(fl)
	fl.StringVar(&t.width, "width", "allocated", "a job's processors: those allocated or those requested")
	fl.IntVar(&t.procs, "procs", 0, "processors of the machine (default: as the log says)")
}

func (t *traceFlags) addOut(a *console.App, c *cobra.Command) *cobra.Command {
	c.Flags().StringVarP(&t.out, "out", "o", "", "file to write (default: standard output)")
	return a.WithJSON(c)
}

// copyable reads a log that is to be written again: its rows are kept, because jobs do
// not have all of their fields.
func copyable(a *console.App, args []string, t *traceFlags) (*trace.Workload, error) {
	if err := usage.JSONNeedsFile(a, t.out, "log"); err != nil {
		return nil, err
	}
	return readLog(a, args, t, true)
}

// readLog reads a log for a trace command.
func readLog(a *console.App, args []string, t *traceFlags, keepRecords bool) (*trace.Workload, error) {
	in := &workload.Input{App: a, Opt: t.read.Options()}
	in.Opt.KeepRecords = keepRecords
	if err := in.Name(args); err != nil {
		return nil, err
	}
	in.Spec.Width, in.Spec.Procs = t.width, t.procs
	if t.read.Columns != "" {
		in.Spec.Workload.Columns = t.read.Columns
	}
	if t.read.ColumnMap.Text != "" {
		in.Spec.Workload.Map = t.read.ColumnMap.Text
	}
	if t.read.Zone != "" {
		in.Spec.Workload.TimeZone = t.read.Zone
	}
	in.Spec.Workload.Anonymize = in.Spec.Workload.Anonymize || t.read.Anonymize
	probe := in.Spec
	probe.Policies = []string{workload.DefaultPolicy}
	if err := probe.Validate(); err != nil {
		return nil, usage.Errorf("%w", err)
	}
	return in.Load()
}

func convertCommand(a *console.App) *cobra.Command {
	var t traceFlags
	c := &cobra.Command{
		Use:   "convert LOG",
		Short: "Make SWF of sacct output, of a table, or of any other log",
		Example: `  SLURM_TIME_FORMAT=%s sacct -aD --parsable2 --format=ALL | backfill trace convert - -o x.swf
  backfill trace convert rows.txt --columns JobID,User,Submit,Start,End,State,NCPUS -o cluster.swf
  backfill trace convert jobs.parquet --map auto,run=duration:ms -o jobs.swf
  backfill trace convert log.swf.gz -o log.swf
  backfill trace convert default -o default.swf         the built-in workload`,
		Args: usage.Arguments(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			w, err := copyable(a, args, &t)
			if err != nil {
				return err
			}
			return workload.Deliver(a, w, t.out)
		},
	}
	t.add(c.Flags())
	return t.addOut(a, c)
}

func cleanCommand(a *console.App) *cobra.Command {
	var t traceFlags
	var clean trace.Cleaning
	c := &cobra.Command{
		Use:   "clean LOG",
		Short: "Remove jobs: flurries, cancelled or failed ones, those without a run time",
		Long: `Remove jobs: those that an expression chooses, cancelled or failed ones, those
without a run time. The header of the result says what was removed.

An expression compares job, submit, wait, run, estimate, procs, memory, status,
user, group, queue, partition, app or hour (of the day) with = != < <= > >=, and
joins comparisons with and, or, not and parentheses, as the archive's own notes
on cleaned logs do.`,
		Example: `  backfill trace clean log.swf.gz --remove 'user=374 and job>14968 and job<28553' -o clean.swf.gz
  backfill trace clean log.swf.gz --remove 'queue=interactive' --cancelled --zero-run`,
		Args: usage.Arguments(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(clean.Filters) == 0 && !clean.Cancelled && !clean.Failed && !clean.ZeroRun {
				return usage.Errorf("nothing to remove: give --remove, --cancelled, --failed or --zero-run")
			}
			for _, text := range clean.Filters {
				if _, err := trace.ParseFilter(text); err != nil {
					return usage.Errorf("%w", err)
				}
			}
			w, err := copyable(a, args, &t)
			if err != nil {
				return err
			}
			if w, _, err = w.Clean(clean); err != nil {
				return err
			}
			return workload.Deliver(a, w, t.out)
		},
	}
	t.add(c.Flags())
	c.Flags().StringArrayVar(&clean.Filters, "remove", nil, "remove the jobs that this `expression` chooses; repeatable")
	c.Flags().BoolVar(&clean.Cancelled, "cancelled", false, "remove jobs of status 5, cancelled")
	c.Flags().BoolVar(&clean.Failed, "failed", false, "remove jobs of status 0, failed")
	c.Flags().BoolVar(&clean.ZeroRun, "zero-run", false, "remove jobs with a run time of 0")
	return t.addOut(a, c)
}

func scaleCommand(a *console.App) *cobra.Command {
	var t traceFlags
	var f scaleFlags
	c := &cobra.Command{
		Use:   "scale LOG",
		Short: "Change the load, the run times or the machine of a log",
		Long: `Change the load of a log: to --load, by moving submissions; by --interarrival,
a factor of the times between them; by --runtime, a factor of run times and
estimates; or take it to a --machine of another size, with all jobs wider or
narrower in proportion. With --jobs, more than the log has, some jobs become wider
and others are submitted several times, so that this number of jobs fills the
larger machine as the log's jobs filled theirs.

Several changes are made in this order: machine, run times, times between
submissions, load.`,
		Example: `  backfill trace scale log.swf.gz --load 0.9 -o full.swf.gz
  backfill trace scale log.swf.gz --interarrival 0.8 -o denser.swf.gz
  backfill trace scale log.swf.gz --machine 512 -o larger.swf.gz
  backfill trace scale ctc.swf.gz --procs 430 --machine 1024 --jobs 136471 --seed 1 -o larger.swf.gz`,
		Args: usage.Arguments(1, 1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.check(c.Flags()); err != nil {
				return err
			}
			w, err := copyable(a, args, &t)
			if err != nil {
				return err
			}
			if w, err = f.scale(w); err != nil {
				return err
			}
			return workload.Deliver(a, w, t.out)
		},
	}
	t.add(c.Flags())
	c.Flags().Float64Var(&f.load, "load", 0, "offered load to reach: 1 fills the machine")
	c.Flags().Float64Var(&f.gaps, "interarrival", 0, "factor of the times between submissions")
	c.Flags().Float64Var(&f.run, "runtime", 0, "factor of run times and estimates")
	c.Flags().IntVar(&f.machine, "machine", 0, "processors of another machine, for which jobs become wider or narrower")
	c.Flags().IntVar(&f.jobs, "jobs", 0, "with --machine: number of jobs afterwards")
	c.Flags().Uint64Var(&f.seed, "seed", 0, "with --jobs: seed of the choice of jobs that become wider")
	return t.addOut(a, c)
}

// scaleFlags say how to scale a log.
type scaleFlags struct {
	load, gaps, run float64
	machine, jobs   int
	seed            uint64
}

func (f *scaleFlags) check(flags *pflag.FlagSet) error {
	given := 0
	for name, x := range map[string]float64{"load": f.load, "interarrival": f.gaps, "runtime": f.run} {
		if !flags.Changed(name) {
			continue
		}
		given++
		if !(x > 0) || math.IsInf(x, 1) {
			return usage.Errorf("--%s %v: give a positive number", name, x)
		}
	}
	if flags.Changed("machine") {
		given++
		if f.machine < 1 || f.machine > job.MaxProcs {
			return usage.Errorf("--machine %d: a machine has 1 to %d processors", f.machine, job.MaxProcs)
		}
	}
	switch {
	case flags.Changed("jobs") && f.machine == 0:
		return usage.Errorf("--jobs needs --machine: more jobs are for a larger machine")
	case flags.Changed("jobs") && f.jobs < 1:
		return usage.Errorf("--jobs %d: give a number of jobs, at least 1", f.jobs)
	case flags.Changed("seed") && f.jobs == 0:
		return usage.Errorf("--seed is for --jobs: nothing else is drawn")
	}
	if given == 0 {
		return usage.Errorf("nothing to scale: give --load, --interarrival, --runtime or --machine")
	}
	return nil
}

func (f *scaleFlags) scale(w *trace.Workload) (_ *trace.Workload, err error) {
	switch {
	case f.jobs > 0:
		if w, err = w.Enlarge(f.machine, f.jobs, f.seed); err != nil {
			return nil, err
		}
	case f.machine > 0:
		w = w.ScaleMachine(f.machine)
	}
	if f.run > 0 {
		w = w.ScaleRuntime(f.run)
	}
	if f.gaps > 0 {
		w = w.ScaleInterarrival(f.gaps)
	}
	if f.load > 0 {
		return w.ScaleLoad(f.load)
	}
	return w, nil
}

func cutCommand(a *console.App) *cobra.Command {
	var t traceFlags
	var from, to string
	var jobs int
	var shift bool
	c := &cobra.Command{
		Use:   "cut LOG",
		Short: "Keep the jobs of a time, or the first ones",
		Long: `Keep the jobs submitted during [--from, --to), seconds of the log or dates of its
time zone, and of these the first --jobs. A date without a time is its midnight. Times
stay as they are unless --shift moves the first submission to second 0.`,
		Example: `  backfill trace cut log.swf.gz --jobs 1000 -o first.swf
  backfill trace cut log.swf.gz --from 604800 --to 1209600 --shift -o week2.swf
  backfill trace cut sacct.txt --from 2026-06-01 --to 2026-06-30T12:00 -o june.swf`,
		Args: usage.Arguments(1, 1),
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case c.Flags().Changed("jobs") && jobs < 1:
				return usage.Errorf("--jobs %d: give a number of jobs, at least 1", jobs)
			}
			w, err := copyable(a, args, &t)
			if err != nil {
				return err
			}
			if from != "" || to != "" {
				first, last, err := window(w.Clock(), from, to)
				if err != nil {
					return err
				}
				w = w.Cut(first, last)
			}
			if jobs > 0 {
				w = w.Head(jobs)
			}
			if shift {
				w = w.Shift(0)
			}
			return workload.Deliver(a, w, t.out)
		},
	}
	t.add(c.Flags())
	c.Flags().StringVar(&from, "from", "", "keep jobs submitted from this `second` or date on")
	c.Flags().StringVar(&to, "to", "", "keep jobs submitted before this `second` or date")
	c.Flags().IntVar(&jobs, "jobs", 0, "keep this number of jobs, the first ones")
	c.Flags().BoolVar(&shift, "shift", false, "submit the first job at second 0")
	return t.addOut(a, c)
}
