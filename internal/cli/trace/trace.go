// Package trace is backfill trace, which inspects, converts, cleans, scales, cuts, splits and downloads logs.
package trace

import (
	"crypto/rand"
	"math"
	"math/big"

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
	return usage.NewGroup("trace", infoCommand(a), convertCommand(a), cleanCommand(a),
		scaleCommand(a), cutCommand(a), splitCommand(a), fetchCommand(a))
}

// traceFlags are the common flags of the commands that make a log of a log.
type traceFlags struct {
	workload.LogFlags
	out string
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
	return t.ReadLog(a, args, trace.Options{KeepRecords: true})
}

func convertCommand(a *console.App) *cobra.Command {
	var t traceFlags
	var redate bool
	c := usage.New("trace convert", usage.Arguments(1, 1), func(_ *cobra.Command, args []string) error {
		t.Read.Anonymize = t.Read.Anonymize || redate
		w, err := copyable(a, args, &t)
		if err != nil {
			return err
		}
		if redate {
			weeks, err := secretWeeks()
			if err != nil {
				return err
			}
			w = w.Redate(weeks)
		}
		return workload.Deliver(a, w, t.out)
	})
	t.Add(c.Flags())
	c.Flags().BoolVar(&redate, "redate", false, "--anonymize, move dates by a number of weeks that nobody knows, and number the jobs from 1")
	return t.addOut(a, c)
}

// secretWeeks draws a number of weeks of at most ten years, earlier or later, that nobody is told.
func secretWeeks() (int64, error) {
	const most = 520
	n, err := rand.Int(rand.Reader, big.NewInt(2*most))
	if err != nil {
		return 0, err
	}
	if weeks := n.Int64() - most; weeks < 0 {
		return weeks, nil
	}
	return n.Int64() - most + 1, nil
}

func cleanCommand(a *console.App) *cobra.Command {
	var t traceFlags
	var clean trace.Cleaning
	c := usage.New("trace clean", usage.Arguments(1, 1), func(_ *cobra.Command, args []string) error {
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
	})
	t.Add(c.Flags())
	c.Flags().StringArrayVar(&clean.Filters, "remove", nil, "remove the jobs that this `expression` chooses; repeatable")
	c.Flags().BoolVar(&clean.Cancelled, "cancelled", false, "remove jobs of status 5, cancelled")
	c.Flags().BoolVar(&clean.Failed, "failed", false, "remove jobs of status 0, failed")
	c.Flags().BoolVar(&clean.ZeroRun, "zero-run", false, "remove jobs with a run time of 0")
	return t.addOut(a, c)
}

func scaleCommand(a *console.App) *cobra.Command {
	var t traceFlags
	var f scaleFlags
	c := usage.New("trace scale", usage.Arguments(1, 1), func(c *cobra.Command, args []string) error {
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
	})
	t.Add(c.Flags())
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
		if w, err = trace.Enlarge(w, f.machine, f.jobs, f.seed); err != nil {
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
	c := usage.New("trace cut", usage.Arguments(1, 1), func(c *cobra.Command, args []string) error {
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
	})
	t.Add(c.Flags())
	c.Flags().StringVar(&from, "from", "", "keep jobs submitted from this `second` or date on")
	c.Flags().StringVar(&to, "to", "", "keep jobs submitted before this `second` or date")
	c.Flags().IntVar(&jobs, "jobs", 0, "keep this number of jobs, the first ones")
	c.Flags().BoolVar(&shift, "shift", false, "submit the first job at second 0")
	return t.addOut(a, c)
}
