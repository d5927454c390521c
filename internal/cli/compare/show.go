package compare

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/study/compare"
	"github.com/backfill-lab/backfill/core/study/stats"
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
			row = append(row, changed(&r, jobs != nil)...)
		}
		if c.Ranks != nil {
			for len(row) < 9 {
				row = append(row, "")
			}
			row = append(row, fmt.Sprintf("%.2f", c.Ranks.Ranks[k]))
		}
		rows.Add(row...)
	}
	times := ""
	if jobs != nil {
		times = "times|"
	}
	titles := "policy|mean |" + percent + "|difference|" + times + percent + "|P|smaller|d|delta|rank"
	console.Titled(a, "lr", titles, rows)
	if c.Ranks != nil {
		fmt.Fprintf(a, "all alike: P %s by Friedman, %s by Iman and Davenport; mean ranks differ that are %.2f apart (Nemenyi)\n",
			chance(c.Ranks.P), chance(c.Ranks.PF), c.Apart)
	}
}

// changed writes how a row's policy differs from the base: by what, of jobs how many times, and how much that varies.
func changed(r *compare.Row, jobs bool) []string {
	row, varies := []string{console.Signed(r.Change.Difference())}, r.Change.Interval
	if jobs {
		row, varies = append(row, size(compare.Number(r.Change.After/r.Change.Before))), r.Times
	}
	return append(row, console.Range(varies), chance(float64(r.Holm)), fmt.Sprintf("%.1f %%", 100*float64(r.Effect.Superiority)),
		size(r.Effect.D), size(r.Effect.Cliff))
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

func size(x compare.Number) string {
	if math.IsNaN(float64(x)) {
		return "-"
	}
	return fmt.Sprintf("%.2f", float64(x))
}

// notesOf says in sentences what the numbers mean and leave out. One of study and jobs is nil.
func notesOf(all []compare.Comparison, f *compareFlags, study *compare.Study, jobs *compare.Jobs) (notes []string) {
	add := func(format string, args ...any) { notes = append(notes, fmt.Sprintf(format, args...)) }
	c, percent, each := all[0], fmt.Sprintf("%.4g", 100*f.level), "jobs"
	switch {
	case jobs == nil:
		each = "runs"
		add("An observation is a run: all policies with the same values of what the study varies. An interval holds the true mean or "+
			"difference in %s of 100 such studies. It says nothing of other models, machines or logs.", percent)
		if chosen := study.Chosen(); len(chosen) > 0 && c.N > 1 {
			add("The runs differ in %s, not in seeds alone. Intervals and P take such values for a random sample. If they were chosen, "+
				"as loads are, the intervals do not hold. So no policy has a star here: --by %s compares each value apart.",
				numeral.List(chosen), chosen[0])
		}
	case c.N > 0:
		add("An observation is a %s of the log, by submission; both sides of a difference have the same ones. times: the mean over "+
			"the base's. An interval holds the true mean or times in %s of 100 logs of the same cluster and users. It says nothing of "+
			"other clusters, of how near the simulation is to reality, or of users who submit more when they wait less.", c.Unit, percent)
	}
	if c.Unit == "day" || c.Unit == "hour" {
		add("The log has fewer than %d weeks. Neighbouring %ss depend on each other, because a queue lasts: the intervals are too narrow.",
			stats.Least, c.Unit)
	}
	add("smaller: share of the %s for which the policy has the smaller value, ties half. d: mean of the differences over their standard "+
		"deviation (Cohen). delta: Cliff's, from -1, all values below all of the base's, to 1.", each)
	if jobs != nil {
		add("These three count each job once, whatever weight it has in the mean, so their sign can be another than the difference's.")
		add("Sums over jobs decide a mean, so a policy can be better on average and worse for most jobs.")
		notes = append(notes, jobsNotes(jobs)...)
	}
	merged := changesOf(all, func(c *stats.Change) string {
		if c.Merged == 1 {
			return ""
		}
		return fmt.Sprintf("%d each", c.Merged)
	})
	if len(merged) > 0 {
		add("Neighbours that depend on each other are taken together as one observation: %s.", strings.Join(merged, "; "))
	}
	dependent := changesOf(all, func(c *stats.Change) string {
		if !c.Dependent || jobs == nil {
			return ""
		}
		return fmt.Sprintf("correlation %.2f", c.Lag1)
	})
	if len(dependent) > 0 {
		add("Neighbours still depend on each other, and there are too few to take more together, so that these intervals are too "+
			"narrow: %s.", strings.Join(dependent, "; "))
	}
	test := "of Student's pairs"
	if jobs != nil {
		test = "of exchanging both sides in some observations"
	}
	add("P: chance of a difference at least that large if both were alike, by a test %s, corrected by Holm's method for the %d "+
		"policies of a table (not for several metrics); intervals are not corrected. * the best: it differs from each other policy "+
		"at %s %%. ' the first, but not by more than the observations vary.", test, len(c.Rows), percent)
	return notes
}

// jobsNotes says which jobs are left out.
func jobsNotes(jobs *compare.Jobs) (notes []string) {
	if jobs.Cut > 0 {
		notes = append(notes, fmt.Sprintf("The first %s are left out as the warm-up, under every policy.", numeral.Plural(jobs.Cut, "job")))
	}
	if len(jobs.Unsteady) > 0 {
		notes = append(notes, fmt.Sprintf("MSER-5 finds no steady part in the waits under %s, and cuts nothing for them.",
			strings.Join(jobs.Unsteady, ", ")))
	}
	if jobs.Alone > 0 {
		notes = append(notes, fmt.Sprintf("%s did not end under every policy, and are left out.", numeral.Plural(jobs.Alone, "job")))
	}
	return notes
}

// changesOf names the differences of which say says something: wait_mean_s of cons (correlation 0.52).
func changesOf(all []compare.Comparison, say func(*stats.Change) string) (names []string) {
	for _, c := range all {
		for _, r := range c.Rows {
			if r.Change == nil {
				continue
			}
			if text := say(r.Change); text != "" {
				names = append(names, fmt.Sprintf("%s of %s (%s)", c.Metric, r.Policy, text))
			}
		}
	}
	return names
}
