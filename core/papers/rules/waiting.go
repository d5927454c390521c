package rules

import (
	"fmt"
	"math"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

// The paper measures approaches by the off-line front. What no schedule can remove, and what
// simple on-line priorities remove, say how much of that is the front.

// printedRemoved is the share of the removable waiting on CTC that a printed row has lost. The
// floor is ours: that of the paper's log is not known.
func printedRemoved(row string) func(*paper.Results) float64 {
	return func(r *paper.Results) float64 {
		if r.Scale != paper.Full {
			return math.NaN() // the floor is another workload's
		}
		return removed(printed3("", easy, objective), r.Value(floorLabel(ctc.key), objective), printed3("", row, objective))
	}
}

func floorExperiment(at paper.Setting) paper.Experiment {
	x := paper.Experiment{ID: "rules/section5-floor",
		Doc: "Under the no-wait floor every job starts when it is submitted, however few processors are free: no schedule has a lower " +
			"objective. " + onlineDoc(at) + " Rows of percentages are how far an objective has fallen from EASY's to the floor. For printed " +
			"rows EASY's is the printed one and the floor is ours, of a log with 2.6 % fewer jobs."}
	for _, s := range allSets {
		x.Runs = append(x.Runs, s.strategies(at, 1), s.online(at), s.floor(at))
		for _, row := range []string{easy, singly, online, floor} {
			x.Add(row, s.title, "s", paper.From(source(scoresBy).first, s.key, row, objective))
		}
	}
	for _, s := range allSets {
		for _, row := range []string{singly, online} {
			x.Add(row+": removed", s.title, "%", paper.From(removal, s.key, row, objective))
		}
	}
	for _, row := range rows3 {
		if row != easy {
			x.Add(row+" as printed: removed", ctc.title, "%", printedRemoved(row))
		}
	}
	for _, groups := range [][2]string{much, little} {
		for _, s := range allSets {
			x.Add(fmt.Sprintf("waiting in 10 %s + 4 %s under EASY", titleOf(groups[0]), titleOf(groups[1])), s.title, "%",
				func(r *paper.Results) float64 { return waitingIn(r, s.key, groups) })
		}
	}
	x.Claims = []paper.Claim{paper.Judged("classical", classical)}
	return x
}

// The groups with much work, which the paper favours, and those with little.
var much, little = [2]string{"awrt1", "awrt2"}, [2]string{"awrt5", "awrt4"}

// waitingIn is the share of waiting in an objective of two groups under EASY, in percent: what a scheduler could
// remove at most.
func waitingIn(r *paper.Results, set string, groups [2]string) float64 {
	at := scoresBy(r, 1)
	of := func(row string) float64 { return 10*at(set, row, groups[0]) + 4*at(set, row, groups[1]) }
	return improvement(objective, of(floor), of(easy))
}

// classical checks that more of the objective is waiting where users with little work are favoured.
func classical(r *paper.Results) (bool, string) {
	return paper.Every(keys(), func(t *paper.Cases, set string) {
		a, b := waitingIn(r, set, much), waitingIn(r, set, little)
		t.Check(b > a, "%s: %.1f %%, by the paper's objective %.1f %%", title(set), b, a)
	})
}

// towards is the source of how far a row is on the way from EASY's objective to the lowest of the
// on-line front, in percent; the measure does not matter.
func towards(r *paper.Results) paper.Source {
	at := scoresBy(r, 1)
	return func(set, row, _ string) float64 {
		return removed(at(set, easy, objective), at(set, online, objective), at(set, row, objective))
	}
}

func removedExperiment(at paper.Setting) paper.Experiment {
	x := paper.Experiment{ID: "rules/section5-waiting",
		Doc: "Of the first draw and the first training of each approach on it. Rows of the way to the on-line front have that front's " +
			"objective in the floor's place. " + frontDoc(at) + " " + onlineDoc(at)}
	for _, s := range allSets {
		x.Runs = append(append(x.Runs, s.trainings(at)...), s.strategies(at, 1), s.front(at), s.online(at), s.floor(at))
		for _, row := range append(titles(), singly, online, pf) {
			x.Add(row, s.title, "%", paper.From(removal, s.key, row, objective))
		}
	}
	const way = ", way to the on-line front"
	for _, row := range titles() {
		for _, s := range allSets {
			x.Add(row+way, s.title, "%", paper.From(towards, s.key, row, objective))
		}
	}
	for _, row := range rows3 {
		if row != easy {
			x.Add(row+" as printed", ctc.title, "%", printedRemoved(row))
		}
	}
	return x
}
