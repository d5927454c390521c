package twin

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// An entry is a waiting job in one of its partitions.
type entry struct {
	job, part int32
	tier      int32
	turn      int32 // of the partition among those that the job names
	qos       int32
	reserved  int32 // 1 if it asks for a reservation
	prefers   int32 // 1 with the features that it prefers: such an entry stands before the one without
	priority  int64
	submit    int64
	id        int64
	nodes     cluster.Bits // that could have the job
	looked    cluster.Bits // those, and nodes that only lack its GPUs: Slurm's plans take running jobs away from them, too
}

// admit takes the jobs that came since the last pass into the queue.
func (t *Twin) admit(e *cluster.Engine) {
	for _, i := range t.came {
		j := &e.Jobs[i]
		if e.Phase[i] != cluster.Waiting { // cancelled in the same moment
			continue
		}
		array := j.Array > 0 && t.again[i] == 0 // Slurm looks later whether it could start
		if t.eligible[i], t.ages[i] = never, never; !array {
			t.qualify(e, i, t.submitted[i])
		}
		for turn, p := range j.Partitions {
			n := entry{job: i, part: p, turn: int32(turn), tier: int32(max(t.sys.Partitions[p].PriorityTier, 1)),
				submit: t.submitted[i], id: j.ID, qos: j.QOS, reserved: min(j.Reservation, 1)}
			t.enter(e, n, j)
			if with := j.Preferred(); with != nil {
				n.prefers = 1
				t.enter(e, n, with)
			}
		}
		if t.queued = true; !array {
			t.meet(e, i)
		}
	}
	t.came = t.came[:0]
}

// enter adds an entry for a job that asks for something.
func (t *Twin) enter(e *cluster.Engine, n entry, j *cluster.Job) {
	n.nodes, _ = t.coulds.Of(j, n.part)
	if n.looked = n.nodes; j.HasGPUs() {
		without := j.WithoutGPUs()
		n.looked, _ = t.coulds.Of(&without, n.part)
	}
	if t.reweigh(e, &n, e.Now, cmp.Or(e.Jobs[n.job].Asked, j.Cores())); t.again[n.job] > 0 && !t.rules[weighs] { // until the next calculation
		n.priority = t.again[n.job]
	}
	t.entries = append(t.entries, n)
}

// never is when a job is eligible that is held or depends on others.
const never = math.MaxInt64

// qualify notes since when a waiting job could start as far as its user wants, which is the age
// that its priority knows: Slurm finds out when it builds its queue.
func (t *Twin) qualify(e *cluster.Engine, i int32, now int64) {
	switch {
	case e.Held[i] || e.Depends(i) != cluster.Met:
		t.eligible[i] = never
	case t.eligible[i] == never:
		if t.eligible[i] = max(now, e.Begin[i]); !t.limits.ages {
			t.ages[i] = t.eligible[i]
		}
	}
	if t.sys.Description.Priority.AccrueAlways {
		t.ages[i] = t.submitted[i]
	}
}

// build makes the queue of a pass: it finds out which jobs have become eligible, and puts all in
// order.
func (t *Twin) build(e *cluster.Engine) {
	for k := range t.entries {
		i := t.entries[k].job
		if t.eligible[i] == never {
			t.qualify(e, i, e.Now)
		}
	}
	t.accrue(e)
	t.order()
}

// ready tells whether a job of the queue may start.
func (t *Twin) ready(e *cluster.Engine, i int32) bool {
	return e.Ready(i) && t.eligible[i] <= e.Now
}

// drop takes the entries of jobs that do not wait any more out of the queue.
func (t *Twin) drop(e *cluster.Engine) {
	for k := range t.entries { // mostly there is none
		if e.Phase[t.entries[k].job] != cluster.Waiting {
			t.entries = slices.DeleteFunc(t.entries, func(n entry) bool { return e.Phase[n.job] != cluster.Waiting })
			return
		}
	}
}

// order sorts the queue: jobs that can preempt others before those, jobs with a reservation, then by
// tier of the partition, priority, submission, number.
func (t *Twin) order() {
	if !t.unsorted {
		return
	}
	t.unsorted = false
	t.sort(t.entries)
}

// sort puts entries in that order.
func (t *Twin) sort(entries []entry) {
	preempts := t.prey.by == "qos" // by partition, it is the order of tiers
	slices.SortFunc(entries, func(a, b entry) int {
		if preempts {
			if c := t.preempts(&a, &b); c != 0 {
				return c
			}
		}
		return cmp.Or(cmp.Compare(b.reserved, a.reserved), cmp.Compare(b.tier, a.tier), cmp.Compare(b.priority, a.priority),
			cmp.Compare(a.submit, b.submit), cmp.Compare(a.id, b.id), cmp.Compare(b.prefers, a.prefers), cmp.Compare(a.turn, b.turn))
	})
}

// inTurn goes through all jobs in the order of their numbers, as the classic fair share needs:
// it counts those that run and weighs those that wait by what has been counted so far.
func (t *Twin) inTurn(e *cluster.Engine, now int64) {
	type one struct{ job, entry int32 }
	var all []one
	for _, i := range e.Running {
		all = append(all, one{i, -1})
	}
	for k := range t.entries {
		all = append(all, one{t.entries[k].job, int32(k)})
	}
	slices.SortFunc(all, func(a, b one) int { return cmp.Or(cmp.Compare(a.job, b.job), cmp.Compare(a.entry, b.entry)) })
	for _, o := range all {
		if o.entry < 0 {
			t.use(e, o.job, now)
		} else {
			t.reweigh(e, &t.entries[o.entry], now, e.Jobs[o.job].Cores())
		}
	}
}

// reweigh works out the priority of an entry. As a job comes, its size is that of the cores that it asks for; in all later calculations
// that of those with which its partition has it.
func (t *Twin) reweigh(e *cluster.Engine, n *entry, now, cores int64) {
	j := &e.Jobs[n.job]
	if fixed, is := t.fixed[n.job]; is {
		n.priority = fixed
		return
	}
	if t.sys.Description.Priority.Type == "basic" { // each job one less than the one before
		n.priority = math.MaxUint32 - int64(n.job)
		t.unsorted = true
		return
	}
	p := t.weigh.priority(j, n.part, cores, t.ages[n.job], now, t.fair.factor(j.User))
	if t.sys.Description.Priority.IncreaseOnly {
		p = max(p, n.priority)
	}
	n.priority, t.unsorted = p, true
}

func sorted(m cluster.TRES) []string { return slices.Sorted(maps.Keys(m)) }
