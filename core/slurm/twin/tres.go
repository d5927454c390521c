package twin

import (
	"cmp"
	"slices"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// amounts are of each of the resources that limits are on.
type amounts []float64

// A holding is how much a job has, or would have.
type holding struct {
	job                  *cluster.Job
	cores, memory, nodes float64
	gpus                 float64
	types                []float64 // of each type of GPUs, as far as it is known
	gres                 []float64 // of each of System.Gres
	units                float64   // billing, without the fraction, as limits know it
	alloc                *cluster.Allocation
}

// of returns how much of a resource it is.
func (h *holding) of(r cluster.Resource) float64 {
	switch r.Kind {
	case cluster.CPU:
		return h.cores
	case cluster.Memory:
		return h.memory
	case cluster.NodeCount:
		return h.nodes
	case cluster.Billing:
		return h.units
	case cluster.GPU:
		if r.Index == cluster.None {
			return h.gpus
		}
		return h.types[r.Index]
	case cluster.GresCount:
		return h.gres[r.Index]
	}
	for _, n := range h.job.Licenses {
		if n.License == r.Index {
			return float64(n.Count)
		}
	}
	return 0
}

// A weight is what one unit of a resource is worth.
type weight struct {
	cluster.Resource
	worth float64
}

// A biller knows what jobs are billed in each partition.
type biller struct {
	sys     *cluster.System
	weights [][]weight // of each partition, by name; nil for a unit for each core
	types   []float64  // scratch of a holding
	gres    []float64  // the same
	most    func(cluster.ResourceKind) bool
}

func newBiller(s *cluster.System) *biller {
	b := &biller{sys: s, weights: make([][]weight, len(s.Partitions)), types: make([]float64, len(s.GPUTypes)),
		gres: make([]float64, len(s.Gres))}
	p := &s.Description.Priority
	b.most = func(k cluster.ResourceKind) bool {
		node := k == cluster.CPU || k == cluster.Memory || k == cluster.NodeCount
		return p.MaxTRES && (node || k == cluster.GPU) || p.MaxTRESGRES && node
	}
	for i := range s.Partitions {
		all := s.Partitions[i].BillingWeights
		if all == nil {
			continue
		}
		b.weights[i] = []weight{}
		for _, name := range sorted(all) {
			if r, ok := s.Resource(name); ok && r.Kind != cluster.Billing {
				b.weights[i] = append(b.weights[i], weight{r, all[name]})
			}
		}
	}
	return b
}

// asks is what a job would hold at least in a partition. It holds until the next call of asks or gets.
func (b *biller) asks(j *cluster.Job, part int32) holding {
	h := holding{job: j, cores: float64(j.Cores()), memory: float64(b.sys.Partitions[part].Memory(j)), nodes: float64(j.MinNodes)}
	h.gpus = float64(h.nodes * float64(j.GPUs))
	b.typed(&h)
	b.generic(&h)
	b.price(&h, part)
	return h
}

// on is what a job asks for with another number of nodes.
func (b *biller) on(h holding, part int32, nodes int) holding {
	if h.nodes == float64(nodes) {
		return h
	}
	h.nodes = float64(nodes)
	h.gpus = float64(h.nodes * float64(h.job.GPUs))
	b.typed(&h)
	b.generic(&h)
	b.price(&h, part)
	return h
}

// sum is what a job holds with an allocation, without types of GPUs and billing.
func sum(j *cluster.Job, a *cluster.Allocation) holding {
	h := holding{job: j, nodes: float64(len(a.Nodes)), alloc: a}
	for k := range a.Nodes {
		h.cores += float64(a.Cores[k])
		h.memory += float64(a.Memory[k])
		if a.GPUs != nil {
			h.gpus += float64(a.GPUs[k])
		}
	}
	return h
}

// gets is what a job would hold with an allocation. GPUs count as of a type only if the job asks for it.
func (b *biller) gets(j *cluster.Job, part int32, a *cluster.Allocation) holding {
	h := sum(j, a)
	b.typed(&h)
	b.generic(&h)
	b.all(&h, part)
	b.price(&h, part)
	return h
}

// generic counts the other generic resources that the job asks for, and none that jobs do not hold.
func (b *biller) generic(h *holding) {
	h.gres = b.gres
	if clear(b.gres); h.job.Asks == nil {
		return
	}
	for _, n := range h.job.Asks.Gres {
		amount := float64(h.nodes * float64(n.Count))
		b.gres[n.Kind] += amount
		if of := b.sys.AnyType(n.Kind); of != n.Kind {
			b.gres[of] += amount
		}
	}
}

// typed counts the GPUs of the type that the job asks for.
func (b *biller) typed(h *holding) {
	clear(b.types)
	if h.types = b.types; h.job.GPUType != cluster.None {
		h.types[h.job.GPUType] = h.gpus
	}
}

// holds is what a running job holds.
func (b *biller) holds(j *cluster.Job, p *cluster.Placement) holding {
	h := sum(j, &p.Held)
	clear(b.types)
	h.types = b.types
	for k, n := range p.Held.GPUs {
		h.types[p.Held.Types[k]] += float64(n)
	}
	clear(b.gres)
	h.gres = b.gres
	for _, hold := range p.Held.Gres {
		if s := &b.sys.Nodes[p.Held.Nodes[hold.Node]].Slots[hold.Slot]; hold.Count <= s.Count { // else it is a whole GPU
			b.slot(s, hold.Count)
		}
	}
	b.all(&h, p.Partition)
	b.price(&h, p.Partition)
	return h
}

// all counts what comes with nodes that a job has alone: their GPUs, whole, and their other generic resources.
func (b *biller) all(h *holding, part int32) {
	if !h.job.WholeNodes && !b.sys.Partitions[part].WholeNodes || b.sys.Description.Scheduling.WholeNodes {
		return
	}
	h.gpus = 0
	clear(b.types)
	clear(b.gres)
	for _, i := range h.alloc.Nodes {
		n := &b.sys.Nodes[i]
		for t, gpus := range n.GPUs {
			h.gpus += float64(gpus)
			b.types[t] += float64(gpus)
		}
		for k := range n.Slots {
			if s := &n.Slots[k]; s.GPU == cluster.None && !s.NoConsume {
				b.slot(s, s.Count)
			}
		}
	}
}

// slot counts what is held of a slot.
func (b *biller) slot(s *cluster.Slot, n int64) {
	b.gres[s.Any] += float64(n)
	if s.Kind != s.Any {
		b.gres[s.Kind] += float64(n)
	}
}

// price fills in the units.
func (b *biller) price(h *holding, part int32) { h.units = float64(int64(b.bill(h, part))) }

// bill returns the billing units of what a job holds: the sum of all by their weights, or with MAX_TRES the largest of what nodes have
// and the sum of all others.
func (b *biller) bill(h *holding, part int32) float64 {
	weights := b.weights[part]
	if weights == nil {
		return h.cores
	}
	sum, most := 0.0, 0.0
	for _, w := range weights {
		if x := float64(h.of(w.Resource) * w.worth); b.most(w.Kind) {
			most = max(most, x)
		} else {
			sum += x
		}
	}
	return sum + most
}

// A bound is the limit on a resource, by its place among those that limits are on.
type bound struct {
	at   int
	most float64
}

// resources returns all that limits are on, in Slurm's order.
func resources(s *cluster.System) (all []cluster.Resource) {
	for _, l := range s.Limits() {
		for _, f := range cluster.LimitsOnResources {
			for name := range *f.Of(l) { // the order does not matter: they are sorted below
				if r, ok := s.Resource(name); ok && !slices.Contains(all, r) {
					all = append(all, r)
				}
			}
		}
	}
	slices.SortFunc(all, func(a, b cluster.Resource) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Index, b.Index))
	})
	return all
}
