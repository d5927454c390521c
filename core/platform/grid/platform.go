package grid

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
)

// About is the platform.
var About = &platform.About{Kind: "grid", Phrase: "a grid of sites",
	Families: []platform.Family{{Name: "grid", Prefix: Prefix, List: All.List(), Find: platform.Finder(All.Find)}},
	Makes:    func(make any) bool { _, ok := make.(func() Policy); return ok },
}

// A Platform is a Grid on which policies are played.
type Platform struct{ *Grid }

// About implements platform.Platform.
func (Platform) About() *platform.About { return About }

// Size implements platform.Sized.
func (g Platform) Size(*trace.Workload) (n int, unit string) { return g.Procs(), "processor" }

// Taken implements platform.Taker.
func (g Platform) Taken(*platform.Setting) []string {
	return []string{map[string]string{"": "queues", "queue": "queues", "partition": "partitions"}[g.Home]} // its sites
}

// Reseeded implements platform.Drawn.
func (g Platform) Reseeded(seed uint64) platform.Platform {
	c := *g.Grid
	c.Seed = seed
	return Platform{&c}
}

// Validate implements platform.Platform.
func (g Platform) Validate(s *platform.Setting) error {
	if err := g.Grid.Validate(); err != nil {
		return err
	}
	for _, site := range g.Sites {
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

// Canonical implements platform.Canonical.
func (g Platform) Canonical(*platform.Setting) platform.Platform {
	c := *g.Grid
	c.Sites = slices.Clone(c.Sites)
	for i := range c.Sites {
		site := &c.Sites[i]
		for _, factor := range []*float64{&site.Speed, &site.Load} {
			if *factor == 1 {
				*factor = 0
			}
		}
	}
	c.Home = strings.TrimPrefix(c.Home, "queue")
	c.MultiSite.Spread = strings.TrimPrefix(c.MultiSite.Spread, "fixed")
	c.MultiSite.Reading = strings.TrimPrefix(c.MultiSite.Reading, "home")
	c.Speedup.Model = strings.TrimPrefix(c.Speedup.Model, "linear")
	c.Speedup.Spread = strings.TrimPrefix(c.Speedup.Spread, "fixed")
	return Platform{&c}
}

// Fit implements platform.Fitter: it leaves out the jobs that are wider than their home sites, until no home
// changes: sites are dealt to names by first appearance among the jobs that stay.
func (g Platform) Fit(_ *platform.Setting, w *trace.Workload) (*trace.Workload, error) {
	stay, left := make([]bool, w.Len()), *w
	index := make([]int, w.Len()) // of the jobs that are left, in w
	for i := range index {
		index[i] = i
	}
	for {
		jobs, at := make([]job.Job, 0, left.Len()), make([]int, 0, left.Len())
		for i, home := range g.HomesOf(&left) {
			if int(left.Jobs.Held()[i].Procs) <= g.Sites[home].Procs {
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
	return w.OnSites(g.Procs(), func(i int) bool { return stay[i] }), nil
}

// Prepare implements platform.Platform. It takes the natures of p.Given, if there are any.
func (g Platform) Prepare(p *platform.Problem) (platform.Player, error) {
	natures, given := p.Given.([]Nature)
	if !given {
		natures = g.Natures(p.Workload.Jobs.Held(), g.HomesOf(p.Workload))
	}
	for i := range min(len(natures), p.Workload.Len()) {
		if site, j := &g.Sites[natures[i].Home], &p.Workload.Jobs.Held()[i]; int(j.Procs) > site.Procs {
			return nil, fmt.Errorf("job %d asks for %d processors and its home site %s has %d: leave such jobs out, as loading the workload does",
				j.ID, j.Procs, site.Name, site.Procs)
		}
	}
	return player{p, g.Grid, natures}, nil
}

type player struct {
	*platform.Problem
	grid    *Grid
	natures []Nature
}

// Observe is a hook (platform.Hooks.On): it returns what sees jobs and their sites in a run of that policy.
type Observe func(Policy) Observer

// Play implements platform.Player.
func (s player) Play(ctx context.Context, r *platform.Run) error {
	of, ok := r.Entry.Make.(func() Policy)
	if !ok {
		return &platform.Misplaced{Policy: r.Entry.Spelling, Of: r.Entry.On, Given: About}
	}
	p, w := of(), s.Workload
	cfg := Config{Grid: s.grid, Jobs: w.Jobs.Held(), Natures: s.natures, Overrun: s.Overrun}
	for _, o := range r.Observers {
		cfg.Observers = append(cfg.Observers, jobsOnly{o})
	}
	for _, observe := range platform.On[Observe](&r.Hooks) {
		cfg.Observers = append(cfg.Observers, observe(p))
	}
	var planner sim.Planner
	if g, ok := p.(sitesPlanner); ok {
		plans := &plannedOnSites{of: g, jobs: make([]*Job, w.Len())}
		planner, cfg.Observers = plans, append(cfg.Observers, plans)
	}
	if o := r.Note(p, planner, w.Len()); o != nil {
		cfg.Observers = append(cfg.Observers, jobsOnly{o})
	}
	r.Listen(p, nil)
	e, err := New(cfg, p)
	if err != nil {
		return err
	}
	if over, err := r.Engine(ctx, e, w.Len()); over || err != nil {
		return err
	}
	played := &Run{Grid: s.grid, Asked: w.Jobs.Held(), Natures: s.natures, Schedule: e.Schedule()}
	r.Jobs, r.Placed = slices.Clone(w.Jobs.Held()), make([]job.Placement, w.Len())
	for i := range r.Jobs {
		r.Jobs[i].Procs, r.Placed[i] = int32(played.Schedule.Procs(i)), played.Schedule.Placed[i].Placement
	}
	played.Jobs, played.Placed = r.Jobs, r.Placed
	r.Detail, r.Procs, r.Counts = played, w.Procs, played.counts()
	if r.Tables[result.Jobs] != nil {
		played.notes(&r.Notes)
	}
	r.Later(result.Parts, func(sink result.Sink) error {
		return result.WriteParts(sink, r.Name, r.Policy, played.siteNames(), r.Jobs, r.Placed, played.Parts())
	})
	return nil
}

// A Run is a finished run: the Detail of a platform.Played.
type Run struct {
	Grid     *Grid
	Asked    []job.Job       // as they were submitted; the workload's own
	Jobs     []job.Job       // as they ran: Procs is what each held
	Placed   []job.Placement // parallel to Jobs
	Natures  []Nature        // parallel to Jobs
	Schedule *Schedule       // where each job was put
}

// Parts returns what every job held on each site, job by job, in the order in which the
// policy took them.
func (r *Run) Parts() []result.Part {
	parts := make([]result.Part, 0, len(r.Jobs))
	for i := range r.Jobs {
		for _, p := range r.Schedule.Parts(i) {
			parts = append(parts, result.Part{Job: int32(i), Site: p.Site, Procs: p.Procs})
		}
	}
	return parts
}

// notes adds to n what the rows of the jobs tell about the
func (r *Run) notes(n *result.Notes) {
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

func (r *Run) siteNames() (names []string) {
	for _, s := range r.Grid.Sites {
		names = append(names, s.Name)
	}
	return names
}

// counts counts the jobs on one site that is not their home, on several, and on fewer or more
// processors than they asked for.
func (r *Run) counts() []platform.Count {
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
	return []platform.Count{{Name: "away", Jobs: away}, {Name: "split", Jobs: split}, {Name: "molded", Jobs: molded}}
}

// jobsOnly shows a sim.Observer a run on sites, without the sites.
type jobsOnly struct{ sim.Observer }

func (o jobsOnly) Submitted(now int64, j *Job)          { o.Observer.Submitted(now, &j.Job) }
func (o jobsOnly) Started(now int64, j *Job, _ []Part)  { o.Observer.Started(now, &j.Job) }
func (o jobsOnly) Ended(now int64, j *Job, killed bool) { o.Observer.Ended(now, &j.Job, killed) }

// A sitesPlanner is a Policy that plans ahead; see sim.Planner.
type sitesPlanner interface {
	Planned(j *Job) (start int64, parts []Part, ok bool)
}

// plannedOnSites makes a sim.Planner of a sitesPlanner. As an observer it learns the Job
// of each sim.Job.
type plannedOnSites struct {
	of   sitesPlanner
	jobs []*Job
}

func (p *plannedOnSites) Planned(j *sim.Job) (start int64, ok bool) {
	start, _, ok = p.of.Planned(p.jobs[j.Index])
	return start, ok
}

func (p *plannedOnSites) Submitted(_ int64, j *Job)   { p.jobs[j.Index] = j }
func (p *plannedOnSites) Started(int64, *Job, []Part) {}
func (p *plannedOnSites) Ended(int64, *Job, bool)     {}
func (p *plannedOnSites) Passed(int64)                {}
