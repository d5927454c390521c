package bridge

import (
	"cmp"
	"slices"

	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
)

// A homeKey is a key by which jobs can be given home sites: their queues, users, groups
// or partitions.
type homeKey struct {
	By     string     `json:"by"`    // as in grid.Grid.Home
	Names  []homeName `json:"names"` // those with the most jobs, at most maxHomes
	Others others     `json:"others"`
}

// A homeName is one queue, user, ...
type homeName struct {
	Name   string `json:"name"`
	Jobs   int    `json:"jobs"`
	Widest int    `json:"widest"` // processors of its widest job
}

// others are the names that are not listed, together.
type others struct {
	Names  int `json:"names"`
	Jobs   int `json:"jobs"`
	Widest int `json:"widest"`
}

// maxHomes bounds the names listed: a page can draw that many sites.
const maxHomes = 8

// homeKeys lists the keys that the workload's jobs have.
func homeKeys(w *trace.Workload) []homeKey {
	all := []homeKey{}
	for _, k := range []struct {
		by    string
		names trace.Names
		of    func(*job.Job) int32
	}{
		{"queue", w.Queues, func(j *job.Job) int32 { return j.Queue }},
		{"user", w.Users, func(j *job.Job) int32 { return j.User }},
		{"group", w.Groups, func(j *job.Job) int32 { return j.Group }},
		{"partition", w.Partitions, func(j *job.Job) int32 { return j.Partition }},
	} {
		names := make([]homeName, len(k.names))
		for i := range w.Jobs.Held() {
			j := &w.Jobs.Held()[i]
			if at := k.of(j); at >= 0 && int(at) < len(names) {
				names[at].Jobs++
				names[at].Widest = max(names[at].Widest, int(j.Procs))
			}
		}
		for i := range names {
			names[i].Name = k.names[i]
		}
		names = slices.DeleteFunc(names, func(n homeName) bool { return n.Jobs == 0 })
		slices.SortStableFunc(names, func(a, b homeName) int { return cmp.Compare(b.Jobs, a.Jobs) })
		if len(names) == 0 {
			continue
		}
		listed := names[:min(len(names), maxHomes)]
		key := homeKey{By: k.by, Names: listed}
		for _, n := range names[len(listed):] {
			key.Others.Names++
			key.Others.Jobs += n.Jobs
			key.Others.Widest = max(key.Others.Widest, n.Widest)
		}
		all = append(all, key)
	}
	return all
}
