package conf

import (
	"maps"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// absolute turns the limits of QOS with the flag Relative, which Slurm has since 23.11, into amounts: they are percents of what
// the cluster has, or the partition whose QOS it is, 100 at most, and rounded down. Memory without a unit is percents, too.
func (r *reader) absolute() error {
	for _, q := range r.book.qos {
		at, ok := r.book.relative[q.Name]
		if !ok {
			continue
		}
		of, nodes := "the cluster", "ALL"
		if i := slices.IndexFunc(r.d.Partitions, func(p cluster.Partition) bool { return p.QOS == q.Name }); i >= 0 {
			of, nodes = "partition "+clip(r.d.Partitions[i].Name), r.d.Partitions[i].Nodes
		}
		total, err := r.total(at, nodes)
		if err != nil {
			return err
		}
		r.assume("QOS %s is relative: its limits are percents of what %s has.", clip(q.Name), of)
		for _, f := range cluster.LimitsOnResources {
			have := f.Of(&q.Limits)
			*have = r.percents(at, *have, total)
		}
	}
	return nil
}

// percents returns amounts for percents of a total. What the total does not have is no limit.
func (r *reader) percents(at place, have, total cluster.TRES) (out cluster.TRES) {
	for _, name := range slices.Sorted(maps.Keys(have)) {
		all, ok := total[name]
		if !ok {
			r.ignore(at, "Flags=Relative: "+name, "how much of it there is, and so what percents of it are, is not known: it is no limit")
			continue
		}
		if out == nil {
			out = cluster.TRES{}
		}
		out[name] = math.Floor(all * min(have[name], 100) / 100)
	}
	return out
}

// total returns what nodes have.
func (r *reader) total(at place, nodes string) (cluster.TRES, error) {
	names, err := r.resolve(at, "Nodes", nodes)
	if err != nil {
		return nil, err
	}
	out := cluster.TRES{"cpu": 0, "mem": 0, "node": float64(len(names)), "gres/gpu": 0}
	for _, name := range names {
		n := &r.nodes[r.nodeOf[name]].typ
		out["cpu"] += float64(n.Cores)
		out["mem"] += float64(n.MemoryMiB)
		for typ, count := range n.GPUs {
			out["gres/gpu"] += float64(count)
			if typ != "" {
				out["gres/gpu:"+typ] += float64(count)
			}
		}
	}
	return out, nil
}
