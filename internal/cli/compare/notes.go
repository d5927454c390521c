package compare

import (
	"fmt"
	"strings"

	"github.com/backfill-lab/backfill/core/study/compare"
	"github.com/backfill-lab/backfill/core/study/stats"
	"github.com/backfill-lab/backfill/internal/numeral"
)

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
		add("An observation is a %s of the log, by submission; both sides of a difference have the same ones. An interval holds the "+
			"true mean or difference in %s of 100 logs of the same cluster and users. It says nothing of other clusters, of how near the "+
			"simulation is to reality, or of users who submit more when they wait less.", c.Unit, percent)
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
	add("P: chance of a difference at least so far from 0 if both were alike, corrected by Holm's method for the %d policies of a table "+
		"(not for several metrics); intervals are not corrected. * the best: its difference to each other policy has an interval "+
		"that leaves 0 out. ' the first, perhaps by chance.", len(c.Rows))
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
