package grid

import (
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
)

// HomesOf returns the index of each job's home site.
func (g *Grid) HomesOf(w *trace.Workload) []int32 {
	names, key := keyOf(w, g.Home)
	return g.Homes(w.Jobs.Held(), names, key)
}

// HomeNames returns the names in w by which home sites are chosen: see Grid.Home.
func HomeNames(w *trace.Workload, home string) trace.Names {
	names, _ := keyOf(w, home)
	return names
}

// keyOf returns the names by which home sites are chosen, and a job's index in them.
func keyOf(w *trace.Workload, home string) (trace.Names, func(*job.Job) int32) {
	switch home {
	case "user":
		return w.Users, func(j *job.Job) int32 { return j.User }
	case "group":
		return w.Groups, func(j *job.Job) int32 { return j.Group }
	case "partition":
		return w.Partitions, func(j *job.Job) int32 { return j.Partition }
	}
	return w.Queues, func(j *job.Job) int32 { return j.Queue }
}

// SitesOf returns a site for each queue of w (or what home says: see Grid.Home) that has
// jobs. It is as large as its widest job and home of all its jobs, and has the queue's name
// with "-" for any result.SiteSeparator. Sites come in the order of the names, numbers by
// value and before other names; the last is that of jobs without a name.
func SitesOf(w *trace.Workload, home string) []Site {
	names, key := keyOf(w, home)
	widest := make([]int, len(names)+1) // the last: of jobs without a name
	for _, j := range w.Jobs.Held() {
		k := int(key(&j))
		if k < 0 || k >= len(names) {
			k = len(names)
		}
		widest[k] = max(widest[k], int(j.Procs))
	}
	var sites []Site
	for k, name := range names {
		if widest[k] > 0 {
			sites = append(sites, Site{Name: strings.ReplaceAll(name, result.SiteSeparator, "-"), Procs: widest[k], From: []string{name}})
		}
	}
	slices.SortFunc(sites, func(a, b Site) int { return trace.CompareNames(a.Name, b.Name) })
	if n := widest[len(names)]; n > 0 {
		sites = append(sites, Site{Name: "none", Procs: n, From: []string{"*"}})
	}
	return sites
}
