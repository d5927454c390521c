package compare

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/study/compare"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// showComparisons prints comparisons. One of study and jobs is nil.
func showComparisons(a *console.App, all []compare.Comparison, f *compareFlags, study *compare.Study, jobs *compare.Jobs) error {
	notes := notesOf(all, f, study, jobs)
	report := struct {
		Level       float64              `json:"level"`
		Jobs        *int                 `json:"jobs,omitempty"`
		WarmUp      *int                 `json:"jobs_left_out_as_warm_up,omitempty"`
		Comparisons []compare.Comparison `json:"comparisons"`
		Fronts      []compare.Front      `json:"fronts,omitempty"`
		Notes       []string             `json:"notes"`
	}{Level: f.level, Comparisons: all, Fronts: compare.Fronts(all), Notes: notes}
	if jobs != nil {
		report.Jobs, report.WarmUp = &jobs.N, &jobs.Cut
	}
	return a.Show(report, func() {
		for i := range all {
			showComparison(a, &all[i], f.level, jobs)
			fmt.Fprintln(a)
		}
		for _, front := range report.Fronts {
			where := ""
			if front.Where != "" {
				where = front.Where + ": "
			}
			fmt.Fprintf(a, "%sno policy is better than these in %s at once (Pareto front of the means): %s\n",
				where, strings.Join(front.Metrics, ", "), strings.Join(front.Policies, ", "))
		}
		for _, note := range notes {
			fmt.Fprintln(a, note)
		}
	})
}

// showComparison prints one as a table.
func showComparison(a *console.App, c *compare.Comparison, level float64, jobs *compare.Jobs) {
	where := c.Where
	if where != "" {
		where = ", " + where
	}
	of := units(c.N, c.Unit)
	switch {
	case jobs != nil && c.N == 0:
		of = numeral.Plural(jobs.N, "job") + ", too few hours for intervals"
	case jobs != nil:
		of = numeral.Plural(jobs.N, "job") + " in " + units(c.N, c.Unit)
	}
	fmt.Fprintf(a, "%s%s: %s, compared with %s\n", c.Metric, where, of, c.Base)
	percent := strings.TrimSuffix(fmt.Sprintf("%.4g", 100*level), ".0") + " %"
	var rows console.Cells
	for k, r := range c.Rows {
		mark := " "
		if slices.Contains(c.Best, r.Policy) {
			mark = "'"
			if c.Sure {
				mark = "*"
			}
		}
		row := []string{r.Policy, console.Decimal(r.Mean) + mark, console.Range(r.Interval)}
		if r.Change != nil {
			row = append(row, console.Signed(r.Change.Difference()), console.Range(r.Change.Interval), chance(float64(r.Holm)),
				share01(r.Effect.Superiority), size(r.Effect.D), size(r.Effect.Cliff))
		}
		if c.Ranks != nil {
			for len(row) < 9 {
				row = append(row, "")
			}
			row = append(row, fmt.Sprintf("%.2f", c.Ranks.Ranks[k]))
		}
		rows.Add(row...)
	}
	titles := "policy|mean |" + percent + "|difference|" + percent + "|P|smaller|d|delta|rank"
	console.Titled(a, "lr", titles, rows)
	if c.Ranks != nil {
		fmt.Fprintf(a, "all alike: P %s by Friedman, %s by Iman and Davenport; mean ranks differ that are %.2f apart (Nemenyi)\n",
			chance(c.Ranks.P), chance(c.Ranks.PF), c.Apart)
	}
}

// units writes a number of observations: 49 weeks, 20 batches.
func units(n int, unit string) string {
	if unit == "batch" && n != 1 {
		return numeral.Whole(n) + " batches"
	}
	return numeral.Plural(n, unit)
}

// chance writes a P.
func chance(p float64) string {
	switch {
	case math.IsNaN(p):
		return "-"
	case p < 0.001:
		return "<0.001"
	}
	return fmt.Sprintf("%.3f", p)
}

func share01(x compare.Number) string { return fmt.Sprintf("%.1f %%", 100*float64(x)) }

func size(x compare.Number) string {
	if math.IsNaN(float64(x)) {
		return "-"
	}
	return fmt.Sprintf("%.2f", float64(x))
}
