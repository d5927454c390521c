package trace

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
	"github.com/backfill-lab/backfill/internal/cli/internal/workload"
	"github.com/backfill-lab/backfill/internal/numeral"
)

func infoCommand(a *console.App) *cobra.Command {
	var t traceFlags
	c := usage.New("trace info", usage.Arguments(1, 1), func(_ *cobra.Command, args []string) error {
		w, err := t.ReadLog(a, args, trace.Options{})
		if err != nil {
			return err
		}
		info := w.Info()
		return a.Show(info, func() { printInfo(a, w, &info) })
	})
	t.Add(c.Flags())
	return a.WithJSON(c)
}

func printInfo(a *console.App, w *trace.Workload, i *trace.Info) {
	fmt.Fprintf(a, "%s: %s\n", i.Name, i.Source)
	workload.PrintReading(a, w)
	fmt.Fprintln(a)
	size := numeral.Whole(i.Procs) + workload.SizeFrom(w)
	jobs := float64(i.Jobs)
	facts := [][]string{
		{"jobs", numeral.Whole(i.Jobs)},
		{"processors", size},
		{"offered load", console.Decimal(i.Load)},
		{"submissions", fmt.Sprintf("seconds %s to %s, %s", numeral.Whole(i.First), numeral.Whole(i.Last), console.Duration(i.Last-i.First))},
	}
	if date := w.Clock().Date(0); date != "" {
		if w.LocalTimes {
			date += " of the cluster: --timezone says where it is"
		}
		facts = append(facts, []string{"second 0", date})
	}
	facts = append(facts,
		[]string{"users", numeral.Whole(i.Users)},
		[]string{"groups", numeral.Whole(i.Groups)},
		[]string{"applications", numeral.Whole(i.Apps)},
		[]string{"queues", shares(i.Queues)},
		[]string{"partitions", shares(i.Partitions)},
		[]string{"on 1 processor", console.Share(i.Serial, jobs)},
		[]string{"on 2, 4, 8, ...", console.Share(i.PowersOfTwo, jobs)},
		[]string{"run time of 0", console.Share(i.ZeroRun, jobs)},
		[]string{"run past estimate", console.Share(i.OverEstimate, jobs)},
		[]string{"recorded wait", console.Share(i.Recorded, jobs)},
		[]string{"recorded memory", console.Share(i.WithMemory, jobs)},
		[]string{"SHA-256", i.SHA256 + " of processors and jobs"},
	)
	console.Table(a, "l", facts)
	fmt.Fprintln(a)
	spread := func(name string, s *trace.Spread) []string {
		row := []string{name}
		for _, n := range []int64{s.Min, s.P10, s.P25, s.P50, s.P75, s.P90, s.P99, s.Max} {
			row = append(row, numeral.Whole(n))
		}
		return append(row, console.Decimal(s.Mean))
	}
	console.Table(a, "lr", [][]string{
		{"", "min", "p10", "p25", "p50", "p75", "p90", "p99", "max", "mean"},
		spread("processors", &i.Width),
		spread("run time (s)", &i.Run),
		spread("estimate (s)", &i.Estimate),
		spread("between submissions (s)", &i.Gap),
	})
	if told := append(console.Texts(i.Missing, func(s string) string { return "missing: " + s }),
		console.Texts(i.Doubts, func(d trace.Doubt) string { return "doubtful: " + d.String() })...); len(told) > 0 {
		fmt.Fprintln(a, "\n"+strings.Join(told, "\n"))
	}
	if len(w.Counts) > 0 {
		fmt.Fprintln(a)
		workload.PrintCounts(a, w)
	}
}

// shares lists queues or partitions with their jobs, of many the first eight.
func shares(all []trace.Share) string {
	const most = 8
	list := console.Texts(all[:min(len(all), most)], func(s trace.Share) string {
		return fmt.Sprintf("%s (%s)", strings.TrimSpace(s.Name+" "+s.Title), numeral.Whole(s.Jobs))
	})
	if len(all) > most {
		list = append(list, "...")
	}
	return strings.TrimSuffix(numeral.Whole(len(all))+": "+strings.Join(list, ", "), ": ")
}
