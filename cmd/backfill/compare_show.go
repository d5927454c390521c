package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/cmd/backfill/internal/table"
	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/rules/pareto"
	"github.com/backfill-lab/backfill/core/stats"
)

// showComparisons prints comparisons; jobs is nil for those of a sweep.
func (a *app) showComparisons(all []comparison, f *compareFlags, jobs *pairedJobs) error {
	notes := notesOf(all, f, jobs)
	report := struct {
		Level       float64      `json:"level"`
		Jobs        *int         `json:"jobs,omitempty"`
		WarmUp      *int         `json:"jobs_left_out_as_warm_up,omitempty"`
		Comparisons []comparison `json:"comparisons"`
		Fronts      []front      `json:"fronts,omitempty"`
		Notes       []string     `json:"notes"`
	}{Level: f.level, Comparisons: all, Fronts: frontsOf(all), Notes: notes}
	if jobs != nil {
		n := len(jobs.of[0])
		report.Jobs, report.WarmUp = &n, &jobs.cut
	}
	return a.show(report, func() error {
		for i := range all {
			if err := a.showComparison(&all[i], f.level, jobs); err != nil {
				return err
			}
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
		return nil
	})
}

// showComparison prints one as a table.
func (a *app) showComparison(c *comparison, level float64, jobs *pairedJobs) error {
	where := c.Where
	if where != "" {
		where = ", " + where
	}
	of := units(c.N, c.Unit)
	switch {
	case jobs != nil && c.N == 0:
		of = plural(len(jobs.of[0]), "job") + ", too few hours for intervals"
	case jobs != nil:
		of = plural(len(jobs.of[0]), "job") + " in " + units(c.N, c.Unit)
	}
	fmt.Fprintf(a, "%s%s: %s, compared with %s\n", c.Metric, where, of, c.Base)
	percent := strings.TrimSuffix(fmt.Sprintf("%.4g", 100*level), ".0") + " %"
	var rows cells
	for _, r := range c.Rows {
		mark := " "
		if slices.Contains(c.Best, r.Policy) {
			mark = "'"
			if c.Sure {
				mark = "*"
			}
		}
		row := []string{r.Policy, decimal(r.Mean) + mark, rangeOf(r.Interval)}
		if r.Change != nil {
			row = append(row, longer(r.Change.Difference()), rangeOf(r.Change.Interval), chance(float64(*r.Holm)),
				share01(r.Effect.Superiority), size(r.Effect.D), size(r.Effect.Cliff))
		}
		if c.Ranking != nil {
			for len(row) < 9 {
				row = append(row, "")
			}
			row = append(row, fmt.Sprintf("%.2f", c.Ranking.Ranks[slices.IndexFunc(c.Rows, func(o comparedPolicy) bool { return o.Policy == r.Policy })]))
		}
		rows.add(row...)
	}
	titles := "policy|mean |" + percent + "|difference|" + percent + "|P|smaller|d|delta|rank"
	if err := table.Titled(a, "lr", titles, rows); err != nil {
		return err
	}
	if c.Ranking != nil {
		fmt.Fprintf(a, "all alike: P %s (Friedman, %s (Iman and Davenport)); mean ranks differ that are %.2f apart (Nemenyi)\n",
			chance(c.Ranking.P), chance(c.Ranking.PF), c.Apart)
	}
	return nil
}

// units writes a number of observations: 49 weeks, 20 batches.
func units(n int, unit string) string {
	if unit == "batch" && n != 1 {
		return whole(n) + " batches"
	}
	return plural(n, unit)
}

func rangeOf(i stats.Interval) string {
	if !i.Known() {
		return "-"
	}
	return decimal(i.Low) + " to " + decimal(i.High)
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

func share01(x number) string { return fmt.Sprintf("%.1f %%", 100*float64(x)) }

func size(x number) string {
	if math.IsNaN(float64(x)) {
		return "-"
	}
	return fmt.Sprintf("%.2f", float64(x))
}

// notesOf says in sentences what the numbers mean and leave out.
func notesOf(all []comparison, f *compareFlags, jobs *pairedJobs) (notes []string) {
	add := func(format string, args ...any) { notes = append(notes, fmt.Sprintf(format, args...)) }
	percent := fmt.Sprintf("%.4g", 100*f.level)
	if jobs == nil {
		add("An observation is a run: all policies with the same values of what the study varies. An interval holds the true mean or difference in "+
			"%s of 100 such studies. It says nothing of other models, machines or logs.", percent)
		add("smaller: share of the runs in which the policy has the smaller value, ties half. d: mean of the differences over their standard " +
			"deviation (Cohen). delta: Cliff's, from -1, all values below all of the base's, to 1.")
	} else {
		if c := all[0]; c.N > 0 {
			add("An observation is a %s of the log, by submission; both sides of a difference have the same ones. An interval holds the true mean or "+
				"difference in %s of 100 logs of the same cluster and users. It says nothing of other clusters, of how near the simulation is "+
				"to reality, or of users who submit more when they wait less.", c.Unit, percent)
			if c.Unit == "day" || c.Unit == "hour" {
				add("The log has fewer than %d weeks. Neighbouring %ss depend on each other, because a queue lasts: the intervals are too narrow.", stats.Least, c.Unit)
			}
		}
		add("smaller: share of the jobs for which the policy has the smaller value, ties half. d: mean of the jobs' differences over their standard " +
			"deviation (Cohen). delta: Cliff's, from -1, all values below all of the base's, to 1. Sums over jobs decide the mean, so a policy can " +
			"be better on average and worse for most jobs.")
		if jobs.cut > 0 {
			add("The first %s are left out as the warm-up, under every policy.", plural(jobs.cut, "job"))
		}
		if len(jobs.unsteady) > 0 {
			add("MSER-5 finds no steady part in the waits under %s, and cuts nothing for them.", strings.Join(jobs.unsteady, ", "))
		}
		if jobs.alone > 0 {
			add("%s did not end under every policy, and are left out.", plural(jobs.alone, "job"))
		}
	}
	if names := changesOf(all, func(c *stats.Change) string {
		if c.Merged == 1 {
			return ""
		}
		return fmt.Sprintf("%d each", c.Merged)
	}); len(names) > 0 {
		add("Neighbours that depend on each other are taken together as one observation: %s.", strings.Join(names, "; "))
	}
	if names := changesOf(all, func(c *stats.Change) string {
		if !c.Dependent {
			return ""
		}
		return fmt.Sprintf("correlation %.2f", c.Lag1)
	}); len(names) > 0 && jobs != nil {
		add("Neighbours still depend on each other, and there are too few to take more together, so that these intervals are too narrow: %s.",
			strings.Join(names, "; "))
	}
	add("P: chance of a difference at least so far from 0 if both were alike, corrected by Holm's method for the %d policies of a table (not for the "+
		"metrics). * the best: its difference to each other policy has an interval that leaves 0 out. ' the first, perhaps by chance.", len(all[0].Rows))
	return notes
}

// changesOf names the differences of which say says something: wait_mean_s of cons (correlation 0.52).
func changesOf(all []comparison, say func(*stats.Change) string) (names []string) {
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

// A front is the policies that no other is as good as in all metrics and better in one, by their means.
type front struct {
	Where    string   `json:"where,omitempty"`
	Metrics  []string `json:"metrics"`
	Policies []string `json:"policies"`
}

// frontsOf returns a front for each value of --by, of the metrics in which a direction is better; none for a single metric.
func frontsOf(all []comparison) (fronts []front) {
	var places []string
	for _, c := range all {
		if !slices.Contains(places, c.Where) {
			places = append(places, c.Where)
		}
	}
	for _, where := range places {
		f := front{Where: where}
		var points [][]float64
		for _, c := range all {
			better := metrics.Every[metrics.Index(c.Metric)].Better
			if c.Where != where || better == metrics.Either {
				continue
			}
			f.Metrics = append(f.Metrics, c.Metric)
			for k, r := range c.Rows {
				if len(f.Metrics) == 1 {
					points = append(points, nil)
				}
				points[k] = append(points[k], -float64(r.Mean)*float64(better))
			}
		}
		if len(f.Metrics) < 2 {
			continue
		}
		for _, k := range pareto.Front(points) {
			f.Policies = append(f.Policies, all[0].Rows[k].Policy)
		}
		fronts = append(fronts, f)
	}
	return fronts
}
