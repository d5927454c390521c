package experiment

import (
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/platform/grid"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
)

// Sites returns the sites of the Spec's grid; none without a grid.
func (s Spec) Sites() []grid.Site { return s.Platform().sites() }

// Homes returns the index of each job's home site on the Spec's grid; nil without a grid.
func (s Spec) Homes(w *trace.Workload) []int32 { return s.Platform().homes(w) }

// HomeNames returns the names in w by which home sites are chosen: see grid.Grid.Home.
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

// SitesOf returns a site for each queue of w (or what home says: see grid.Grid.Home) that has
// jobs. It is as large as its widest job and home of all its jobs, and has the queue's name
// with "-" for any result.SiteSeparator. Sites come in the order of the names, numbers by
// value and before other names; the last is that of jobs without a name.
func SitesOf(w *trace.Workload, home string) []grid.Site {
	names, key := keyOf(w, home)
	widest := make([]int, len(names)+1) // the last: of jobs without a name
	for _, j := range w.Jobs.Held() {
		k := int(key(&j))
		if k < 0 || k >= len(names) {
			k = len(names)
		}
		widest[k] = max(widest[k], int(j.Procs))
	}
	var sites []grid.Site
	for k, name := range names {
		if widest[k] > 0 {
			sites = append(sites, grid.Site{Name: strings.ReplaceAll(name, result.SiteSeparator, "-"), Procs: widest[k], From: []string{name}})
		}
	}
	slices.SortFunc(sites, func(a, b grid.Site) int { return trace.CompareNames(a.Name, b.Name) })
	if n := widest[len(names)]; n > 0 {
		sites = append(sites, grid.Site{Name: "none", Procs: n, From: []string{"*"}})
	}
	return sites
}
