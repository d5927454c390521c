package main

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/accounting"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/trace/sacct"
	"github.com/backfill-lab/backfill/figures"
	"github.com/backfill-lab/backfill/internal/numeral"
)

func (a *app) twinCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "twin",
		Short: "Hold a simulation of Slurm against what a cluster recorded",
	}
	addGroup(c, a.twinCheckCommand())
	return c
}

func (a *app) twinCheckCommand() *cobra.Command {
	var in accountingFlags
	var name, out string
	c := &cobra.Command{
		Use:   "check LOG --system FILE",
		Short: "How near the twin of Slurm is to what a log records",
		Long: `Simulate the jobs of sacct output as Slurm would have scheduled them on a cluster, and
compare the waits with those that the log records: their mean, median and 95 % quantile,
job by job, and for each user, account, partition and QOS.

--policy says how far another scheduler's waits are from the record: what a simulation
would say that knows nothing of the cluster's scheduler.

LOG is sacct output with --duplicates --parsable2 --format ALL. FILE describes the
cluster as JSON, as backfill system init writes it.`,
		Example: `  backfill twin check sacct.txt --system system.json
  backfill twin check sacct.txt --system system.json -o waits.svg
  backfill twin check sacct.txt --system system.json --policy easy --json`,
		Args: arguments(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			format := strings.TrimPrefix(filepath.Ext(out), ".")
			if err := checkFormats([]string{format}); out != "" && err != nil {
				return usage("--out %s: its ending names no format of figures: give one of %s", out, strings.Join(figures.Formats, ", "))
			}
			s, jobs, err := in.read(args[0])
			if err != nil {
				return err
			}
			l, err := jobs(s)
			if err != nil {
				return err
			}
			scheduler, err := schedulerOf(s, name)
			if err != nil {
				return usage("--policy: %v", err)
			}
			c, err := l.Play(a.ctx, s, scheduler)
			if a.ctx.Err() != nil {
				return errStopped
			} else if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			if out != "" {
				picture, err := figures.DrawChart(c.Chart("Waits of " + filepath.Base(args[0]) + ": recorded, and under " + name))
				if err != nil {
					return err
				}
				if err := a.save(out, func(w io.Writer) error { return picture.Write(w, format) }); err != nil {
					return err
				}
			}
			return a.show(struct {
				*accounting.Comparison
				Left  []accounting.Left `json:"left_out,omitempty"`
				Notes []string          `json:"notes"`
			}{c, l.Left, slices.Concat(l.Assumed, accounting.Notes)}, func() error { return a.showTwin(c, l) })
		},
	}
	fl := c.Flags()
	in.flags(fl)
	fl.StringVar(&name, "policy", "slurm",
		"`scheduler`: slurm; or fcfs, list, easy, cons or sjf-easy and so on, plan-fcfs and so on, dynp-advanced")
	fl.StringVarP(&out, "out", "o", "", "`file` for a figure of the waits: svg, png, pdf or csv by its ending")
	return a.withJSON(c)
}

// schedulerOf returns the scheduler of a name for one run on a system.
func schedulerOf(s *cluster.System, name string) (cluster.Scheduler, error) {
	return experiment.Builtin.Scheduler(name, s)
}

// readSystem reads the description of a cluster from a file, or returns the example's.
func readSystem(name string) (*cluster.System, error) {
	d, err := readDescription(name)
	if err != nil {
		return nil, err
	}
	s, err := cluster.New(d)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}

// accountingFlags say how to read sacct output.
type accountingFlags struct{ system, columns, zone, requests string }

func (f *accountingFlags) flags(fl *pflag.FlagSet) {
	fl.StringVar(&f.system, "system", "", "description of the cluster, a JSON `file`, or campus: see backfill system example")
	fl.StringVar(&f.columns, "columns", "", "columns of sacct output without a header line, as its --format has them")
	fl.StringVar(&f.requests, "requests", "", "what the jobs asked for, by their names: an events `file` of the Slurm simulator")
	fl.StringVar(&f.zone, "timezone", "", "the cluster's `zone`, such as Europe/Berlin, for local times in sacct output")
}

// records reads the description, the log, and what its jobs asked for.
func (f *accountingFlags) records(log string) (s *cluster.System, all *sacct.Records, asked accounting.Requests, err error) {
	if f.system == "" {
		return nil, nil, nil, usage("--system is missing: the description of the cluster")
	}
	if s, err = readSystem(f.system); err != nil {
		return nil, nil, nil, err
	}
	zone, err := trace.Zone(f.zone)
	if err != nil {
		return nil, nil, nil, err
	}
	src, err := openAccounting(log)
	if err != nil {
		return nil, nil, nil, err
	}
	defer src.Close()
	if all, err = accounting.ReadAccounting(log, src, f.columns, zone); err != nil {
		return nil, nil, nil, err
	}
	if f.requests != "" {
		r, err := openFile(f.requests)
		if err != nil {
			return nil, nil, nil, err
		}
		defer r.Close()
		if asked, err = accounting.ReadRequests(f.requests, r); err != nil {
			return nil, nil, nil, err
		}
	}
	return s, all, asked, nil
}

// read is records, with what makes the ended jobs of the log as a system sees them.
func (f *accountingFlags) read(log string) (*cluster.System, func(*cluster.System) (*accounting.Log, error), error) {
	s, all, asked, err := f.records(log)
	return s, func(s *cluster.System) (*accounting.Log, error) {
		l, err := accounting.FromAccounting(all, asked, s)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", log, err)
		}
		return l, nil
	}, err
}

// offBy tells how far x is from the record: in percent, or how many times as large it is from ten times on.
func offBy(x, recorded float64) string {
	switch ratio := x / recorded; {
	case recorded == 0:
		return "-"
	case ratio >= 10:
		return numeral.Short(ratio) + " times"
	default:
		return fmt.Sprintf("%+.1f %%", 100*(ratio-1))
	}
}

// showTwin prints a comparison for people.
func (a *app) showTwin(c *accounting.Comparison, l *accounting.Log) error {
	fmt.Fprintf(a, "%s\n", plural(c.Jobs, "job"))
	for _, left := range l.Left {
		fmt.Fprintf(a, "%s left out: they %s\n", plural(left.Jobs, "job"), left.Why)
	}
	fmt.Fprintln(a)
	rows := cells{}
	add := func(name string, jobs int, w accounting.Waits) {
		rows.add(name, whole(jobs), decimal(w.Recorded), decimal(w.Twin), offBy(w.Twin, w.Recorded))
	}
	add("mean", c.Jobs, c.Mean)
	add("median", c.Jobs, c.Median)
	add("95 % quantile", c.Jobs, c.P95)
	for _, g := range []struct {
		what string
		list []accounting.Group
	}{{"user", c.Users}, {"account", c.Accounts}, {"partition", c.Partitions}, {"QOS", c.QOS}} {
		list := slices.Clone(g.list)
		slices.SortStableFunc(list, func(x, y accounting.Group) int { return cmp.Compare(y.Jobs, x.Jobs) })
		const most = 10
		for _, one := range list[:min(len(list), most)] {
			add(g.what+" "+one.Name, one.Jobs, one.Waits)
		}
	}
	if err := a.list(nil, "lrrrr", "wait of|jobs|recorded (s)|simulated (s)|off", rows); err != nil {
		return err
	}
	fmt.Fprintf(a, "\ncorrelation of the waits, job by job  %.3f\nmean difference of a job's wait       %s s\n"+
		"jobs within 60 s of the record        %.0f %%\n\n", c.Correlation, decimal(c.MeanAbsDiff), 100*c.Within60s)
	for _, note := range slices.Concat(l.Assumed, accounting.Notes) {
		fmt.Fprintln(a, note)
	}
	return nil
}
