package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/stats"
)

type compareFlags struct {
	base    string
	metrics []string
	warmup  string
	batches int
	level   float64
	by      string
}

// usualComparison are the metrics that are compared unless others are named.
var usualComparison = []string{"wait_mean_s", "bsld_mean", "artww_s"}

func (a *app) compareCommand() *cobra.Command {
	var f compareFlags
	c := &cobra.Command{
		Use:   "compare DIR",
		Short: "Differences between policies, with intervals, effect sizes and corrected P",
		Long: `Compare the policies in a folder written by backfill run --out, job by job, or in a
sweep, run by run: the difference of each one to the base, with an interval.

Of one log, an observation is a week of it (a day or an hour of a short one), because
jobs that wait in one queue are not independent. Both sides of a difference have the same
weeks, so what a hard week does to both cancels. Of a sweep, an observation is a run: all
policies with the same seed, load and so on are one. P is the chance of so large a
difference between policies that are alike; it is corrected for the number of
policies by Holm's method.

Metrics of a log are weighted means of jobs: ` + strings.Join(metrics.Means[1:6], ", ") + `,
and so on. Percentiles and the use of the machine have one value for a whole log; they have
intervals in a sweep.

  --warmup mser5   leave the first jobs out, as many as MSER-5 finds to be no steady
                   part of the waits under any policy; 0.1 leaves the first tenth out
  --batches 20     batches of as many jobs each instead of weeks, with a test of whether
                   they are long enough
  --by load        a sweep's runs apart by the values of a column`,
		Example: `  backfill run log.swf.gz --policy easy,cons,sjf-easy --out results
  backfill compare results
  backfill compare results --base cons --metrics wait_mean_s,awrt_s --warmup 0.1
  backfill compare study --by load --metrics wait_mean_s,util --json`,
		Args: arguments(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			known := textsOf(metrics.Every, func(m metrics.Metric) string { return m.Name })
			for _, name := range f.metrics {
				if !slices.Contains(known, name) {
					return nearName("metric", name, known, "backfill metrics")
				}
			}
			switch {
			case !(f.level > 0 && f.level < 1):
				return usage("--level %v: give a share above 0 and below 1, such as 0.95", f.level)
			case f.batches != 0 && (f.batches < stats.Least || f.batches > 1000):
				return usage("--batches %d: give %d to 1000", f.batches, stats.Least)
			}
			if _, err := f.share(); err != nil {
				return err
			}
			sweep := exists(filepath.Join(args[0], "sweep.json"))
			switch {
			case sweep && (f.warmup != "none" || f.batches != 0):
				return usage("--warmup and --batches are for the jobs of one log: %s is a sweep, whose runs are the observations", args[0])
			case sweep:
				return a.compareSweep(args[0], &f)
			case f.by != "":
				return usage("--by is for sweeps: %s holds the results of one experiment", args[0])
			}
			return a.compareRuns(args[0], &f)
		},
	}
	fl := c.Flags()
	fl.SortFlags = false
	fl.StringVar(&f.base, "base", "", "`policy` to which the others are compared (default: the first)")
	fl.StringSliceVar(&f.metrics, "metrics", usualComparison, "metrics to compare")
	fl.StringVar(&f.warmup, "warmup", "none", "`jobs` to leave out at the beginning: none, mser5 or a share")
	fl.IntVar(&f.batches, "batches", 0, "batches of jobs instead of weeks")
	fl.StringVar(&f.by, "by", "", "`column` of a sweep's table that divides its runs")
	fl.Float64Var(&f.level, "level", stats.Level, "level of intervals")
	return a.withJSON(c)
}

// share returns the share that --warmup leaves out; 0 for none and mser5.
func (f *compareFlags) share() (float64, error) {
	if f.warmup == "none" || f.warmup == "mser5" {
		return 0, nil
	}
	share, err := strconv.ParseFloat(f.warmup, 64)
	if err != nil || !(share >= 0 && share < 1) {
		return 0, usage("--warmup %s: give none, mser5 or a share from 0 to below 1, such as 0.1", f.warmup)
	}
	return share, nil
}

// A comparison is what compare says of one metric.
type comparison struct {
	Metric  string           `json:"metric"`
	Where   string           `json:"where,omitempty"` // the value of --by
	Base    string           `json:"base"`
	Unit    string           `json:"unit"`                  // what an observation is: week, day, hour, batch or run
	N       int              `json:"observations"`          // 0 if there are too few
	Best    []string         `json:"best"`                  // policies of the best mean
	Sure    bool             `json:"best_is_apart"`         // by intervals at the level
	Ranking *stats.Ranking   `json:"ranks,omitempty"`       // Friedman's test, of three policies or more in a sweep
	Apart   float64          `json:"ranks_apart,omitempty"` // mean ranks that far apart differ at the level (Nemenyi)
	Rows    []comparedPolicy `json:"policies"`
}

// A comparedPolicy is a policy in a comparison.
type comparedPolicy struct {
	Policy   string         `json:"policy"`
	Mean     number         `json:"mean"`
	Interval stats.Interval `json:"interval"`         // of the mean
	Change   *stats.Change  `json:"change,omitempty"` // from the base to this one; none for the base
	Holm     *number        `json:"p_holm,omitempty"`
	Effect   *effect        `json:"effect,omitempty"`
}

// An effect says how large a change is to the jobs, or of a sweep to the runs.
type effect struct {
	Superiority number `json:"superiority"`  // of smaller values: see stats.Superiority
	D           number `json:"d"`            // stats.PairedD of the differences
	Cliff       number `json:"cliffs_delta"` // stats.CliffsDelta
}

// A side is a policy's values: of jobs or runs, and their sums.
type side struct {
	policy string
	values []float64
	sums   stats.Sums
}

// compareSides fills a comparison with what sides say of it; sides[0] is the base.
func (c *comparison) compareSides(m metrics.Metric, sides []side, level float64) {
	c.Base = sides[0].policy
	var sums []stats.Sums
	var p []float64
	for k, s := range sides {
		sums = append(sums, s.sums)
		row := comparedPolicy{Policy: s.policy, Mean: number(s.sums.Mean()), Interval: s.sums.Interval(level)}
		if k > 0 {
			change := stats.Compare(sides[0].sums, s.sums, level)
			p = append(p, change.P)
			row.Change = &change
			row.Effect = &effect{number(stats.Superiority(sides[0].values, s.values)),
				number(stats.PairedD(differencesOf(sides[0].values, s.values))), number(stats.CliffsDelta(sides[0].values, s.values))}
		}
		c.Rows = append(c.Rows, row)
	}
	for k, v := range stats.Holm(p) {
		adjusted := number(v)
		c.Rows[k+1].Holm = &adjusted
	}
	best := stats.FindBest(sums, m.Better == metrics.Higher, level)
	c.Best = []string{}
	if m.Better == metrics.Either {
		return
	}
	for _, k := range best.First {
		c.Best, c.Sure = append(c.Best, sides[k].policy), best.Apart
	}
}

func differencesOf(before, after []float64) []float64 {
	d := make([]float64, len(before))
	for i := range d {
		d[i] = after[i] - before[i]
	}
	return d
}

// baseFirst puts the base in front of the policies.
func (f *compareFlags) baseFirst(dir string, policies []string) ([]string, error) {
	if len(policies) < 2 {
		return nil, fmt.Errorf("%s: it has one policy, and a comparison needs two: name more of them with --policy", dir)
	}
	if f.base == "" {
		return policies, nil
	}
	k := slices.Index(policies, f.base)
	if k < 0 {
		return nil, usage("--base %s: there is no such policy in %s; there are %s", f.base, dir, strings.Join(policies, ", "))
	}
	return append([]string{f.base}, slices.Delete(slices.Clone(policies), k, k+1)...), nil
}
