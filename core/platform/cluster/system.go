package cluster

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/slurm/hostlist"
	"github.com/backfill-lab/backfill/internal/bounds"
)

// MaxNodes bounds a System.
const MaxNodes = 1 << 17

// A System is a Description with its names resolved.
type System struct {
	Description *Description
	Nodes       []Node
	Leaves      int // switches that nodes are connected to; nodes without one share the last
	GPUTypes    []string
	Gres        []GresKind // generic resources other than GPUs, by name and type
	Features    []string   // at most 64
	Partitions  []Part
	Users       []Assoc // users, in the order of the tree
	Accounts    []Assoc // accounts, parents first; the first is the root
	QOS         []QOS
	Cores       int64 // of all nodes
	MemoryMiB   int64

	reservations []Bits // nodes of those of the Description
	outages      []Bits
	named        map[string]int
	where        []place // of each node: what Place looks at most
	leafs        []Sparse
	kind         []int32 // of each node
	kinds        []Bits  // nodes that are alike
	empty        *State
	slotAt       []int32 // of each node, its first in State.Gres; nil if no node has slots
}

// A place is the weight of a node and its leaf switch.
type place struct{ weight, leaf int32 }

// A Node is one node.
type Node struct {
	Name      string
	Cores     int32
	MemoryMiB int64
	GPUs      []int32 // by type
	Slots     []Slot  // of generic resources; nodes that are alike share them
	Features  uint64
	Weight    int32
	Leaf      int32
	Threads   int32 // of a core; 0 is 1
}

// A Part is a partition.
type Part struct {
	*Partition
	Bits      Bits
	Nodes     int   // in it
	Cores     int64 // of its nodes
	MemoryMiB int64
	GPUs      int64
	QOSIndex  int32  // or None
	Allowed   []bool // by QOS
	Rows      int    // jobs that may share a core
	Forced    bool   // jobs that do not ask for it may, too

	memoryFree bool // the system does not count memory
	qos        []QOS
}

// Asks returns the MiB that a job asks for in the partition, and whether that is per core and
// not per node; 0 if memory is not counted.
func (p *Part) Asks(j *Job) (mib int64, perCore bool) {
	switch {
	case p.memoryFree, j.Asks != nil && j.Asks.GPUMiB > 0:
		return 0, false
	case j.MemoryMiB > 0:
		return j.MemoryMiB, j.MemoryPerCore
	case p.DefMemPerGPUMiB > 0 && j.GPUs > 0:
		return p.DefMemPerGPUMiB * int64(j.GPUs), false
	case p.DefMemPerCoreMiB > 0:
		return p.DefMemPerCoreMiB, true
	}
	return p.DefMemPerNodeMiB, false
}

// CountsMemory tells whether jobs hold memory at all.
func (p *Part) CountsMemory() bool { return !p.memoryFree }

// Memory returns the MiB that a job asks for in all, on its least number of nodes.
func (p *Part) Memory(j *Job) int64 {
	mib, perCore := p.Asks(j)
	if perCore {
		return mib * j.Cores()
	}
	return mib * int64(j.MinNodes)
}

// Takes tells whether the partition starts jobs of this limit and number of nodes at all, which those of some QOS may exceed.
func (p *Part) Takes(j *Job) bool {
	q := p.qosOf(j)
	return !p.Down && !p.tooLong(j) && (p.MaxNodes == 0 || int(j.MinNodes) <= p.MaxNodes || q.PassMaxNodes) &&
		(j.MaxNodes == 0 || int(j.MaxNodes) >= p.MinNodes || q.PassMinNodes)
}

// tooLong tells whether a job may run for longer than the partition allows it.
func (p *Part) tooLong(j *Job) bool {
	return p.MaxTimeS > 0 && j.Limit > p.MaxTimeS && !p.qosOf(j).PassTime
}

// qosOf returns the QOS of a job, or one without rules.
func (p *Part) qosOf(j *Job) *QOS {
	if j.QOS == None || int(j.QOS) >= len(p.qos) {
		return &QOS{}
	}
	return &p.qos[j.QOS]
}

// Most returns the most nodes that a job may have in the partition, by what it asks for and by the partition's limit; 0 for any number.
func (p *Part) Most(j *Job) int32 {
	limit := int32(min(p.MaxNodes, MaxNodes))
	if limit == 0 || j.MaxNodes > 0 && (j.MaxNodes < limit || p.qosOf(j).PassMaxNodes) {
		return j.MaxNodes
	}
	return limit
}

// Kill returns the seconds after which a job is ended: its limit, and what the cluster adds to limits.
func (s *System) Kill(j *Job) int64 { return j.Limit + s.Description.Scheduling.OverTimeS }

// UsageFactor returns the factor by which a job's QOS weighs what it uses; 1 for no QOS.
func (s *System) UsageFactor(j *Job) float64 {
	if j.QOS != None && s.QOS[j.QOS].UsageFactor != nil {
		return *s.QOS[j.QOS].UsageFactor
	}
	return 1
}

// Node returns the node of a name, or None.
func (s *System) Node(name string) int {
	if i, known := s.named[name]; known {
		return i
	}
	return None
}

// Whole tells whether a job has its nodes alone in a partition.
func (s *System) Whole(j *Job, p *Part) bool {
	return j.WholeNodes || p.WholeNodes || s.Description.Scheduling.WholeNodes
}

// New resolves a Description. The error names what is wrong and where.
func New(d *Description) (*System, error) {
	s := &System{Description: d, QOS: d.QOS}
	if d.Format != Format {
		return nil, fmt.Errorf("this is not a system of format %d: it says %d", Format, d.Format)
	}
	if err := bounds.Check(d); err != nil {
		return nil, err
	}
	for _, step := range []func() error{d.checkVersion, s.nodes, s.switches, s.partitions, s.accounts, s.times} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	s.sort()
	s.empty = NewState(s)
	return s, nil
}

func (s *System) nodes() error {
	gpus, features := map[string]bool{}, map[string]bool{}
	for _, t := range s.Description.Nodes {
		for name := range t.GPUs {
			gpus[name] = true
		}
		for _, name := range t.Features {
			features[name] = true
		}
	}
	s.GPUTypes, s.Features = slices.Sorted(maps.Keys(gpus)), slices.Sorted(maps.Keys(features))
	if len(s.Features) > 64 {
		return fmt.Errorf("nodes have %d different features, at most 64 can be simulated", len(s.Features))
	}
	s.gresKinds()
	seen := map[string]bool{}
	for _, t := range s.Description.Nodes {
		names, err := hostlist.Expand(t.Names, MaxNodes-len(s.Nodes))
		if err != nil {
			return fmt.Errorf("nodes %s: %w", t.Names, err)
		}
		n := Node{Cores: int32(t.Cores), MemoryMiB: t.MemoryMiB, Weight: int32(max(t.Weight, 1)), GPUs: make([]int32, len(s.GPUTypes)),
			Threads: int32(t.ThreadsPerCore)}
		for name, count := range t.GPUs {
			i, _ := slices.BinarySearch(s.GPUTypes, name)
			n.GPUs[i] = int32(count)
		}
		if n.Slots, err = s.slots(&t); err != nil {
			return err
		}
		for _, name := range t.Features {
			i, _ := slices.BinarySearch(s.Features, name)
			n.Features |= 1 << i
		}
		for _, n.Name = range names {
			if seen[n.Name] {
				return fmt.Errorf("node %s is described twice", n.Name)
			}
			seen[n.Name] = true
			s.Nodes = append(s.Nodes, n)
			s.Cores += int64(n.Cores)
			s.MemoryMiB += n.MemoryMiB
		}
	}
	slices.SortStableFunc(s.Nodes, func(a, b Node) int { return natural(a.Name, b.Name) })
	if len(s.Nodes) == 0 {
		return errors.New("the cluster has no nodes")
	}
	s.named = make(map[string]int, len(s.Nodes))
	for i := range s.Nodes {
		s.named[s.Nodes[i].Name] = i
	}
	return s.numberSlots()
}

// natural is the order of names in which n2 stands before n10.
func natural(a, b string) int {
	for {
		i, k := digits(a), digits(b)
		if c := cmp.Compare(a[:i], b[:k]); c != 0 || i == len(a) || k == len(b) {
			return cmp.Or(c, len(a)-len(b))
		}
		a, b = a[i:], b[k:]
		i, k = 0, 0
		for i < len(a) && a[i] >= '0' && a[i] <= '9' {
			i++
		}
		for k < len(b) && b[k] >= '0' && b[k] <= '9' {
			k++
		}
		x, y := strings.TrimLeft(a[:i], "0"), strings.TrimLeft(b[:k], "0")
		if c := cmp.Or(len(x)-len(y), cmp.Compare(x, y), i-k); c != 0 {
			return c
		}
		a, b = a[i:], b[k:]
	}
}

// digits returns where the first digits of a name begin.
func digits(s string) int {
	if i := strings.IndexAny(s, "0123456789"); i >= 0 {
		return i
	}
	return len(s)
}

// byName returns the set of the nodes that a list names.
func (s *System) byName(what, list string) (Bits, error) {
	set := NewBits(len(s.Nodes))
	if list == "ALL" {
		for i := range s.Nodes {
			set.Add(i)
		}
		return set, nil
	}
	names, err := hostlist.Expand(list, MaxNodes)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	for _, name := range names {
		i, known := s.named[name]
		if !known {
			return nil, fmt.Errorf("%s: unknown node %s", what, name)
		}
		set.Add(i)
	}
	return set, nil
}

func (s *System) switches() error {
	for i := range s.Nodes {
		s.Nodes[i].Leaf = None
	}
	for _, w := range s.Description.Switches {
		if w.Nodes == "" {
			continue
		}
		names, err := hostlist.Expand(w.Nodes, MaxNodes)
		if err != nil {
			return fmt.Errorf("switch %s: %w", w.Name, err)
		}
		for _, name := range names { // a topology may name nodes that the system does not have
			if i, known := s.named[name]; known {
				s.Nodes[i].Leaf = int32(s.Leaves)
			}
		}
		s.Leaves++
	}
	for i := range s.Nodes {
		if s.Nodes[i].Leaf == None {
			s.Nodes[i].Leaf = int32(s.Leaves)
		}
		s.where = append(s.where, place{s.Nodes[i].Weight, s.Nodes[i].Leaf})
	}
	s.Leaves++
	return nil
}

func (s *System) partitions() error {
	for i := range s.Description.Partitions {
		p := Part{Partition: &s.Description.Partitions[i], QOSIndex: None, qos: s.QOS}
		if p.Rows = max(p.OverSubscribe, 1); !s.Description.Scheduling.WholeNodes {
			p.Forced = p.OverForce
		}
		if m := s.Description.Scheduling.Memory; m != nil {
			p.memoryFree = !*m
		}
		var err error
		if p.Bits, err = s.byName("partition "+p.Name, p.Partition.Nodes); err != nil {
			return err
		}
		for k := range p.Bits.All {
			n := &s.Nodes[k]
			p.Nodes++
			p.Cores += int64(n.Cores)
			p.MemoryMiB += n.MemoryMiB
			for _, g := range n.GPUs {
				p.GPUs += int64(g)
			}
		}
		if p.Nodes == 0 {
			return fmt.Errorf("partition %s has no nodes", p.Name)
		}
		if slices.ContainsFunc(s.Partitions, func(other Part) bool { return other.Name == p.Name }) {
			return fmt.Errorf("partition %s is described twice", p.Name)
		}
		p.Allowed = make([]bool, len(s.QOS))
		for q := range s.QOS {
			name := s.QOS[q].Name
			p.Allowed[q] = listed(name, p.AllowQOS, p.DenyQOS)
			if name == p.Partition.QOS {
				p.QOSIndex = int32(q)
			}
		}
		s.Partitions = append(s.Partitions, p)
	}
	if len(s.Partitions) == 0 {
		return errors.New("the cluster has no partitions")
	}
	return nil
}

// times resolves the nodes of reservations and outages.
func (s *System) times() error {
	add := func(what, nodes string, begin, end int64, to *[]Bits) error {
		set, err := s.byName(what, nodes)
		if err == nil && end <= begin {
			err = fmt.Errorf("%s ends at %d, expected an end after its begin at %d", what, end, begin)
		}
		*to = append(*to, set)
		return err
	}
	for _, r := range s.Description.Reservations {
		if r.Nodes == "" && r.Licenses != nil { // it keeps no nodes
			s.reservations = append(s.reservations, NewBits(len(s.Nodes)))
			continue
		}
		if err := add("reservation "+r.Name, r.Nodes, r.BeginS, r.EndS, &s.reservations); err != nil {
			return err
		}
	}
	for _, o := range s.Description.Outages {
		end := o.EndS
		if end == 0 { // for ever
			end = math.MaxInt64
		}
		if err := add("the outage of "+o.Nodes, o.Nodes, o.BeginS, end, &s.outages); err != nil {
			return err
		}
	}
	return nil
}
