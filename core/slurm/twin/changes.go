package twin

import (
	"maps"
	"slices"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// Changed is for the Engine.
func (t *Twin) Changed(e *cluster.Engine, c *cluster.Change) {
	t.begin(e)
	t.calculate(e, e.NowUs-1)
	switch c.Kind {
	case cluster.Cancel:
		t.drop(e)
	case cluster.Hold:
		t.eligible[c.Job], t.ages[c.Job] = never, never
	case cluster.Release, cluster.Resume, cluster.Suspend, cluster.Continue:
		t.queued = true
	case cluster.SetLimit, cluster.SetPriority, cluster.SetNice, cluster.SetNodes, cluster.SetPartitions, cluster.Top:
		t.queued = true
		t.altered(e, c)
	}
}

// altered takes a change that somebody made to a job. Slurm calculates the job's priority at once, without waiting for the next
// calculation of all. A priority that somebody has set stays.
func (t *Twin) altered(e *cluster.Engine, c *cluster.Change) {
	t.order()
	t.unsorted = true
	switch c.Kind {
	case cluster.SetPriority:
		t.fix(c.Job, c.Value)
	case cluster.SetNodes, cluster.SetPartitions: // it is submitted again, with its old time of submission
		t.shapes[c.Job] = 1 + max(slices.Max(t.shapes), slices.Max(append(slices.Collect(maps.Values(t.preferred)), 0)))
		if e.Jobs[c.Job].Preferred() != nil {
			t.preferred[c.Job] = t.shapes[c.Job] + 1
		}
		if e.Phase[c.Job] == cluster.Waiting && !slices.Contains(t.came, c.Job) {
			t.entries = slices.DeleteFunc(t.entries, func(n entry) bool { return n.job == c.Job })
			t.came = append(t.came, c.Job)
		}
	case cluster.Top: // it changes its priority with the first of its user, which the others pay for
		t.top(e, c.Job, c.Value > 0)
	}
	for k := range t.entries {
		if n := &t.entries[k]; n.job == c.Job {
			t.reweigh(e, n, e.Now)
		}
	}
}

// fix lets a job keep a priority.
func (t *Twin) fix(job int32, priority int64) {
	if t.fixed == nil {
		t.fixed = map[int32]int64{}
	}
	t.fixed[job] = priority
}

// top gives a job more priority than its user's waiting jobs have, or all, by a lower nice value. Priorities that were set do not count.
func (t *Twin) top(e *cluster.Engine, job int32, all bool) {
	most, mine := int64(0), int64(0)
	for k := range t.entries {
		n := &t.entries[k]
		if _, set := t.fixed[n.job]; set {
			continue
		}
		if n.job == job {
			mine = max(mine, n.priority)
		} else if all || e.Jobs[n.job].User == e.Jobs[job].User {
			most = max(most, n.priority)
		}
	}
	if mine > 0 && most >= mine {
		e.Jobs[job].Nice -= most - mine + 1
	}
}
