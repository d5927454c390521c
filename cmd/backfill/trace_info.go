package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/cmd/backfill/internal/table"
	"github.com/backfill-lab/backfill/core/workload"
)

func (a *app) traceInfoCommand() *cobra.Command {
	var t traceFlags
	c := &cobra.Command{
		Use:   "info LOG",
		Short: "Describe a log",
		Example: `  backfill trace info log.swf.gz
  backfill trace info log.swf.gz --json
  sacct -a --parsable2 --format=ALL | backfill trace info -`,
		Args: arguments(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			w, err := a.workload(args[0], &t, false)
			if err != nil {
				return err
			}
			info := w.Info()
			return a.show(info, func() error { return a.printInfo(w, &info) })
		},
	}
	t.add(c.Flags())
	a.jsonFlag(c)
	return c
}

func (a *app) printInfo(w *workload.Workload, i *workload.Info) error {
	fmt.Fprintf(a, "%s: %s\n\n", i.Name, i.Source)
	size := whole(i.Procs)
	if i.ProcsFrom != "" {
		size += " (" + i.ProcsFrom + ")"
	}
	facts := [][]string{
		{"jobs", whole(i.Jobs)},
		{"processors", size},
		{"offered load", decimal(i.Load)},
		{"submissions", fmt.Sprintf("seconds %s to %s, %s", whole(i.First), whole(i.Last), duration(i.Last-i.First))},
	}
	if i.UnixStart != 0 {
		facts = append(facts, []string{"second 0", time.Unix(i.UnixStart, 0).UTC().Format("2006-01-02 15:04:05 UTC")})
	}
	facts = append(facts,
		[]string{"users", whole(i.Users)},
		[]string{"groups", whole(i.Groups)},
		[]string{"applications", whole(i.Apps)},
		[]string{"queues", shares(i.Queues)},
		[]string{"partitions", shares(i.Partitions)},
		[]string{"on 1 processor", part(i.Serial, i.Jobs)},
		[]string{"on 2, 4, 8, ...", part(i.PowersOfTwo, i.Jobs)},
		[]string{"run time of 0", part(i.ZeroRun, i.Jobs)},
		[]string{"run past estimate", part(i.OverEstimate, i.Jobs)},
		[]string{"recorded wait", part(i.Recorded, i.Jobs)},
		[]string{"recorded memory", part(i.WithMemory, i.Jobs)},
		[]string{"SHA-256", i.SHA256 + " of processors and jobs"},
	)
	if err := table.Write(a, "l", facts); err != nil {
		return err
	}
	fmt.Fprintln(a)
	spread := func(name string, s *workload.Spread) []string {
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
	if len(w.Counts) == 0 {
		return nil
	}
	fmt.Fprintln(a)
	return printCounts(a, w)
}

// part prints n of total with its share.
func part(n, total int) string {
	if total == 0 {
		return whole(n)
	}
	return fmt.Sprintf("%s (%.1f %%)", whole(n), 100*float64(n)/float64(total))
}

// shares lists queues or partitions with their jobs, the first ones of many.
func shares(all []workload.Share) string {
	const most = 8
	text := whole(len(all))
	for k, s := range all {
		sep := ", "
		if k == 0 {
			sep = ": "
		}
		if k == most {
			return text + ", ..."
		}
		name := s.Name
		if s.Title != "" {
			name += " " + s.Title
		}
		text += fmt.Sprintf("%s%s (%s)", sep, name, whole(s.Jobs))
	}
	return text
}
