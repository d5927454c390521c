package known

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/backfill-lab/backfill/core/platform/grid"
	"github.com/backfill-lab/backfill/core/sim"
)

func TestHandAndEngineAgreeOnGrids(t *testing.T) {
	for _, c := range Grids() {
		g := grid.Grid{}
		if c.Slowest {
			g.MultiSite.Reading = "slowest"
		}
		for _, s := range c.Sites {
			g.Sites = append(g.Sites, grid.Site{Name: s.Name, Procs: s.Procs, Speed: s.Speed, Load: s.Load})
		}
		cfg := grid.Config{Grid: &g, Jobs: c.Jobs}
		for i := range c.Jobs {
			cfg.Natures = append(cfg.Natures, grid.Nature{Home: int32(c.Homes[i]), Slowdown: c.Slowdowns[i]})
		}
		if c.Extend {
			cfg.Overrun = sim.Extend
		}
		for k, s := range c.Schedules {
			p, err := grid.All.Parse(s.Policy)
			if err != nil {
				t.Errorf("%s: %v", c.Name, err)
				continue
			}
			e, err := grid.New(cfg, p)
			if err == nil {
				err = e.Run(context.Background(), nil)
			}
			if err != nil {
				t.Errorf("%s, %s: %v", c.Name, s.Policy, err)
				continue
			}
			for i, j := range c.Jobs {
				at, parts := e.Schedule().Placed[i].Placement, []Part(nil)
				for _, p := range e.Schedule().Parts(i) {
					parts = append(parts, Part{int(p.Site), int(p.Procs)})
				}
				if diff := cmp.Diff(s.Placed[i], at) + cmp.Diff(c.Parts[k][i], parts); diff != "" {
					t.Errorf("%s, %s, job %d: by hand (-), by the engine (+)\n%s", c.Name, s.Policy, j.ID, diff)
				}
			}
		}
	}
}
