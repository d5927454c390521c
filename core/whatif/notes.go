package whatif

import (
	"slices"

	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/twin"
)

// Notes say what the answer assumes and leaves out, in sentences.
func (a *Answer) Notes() []string {
	notes := slices.Concat(a.Assumed, outside)
	if slices.ContainsFunc(a.policies[:], func(name string) bool { return policy.Fold(name) != policy.Slurm }) {
		notes = append(notes, twin.OneQueue)
	}
	return append(notes, twin.Notes...)
}

// outside is what no answer knows.
var outside = []string{
	"People are taken to submit the same jobs at the same times, and to cancel and requeue them when they did. Who waits less " +
		"submits more, which no simulation of a log knows.",
	"The interval says how much a difference depends on the weeks that the log has (days or hours, if it is short): logs drawn from this " +
		"one's weeks give a difference in it 95 times of 100, with a margin for few weeks. It does not say how near the simulation is to the " +
		"cluster: that is the first line. Days and hours depend on each other, because a queue lasts: an interval from them is too narrow.",
}
