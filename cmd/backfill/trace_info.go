package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/cmd/backfill/internal/table"
	"github.com/backfill-lab/backfill/core/trace"
)

func (a *app) traceInfoCommand() *cobra.Command {
	var t traceFlags
	c := &cobra.Command{
		Use:   "info LOG",
		Short: "Describe a log",
		Example: `  backfill trace info log.swf.gz
  backfill trace info log.swf.gz --json
  backfill trace info jobs.csv --map auto,estimate=limit:min
  SLURM_TIME_FORMAT=%s sacct -aD --parsable2 --format=ALL | backfill trace info -`,
		Args: arguments(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			w, err := a.workload(args, &t, false)
			if err != nil {
				return err
			}
			info := w.Info()
			return a.show(info, func() error { return a.printInfo(w, &info) })
		},
	}
	t.add(c.Flags())
	return a.withJSON(c)
}

func (a *app) printInfo(w *trace.Workload, i *trace.Info) error {
	fmt.Fprintf(a, "%s: %s\n", i.Name, i.Source)
	printReading(a, w)
	fmt.Fprintln(a)
	size := whole(i.Procs) + sizeFrom(w)
	jobs := float64(i.Jobs)
	facts := [][]string{
		{"jobs", whole(i.Jobs)},
		{"processors", size},
		{"offered load", decimal(i.Load)},
		{"submissions", fmt.Sprintf("seconds %s to %s, %s", whole(i.First), whole(i.Last), duration(i.Last-i.First))},
	}
	if date := w.Clock().Date(0); date != "" {
		if w.LocalTimes {
			date += " of the cluster: --timezone says where it is"
		}
		facts = append(facts, []string{"second 0", date})
	}
	facts = append(facts,
		[]string{"users", whole(i.Users)},
		[]string{"groups", whole(i.Groups)},
		[]string{"applications", whole(i.Apps)},
		[]string{"queues", shares(i.Queues)},
		[]string{"partitions", shares(i.Partitions)},
		[]string{"on 1 processor", share(i.Serial, jobs)},
		[]string{"on 2, 4, 8, ...", share(i.PowersOfTwo, jobs)},
		[]string{"run time of 0", share(i.ZeroRun, jobs)},
		[]string{"run past estimate", share(i.OverEstimate, jobs)},
		[]string{"recorded wait", share(i.Recorded, jobs)},
		[]string{"recorded memory", share(i.WithMemory, jobs)},
		[]string{"SHA-256", i.SHA256 + " of processors and jobs"},
	)
	if err := table.Write(a, "l", facts); err != nil {
		return err
	}
	fmt.Fprintln(a)
	spread := func(name string, s *trace.Spread) []string {
		row := []string{name}
		for _, n := range []int64{s.Min, s.P10, s.P25, s.P50, s.P75, s.P90, s.P99, s.Max} {
			row = append(row, whole(n))
		}
		return append(row, decimal(s.Mean))
	}
	err := table.Write(a, "lr", [][]string{
		{"", "min", "p10", "p25", "p50", "p75", "p90", "p99", "max", "mean"},
		spread("processors", &i.Width),
		spread("run time (s)", &i.Run),
		spread("estimate (s)", &i.Estimate),
		spread("between submissions (s)", &i.Gap),
	})
	if err != nil {
		return err
	}
	if told := append(textsOf(i.Missing, func(s string) string { return "missing: " + s }),
		textsOf(i.Doubts, func(s string) string { return "doubtful: " + s })...); len(told) > 0 {
		fmt.Fprintln(a, "\n"+strings.Join(told, "\n"))
	}
	if len(w.Counts) == 0 {
		return nil
	}
	fmt.Fprintln(a)
	return printCounts(a, w)
}

// shares lists queues or partitions with their jobs, of many the first eight.
func shares(all []trace.Share) string {
	const most = 8
	list := textsOf(all[:min(len(all), most)], func(s trace.Share) string {
		return fmt.Sprintf("%s (%s)", strings.TrimSpace(s.Name+" "+s.Title), whole(s.Jobs))
	})
	if len(all) > most {
		list = append(list, "...")
	}
	return strings.TrimSuffix(whole(len(all))+": "+strings.Join(list, ", "), ": ")
}
