// Package runs is backfill runs, which compares runs by user, queue and other groups of jobs.
package runs

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/study/stats"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/results"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// usualSlices are the metrics of slices that are printed unless others are named.
var usualSlices = []string{"wait_mean_s", "wait_p50_s", "wait_p95_s", "bsld_mean"}

// mostSlices bounds the slices that are printed.
const mostSlices = 30

// sliceColumns are the columns by which runs can be sliced.
func sliceColumns() (names []string) {
	for _, c := range result.Jobs.Columns {
		if c.Type == result.Text && !slices.Contains([]string{"run", "policy", "id", "node_list"}, c.Name) {
			names = append(names, c.Name)
		}
	}
	return names
}

// Command is backfill runs.
func Command(a *console.App) *cobra.Command {
	var from, by string
	var chosen []string
	var all bool
	columns := strings.Join(sliceColumns(), ", ")
	c := usage.New("runs", usage.Arguments(0, 0), func(*cobra.Command, []string) error {
		known := console.Texts(metrics.OfJobs(), func(m metrics.Metric) string { return m.Name })
		if err := usage.Known("metric of jobs", chosen, known, "backfill metrics"); err != nil {
			return err
		}
		switch {
		case from == "":
			return usage.Errorf("--from DIR is missing: the folder written by backfill run --out")
		case !slices.Contains(sliceColumns(), by):
			return usage.Errorf("runs cannot be compared by %q: give --by %s", by, columns)
		}
		return show(a, from, by, chosen, all)
	})
	fl := usage.Ordered(c)
	fl.StringVar(&from, "from", "", "folder with results")
	fl.StringVar(&by, "by", "", columns)
	fl.StringSliceVar(&chosen, "metrics", usualSlices, "metrics to print")
	fl.BoolVar(&all, "all", false, fmt.Sprintf("print all, not the first %d", mostSlices))
	c.RegisterFlagCompletionFunc("by", usage.Completes(sliceColumns))
	return a.WithJSON(c)
}

// sliceJSON is a slice of a run in JSON.
type sliceJSON struct {
	Name    *string                 `json:"name"` // null for jobs of which the log does not say
	Run     string                  `json:"run"`
	Policy  string                  `json:"policy"`
	Jobs    int                     `json:"jobs"`
	Area    numeral.JSON            `json:"processor_seconds"`
	Metrics map[string]numeral.JSON `json:"metrics"`

	Intervals map[string]stats.Interval `json:"intervals,omitempty"` // at 95 %, of means, over blocks of Unit
	Unit      string                    `json:"interval_over,omitempty"`
}

func show(a *console.App, from, by string, chosen []string, all bool) error {
	r, err := results.Open(a, from, result.Jobs)
	if err != nil {
		return err
	}
	of, err := result.Slices(r.Tables[result.Jobs], by, r.Meta.Start())
	if err != nil {
		return fmt.Errorf("%s: %w", from, err)
	}
	if a.JSON {
		return a.PrintJSON(slicesJSON(of))
	}
	var names []string // in the order of the first run
	known := map[string]map[string]*result.Slice{}
	for i := range of {
		s := &of[i]
		if known[s.Name] == nil {
			known[s.Name] = map[string]*result.Slice{}
			names = append(names, s.Name)
		}
		known[s.Name][s.Run] = s
	}
	rest := max(len(names)-mostSlices, 0)
	if all {
		rest = 0
	}
	intervals := false
	for k, metric := range chosen {
		if k > 0 {
			fmt.Fprintln(a)
		}
		fmt.Fprintln(a, metric)
		rows := console.Cells{append([]string{by, "jobs"}, r.Policies()...)}
		for _, name := range names[:len(names)-rest] {
			row := []string{name, ""}
			if name == "" {
				row[0] = "(none)"
			}
			for _, run := range r.Runs {
				s := known[name][run.Name]
				if s == nil {
					row = append(row, "-")
					continue
				}
				row[1] = numeral.Whole(s.Jobs)
				text := console.Decimal(s.Metrics.Value(metric))
				if i := s.Interval(metric); i.Known() {
					text, intervals = text+" ("+console.Range(i)+")", true
				}
				row = append(row, text)
			}
			rows.Add(row...)
		}
		console.Table(a, "lr", rows)
	}
	if rest > 0 {
		fmt.Fprintf(a, "\nand %s more: --all shows them\n", numeral.Whole(rest))
	}
	if intervals {
		fmt.Fprintln(a, "\nIn brackets: 95 % intervals over the weeks (days or hours, if there are few) in which the jobs were submitted. Runs "+
			"share these, so intervals can overlap where a difference is certain: backfill compare tells.")
	}
	if note := policy.BesideRecorded(r.Policies()); note != "" {
		fmt.Fprintln(a, "\n"+note)
	}
	return nil
}

func slicesJSON(of []result.Slice) []sliceJSON {
	list := []sliceJSON{}
	for _, s := range of {
		j := sliceJSON{Run: s.Run, Policy: s.Policy, Jobs: s.Jobs, Area: numeral.JSON(s.Area), Metrics: map[string]numeral.JSON{}, Unit: s.Unit}
		if s.Name != "" {
			j.Name = &s.Name
		}
		for _, m := range metrics.OfJobs() {
			j.Metrics[m.Name] = numeral.JSON(s.Metrics.Value(m.Name))
		}
		for k, i := range s.Intervals {
			if j.Intervals == nil {
				j.Intervals = map[string]stats.Interval{}
			}
			j.Intervals[metrics.Means[k]] = i
		}
		list = append(list, j)
	}
	return list
}
