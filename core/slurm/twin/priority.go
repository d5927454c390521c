package twin

import "github.com/backfill-lab/backfill/core/platform/cluster"

func or(p *int64, otherwise int64) int64 {
	if p == nil {
		return otherwise
	}
	return *p
}

// weigher works out priorities.
type weigher struct {
	sys      *cluster.System
	p        *cluster.Priority
	maxAge   int64
	maxPart  float64 // largest of all partitions' factors
	maxQOS   float64
	maxAssoc float64
	bills    *biller
	tres     []weight    // of WeightTRES, by name
	totals   [][]float64 // of each partition, how much it has of each of tres
}

func newWeigher(s *cluster.System, b *biller) *weigher {
	w := &weigher{sys: s, bills: b, p: &s.Description.Priority, maxAge: max(or(s.Description.Priority.MaxAgeS, 604_800), 1)}
	for i := range s.Partitions {
		w.maxPart = max(w.maxPart, float64(max(s.Partitions[i].PriorityFactor, 1)))
	}
	for i := range s.QOS {
		w.maxQOS = max(w.maxQOS, float64(s.QOS[i].Priority))
	}
	for i := range s.Users {
		w.maxAssoc = max(w.maxAssoc, float64(s.PriorityOf(int32(i))))
	}
	for _, name := range sorted(w.p.WeightTRES) {
		if r, ok := s.Resource(name); ok {
			w.tres = append(w.tres, weight{r, w.p.WeightTRES[name]})
		}
	}
	for part := range s.Partitions {
		var has []float64
		for _, x := range w.tres {
			has = append(has, w.total(x.Resource, int32(part)))
		}
		w.totals = append(w.totals, has)
	}
	return w
}

// priority returns a job's priority in a partition at a second, at least 1.
// Its age counts from since, and its size is that of cores.
func (w *weigher) priority(j *cluster.Job, part int32, cores, since, now int64, fair float64) int64 {
	p := w.p
	sum := float64(float64(p.WeightAge) * min(1, float64(max(now-since, 0))/float64(w.maxAge)))
	sum += float64(float64(p.WeightFair) * fair)
	sum += float64(float64(p.WeightJobSize) * w.size(j, cores))
	sum += float64(float64(p.WeightPart) * share(float64(max(w.sys.Partitions[part].PriorityFactor, 1)), w.maxPart, p.NoNormal, "part"))
	if j.QOS != cluster.None {
		sum += float64(float64(p.WeightQOS) * share(float64(w.sys.QOS[j.QOS].Priority), w.maxQOS, p.NoNormal, "qos"))
	}
	sum += float64(float64(p.WeightAssoc) * share(float64(w.sys.PriorityOf(j.User)), w.maxAssoc, p.NoNormal, "assoc"))
	if w.tres != nil {
		asks := w.bills.asks(j, part)
		for i, x := range w.tres {
			sum += float64(x.worth * share(asks.of(x.Resource), w.totals[part][i], p.NoNormal, "tres"))
		}
	}
	return max(int64(sum)-j.Nice, 1)
}

// share returns x over the largest, or x itself if that factor is taken as it is.
func share(x, largest float64, asItIs []string, factor string) float64 {
	for _, f := range asItIs {
		if f == factor {
			return x
		}
	}
	if largest == 0 {
		return 0
	}
	return x / largest
}

// size returns the factor of a job's size.
func (w *weigher) size(j *cluster.Job, n int64) float64 {
	nodes, all := float64(j.MinNodes), float64(len(w.sys.Nodes))
	cores, sum := float64(n), float64(w.sys.Cores)
	switch {
	case w.p.SmallRelative:
		return max(float64(nodes*sum)/all, cores) / (float64(max(j.Limit, 60)) / 60) / sum
	case w.p.FavorSmall:
		return ((all-nodes)/all + (sum-cores)/sum) / 2
	}
	return (nodes/all + cores/sum) / 2
}

// total returns how much of a resource a partition has; 0 for licences, which are not a partition's.
func (w *weigher) total(r cluster.Resource, part int32) float64 {
	p := &w.sys.Partitions[part]
	all := holding{job: &cluster.Job{}, cores: float64(p.Cores), memory: float64(p.MemoryMiB), nodes: float64(p.Nodes), gpus: float64(p.GPUs),
		types: make([]float64, len(w.sys.GPUTypes)), gres: w.bills.gres}
	clear(all.gres)
	for i := range p.Bits.All {
		for t, n := range w.sys.Nodes[i].GPUs {
			all.types[t] += float64(n)
		}
		for k := range w.sys.Nodes[i].Slots {
			s := &w.sys.Nodes[i].Slots[k]
			w.bills.slot(s, s.Count)
		}
	}
	all.units = float64(int64(w.bills.bill(&all, part)))
	return all.of(r)
}
