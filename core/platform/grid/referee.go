package grid

import (
	"strings"

	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/verify"
	referee "github.com/backfill-lab/backfill/core/verify/grid"
)

var speedups = map[Model]string{Amdahl: "amdahl", Downey: "downey"}

// Retold returns a schedule as the referee takes it, where molding and splitting are allowed. It uses the
// grid, the jobs, their natures and the overrun of cfg, and decides nothing.
func Retold(cfg Config, s *Schedule) (referee.Problem, []referee.Placement) {
	g := referee.Problem{Mold: true, Split: true, Extend: cfg.Overrun == sim.Extend, Slowest: cfg.Grid.MultiSite.Reading == "slowest"}
	for _, s := range cfg.Grid.Sites {
		g.Sites = append(g.Sites, referee.Site{Procs: s.Procs, Speed: s.Speed, Load: s.Load})
	}
	placed := make([]referee.Placement, len(cfg.Jobs))
	for i, j := range cfg.Jobs {
		n := &cfg.Natures[i]
		g.Jobs = append(g.Jobs, referee.Job{Job: j, Home: int(n.Home), Slowdown: n.Slowdown, Speedup: referee.Speedup{
			Model: speedups[n.Speedup.Model], Serial: n.Speedup.Serial, Average: n.Speedup.Average, Variance: n.Speedup.Variance}})
		placed[i].Placement = s.Placed[i].Placement
		for _, p := range s.Parts(i) {
			placed[i].Parts = append(placed[i].Parts, referee.Part{Site: int(p.Site), Procs: int(p.Procs)})
		}
	}
	return g, placed
}

// Verify implements platform.Refereed.
func (g Platform) Verify(v *platform.Verified, p *platform.Problem, played *platform.Played) error {
	r, name := played.Detail.(*Run), played.Policy
	told, placed := Retold(Config{Grid: g.Grid, Jobs: r.Asked, Natures: r.Natures, Overrun: p.Overrun}, r.Schedule)
	for i := range placed {
		placed[i].Placement = r.Placed[i]
	}
	first, _ := p.Workload.Span()
	known, err := referee.Parse(name, first)
	if err == nil {
		told.Mold, told.Split = known.Mold && !known.Clusters, known.Split != "" && !known.Clusters
	}
	v.Law(platform.Legal, referee.Check(told, placed))
	_, options, _ := strings.Cut(name, "order=")
	order, _, _ := strings.Cut(options, ",")
	ties := platform.Ties(order)
	switch {
	case err != nil:
		v.Unchecked(name)
	case !v.Lawful("rules", name):
	case ties != nil:
		v.Note("%v", ties)
	case v.Within(verify.Effort(verify.Problem{Jobs: played.Jobs}, played.Placed, known.Planned) * float64(len(told.Sites))):
		v.Law(platform.Follows, referee.Follows(told, known, placed))
		if known.Site == "random" {
			v.Note("which of the sites that hold a job is drawn is not checked")
		}
	}
	return nil
}
