package exact

import "slices"

// hardAfter is the work on a tree after which its instance counts as hard: then comes a bound by
// a kernel, and then a goal.
const hardAfter = 5 * workTicks

// With a goal a tree asks for less at first: it looks for schedules below the goal, which
// lies goalShare of the way from the least bound to the incumbent. A lower limit excludes
// more starts, and searches end sooner. When nothing is left, no schedule is below the goal,
// and the goal is the least bound (a destructive lower bound: Klein and Scholl, 1999). Then
// the tree goes on from the parts that were open before, as they were then, because what the
// goal excluded may hold an optimal schedule.
const goalShare = 0.75

// aim sets the goal, once, when it is due.
func (t *tree) aim() {
	if t.aimAt == 0 || t.p.ticks < t.aimAt || t.ground != nil {
		return
	}
	t.aimAt = 0
	least := t.least / t.u.one
	goal := least + int64(goalShare*float64(t.best.cost-least))
	if goal <= least || goal >= t.best.cost {
		return
	}
	t.best.goal = goal
	t.leaves = t.copies()
	t.check.aims()
}

// reach is called when no open part has a schedule below the limit. If that is due to a goal,
// it makes the goal the least bound, opens the parts from before, and returns true.
func (t *tree) reach() bool {
	goal := t.best.goal
	if goal == 0 || t.best.cost <= goal {
		return false
	}
	t.check.reaches(goal)
	t.best.goal = 0
	t.open, t.leaves = t.leaves, nil
	slices.SortFunc(t.open, inOrder)
	t.raise(goal * t.u.one)
	return true
}

// copies returns the open parts with domains and prices of their own.
func (t *tree) copies() (all []*node) {
	for _, n := range t.open {
		c := *n
		c.dom, c.pi = clone(n.dom), slices.Clone(n.pi)
		all = append(all, &c)
	}
	return all
}
