package accounting

import (
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/trace/sacct"
)

// finish puts the jobs in order, and finds what they depend on, their arrays and what was done to
// them.
func (b *builder) finish() {
	order := b.sort()
	sources := make([]source, len(order))
	for k, i := range order {
		sources[k] = b.sources[i]
	}
	b.sources = sources
	ids, limits := b.index(), b.setArrays()
	solo := map[string][]int32{}
	for k := range b.Jobs {
		j, r, req := &b.Jobs[k], b.sources[k].last, b.sources[k].req
		limit, known := limits[j.Array]
		if req != nil {
			b.depend(j, int32(k), r, req.Dependency, ids, solo)
			if _, text, ok := strings.Cut(req.Array, "%"); ok && !known {
				n, _ := strconv.ParseInt(text, 10, 32)
				limit = max(n, 0)
			}
		}
		if j.Array > 0 {
			j.ArrayLimit = int32(min(limit, maxTasks))
			if !known && (req == nil || req.Array == "") && r.Phase() != sacct.Dropped {
				b.arrays++
			}
		}
		if (j.After != nil || j.ArrayLimit > 0) && (req == nil || req.BeginS == 0) {
			j.Begin = cluster.None // which is why it was not eligible
		}
		for _, e := range b.earlier[keyOf(r)] {
			if e.State != sacct.StatePreempted || b.s.Description.Preemption.Type == "" {
				b.Changes = append(b.Changes, cluster.Change{At: e.End - b.UnixStart, Kind: cluster.Requeue, Job: int32(k)})
			}
		}
		switch p := r.Phase(); {
		case p == sacct.Dropped && !expires(j, r):
			b.Changes = append(b.Changes, cluster.Change{At: r.End - b.UnixStart, Kind: cluster.Cancel, Job: int32(k)})
		case p == sacct.Pending && !b.open:
			b.Changes = append(b.Changes, cluster.Change{At: max(b.end, r.Submit) - b.UnixStart, Kind: cluster.Cancel, Job: int32(k)})
		}
	}
}

// setArrays numbers the arrays of the jobs, and returns the limits of running tasks that rows have.
func (b *builder) setArrays() map[int32]int64 {
	arrays, limits := map[jobKey]int32{}, map[int32]int64{}
	for k := range b.Jobs {
		r := b.sources[k].last
		if r.Task == sacct.None && r.Waiting == 0 {
			continue
		}
		key := jobKey{r.Cluster, r.Base, r.Recycled}
		if arrays[key] == 0 {
			arrays[key] = int32(len(arrays) + 1)
		}
		if b.Jobs[k].Array = arrays[key]; r.ArrayLimit != sacct.None {
			limits[arrays[key]] = r.ArrayLimit
		}
	}
	return limits
}
