package slurm

import (
	"cmp"
	"slices"

	"github.com/backfill-lab/backfill/core/system"
)

// messageS is Slurm's MessageTimeout: so long, and KillWait, a job that has preempted others waits
// for their nodes before it preempts more.
const messageS = 10

// preemptable returns the running jobs whose nodes a job may take in a partition, in the order
// in which Slurm considers them: those of less priority of their QOS or tier first, then those with
// fewer nodes, then by number.
func (t *Twin) preemptable(e *system.Engine, i, part int32) (list []int32) {
	if by := t.sys.Description.Preemption.Type; by == "" || by == "none" {
		return nil
	}
	nodes := t.sys.Partitions[part].Bits
	for _, r := range e.Running {
		p := &e.Placed[r]
		if t.yields(e, r, i, part) && !e.Stopping(r) && slices.ContainsFunc(p.Held.Nodes, func(n int32) bool { return nodes.Has(int(n)) }) {
			list = append(list, r)
		}
	}
	slices.SortFunc(list, func(a, b int32) int {
		return cmp.Or(cmp.Compare(t.standing(e, a), t.standing(e, b)),
			cmp.Compare(len(e.Placed[a].Held.Nodes), len(e.Placed[b].Held.Nodes)), cmp.Compare(a, b))
	})
	return list
}

// preempts compares two waiting jobs by their QOS: one that may take the nodes of the other is
// before it.
func (t *Twin) preempts(a, b *entry) int {
	if a.qos == system.None || b.qos == system.None || a.qos == b.qos {
		return 0
	}
	x, y := &t.sys.QOS[a.qos], &t.sys.QOS[b.qos]
	switch {
	case slices.Contains(x.Preempt, y.Name):
		return -1
	case slices.Contains(y.Preempt, x.Name):
		return 1
	}
	return 0
}

// yields tells whether the rules let job i take the nodes of running job r.
func (t *Twin) yields(e *system.Engine, r, i, part int32) bool {
	d := &t.sys.Description.Preemption
	victim, taker := e.Jobs[r].QOS, e.Jobs[i].QOS
	exempt := d.ExemptS
	if victim != system.None && t.sys.QOS[victim].PreemptExemptS > 0 {
		exempt = t.sys.QOS[victim].PreemptExemptS
	}
	if mode, _ := t.mode(e, r); mode == "off" || e.Now < e.Placed[r].Start+exempt {
		return false
	}
	if d.Type == "qos" {
		return victim != system.None && taker != system.None && slices.Contains(t.sys.QOS[taker].Preempt, t.sys.QOS[victim].Name)
	}
	return t.tier(e.Placed[r].Partition) < t.tier(part)
}

func (t *Twin) tier(part int32) int { return max(t.sys.Partitions[part].PriorityTier, 1) }

// standing is what running jobs are sorted by when others want their nodes.
func (t *Twin) standing(e *system.Engine, r int32) int64 {
	if t.sys.Description.Preemption.Type != "qos" {
		return int64(t.tier(e.Placed[r].Partition))
	}
	if q := e.Jobs[r].QOS; q != system.None {
		return t.sys.QOS[q].Priority
	}
	return 0
}

// mode returns what happens to a running job when another takes its nodes (off, cancel or requeue),
// and the seconds that it is given to end.
func (t *Twin) mode(e *system.Engine, r int32) (mode string, graceS int64) {
	d := &t.sys.Description.Preemption
	own, graceS := t.sys.Partitions[e.Placed[r].Partition].PreemptMode, t.sys.Partitions[e.Placed[r].Partition].GraceS
	if d.Type == "qos" {
		own = ""
		if q := e.Jobs[r].QOS; q != system.None {
			own, graceS = t.sys.QOS[q].PreemptMode, t.sys.QOS[q].GraceS
		}
	}
	if own == "" {
		own = d.Mode
	}
	if own == "" {
		own = "off"
	}
	return own, graceS
}

// preempt stops running jobs so that a job can soon start on nodes of the set, if it may and if that is
// enough. Jobs are taken away one by one in their order until the job has a place. Those whose
// nodes it would get are then put first, the last one before the others, and it is tried once more,
// twice: so few jobs are stopped.
func (t *Twin) preempt(e *system.Engine, i, part int32, set system.Bits) {
	list := t.preemptable(e, i, part)
	if len(list) == 0 || t.preempted[i] > 0 && e.Now < t.preempted[i]+or(t.opt.KillWaitS, 30)+messageS {
		return
	}
	j := &e.Jobs[i]
	var a *system.Allocation
	used := 0
	for pass := 0; ; pass++ {
		t.free.Copy(e.Free)
		ok := false
		for used = 0; used < len(list) && !ok; used++ {
			t.free.Give(&e.Placed[list[used]].Held)
			a, ok = t.free.Place(j, part, set)
		}
		if !ok {
			return
		}
		if pass > 1 || len(list) <= pass+1 {
			break
		}
		nodes := bitsOf(len(t.sys.Nodes), a)
		usable := func(r int32) int { return overlap(nodes, e.Placed[r].Held.Nodes) }
		last := list[used-1]
		slices.SortStableFunc(list[:used-1], func(x, y int32) int { return cmp.Compare(usable(y), usable(x)) })
		copy(list[1:used], slices.Clone(list[:used-1]))
		list[0] = last
	}
	nodes := bitsOf(len(t.sys.Nodes), a)
	for _, r := range list[:used] {
		if overlap(nodes, e.Placed[r].Held.Nodes) == 0 {
			continue
		}
		mode, grace := t.mode(e, r)
		e.Stop(r, grace, system.Preempted, mode == "requeue")
		t.preempted[i] = e.Now
	}
}

// overlap returns how many nodes of a list are in a set.
func overlap(set system.Bits, nodes []int32) (n int) {
	for _, i := range nodes {
		if set.Has(int(i)) {
			n++
		}
	}
	return n
}

// bitsOf returns the set of an allocation's nodes.
func bitsOf(nodes int, a *system.Allocation) system.Bits {
	set := system.NewBits(nodes)
	for _, i := range a.Nodes {
		set.Add(int(i))
	}
	return set
}

// remove takes running jobs away from the nodes that the job at hand may have.
func (c *cycle) remove(jobs []int32) {
	for _, r := range jobs {
		held := &c.e.Placed[r].Held
		for k, node := range held.Nodes {
			if c.set.Has(int(node)) {
				c.free.GiveOne(held, k)
				c.room.Given(c.free, node)
			}
		}
	}
}

// enough tells whether as many tasks of an array have reservations as may, or as can run.
func (c *cycle) enough(j *system.Job) bool {
	n := c.tasks[j.Array]
	return n >= or(c.opt.BfMaxJobArrayResv, 20) || j.ArrayLimit > 0 && n+int64(c.e.Tasks(j.Array)) >= int64(j.ArrayLimit)
}
