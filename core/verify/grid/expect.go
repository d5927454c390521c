package grid

import (
	"fmt"

	"github.com/backfill-lab/backfill/core/verify"
)

// Expect works out the schedule that the rules produce. It is an oracle: every second in
// which a job arrives or ends begins with nothing but the jobs and their starts so far.
// Instead of a random site it takes the fastest.
//
// A second has its ends, its submissions, then a pass; a job of no length ends in the second
// it starts, which gives a further pass. A job or a site that is out of range is an error, and so
// is a job that would wait for ever.
func Expect(g Problem, r Rules) ([]Placement, error) {
	if err := g.sane(); err != nil {
		return nil, err
	}
	w := newWorld(&g, &r)
	for {
		t, ok := w.After()
		if !ok && len(w.Waiting) > 0 {
			return nil, fmt.Errorf("job %d waits for ever", g.Jobs[w.Waiting[0]].ID)
		} else if !ok {
			placed := make([]Placement, len(g.Jobs))
			for i := range placed {
				placed[i] = Placement{w.Placed[i], w.parts[i]}
			}
			return placed, nil
		}
		w.Now = t
		for again := true; again; {
			w.End()
			w.Arrive()
			if r.Planned {
				again = w.startDue()
				continue
			}
			again = w.pass(func(t *turn) []Part {
				if ways, _ := t.allowed(); len(ways) > 0 {
					return ways[0]
				}
				return nil
			})
		}
	}
}

// sane returns what makes the grid impossible to schedule.
func (g *Problem) sane() error {
	total := 0
	for s := range g.Sites {
		total += g.Sites[s].Procs
		if site := &g.Sites[s]; site.Procs < 1 || !(site.Speed >= 0 && site.Speed <= maxFactor) || !(site.Load >= 0 && site.Load <= maxFactor) {
			return fmt.Errorf("site %d: %d processors, speed %v or load %v is out of range", s, site.Procs, site.Speed, site.Load)
		}
	}
	for i := range g.Jobs {
		j := &g.Jobs[i]
		switch {
		case j.Home < 0 || j.Home >= len(g.Sites) || !(j.Slowdown >= 1 && j.Slowdown <= maxFactor):
			return fmt.Errorf("job %d: home site %d or slowdown %v is out of range", j.ID, j.Home, j.Slowdown)
		case j.Procs < 1 || int(j.Procs) > total:
			return fmt.Errorf("job %d asks for %d processors of a grid of %d", j.ID, j.Procs, total)
		}
		if err := verify.InRange(&j.Job); err != nil {
			return err
		}
	}
	return nil
}

// maxFactor bounds speeds, loads and slowdowns.
const maxFactor = 1e9
