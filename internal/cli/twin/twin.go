// Package twin is backfill twin, which compares a simulation of Slurm with what a cluster recorded.
package twin

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/slurm/accounting"
	"github.com/backfill-lab/backfill/figures"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/description"
	"github.com/backfill-lab/backfill/internal/cli/internal/drawing"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
	"github.com/backfill-lab/backfill/internal/doubt"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// Command is backfill twin.
func Command(a *console.App) *cobra.Command {
	return usage.NewGroup("twin", checkCommand(a))
}

func checkCommand(a *console.App) *cobra.Command {
	var in description.Flags
	var name, out string
	c := usage.New("twin check", usage.Arguments(1, 1), func(_ *cobra.Command, args []string) error {
		format, err := drawing.FormatOf(out)
		if out != "" && err != nil {
			return err
		}
		s, jobs, err := in.Log(args[0])
		if err != nil {
			return err
		}
		l, err := jobs(s)
		if err != nil {
			return err
		}
		scheduler, err := experiment.Builtin.Scheduler(s, name)
		if err != nil {
			return usage.Errorf("--policy: %v", err)
		}
		c, err := l.Play(a.Context, s, scheduler)
		if a.Context.Err() != nil {
			return console.ErrStopped
		} else if err != nil {
			return fmt.Errorf("%s: %w", args[0], err)
		}
		if out != "" {
			picture, err := figures.DrawChart(c.Chart("Waits of " + filepath.Base(args[0]) + ": recorded, and under " + name))
			if err != nil {
				return err
			}
			if err := a.Save(out, func(w io.Writer) error { return picture.Write(w, format) }); err != nil {
				return err
			}
		}
		return a.Show(struct {
			Given accounting.Given `json:"given"`
			*accounting.Comparison
			Left   []accounting.Left `json:"left_out,omitempty"`
			Doubts []doubt.Doubt     `json:"doubts,omitempty"`
			Notes  []string          `json:"notes"`
		}{l.Given, c, l.Left, l.Doubts, accounting.Notes}, func() { showTwin(a, c, l) })
	})
	fl := c.Flags()
	in.AddTo(fl)
	in.AddEventsTo(fl)
	fl.StringVar(&name, "policy", "slurm",
		"`scheduler`: slurm; or fcfs, list, easy, cons or sjf-easy and so on, plan-fcfs and so on, dynp-advanced")
	fl.StringVarP(&out, "out", "o", "", "`file` for a figure of the waits: svg, png, pdf or csv by its ending")
	return a.WithJSON(c)
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
func showTwin(a *console.App, c *accounting.Comparison, l *accounting.Log) {
	for _, sentence := range l.Given.Sentences() {
		fmt.Fprintln(a, sentence)
	}
	fmt.Fprintln(a)
	fmt.Fprintf(a, "%s\n", numeral.Plural(c.Jobs, "job"))
	for _, left := range l.Left {
		fmt.Fprintf(a, "%s left out: they %s\n", numeral.Plural(left.Jobs, "job"), left.Why)
	}
	fmt.Fprintln(a)
	rows := console.Cells{}
	add := func(name string, jobs int, w accounting.Waits) {
		rows.Add(name, numeral.Whole(jobs), console.Decimal(w.Recorded), console.Decimal(w.Twin), offBy(w.Twin, w.Recorded))
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
	console.Titled(a, "lrrrr", "wait of|jobs|recorded (s)|simulated (s)|off", rows)
	fmt.Fprintf(a, "\ncorrelation of the waits, job by job  %.3f\nmean difference of a job's wait       %s s\n"+
		"jobs within 60 s of the record        %.0f %%\n\n", c.Correlation, console.Decimal(c.MeanAbsDiff), 100*c.Within60s)
	console.PrintWarning(a, l.Doubts)
	_, others := doubt.Split(l.Doubts)
	for _, note := range slices.Concat(doubt.Sentences(others), accounting.Notes) {
		fmt.Fprintln(a, note)
	}
}
