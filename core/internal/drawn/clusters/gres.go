package clusters

import (
	"math/rand/v2"
	"slices"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// Generic gives nodes of a system generic resources: counted ones of several types, free ones, and parts of GPUs.
func Generic(r *rand.Rand, d *cluster.Description) {
	for i := range d.Nodes {
		n := &d.Nodes[i]
		if r.IntN(2) == 0 {
			n.Gres = append(n.Gres, cluster.Gres{Name: "fpga", Type: []string{"", "big"}[r.IntN(2)], Count: int64(1 + r.IntN(3))},
				cluster.Gres{Name: "fpga", Type: "small", Count: int64(r.IntN(3))})
		}
		if r.IntN(3) == 0 {
			n.Gres = append(n.Gres, cluster.Gres{Name: "disk", Count: int64(r.IntN(9)), NoConsume: r.IntN(2) == 0})
		}
		if gpus := n.GPUs["x"]; gpus > 0 && r.IntN(4) > 0 {
			g := cluster.Gres{Name: "shard", Type: "x", OneGPU: r.IntN(4) == 0}
			for range gpus {
				g.PerGPU = append(g.PerGPU, int64(r.IntN(6)))
			}
			n.Gres = append(n.Gres, g)
		}
	}
	d.SlurmVersion = []string{"", "24.11"}[r.IntN(2)]
	d.Scheduling.SeveralGPUs, d.Scheduling.LeastLoadedGPU = r.IntN(3) == 0, r.IntN(3) == 0
}

// AskGeneric lets jobs ask for generic resources that the system has.
func AskGeneric(r *rand.Rand, s *cluster.System, jobs []cluster.Job) {
	if len(s.Gres) == 0 {
		return
	}
	empty := cluster.NewState(s)
	for i := range jobs {
		j := jobs[i]
		asks := cluster.Asks{}
		for range 1 + r.IntN(2) {
			need := cluster.GresNeed{Kind: int32(r.IntN(len(s.Gres))), Count: int64(1 + r.IntN(3))}
			if !slices.ContainsFunc(asks.Gres, func(o cluster.GresNeed) bool { return s.AnyType(o.Kind) == s.AnyType(need.Kind) }) {
				asks.Gres = append(asks.Gres, need)
			}
		}
		if j.GPUs > 0 || r.IntN(3) == 0 {
			continue
		}
		could := true
		j.Asks = &asks
		for _, p := range j.Partitions {
			_, ok := empty.Could(&j, p)
			could = could && ok
		}
		if could {
			jobs[i] = j
		}
	}
}
