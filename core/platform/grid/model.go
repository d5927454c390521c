package grid

import (
	"fmt"

	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/internal/bounds"
)

// A Site is a parallel computer of the grid: identical processors that jobs share in space.
type Site struct {
	Name  string  `json:"name"`                                // unique within the grid
	Procs int     `json:"procs" range:"1..1073741824"`         // 1..job.MaxProcs
	Speed float64 `json:"speed,omitempty" range:"1e-6..1e6,0"` // of one processor, 1 is the log's own machine; 0 means 1
	Load  float64 `json:"load,omitempty" range:"0..1e6"`       // multiplies run times and estimates of the jobs at home here; 0 means 1

	// From names the queues (or what Grid.Home says) whose jobs belong here; "*" takes
	// those that no site names.
	From []string `json:"from,omitempty"`
}

// A Grid is a set of sites and the costs of running a job on them. Zero values of all
// fields but Sites are the paper's model.
type Grid struct {
	Sites []Site `json:"sites"`

	// Home says what decides a job's home site: "queue" (also ""), "user", "group" or
	// "partition". Names in no From are dealt to the sites in turn, in order of first
	// appearance.
	Home string `json:"home,omitempty"`

	MultiSite MultiSite `json:"multisite,omitzero"`
	Speedup   Speedup   `json:"speedup,omitzero"`

	Seed uint64 `json:"seed,omitempty" range:"0..18446744073709551615"` // of each job's slowdown and speed-up, and random choices of policies
}

// MultiSite is the cost of running on several sites at once: a job takes 1+x times as
// long, where x depends on Spread.
type MultiSite struct {
	// Overhead is p, the largest x, 0 or more (equation 2 of the paper).
	Overhead float64 `json:"overhead,omitempty" range:"0..1e6"`

	// Spread says how x varies: "fixed" (also ""), p for all jobs; "uniform" in [0, p]
	// for each; "normal" with mean p/2 and deviation p/6, drawn again outside [0, p].
	// The paper gives the limit p, but no mean and deviation.
	Spread string `json:"spread,omitempty"`

	// Reading says which run time is stretched: "home" (also ""), that on the home site
	// (section 3's attribute slowdown), or "slowest", that on the slowest site taken
	// (section 4: faster parts wait for slower ones).
	Reading string `json:"reading,omitempty"`
}

// A Part is a job's processors on one site.
type Part struct {
	Site  int32 // index into Grid.Sites
	Procs int32 // at least 1
}

// A Placement is where a run put one job.
type Placement struct {
	job.Placement
	first, n int32 // the job's parts, in the schedule's
}

// A Schedule is where a run put every job.
type Schedule struct {
	Placed []Placement // parallel to Config.Jobs
	parts  []Part
}

// Parts returns what the i-th job held, in the order in which the policy took it, or nothing
// before it started. The slice is the schedule's own.
func (s *Schedule) Parts(i int) []Part {
	p := &s.Placed[i]
	return s.parts[p.first : p.first+p.n : p.first+p.n]
}

// Procs returns how many processors the i-th job held over all sites.
func (s *Schedule) Procs(i int) int {
	n := 0
	for _, p := range s.Parts(i) {
		n += int(p.Procs)
	}
	return n
}

// Procs returns the processors of all sites.
func (g *Grid) Procs() int {
	n := 0
	for i := range g.Sites {
		n += g.Sites[i].Procs
	}
	return n
}

// Widest returns the processors of the largest site.
func (g *Grid) Widest() int {
	n := 0
	for i := range g.Sites {
		n = max(n, g.Sites[i].Procs)
	}
	return n
}

// SpeedOf returns the speed of a site's processors.
func (g *Grid) SpeedOf(site int32) float64 { return orOne(g.Sites[site].Speed) }

// LoadOf returns the factor of the run times of the jobs at home on site.
func (g *Grid) LoadOf(site int32) float64 { return orOne(g.Sites[site].Load) }

// orOne returns 1 for 0. Unlike cmp.Or it is inlined.
func orOne(x float64) float64 {
	if x == 0 {
		return 1
	}
	return x
}

// Validate returns the first error of the grid.
func (g *Grid) Validate() error {
	if g == nil || len(g.Sites) == 0 {
		return fmt.Errorf("the grid has no site: give at least one")
	}
	if len(g.Sites) > MaxSites {
		return fmt.Errorf("the grid has %d sites: give at most %d", len(g.Sites), MaxSites)
	}
	if err := bounds.Check(g); err != nil {
		return fmt.Errorf("the grid: %w", err)
	}
	total := 0
	seen := map[string]bool{}
	from := map[string]string{}
	for i, s := range g.Sites {
		switch {
		case s.Name == "" || seen[s.Name]:
			return fmt.Errorf("site %d of the grid has no name of its own (%q): name the sites differently", i+1, s.Name)
		}
		seen[s.Name] = true
		if total += s.Procs; total > job.MaxProcs {
			return fmt.Errorf("the sites have more than %d processors together: give them fewer", job.MaxProcs)
		}
		for _, f := range s.From {
			if other, ok := from[f]; ok {
				return fmt.Errorf("sites %s and %s both take the jobs from %q: name it once", other, s.Name, f)
			}
			from[f] = s.Name
		}
	}
	m := g.MultiSite
	switch {
	case g.Home != "" && g.Home != "queue" && g.Home != "user" && g.Home != "group" && g.Home != "partition":
		return fmt.Errorf("home sites cannot be chosen by %q: it is queue, user, group or partition", g.Home)
	case m.Spread != "" && m.Spread != "fixed" && m.Spread != "uniform" && m.Spread != "normal":
		return fmt.Errorf("the spread of slowdowns %q is unknown: it is fixed, uniform or normal", m.Spread)
	case m.Reading != "" && m.Reading != "home" && m.Reading != "slowest":
		return fmt.Errorf("the reading of multi-site run times %q is unknown: it is home or slowest", m.Reading)
	}
	return g.Speedup.validate()
}

// MaxSites bounds the number of sites of a grid.
const MaxSites = 10_000

const maxFactor = 1e6
