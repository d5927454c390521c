// Package compare is backfill compare, which says how sure differences between policies are.
package compare

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/study/compare"
	"github.com/backfill-lab/backfill/core/study/stats"
	"github.com/backfill-lab/backfill/core/study/sweep"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/results"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
	"github.com/backfill-lab/backfill/internal/numeral"
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

// Command is backfill compare.
func Command(a *console.App) *cobra.Command {
	var f compareFlags
	c := usage.New("compare", usage.Arguments(1, 1), func(_ *cobra.Command, args []string) error {
		known := console.Texts(metrics.Every, func(m metrics.Metric) string { return m.Name })
		if err := usage.Known("metric", f.metrics, known, "backfill metrics"); err != nil {
			return err
		}
		switch {
		case !(f.level > 0 && f.level < 1):
			return usage.Errorf("--level %v: give a share above 0 and below 1, such as 0.95", f.level)
		case f.batches != 0 && (f.batches < stats.Least || f.batches > 1000):
			return usage.Errorf("--batches %d: give %d to 1000", f.batches, stats.Least)
		}
		if _, err := f.options(0); err != nil {
			return err
		}
		sweep := console.Exists(filepath.Join(args[0], "sweep.json"))
		switch {
		case sweep && (f.warmup != "none" || f.batches != 0):
			return usage.Errorf("--warmup and --batches are for the jobs of one log: %s is a sweep, whose runs are the observations", args[0])
		case sweep:
			return compareSweep(a, args[0], &f)
		case f.by != "":
			return usage.Errorf("--by is for sweeps: %s holds the results of one experiment", args[0])
		}
		return compareRuns(a, args[0], &f)
	}, "{means}", strings.Join(metrics.Means[1:6], ", "))
	fl := usage.Ordered(c)
	fl.StringVar(&f.base, "base", "", "`policy` to which the others are compared (default: the first)")
	fl.StringSliceVar(&f.metrics, "metrics", usualComparison, "metrics to compare")
	fl.StringVar(&f.warmup, "warmup", "none", "`jobs` to leave out at the beginning: none, mser5 or a share")
	fl.IntVar(&f.batches, "batches", 0, "batches of jobs instead of weeks")
	fl.StringVar(&f.by, "by", "", "`column` of a sweep's table that divides its runs")
	fl.Float64Var(&f.level, "level", stats.Level, "level of intervals")
	return a.WithJSON(c)
}

// options says how jobs are compared; start is the Unix time of second 0.
func (f *compareFlags) options(start int64) (compare.Options, error) {
	o := compare.Options{Level: f.level, Start: start, Batches: f.batches, MSER5: f.warmup == "mser5"}
	if o.MSER5 || f.warmup == "none" {
		return o, nil
	}
	var err error
	if o.Share, err = strconv.ParseFloat(f.warmup, 64); err != nil || !(o.Share >= 0 && o.Share < 1) {
		return o, usage.Errorf("--warmup %s: give none, mser5 or a share from 0 to below 1, such as 0.1", f.warmup)
	}
	return o, nil
}

// baseFirst puts the base in front of the policies.
func (f *compareFlags) baseFirst(dir string, policies []string) ([]string, error) {
	if f.base == "" || len(policies) < 2 {
		return policies, nil
	}
	k := slices.Index(policies, f.base)
	if k < 0 {
		return nil, usage.Errorf("--base %s: unknown policy in %s; expected one of %s", f.base, dir, strings.Join(policies, ", "))
	}
	return append([]string{f.base}, slices.Delete(slices.Clone(policies), k, k+1)...), nil
}

// compareRuns compares the runs of one experiment job by job.
func compareRuns(a *console.App, dir string, f *compareFlags) error {
	r, err := results.Open(a, dir, result.Jobs)
	if err != nil {
		return err
	}
	policies, err := f.baseFirst(dir, slices.DeleteFunc(r.Policies(), func(p string) bool { return p == policy.Recorded }))
	if err != nil {
		return err
	}
	o, err := f.options(r.Meta.Start())
	if err != nil {
		return err
	}
	jobs, err := compare.Pair(r.Tables[result.Jobs], policies, o)
	if err != nil {
		return fmt.Errorf("%s: %w", dir, err)
	}
	var all []compare.Comparison
	for _, name := range f.metrics {
		c, err := jobs.Compare(name)
		if err != nil {
			return usage.Errorf("%w", err)
		}
		all = append(all, c)
	}
	return showComparisons(a, all, f, nil, jobs)
}

// compareSweep compares the policies of a sweep run by run.
func compareSweep(a *console.App, dir string, f *compareFlags) error {
	p, t, found, err := results.SweepTable(a, dir)
	if err != nil {
		return err
	}
	if missing := found.Missing + len(found.Failed); missing > 0 {
		fmt.Fprintf(a.Err, "backfill: %s: %s of the sweep missing or failed; the others with the same values are left out, too\n",
			dir, numeral.Plural(missing, "run"))
	}
	policies, err := f.baseFirst(dir, t.Col("policy").Dict.Texts())
	if err != nil {
		return err
	}
	if len(policies) < 2 {
		return fmt.Errorf("%s: a comparison needs two policies, and there is only one", dir)
	}
	study := compare.Study{Table: t, Policies: policies, Varied: p.Varied(), By: f.by, Level: f.level}
	if f.by != "" && !slices.Contains(study.Varied, f.by) {
		return usage.Errorf("--by %s: the study varies %s%s", f.by, cmp.Or(numeral.List(study.Varied), "nothing but policies"),
			usage.Meant("; did you mean %s?", f.by, study.Varied))
	}
	var all []compare.Comparison
	for _, name := range f.metrics {
		all = append(all, study.Compare(name)...)
	}
	if len(all) == 0 {
		return fmt.Errorf("%s: no values have a run of every policy: backfill sweep run %s does those that are missing",
			dir, sweep.ShellWord(dir))
	}
	return showComparisons(a, all, f, &study, nil)
}
