package twin

import (
	"slices"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// Explain implements cluster.Explainer. The code is the one of Reasons, but None where the nodes are free
// now, no job is before this one and the scheduler only has not looked yet.
func (t *Twin) Explain(e *cluster.Engine, job int32, _ []int32) cluster.Reason {
	j := &e.Jobs[job]
	r := cluster.Reason{Code: cluster.NotLooked, Partition: j.Partitions[0], First: cluster.None, Shadow: cluster.None, Start: cluster.None}
	entries := t.entries
	if t.unsorted {
		entries = slices.Clone(entries)
		t.sort(entries)
	}
	at := slices.IndexFunc(entries, func(n entry) bool { return n.job == job && n.prefers == 0 })
	if at < 0 {
		return r
	}
	n := &entries[at]
	r.Partition = n.part
	if r.Code = t.reason(e, n); r.Code != "" {
		if r.Code == cluster.UnmetDependency {
			r.After = e.After(job)
		}
		return r
	}
	r.Decided = t.decided == e.NowUs || t.tried[job] == e.NowUs
	set := slices.Clone(n.nodes)
	set.And(e.Up)
	e.Allow(j, e.Now, set)
	e.Share(j, n.part, set)
	r.Find(e.Free, j, n.part, set)
	same := t.ahead(e, entries[:at], n, &r)
	switch {
	case same:
		r.Code = cluster.Behind
	case !r.Fits:
		r.Code = cluster.Resources
	case r.First != cluster.None:
		r.Code = cluster.Behind
	default:
		r.Code = cluster.NotLooked
	}
	return r
}

// ahead finds the jobs before an entry that wait for nodes, too, and share some with its partition. It
// returns whether one of them is in that partition.
func (t *Twin) ahead(e *cluster.Engine, before []entry, n *entry, r *cluster.Reason) (same bool) {
	nodes, seen := t.sys.Partitions[n.part].Bits, map[int32]bool{n.job: true}
	for k := range before {
		o := &before[k]
		p, here := &t.sys.Partitions[o.part], o.part == n.part
		if o.prefers > 0 || seen[o.job] && !here || !here && !p.Bits.Meets(nodes) || !e.Ready(o.job) || t.barred(e, o) {
			continue
		}
		if first := r.First == cluster.None || here && !same; first && t.reason(e, o) != "" {
			continue // too few nodes are up: looked at where it matters most
		}
		if r.First == cluster.None {
			r.First = o.job
		}
		if same = same || here; !seen[o.job] {
			r.Ahead++
		}
		seen[o.job] = true
	}
	return same
}
