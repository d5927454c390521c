package experiment

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/grid"
	"github.com/backfill-lab/backfill/core/job"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/workload"
)

// Homes returns the home site of each job of w on the Spec's grid, as indexes
// into its Sites; nil without a grid.
func (s Spec) Homes(w *workload.Workload) []int32 {
	if s.Grid == nil {
		return nil
	}
	names, key := keyOf(w, s.Grid.Home)
	return s.Grid.Homes(w.Jobs, names, key)
}

// keyOf returns the names that home sites are chosen by, and a job's index of them.
func keyOf(w *workload.Workload, home string) (workload.Names, func(*job.Job) int32) {
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

// onSites leaves out the jobs that are wider than their home sites. Names that
// no site has are dealt by first appearance among the jobs that stay: so what
// is left has the same homes whenever they are asked for.
func (s Spec) onSites(w *workload.Workload) *workload.Workload {
	stay, left := make([]bool, len(w.Jobs)), *w
	index := make([]int, len(w.Jobs)) // of the jobs that are left, in w
	for i := range index {
		index[i] = i
	}
	for {
		jobs, at := make([]job.Job, 0, len(left.Jobs)), make([]int, 0, len(left.Jobs))
		for i, home := range s.Homes(&left) {
			if int(left.Jobs[i].Procs) <= s.Grid.Sites[home].Procs {
				jobs, at = append(jobs, left.Jobs[i]), append(at, index[i])
			}
		}
		if len(jobs) == len(left.Jobs) {
			break
		}
		left.Jobs, index = jobs, at
	}
	for _, i := range index {
		stay[i] = true
	}
	return w.OnSites(s.Grid.Procs(), func(i int) bool { return stay[i] })
}

// A GridRun is a finished run on a grid.
type GridRun struct {
	Grid     *grid.Grid
	Asked    []job.Job       // as they were submitted; the workload's own
	Jobs     []job.Job       // as they ran: Procs is what each held
	Placed   []job.Placement // parallel to Jobs
	Natures  []grid.Nature   // parallel to Jobs
	Schedule *grid.Schedule  // where each job was put
}

// PlayGrid plays policy p on the Spec's grid, with jobs that Load or Apply has
// put there. progress may be nil.
func (s Spec) PlayGrid(ctx context.Context, w *workload.Workload, p grid.Policy, progress func(done, total int), observers ...grid.Observer) (*GridRun, error) {
	homes := s.Homes(w)
	for i, home := range homes {
		if site := &s.Grid.Sites[home]; int(w.Jobs[i].Procs) > site.Procs {
			return nil, fmt.Errorf("job %d asks for %d processors and its home site %s has %d: leave such jobs out, as loading the workload does",
				w.Jobs[i].ID, w.Jobs[i].Procs, site.Name, site.Procs)
		}
	}
	cfg := grid.Config{Grid: s.Grid, Jobs: w.Jobs, Natures: s.Grid.Natures(w.Jobs, homes), Overrun: s.overrun(), Observers: observers}
	e, err := grid.New(cfg, p)
	if err != nil {
		return nil, err
	}
	if err := e.Run(ctx, progress); err != nil {
		return nil, err
	}
	r := &GridRun{Grid: s.Grid, Asked: w.Jobs, Jobs: slices.Clone(w.Jobs), Placed: make([]job.Placement, len(w.Jobs)), Natures: cfg.Natures, Schedule: e.Schedule()}
	for i := range r.Jobs {
		r.Jobs[i].Procs, r.Placed[i] = int32(r.Schedule.Procs(i)), r.Schedule.Placed[i].Placement
	}
	return r, nil
}

// Parts returns what every job held on each site, job by job, each in the order
// in which the policy took them.
func (r *GridRun) Parts() []result.Part {
	parts := make([]result.Part, 0, len(r.Jobs))
	for i := range r.Jobs {
		for _, p := range r.Schedule.Parts(i) {
			parts = append(parts, result.Part{Job: int32(i), Site: p.Site, Procs: p.Procs})
		}
	}
	return parts
}

// notes adds to n what the rows of the jobs say of the grid.
func (r *GridRun) notes(n *result.Notes) {
	jobs := len(r.Jobs)
	n.Sites, n.Homes, n.Asked, n.Slowdowns = make([]string, jobs), make([]string, jobs), make([]int32, jobs), make([]float64, jobs)
	joined := []string{}
	for i := range r.Jobs {
		parts := r.Schedule.Parts(i)
		n.Sites[i], n.Homes[i] = r.Grid.Sites[parts[0].Site].Name, r.Grid.Sites[r.Natures[i].Home].Name
		n.Asked[i], n.Slowdowns[i] = r.Asked[i].Procs, math.NaN()
		if len(parts) > 1 {
			joined = joined[:0]
			for _, p := range parts {
				joined = append(joined, r.Grid.Sites[p.Site].Name)
			}
			n.Sites[i], n.Slowdowns[i] = strings.Join(joined, result.SiteSeparator), r.Natures[i].Slowdown
		}
	}
}

// siteNames are the names that the sites of parts stand for.
func (r *GridRun) siteNames() []string {
	names := make([]string, len(r.Grid.Sites))
	for i := range names {
		names[i] = r.Grid.Sites[i].Name
	}
	return names
}

// ObserveGrid returns what tells o of a run on a grid, but not of sites.
func ObserveGrid(o sim.Observer) grid.Observer { return onGrid{o} }

type onGrid struct{ sim.Observer }

func (o onGrid) Submitted(now int64, j *grid.Job)              { o.Observer.Submitted(now, &j.Job) }
func (o onGrid) Started(now int64, j *grid.Job, _ []grid.Part) { o.Observer.Started(now, &j.Job) }
func (o onGrid) Ended(now int64, j *grid.Job, killed bool)     { o.Observer.Ended(now, &j.Job, killed) }

// A sitesPlanner is a grid.Policy that plans ahead, as sim.Planner has it.
type sitesPlanner interface {
	Planned(j *grid.Job) (start int64, parts []grid.Part, ok bool)
}

// plannedOnSites is the sim.Planner that a sitesPlanner is. As an observer it
// learns the grid.Job of each sim.Job.
type plannedOnSites struct {
	of   sitesPlanner
	jobs []*grid.Job
}

func (p *plannedOnSites) Planned(j *sim.Job) (start int64, ok bool) {
	start, _, ok = p.of.Planned(p.jobs[j.Index])
	return start, ok
}

func (p *plannedOnSites) Submitted(_ int64, j *grid.Job)        { p.jobs[j.Index] = j }
func (p *plannedOnSites) Started(int64, *grid.Job, []grid.Part) {}
func (p *plannedOnSites) Ended(int64, *grid.Job, bool)          {}
func (p *plannedOnSites) Passed(int64)                          {}

// canonical returns the grid with its defaults left out.
func canonical(g *grid.Grid) *grid.Grid {
	c := *g
	c.Sites = slices.Clone(g.Sites)
	for i := range c.Sites {
		site := &c.Sites[i]
		if site.Speed == 1 {
			site.Speed = 0
		}
		if site.Load == 1 {
			site.Load = 0
		}
	}
	c.Home = strings.TrimPrefix(c.Home, "queue")
	c.MultiSite.Spread = strings.TrimPrefix(c.MultiSite.Spread, "fixed")
	c.MultiSite.Reading = strings.TrimPrefix(c.MultiSite.Reading, "home")
	c.Speedup.Model = strings.TrimPrefix(c.Speedup.Model, "linear")
	c.Speedup.Spread = strings.TrimPrefix(c.Speedup.Spread, "fixed")
	return &c
}
