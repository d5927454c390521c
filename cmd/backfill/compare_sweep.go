package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/stats"
	"github.com/backfill-lab/backfill/core/sweep"
)

// compareSweep compares the policies of a sweep run by run.
func (a *app) compareSweep(dir string, f *compareFlags) error {
	p, store, err := a.openSweep(dir)
	if err != nil {
		return err
	}
	if err := noStudy(p); err != nil {
		return err
	}
	t, found, err := p.Table(store)
	if err != nil {
		return err
	}
	if missing := found.Missing + len(found.Failed); missing > 0 {
		fmt.Fprintf(a.err, "backfill: %s: %s of the sweep missing or failed; the others with the same values are left out, too\n",
			dir, plural(missing, "run"))
	}
	policies, err := f.baseFirst(dir, t.Col("policy").Dict.Texts())
	if err != nil {
		return err
	}
	var varied []string
	for _, q := range p.Parameters() {
		if q.Varies() {
			varied = append(varied, q.Name)
		}
	}
	if f.by != "" && !slices.Contains(varied, f.by) {
		return nearName("column that the study varies", f.by, varied, "backfill sweep collect")
	}
	var all []comparison
	for _, name := range f.metrics {
		m := metrics.Every[metrics.Index(name)]
		for _, part := range runsBy(t, policies, varied, f.by, name) {
			c := comparison{Metric: name, Where: part.where, Unit: "run", N: len(part.runs)}
			sides := make([]side, len(policies))
			for k, policy := range policies {
				for _, values := range part.runs {
					sides[k].values = append(sides[k].values, values[k])
				}
				sides[k].policy, sides[k].sums = policy, stats.OfRuns(sides[k].values)
			}
			c.compareSides(m, sides, f.level)
			if len(policies) > 2 && len(part.runs) > 1 {
				r := stats.Friedman(part.runs)
				c.Ranking, c.Apart = &r, r.CriticalDifference(f.level)
			}
			all = append(all, c)
		}
	}
	if len(all) == 0 {
		return fmt.Errorf("%s: no values have a run of every policy: backfill sweep run %[1]s does those that are missing", dir)
	}
	return a.showComparisons(all, f, nil)
}

// A part of a sweep is the runs of one value of a column: runs[i][k] is of policy k, with the same seed, load and so on for all k.
type sweepPart struct {
	where string
	runs  [][]float64
}

// runsBy returns the values of a metric in runs that every policy has.
func runsBy(t *result.Table, policies, varied []string, by, metric string) (parts []sweepPart) {
	values := sweep.Numbers(t, metric)
	text := func(column string, i int) string {
		if c := t.Col(column); c.Float != nil {
			return factor(c.Float[i])
		} else if c.Int != nil {
			return fmt.Sprint(c.Int[i])
		}
		return t.Col(column).GetText(i)
	}
	var order []string // runs, in the order of the table
	rows, where := map[string][]float64{}, map[string]string{}
	has := map[string]int{}
	for i := range t.Rows {
		var key []string
		for _, column := range varied {
			key = append(key, text(column, i))
		}
		at := strings.Join(key, "\x00")
		if rows[at] == nil {
			order, rows[at] = append(order, at), make([]float64, len(policies))
			if by != "" {
				where[at] = by + " " + text(by, i)
			}
		}
		if k := slices.Index(policies, t.Col("policy").GetText(i)); values[i] == values[i] {
			rows[at][k] = values[i]
			has[at]++
		}
	}
	for _, at := range order {
		if has[at] < len(policies) {
			continue
		}
		k := slices.IndexFunc(parts, func(p sweepPart) bool { return p.where == where[at] })
		if k < 0 {
			k, parts = len(parts), append(parts, sweepPart{where: where[at]})
		}
		parts[k].runs = append(parts[k].runs, rows[at])
	}
	return parts
}
