package experiment

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/platform/grid"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
)

// gridPlatform is the Platform of a grid.
type gridPlatform struct{ machinePlatform }

func (gridPlatform) kind() Kind     { return Grid }
func (gridPlatform) String() string { return Grid.String() }
func (gridPlatform) Simple() bool   { return false }
func (s gridPlatform) taken() []string {
	return []string{map[string]string{"": "queues", "queue": "queues", "partition": "partitions"}[s.Grid.Home]} // its sites
}

func (s gridPlatform) sites() []grid.Site { return s.Grid.Sites }
func (s gridPlatform) homes(w *trace.Workload) []int32 {
	names, key := keyOf(w, s.Grid.Home)
	return s.Grid.Homes(w.Jobs.Held(), names, key)
}

func (s gridPlatform) reseed(seed uint64) bool {
	g := *s.Grid
	g.Seed = seed
	s.Spec.Grid = &g
	return true
}

func (s gridPlatform) Size(*trace.Workload) (n int, unit string) {
	return s.Grid.Procs(), "processor"
}

func (s gridPlatform) validate() error {
	if err := s.Grid.Validate(); err != nil {
		return err
	}
	for _, site := range s.Grid.Sites {
		if strings.Contains(site.Name, result.SiteSeparator) {
			return fmt.Errorf("the name of site %q has a %s, which separates the sites of a job in results: give it another",
				site.Name, result.SiteSeparator)
		}
	}
	if s.Procs != 0 {
		return errors.New("both a grid and the processors of one machine are given: the grid has those of its sites, so leave procs out")
	}
	return nil
}

func (s gridPlatform) canonical() Spec {
	c, g := *s.Spec, *s.Grid
	c.Grid = &g
	g.Sites = slices.Clone(g.Sites)
	for i := range g.Sites {
		site := &g.Sites[i]
		for _, factor := range []*float64{&site.Speed, &site.Load} {
			if *factor == 1 {
				*factor = 0
			}
		}
	}
	g.Home = strings.TrimPrefix(g.Home, "queue")
	g.MultiSite.Spread = strings.TrimPrefix(g.MultiSite.Spread, "fixed")
	g.MultiSite.Reading = strings.TrimPrefix(g.MultiSite.Reading, "home")
	g.Speedup.Model = strings.TrimPrefix(g.Speedup.Model, "linear")
	g.Speedup.Spread = strings.TrimPrefix(g.Speedup.Spread, "fixed")
	return c
}

// fit leaves out the jobs that are wider than their home sites, until no home changes: sites
// are dealt to names by first appearance among the jobs that stay.
func (s gridPlatform) fit(w *trace.Workload) (*trace.Workload, error) {
	stay, left := make([]bool, w.Len()), *w
	index := make([]int, w.Len()) // of the jobs that are left, in w
	for i := range index {
		index[i] = i
	}
	for {
		jobs, at := make([]job.Job, 0, left.Len()), make([]int, 0, left.Len())
		for i, home := range s.Homes(&left) {
			if int(left.Jobs.Held()[i].Procs) <= s.Grid.Sites[home].Procs {
				jobs, at = append(jobs, left.Jobs.Held()[i]), append(at, index[i])
			}
		}
		if len(jobs) == left.Len() {
			break
		}
		left.Jobs, index = trace.Hold(jobs), at
	}
	for _, i := range index {
		stay[i] = true
	}
	if len(index) == 0 {
		return nil, errors.New("no job of the workload fits its home site on the grid: give the sites more processors")
	}
	return w.OnSites(s.Grid.Procs(), func(i int) bool { return stay[i] }), nil
}

func (s gridPlatform) ready(p *Problem) (player, error) {
	natures := p.Natures
	if natures == nil {
		natures = s.Grid.Natures(p.Workload.Jobs.Held(), s.Homes(p.Workload))
	}
	for i := range min(len(natures), p.Workload.Len()) {
		if site, j := &s.Grid.Sites[natures[i].Home], &p.Workload.Jobs.Held()[i]; int(j.Procs) > site.Procs {
			return nil, fmt.Errorf("job %d asks for %d processors and its home site %s has %d: leave such jobs out, as loading the workload does",
				j.ID, j.Procs, site.Name, site.Procs)
		}
	}
	return gridPlayer{s, p.Workload, natures}, nil
}

func (s gridPlatform) verify(v *Verified, _ *trace.Workload, o *Outcome) error {
	v.sites(s.Spec, o)
	return nil
}

type gridPlayer struct {
	gridPlatform
	w       *trace.Workload
	natures []grid.Nature
}

func (s gridPlayer) play(ctx context.Context, r *run) error {
	p, err := r.entry.Sites()
	if err != nil {
		return err
	}
	cfg := s.onGrid(s.w.Jobs.Held(), s.natures)
	for _, o := range r.Observers {
		cfg.Observers = append(cfg.Observers, jobsOnly{o})
	}
	if r.ObserveGrid != nil {
		cfg.Observers = append(cfg.Observers, r.ObserveGrid(p))
	}
	var planner sim.Planner
	if g, ok := p.(sitesPlanner); ok {
		plans := &plannedOnSites{of: g, jobs: make([]*grid.Job, s.w.Len())}
		planner, cfg.Observers = plans, append(cfg.Observers, plans)
	}
	if o := r.watch(p, planner, s.w.Len()); o != nil {
		cfg.Observers = append(cfg.Observers, jobsOnly{o})
	}
	r.listen(p, nil)
	e, err := grid.New(cfg, p)
	if err != nil {
		return err
	}
	if over, err := r.engine(ctx, e, s.w.Len()); over || err != nil {
		return err
	}
	played := &GridRun{Grid: s.Grid, Asked: s.w.Jobs.Held(), Natures: s.natures, Schedule: e.Schedule()}
	r.Jobs, r.Placed = slices.Clone(s.w.Jobs.Held()), make([]job.Placement, s.w.Len())
	for i := range r.Jobs {
		r.Jobs[i].Procs, r.Placed[i] = int32(played.Schedule.Procs(i)), played.Schedule.Placed[i].Placement
	}
	played.Jobs, played.Placed = r.Jobs, r.Placed
	r.Played.Grid, r.procs, r.Counts = played, s.w.Procs, played.counts()
	if r.Tables[result.Jobs] != nil {
		played.notes(&r.notes)
	}
	r.later(result.Parts, func(sink result.Sink) error {
		return result.WriteParts(sink, r.Run, r.Policy, played.siteNames(), r.Jobs, r.Placed, played.Parts())
	})
	return nil
}

// onGrid returns what jobs on the Spec's grid are: the engine plays it, and the referee
// judges by it.
func (s *Spec) onGrid(jobs []job.Job, natures []grid.Nature) grid.Config {
	return grid.Config{Grid: s.Grid, Jobs: jobs, Natures: natures, Overrun: s.overrun()}
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

// Parts returns what every job held on each site, job by job, in the order in which the
// policy took them.
func (r *GridRun) Parts() []result.Part {
	parts := make([]result.Part, 0, len(r.Jobs))
	for i := range r.Jobs {
		for _, p := range r.Schedule.Parts(i) {
			parts = append(parts, result.Part{Job: int32(i), Site: p.Site, Procs: p.Procs})
		}
	}
	return parts
}

// notes adds to n what the rows of the jobs tell about the grid.
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

func (r *GridRun) siteNames() (names []string) {
	for _, s := range r.Grid.Sites {
		names = append(names, s.Name)
	}
	return names
}

// counts counts the jobs on one site that is not their home, on several, and on fewer or more
// processors than they asked for.
func (r *GridRun) counts() []Count {
	away, split, molded := 0, 0, 0
	for i := range r.Jobs {
		switch parts := r.Schedule.Parts(i); {
		case len(parts) > 1:
			split++
		case parts[0].Site != r.Natures[i].Home:
			away++
		}
		if r.Jobs[i].Procs != r.Asked[i].Procs {
			molded++
		}
	}
	return []Count{{"away", away}, {"split", split}, {"molded", molded}}
}

// jobsOnly shows a sim.Observer a run on sites, without the sites.
type jobsOnly struct{ sim.Observer }

func (o jobsOnly) Submitted(now int64, j *grid.Job)              { o.Observer.Submitted(now, &j.Job) }
func (o jobsOnly) Started(now int64, j *grid.Job, _ []grid.Part) { o.Observer.Started(now, &j.Job) }
func (o jobsOnly) Ended(now int64, j *grid.Job, killed bool)     { o.Observer.Ended(now, &j.Job, killed) }

// A sitesPlanner is a grid.Policy that plans ahead; see sim.Planner.
type sitesPlanner interface {
	Planned(j *grid.Job) (start int64, parts []grid.Part, ok bool)
}

// plannedOnSites makes a sim.Planner of a sitesPlanner. As an observer it learns the grid.Job
// of each sim.Job.
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
