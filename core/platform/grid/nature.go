package grid

import (
	"math/rand/v2"

	"github.com/backfill-lab/backfill/core/internal/det"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// A Nature is what is drawn for one job: how it behaves on a grid.
type Nature struct {
	Home     int32   // index of its home site
	Slowdown float64 // factor of its run time on several sites, at least 1
	Speedup  Curve   // how its speed grows with processors
}

// Homes returns the home site of each job. key returns the index in names of a job's name
// (queue, user, ... as Grid.Home says), or job.None. Jobs without a name, and names in no
// From, go to the site that takes all others, or are dealt to the sites in turn, in order
// of first appearance.
func (g *Grid) Homes(jobs []job.Job, names []string, key func(*job.Job) int32) []int32 {
	of, others := map[string]int32{}, int32(job.None)
	for s := range g.Sites {
		for _, f := range g.Sites[s].From {
			if f == "*" {
				others = int32(s)
			} else if _, taken := of[f]; !taken {
				of[f] = int32(s)
			}
		}
	}
	site := make([]int32, len(names)+1) // the last is of jobs without a name
	for i := range site {
		site[i] = job.None
	}
	for i, name := range names {
		if s, ok := of[name]; ok {
			site[i] = s
		}
	}
	dealt := 0
	homes := make([]int32, len(jobs))
	for i := range jobs {
		k := int(key(&jobs[i]))
		if k < 0 || k >= len(names) {
			k = len(names)
		}
		switch {
		case site[k] != job.None:
		case others != job.None:
			site[k] = others
		default:
			site[k] = int32(dealt % len(g.Sites))
			dealt++
		}
		homes[i] = site[k]
	}
	return homes
}

// Natures draws the nature of each job from streams that depend on Seed and the job's number
// only: whatever the policy, the sites and the other jobs, it has the same slowdown, and a
// higher limit stretches all slowdowns alike. homes is parallel to jobs; see Homes.
func (g *Grid) Natures(jobs []job.Job, homes []int32) []Nature {
	all := make([]Nature, len(jobs))
	slowdowns, speedups := newPerJob(g.Seed, "slowdown"), newPerJob(g.Seed, "speed-up")
	for i := range all {
		x := g.MultiSite.draw(slowdowns.of(jobs[i].ID))
		all[i] = Nature{Home: homes[i], Slowdown: 1 + x, Speedup: g.Speedup.draw(speedups.of(jobs[i].ID), jobs[i].Procs)}
	}
	return all
}

// draw returns a job's x.
func (m *MultiSite) draw(r *rand.Rand) float64 {
	x := 1.0
	switch m.Spread {
	case "uniform":
		x = r.Float64()
	case "normal":
		for x = det.Normal(r, 0.5, 1.0/6); x < 0 || x > 1; {
			x = det.Normal(r, 0.5, 1.0/6)
		}
	}
	return float64(m.Overhead * x)
}

type perJob struct {
	a, b uint64
	pcg  *rand.PCG
	r    *rand.Rand
}

func newPerJob(seed uint64, name string) *perJob {
	s := det.Stream(seed, name)
	p := &perJob{a: s.Uint64(), b: s.Uint64(), pcg: new(rand.PCG)}
	p.r = rand.New(p.pcg)
	return p
}

// of returns the stream of the job with that number, valid until the next call. It spreads
// numbers over all bits and drops the first draw, in which similar numbers still show.
func (p *perJob) of(id int64) *rand.Rand {
	p.pcg.Seed(p.a+uint64(id)*0x9e3779b97f4a7c15, p.b^uint64(id)*0xbf58476d1ce4e5b9)
	p.pcg.Uint64()
	return p.r
}
