package twin

import (
	"slices"
	"sort"

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
	case cluster.Release, cluster.Resume, cluster.Cleared:
		t.queued = true
	case cluster.Suspend, cluster.Continue:
		if t.queued = true; t.gang != nil {
			t.gang.update(t, e)
			t.gang.end(t, e)
		}
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
		t.shapes[c.Job] = t.newShape()
		if e.Jobs[c.Job].Preferred() != nil {
			t.preferred[c.Job] = t.newShape()
		}
		if e.Phase[c.Job] == cluster.Waiting && !slices.Contains(t.came, c.Job) {
			t.entries = slices.DeleteFunc(t.entries, func(n entry) bool { return n.job == c.Job })
			t.came = append(t.came, c.Job)
		}
	case cluster.Top:
		if c.Value == 0 { // priorities change by nice values alone
			t.top(e, c.Job)
			return
		}
		t.foremost(e, c.Job)
	}
	for k := range t.entries {
		if n := &t.entries[k]; n.job == c.Job {
			t.reweigh(e, n, e.Now, e.Jobs[n.job].Cores())
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

// top gives a job the highest priority that it or one of its user's waiting jobs in the same partition, account and QOS has, by a lower
// nice value. The others pay for that in equal parts, in order of their records, and end below it (scontrol top; _set_top of job_mgr.c).
func (t *Twin) top(e *cluster.Engine, job int32) {
	first := slices.IndexFunc(t.entries, func(n entry) bool { return n.job == job })
	if first < 0 || len(e.Jobs[job].Partitions) > 1 || e.Held[job] {
		return
	}
	mine := &t.entries[first]
	most := mine.priority
	var others []*entry
	for k := range t.entries {
		n := &t.entries[k]
		j := &e.Jobs[n.job]
		if n.job != job && n.part == mine.part && n.qos == mine.qos && j.User == e.Jobs[job].User && len(j.Partitions) == 1 &&
			!e.Held[n.job] && n.priority > 1 {
			others = append(others, n)
			most = max(most, n.priority)
		}
	}
	rest := most - mine.priority
	t.nicer(e, mine, -rest)
	sort.Slice(others, func(a, b int) bool { return others[a].job < others[b].job })
	for k, n := range others {
		part := max(rest/int64(len(others)-k), n.priority-(most-1))
		t.nicer(e, n, part)
		rest -= part
	}
}

// foremost gives a job more priority than all have, by a lower nice value. Priorities that were set do not count. That is what an
// operator's top did in the run on which it was found; in a later one it did nothing.
func (t *Twin) foremost(e *cluster.Engine, job int32) {
	most, mine := int64(0), int64(0)
	for k := range t.entries {
		n := &t.entries[k]
		if _, set := t.fixed[n.job]; set {
			continue
		}
		if n.job == job {
			mine = max(mine, n.priority)
		} else {
			most = max(most, n.priority)
		}
	}
	if mine > 0 && most >= mine {
		e.Jobs[job].Nice -= most - mine + 1
	}
}

// nicer lets a job have so much less priority from now on.
func (t *Twin) nicer(e *cluster.Engine, n *entry, by int64) {
	e.Jobs[n.job].Nice += by
	n.priority -= by
	if _, set := t.fixed[n.job]; set {
		t.fixed[n.job] = n.priority
	}
}
