package experiment

import (
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/grid"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/workload"
)

// SitesOf returns a site for each queue of w (or user, group or partition, as
// home says: see grid.Grid.Home) that has jobs: as large as its widest job, and
// home of all its jobs, with its name but for a result.SiteSeparator in it. They are in the order of the names, numbers by value and
// before other names; jobs without a name have a site of their own, the last.
func SitesOf(w *workload.Workload, home string) []grid.Site {
	names, key := keyOf(w, home)
	widest := make([]int, len(names)+1) // the last: of jobs without a name
	for i := range w.Jobs {
		k := int(key(&w.Jobs[i]))
		if k < 0 || k >= len(names) {
			k = len(names)
		}
		widest[k] = max(widest[k], int(w.Jobs[i].Procs))
	}
	var sites []grid.Site
	for k, name := range names {
		if widest[k] > 0 {
			sites = append(sites, grid.Site{Name: strings.ReplaceAll(name, result.SiteSeparator, "-"), Procs: widest[k], From: []string{name}})
		}
	}
	slices.SortFunc(sites, func(a, b grid.Site) int { return workload.CompareNames(a.Name, b.Name) })
	if n := widest[len(names)]; n > 0 {
		sites = append(sites, grid.Site{Name: "none", Procs: n, From: []string{"*"}})
	}
	return sites
}

// A GridCount is how many jobs of a run on a grid were treated differently from
// a job alone on its home site.
type GridCount struct {
	Away   int `json:"away"`   // on one site, which was not their home
	Split  int `json:"split"`  // on several sites
	Molded int `json:"molded"` // on fewer or more processors than they asked for
}

// Count counts the jobs of the run.
func (r *GridRun) Count() (n GridCount) {
	for i := range r.Jobs {
		switch parts := r.Schedule.Parts(i); {
		case len(parts) > 1:
			n.Split++
		case parts[0].Site != r.Natures[i].Home:
			n.Away++
		}
		if r.Jobs[i].Procs != r.Asked[i].Procs {
			n.Molded++
		}
	}
	return n
}
