package twin

import (
	"strings"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

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
	tres     []string // of WeightTRES, in order
}

func newWeigher(s *cluster.System) *weigher {
	w := &weigher{sys: s, p: &s.Description.Priority, maxAge: max(or(s.Description.Priority.MaxAgeS, 604_800), 1)}
	for i := range s.Partitions {
		w.maxPart = max(w.maxPart, float64(max(s.Partitions[i].PriorityFactor, 1)))
	}
	for i := range s.QOS {
		w.maxQOS = max(w.maxQOS, float64(s.QOS[i].Priority))
	}
	for i := range s.Users {
		w.maxAssoc = max(w.maxAssoc, float64(s.PriorityOf(int32(i))))
	}
	w.tres = sorted(w.p.WeightTRES)
	return w
}

// priority returns a job's priority in a partition at a second, at least 1.
func (w *weigher) priority(j *cluster.Job, part int32, eligible, now int64, fair float64) int64 {
	p := w.p
	sum := float64(float64(p.WeightAge) * min(1, float64(max(now-eligible, 0))/float64(w.maxAge)))
	sum += float64(float64(p.WeightFair) * fair)
	sum += float64(float64(p.WeightJobSize) * w.size(j))
	sum += float64(float64(p.WeightPart) * share(float64(max(w.sys.Partitions[part].PriorityFactor, 1)), w.maxPart, p.NoNormal, "part"))
	if j.QOS != cluster.None {
		sum += float64(float64(p.WeightQOS) * share(float64(w.sys.QOS[j.QOS].Priority), w.maxQOS, p.NoNormal, "qos"))
	}
	sum += float64(float64(p.WeightAssoc) * share(float64(w.sys.PriorityOf(j.User)), w.maxAssoc, p.NoNormal, "assoc"))
	for _, name := range w.tres {
		asked, total := w.amount(j, part, name)
		sum += float64(p.WeightTRES[name] * share(asked, total, p.NoNormal, "tres"))
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

// size returns the factor of the job's size.
func (w *weigher) size(j *cluster.Job) float64 {
	nodes, all := float64(j.MinNodes), float64(len(w.sys.Nodes))
	cores, sum := float64(j.Cores()), float64(w.sys.Cores)
	switch {
	case w.p.SmallRelative:
		return max(float64(nodes*sum)/all, cores) / (float64(max(j.Limit, 60)) / 60) / sum
	case w.p.FavorSmall:
		return ((all-nodes)/all + (sum-cores)/sum) / 2
	}
	return (nodes/all + cores/sum) / 2
}

// amount returns how much of a resource the job asks for, and how much the partition has.
func (w *weigher) amount(j *cluster.Job, part int32, name string) (asked, total float64) {
	p := &w.sys.Partitions[part]
	switch kind, _, _ := strings.Cut(strings.ToLower(name), ":"); kind {
	case "cpu":
		return float64(j.Cores()), float64(p.Cores)
	case "mem":
		return float64(p.Memory(j)), float64(p.MemoryMiB)
	case "node":
		return float64(j.MinNodes), float64(p.Nodes)
	case "gres/gpu":
		return float64(j.GPUs) * float64(j.MinNodes), float64(p.GPUs)
	}
	return 0, 1
}
