package cluster

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/platform/machine"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/slurm/hostlist"
	referee "github.com/backfill-lab/backfill/core/verify/cluster"
)

// kinds are the referee's names of dependencies, dos those of orders.
var (
	kinds = map[DependencyKind]string{AfterStart: "after", AfterAny: "afterany", AfterOK: "afterok",
		AfterNotOK: "afternotok"}
	dos = map[ChangeKind]string{Cancel: "cancel", Hold: "hold", Release: "release", Requeue: "requeue", Suspend: "suspend", Continue: "resume"}
)

// Retold is what the referee takes: what ran on a system: its nodes, when they took no jobs or were reserved,
// the jobs with the rules of the partitions that they ran in, what was done to them, and what they
// got in their last run and in earlier ones.
func Retold(c Config, placed []Placement, earlier ...Attempt) referee.Problem {
	s := c.System
	p := referee.Problem{RequeueDelay: 121, SeveralGPUs: s.Description.Scheduling.SeveralGPUs, LooseGPUs: !s.Description.Since("23.11"),
		Counts: s.Description.Preemption.GangCounts,
		Gang:   slices.ContainsFunc(placed, func(p Placement) bool { return p.Held.On != nil })}
	if d := s.Description.Scheduling.RequeueDelayS; d != nil {
		p.RequeueDelay = *d
	}
	for _, n := range s.Nodes {
		node := referee.Node{Name: n.Name, Cores: int64(n.Cores), MemoryMiB: n.MemoryMiB, Features: n.Features,
			Unit: int64(n.Threads)}
		for _, g := range n.GPUs {
			node.GPUs = append(node.GPUs, int64(g))
		}
		node.Gres = s.gresOf(&n)
		p.Nodes = append(p.Nodes, node)
	}
	for i := range s.Partitions {
		d := &s.Partitions[i]
		part := referee.Part{Nodes: make([]bool, len(s.Nodes)), Whole: d.WholeNodes || s.Description.Scheduling.WholeNodes,
			MemoryMiB: d.DefMemPerNodeMiB, Own: d.ExclusiveUser, Rows: int64(d.Rows), Most: int64(d.MaxCPUsPerNode), Tier: int64(s.tier(int32(i)))}
		if d.DefMemPerCoreMiB > 0 {
			part.MemoryMiB, part.PerCore = d.DefMemPerCoreMiB, true
		}
		if m := s.Description.Scheduling.Memory; m != nil {
			part.Uncounted = !*m
		}
		for k := range d.Bits.All {
			part.Nodes[k] = true
		}
		if p.Gang && s.Description.Preemption.Type == "qos" {
			part.Rows++
		}
		p.Parts = append(p.Parts, part)
	}
	for _, l := range s.Description.Licenses {
		p.Licenses = append(p.Licenses, l.Count)
	}
	jobs := finally(&c)
	label := s.labels()
	for i := range c.Jobs {
		p.Jobs = append(p.Jobs, asked(&c, &jobs[i]))
		p.Jobs[i].Label = label(&jobs[i])
		p.Stays = append(p.Stays, s.stay(int32(i), &placed[i]))
	}
	for k := range earlier {
		p.Earlier = append(p.Earlier, s.stay(earlier[k].Job, &earlier[k].Placement))
	}
	away(&p, &c)
	return p
}

// finally returns the jobs as people changed them. What they asked for first is legal, too: they had it before.
func finally(c *Config) []Job {
	jobs := slices.Clone(c.Jobs)
	for _, ch := range c.Changes {
		switch ch.Kind {
		case SetLimit:
			jobs[ch.Job].Limit = ch.Value
		case SetNodes:
			j := &jobs[ch.Job]
			j.MinNodes = min(j.MinNodes, int32(ch.Value))
			if j.MaxNodes > 0 {
				j.MaxNodes = max(j.MaxNodes, int32(ch.Value))
			}
		case SetPartitions:
			jobs[ch.Job].Partitions = append(slices.Clone(jobs[ch.Job].Partitions), ch.Parts...)
		}
	}
	return jobs
}

// asked returns what a job asked for.
func asked(c *Config, j *Job) referee.Job {
	r := referee.Job{
		ID: j.ID, Earliest: max(j.Submit, j.Begin), Run: j.Run,
		Limit: j.Limit, Kill: j.Limit + c.System.Description.Scheduling.OverTimeS, Cut: c.Cut,
		MinNodes: int64(j.MinNodes), MaxNodes: int64(j.MaxNodes), Tasks: int64(j.Tasks), TasksPerNode: int64(j.TasksPerNode),
		CoresPerTask: int64(j.CoresPerTask), GPUs: int64(j.GPUs), GPUType: int64(j.GPUType), Features: j.Features,
		MemoryMiB: j.MemoryMiB, PerCore: j.MemoryPerCore, Whole: j.WholeNodes, Parts: j.Partitions,
		AnyOf: j.AnyOf, Array: j.Array, ArrayLimit: j.ArrayLimit, Reservation: j.Reservation,
		Held: j.Held, Fails: j.Fails, Yields: yields(c.System, j),
	}
	for _, n := range j.Licenses {
		if r.Licenses == nil {
			r.Licenses = make([]int64, len(c.System.Description.Licenses))
		}
		r.Licenses[n.License] = n.Count
	}
	r.Own, r.User, r.Together = j.OwnNodes, j.User, j.Together
	r.Wish = wished(j)
	if a := j.Asks; a != nil {
		r.Asks = &referee.Asks{Neighbours: a.Contiguous, Alike: a.Alike, GPUs: int64(a.GPUs), TaskGPUs: int64(a.TaskGPUs), GPUMiB: a.GPUMiB}
		for i := range a.Nodes.All {
			r.Asks.Nodes = append(r.Asks.Nodes, int32(i))
		}
		for i := range a.Not.All {
			r.Asks.Not = append(r.Asks.Not, int32(i))
		}
		for _, n := range a.Gres {
			k := c.System.Gres[n.Kind]
			r.Gres = append(r.Gres, referee.Need{Name: k.Name, Type: k.Type, Count: n.Count})
		}
		r.Asks.Counted = counted(a.Counted)
		if a.GPUMiB > 0 {
			r.MemoryMiB, r.PerCore = 1, false // its GPUs say how much
		}
	}
	for _, d := range j.After {
		r.After = append(r.After, referee.After{Job: d.Job, Kind: kinds[d.Kind], Wait: d.Wait})
	}
	return r
}

// entry returns to which generic resource of a node a slot belongs, by its number, and which GPU it is of.
func entry(slots []Slot, at int) (gres, gpu int) {
	for k := 1; k <= at; k++ {
		if a, b := &slots[k-1], &slots[k]; a.GPU != None && a.GPU == b.GPU && a.Kind == b.Kind {
			gpu++
		} else {
			gres, gpu = gres+1, 0
		}
	}
	return gres, gpu
}

// gresOf returns what the referee takes for the slots of a node.
func (s *System) gresOf(n *Node) (all []referee.Gres) {
	for k := range n.Slots {
		slot := &n.Slots[k]
		if gres, _ := entry(n.Slots, k); gres == len(all) {
			kind := s.Gres[slot.Kind]
			all = append(all, referee.Gres{Name: kind.Name, Type: kind.Type, OneGPU: slot.OneGPU, NoConsume: slot.NoConsume,
				GPUType: slot.GPU})
		}
		last := &all[len(all)-1]
		if last.Count += slot.Count; slot.GPU != None {
			last.PerGPU = append(last.PerGPU, slot.Count)
		}
	}
	return all
}

func counted(list []Counted) (all []referee.Counted) {
	for _, n := range list {
		all = append(all, referee.Counted{Features: n.Features, Nodes: int(n.Nodes)})
	}
	return all
}

// wished returns what a job would rather have.
func wished(j *Job) *referee.Wish {
	w := j.Wishes
	if w == nil {
		return nil
	}
	r := &referee.Wish{Least: w.LimitMin, Spent: w.Spent}
	if w.Deadline > 0 {
		r.Deadline = j.Submit + w.Deadline
	}
	if p := w.Prefer; p != nil {
		r.Instead = &referee.Instead{Features: p.Features, Alike: p.Alike, Counted: counted(p.Counted)}
	}
	return r
}

// yields tells whether the description lets some job take the nodes of another.
func yields(s *System, j *Job) bool {
	switch s.Description.Preemption.Type {
	case "qos":
		return s.Description.Preemption.Gang || j.QOS != None && (s.Within(int(j.QOS)) || slices.ContainsFunc(s.QOS, func(q QOS) bool {
			return slices.Contains(q.Preempt, s.QOS[j.QOS].Name)
		}))
	case "partition_prio":
		return true
	}
	return false
}

func (s *System) stay(job int32, p *Placement) referee.Stay {
	r := referee.Stay{Job: job, Part: p.Partition, Start: p.Start, End: p.End, How: p.How.String(), Nodes: p.Held.Nodes, Cores: p.Held.Cores,
		Memory: p.Held.Memory, GPUs: p.Held.GPUs, Types: p.Held.Types, Limit: p.Limit}
	for _, h := range p.Held.Gres {
		slots := s.Nodes[p.Held.Nodes[h.Node]].Slots
		gres, gpu := entry(slots, int(h.Slot))
		r.Gres = append(r.Gres, referee.Held{Node: h.Node, Gres: gres, GPU: gpu, Count: h.Count, Whole: h.Count > slots[h.Slot].Count})
	}
	for _, on := range p.Held.On {
		r.On = append(r.On, on)
	}
	for _, pause := range p.Pauses {
		r.Pauses = append(r.Pauses, referee.Pause(pause))
	}
	return r
}

// away adds orders, and when nodes take no jobs: by the description, and by what somebody did.
func away(p *referee.Problem, c *Config) {
	second := func(t int64, unix bool) int64 {
		if unix {
			return t - c.UnixStart
		}
		return t
	}
	names := map[string]int{}
	for i, n := range p.Nodes {
		names[n.Name] = i
	}
	list := func(text string) (nodes []int) {
		if text == "ALL" {
			text = hostlist.Compress(slices.Sorted(maps.Keys(names)))
		}
		all, _ := hostlist.Expand(text, len(p.Nodes)) // New has read it
		for _, name := range all {
			nodes = append(nodes, names[name])
		}
		return nodes
	}
	d := c.System.Description
	for _, o := range d.Outages {
		end := int64(math.MaxInt64)
		if o.EndS != 0 {
			end = second(o.EndS, o.UnixTime)
		}
		for _, i := range list(o.Nodes) {
			p.Away = append(p.Away, referee.Away{Node: int32(i), Begin: second(o.BeginS, o.UnixTime), End: end, Down: !o.Drain})
		}
	}
	for _, v := range d.Reservations {
		r := referee.Reserved{Name: v.Name, Begin: second(v.BeginS, v.UnixTime), End: second(v.EndS, v.UnixTime),
			Nodes: make([]bool, len(p.Nodes))}
		for _, flag := range v.Flags {
			r.Period = max(r.Period, map[string]int64{"daily": 86_400, "weekly": 7 * 86_400}[flag])
		}
		for _, i := range list(v.Nodes) {
			r.Nodes[i] = true
		}
		p.Reserved = append(p.Reserved, r)
	}
	for k, ch := range c.Changes {
		if do := dos[ch.Kind]; do != "" {
			p.Orders = append(p.Orders, referee.Order{At: ch.At, Job: ch.Job, Do: do})
		} else if ch.Kind == Down || ch.Kind == Drain {
			for i := range ch.Nodes.All {
				end := int64(math.MaxInt64)
				for _, later := range c.Changes[k+1:] { // in order of time
					if later.Kind == Resume && later.Nodes.Has(i) {
						end = min(end, later.At)
					}
				}
				p.Away = append(p.Away, referee.Away{Node: int32(i), Begin: ch.At, End: end, Down: ch.Kind == Down})
			}
		}
	}
	slices.SortStableFunc(p.Orders, func(a, b referee.Order) int { return cmp.Compare(a.At, b.At) })
}

// Verify implements platform.Refereed.
func (n Platform) Verify(v *platform.Verified, p *platform.Problem, played *platform.Played) error {
	r, kept := played.Detail.(*Run)
	switch {
	case played.Policy == policy.Recorded:
		machine.Judge(v, p, played, machine.Retold(sim.Config{Procs: p.Workload.Procs, Jobs: played.Jobs, Overrun: p.Overrun}))
		return nil
	case !kept:
		return fmt.Errorf("run %s cannot be verified: what its jobs held was not kept", played.Name)
	}
	v.Law(platform.Legal, referee.Check(Retold(r.Config, r.Placed, r.Earlier...)))
	judge := "a slow scheduler judges"
	if played.Policy == policy.Slurm {
		judge = "runs of a real Slurm judge"
	}
	v.Note("the choices of %s on nodes are not worked out again: %s them in tests", played.Policy, judge)
	return nil
}
