package twin

import (
	"cmp"
	"slices"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// messageS is Slurm's MessageTimeout: so long, and KillWait, a job that has preempted others waits
// for their nodes before it preempts more.
const messageS = 10

// prey is whose nodes jobs may take: by partition for preemption by partition, else by QOS.
type prey struct {
	by      string    // qos, partition_prio or ""
	yields  [][]int32 // of each QOS or partition: those whose jobs it may preempt
	running []int32   // jobs of each

	within []bool // of each QOS: its jobs may preempt one another, by their priorities
	ranked bool   // priorities decide which jobs yield to which
}

func newPrey(s *cluster.System) prey {
	p := prey{by: s.Description.Preemption.Type}
	n, may := 0, func(a, b int) bool { return false }
	switch p.by {
	case "qos":
		n, may = len(s.QOS), func(a, b int) bool { return slices.Contains(s.QOS[a].Preempt, s.QOS[b].Name) || a == b && s.Within(a) }
		for q := range s.QOS {
			p.within = append(p.within, s.Within(q))
			p.ranked = p.ranked || p.within[q]
		}
	case "partition_prio":
		tier := func(part int) int { return max(s.Partitions[part].PriorityTier, 1) }
		n, may = len(s.Partitions), func(a, b int) bool { return tier(b) < tier(a) }
	default:
		p.by = ""
	}
	p.ranked = p.ranked || s.Description.Preemption.Priority
	p.yields, p.running = make([][]int32, n), make([]int32, n)
	for a := range n {
		for b := range n {
			if mode, _ := p.mode(s, int32(b)); mode != "off" && may(a, b) {
				p.yields[a] = append(p.yields[a], int32(b))
			}
		}
	}
	return p
}

// mode returns what happens to running jobs of a QOS or partition when others want their nodes
// (off, cancel, requeue or suspend), and the seconds that they are given to end.
func (p *prey) mode(s *cluster.System, k int32) (mode string, graceS int64) {
	if p.by == "qos" {
		mode, graceS = s.QOS[k].PreemptMode, s.QOS[k].GraceS
	} else {
		mode, graceS = s.Partitions[k].PreemptMode, s.Partitions[k].GraceS
	}
	if mode = cmp.Or(mode, s.Description.Preemption.Mode, "off"); mode == "suspend" && !s.Description.Preemption.Gang {
		mode = "off"
	}
	return mode, graceS
}

// modeOf returns what happens to a running job when others want its nodes.
func (p *prey) modeOf(s *cluster.System, e *cluster.Engine, i, part int32) string {
	kind := p.kind(e, i, part)
	if kind == cluster.None {
		return "off"
	}
	mode, _ := p.mode(s, kind)
	return mode
}

// kind returns a job's QOS or partition, which decides whether it yields; None for none.
func (p *prey) kind(e *cluster.Engine, i, part int32) int32 {
	switch p.by {
	case "qos":
		return e.Jobs[i].QOS
	case "partition_prio":
		return part
	}
	return cluster.None
}

// count counts a job that starts, or with -1 one that has ended.
func (p *prey) count(e *cluster.Engine, i, by int32) {
	if k := p.kind(e, i, e.Placed[i].Partition); k != cluster.None {
		p.running[k] += by
	}
}

// preemptable returns the running jobs whose nodes a job may take in a partition, in the order
// in which Slurm considers them: those of less priority of their QOS or tier first, then those with
// fewer nodes, then by number; or with youngest_first those that started last.
func (t *Twin) preemptable(e *cluster.Engine, n *entry) (list []int32) {
	part, rules := n.part, &t.sys.Description.Preemption
	kind := t.prey.kind(e, n.job, part)
	if kind == cluster.None {
		return nil
	}
	kinds := t.prey.yields[kind]
	if !slices.ContainsFunc(kinds, func(k int32) bool { return t.prey.running[k] > 0 }) {
		return nil
	}
	nodes := t.sys.Partitions[part].Bits
	for _, r := range e.Running {
		p := &e.Placed[r]
		k := t.prey.kind(e, r, p.Partition)
		if above := n.priority > t.again[r]; !above && (rules.Priority || k == kind && t.prey.within != nil && t.prey.within[k]) {
			continue
		}
		if rules.MinExemptPriority != nil && t.again[r] >= *rules.MinExemptPriority {
			continue
		}
		if slices.Contains(kinds, k) && e.Now >= p.Start+t.exempt(k) && !e.Stopping(r) &&
			slices.ContainsFunc(p.Held.Nodes, func(n int32) bool { return nodes.Has(int(n)) }) {
			list = append(list, r)
		}
	}
	slices.SortFunc(list, func(a, b int32) int {
		if rules.YoungestFirst {
			return cmp.Or(cmp.Compare(e.Placed[b].Start, e.Placed[a].Start), cmp.Compare(a, b))
		}
		return cmp.Or(cmp.Compare(t.standing(e, a), t.standing(e, b)),
			cmp.Compare(len(e.Placed[a].Held.Nodes), len(e.Placed[b].Held.Nodes)), cmp.Compare(a, b))
	})
	return list
}

// exempt returns the seconds for which a running job of a QOS or partition keeps its nodes in any case.
func (t *Twin) exempt(kind int32) int64 {
	if t.prey.by == "qos" && t.sys.QOS[kind].PreemptExemptS > 0 {
		return t.sys.QOS[kind].PreemptExemptS
	}
	return t.sys.Description.Preemption.ExemptS
}

// standing is what running jobs are sorted by when others want their nodes.
func (t *Twin) standing(e *cluster.Engine, r int32) int64 {
	if q := e.Jobs[r].QOS; t.prey.by == "qos" {
		return t.sys.QOS[q].Priority
	}
	return int64(t.sys.Partitions[e.Placed[r].Partition].PriorityTier)
}

// preempts compares two waiting jobs by their QOS: one that may take the nodes of the other is
// before it.
func (t *Twin) preempts(a, b *entry) int {
	if a.qos == cluster.None || b.qos == cluster.None || a.qos == b.qos {
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

// preempt stops running jobs so that a job can soon start on nodes of the set, if it may and if that is
// enough. Jobs are taken away one by one in their order until the job has a place. Those whose
// nodes it would get are then put first, the last one before the others, and it is tried once more,
// twice (once more than reorder_count): so few jobs are stopped. With strict_order only the last one is put first.
func (t *Twin) preempt(e *cluster.Engine, n *entry, set cluster.Bits) {
	i, part := n.job, n.part
	list := slices.DeleteFunc(t.preemptable(e, n), func(r int32) bool { return t.suspends(e, r) })
	if len(list) == 0 || t.takesRow(e, n) || t.preempted[i] > 0 && e.Now < t.preempted[i]+or(t.opt.KillWaitS, 30)+messageS {
		return
	}
	j := asked(e, n)
	var a *cluster.Allocation
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
		if pass > int(or(t.sys.Description.Preemption.ReorderCount, 1)) || len(list) <= pass+1 {
			break
		}
		nodes := bitsOf(len(t.sys.Nodes), a)
		usable := func(r int32) int { return overlap(nodes, e.Placed[r].Held.Nodes) }
		last := list[used-1]
		if !t.sys.Description.Preemption.StrictOrder {
			slices.SortStableFunc(list[:used-1], func(x, y int32) int { return cmp.Compare(usable(y), usable(x)) })
		}
		copy(list[1:used], slices.Clone(list[:used-1]))
		list[0] = last
	}
	nodes := bitsOf(len(t.sys.Nodes), a)
	for _, r := range list[:used] {
		if overlap(nodes, e.Placed[r].Held.Nodes) == 0 {
			continue
		}
		mode, grace := t.prey.mode(t.sys, t.prey.kind(e, r, e.Placed[r].Partition))
		e.Stop(r, grace, cluster.Preempted, mode == "requeue")
		t.preempted[i] = e.Now
	}
}

// suspends tells whether a running job is suspended, not ended, when others want its nodes.
func (t *Twin) suspends(e *cluster.Engine, r int32) bool {
	return t.gang != nil && t.prey.modeOf(t.sys, e, r, e.Placed[r].Partition) == "suspend"
}

// takesRow tells whether a job may have the cores of jobs that yield to its QOS: the first of them decides for all.
func (t *Twin) takesRow(e *cluster.Engine, n *entry) bool {
	if t.gang == nil || t.prey.by != "qos" {
		return false
	}
	list := t.preemptable(e, n)
	return len(list) > 0 && t.suspends(e, list[0])
}

// place returns nodes of a set for a job, which may have cores of others as far as its partition and QOS allow.
func (t *Twin) place(e *cluster.Engine, n *entry, j *cluster.Job, set cluster.Bits) (*cluster.Allocation, bool) {
	a, ok := e.Free.Place(j, n.part, set)
	if !ok && t.takesRow(e, n) {
		e.Free.UseExtraRow(true)
		a, ok = e.Free.Place(j, n.part, set)
		e.Free.UseExtraRow(false)
	}
	return a, ok
}

// overlap returns how many nodes of a list are in a set.
func overlap(set cluster.Bits, nodes []int32) (n int) {
	for _, i := range nodes {
		if set.Has(int(i)) {
			n++
		}
	}
	return n
}

// bitsOf returns the set of an allocation's nodes.
func bitsOf(nodes int, a *cluster.Allocation) cluster.Bits {
	set := cluster.NewBits(nodes)
	for _, i := range a.Nodes {
		set.Add(int(i))
	}
	return set
}

// enough tells whether as many tasks of an array have reservations as may, or as can run.
func (c *cycle) enough(j *cluster.Job) bool {
	n := c.tasks[j.Array]
	return n >= or(c.opt.BfMaxJobArrayResv, 20) ||
		c.rules[runnable] && j.ArrayLimit > 0 && n+int64(c.e.Tasks(j.Array)) >= int64(j.ArrayLimit)
}
