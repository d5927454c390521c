package whatif

import (
	"fmt"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/slurm/accounting"
	"github.com/backfill-lab/backfill/internal/doubt"
)

// Notes say what the answer assumes and leaves out, in sentences, but for grave Doubts, which belong beside the answer.
func (a *Answer) Notes() []string {
	_, others := doubt.Split(a.Doubts)
	notes := slices.Concat(doubt.Sentences(others), outside)
	if names := a.named(func(d *Difference) bool { return d.Merged > 1 }); names != "" {
		notes = append(notes, fmt.Sprintf("Neighbouring %ss that depend on each other are taken together as one: %s.", a.Block, names))
	}
	if names := a.named(func(d *Difference) bool { return d.Dependent }); names != "" {
		notes = append(notes, fmt.Sprintf("Neighbouring %ss still depend on each other, and there are too few to take more together, so that "+
			"these intervals are too narrow: %s.", a.Block, names))
	}
	if slices.ContainsFunc(a.policies[:], func(name string) bool { return policy.Fold(name) != policy.Slurm }) {
		notes = append(notes, accounting.OneQueue)
	}
	return append(notes, accounting.Notes...)
}

// named lists the differences that are kept: all (2 each), account physics (4 each).
func (a *Answer) named(keep func(*Difference) bool) string {
	var names []string
	add := func(name string, d *Difference) {
		if d.Merged > 1 {
			name += fmt.Sprintf(" (%d each)", d.Merged)
		}
		if keep(d) {
			names = append(names, name)
		}
	}
	add("all", &a.All)
	for _, g := range a.Groups() {
		for i := range g.List {
			add(g.What+" "+g.List[i].Name, &g.List[i])
		}
	}
	const most = 10
	if more := len(names) - most; more > 0 {
		names = append(names[:most], fmt.Sprintf("%d more", more))
	}
	return strings.Join(names, ", ")
}

// outside is what no answer knows.
var outside = []string{
	"People are taken to submit the same jobs at the same times, and to cancel and requeue them when they did. Who waits less " +
		"submits more, which no simulation of a log knows.",
	"The interval says how much a difference depends on the weeks that the log has (days or hours, if it is short): logs drawn from this " +
		"one's weeks give a difference in it 95 times of 100, with a margin for few weeks. It does not say how near the simulation is to the " +
		"cluster: that is the first line. Days and hours depend on each other, because a queue lasts: an interval from them is too narrow.",
}
