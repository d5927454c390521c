package grid

import (
	"github.com/backfill-lab/backfill/core/internal/det"
	"github.com/backfill-lab/backfill/core/job"
)

// Homes returns the home site of each job. key gives for each job the index of
// its name (queue, user, ... as Grid.Home says) in names, or job.None.
func (g *Grid) Homes(jobs []job.Job, names []string, key func(*job.Job) int32) []int32 {
	site := make([]int32, len(names))
	for i := range site {
		site[i] = job.None
	}
	others := int32(job.None)
	for s := range g.Sites {
		for _, f := range g.Sites[s].From {
			if f == "*" {
				others = int32(s)
				continue
			}
			for i, name := range names {
				if name == f && site[i] == job.None {
					site[i] = int32(s)
				}
			}
		}
	}
	next := 0
	deal := func() int32 {
		if others != job.None {
			return others
		}
		next++
		return int32((next - 1) % len(g.Sites))
	}
	unnamed := int32(job.None)
	homes := make([]int32, len(jobs))
	for i := range jobs {
		at := &unnamed
		if k := key(&jobs[i]); k >= 0 && int(k) < len(site) {
			at = &site[k]
		}
		if *at == job.None {
			*at = deal()
		}
		homes[i] = *at
	}
	return homes
}

// Natures draws what belongs to each job, from streams of its own: the same
// Seed gives the same slowdowns whatever the policy and the sites.
func (g *Grid) Natures(homes []int32) []Nature {
	all := make([]Nature, len(homes))
	r := det.Stream(g.Seed, "slowdown")
	p := g.MultiSite.Overhead
	for i := range all {
		x := p
		switch g.MultiSite.Spread {
		case "uniform":
			x = det.Uniform(r, 0, p)
		case "normal":
			for x = det.Normal(r, p/2, p/6); x < 0 || x > p; {
				x = det.Normal(r, p/2, p/6)
			}
		}
		all[i] = Nature{Home: homes[i], Slowdown: 1 + x}
	}
	return all
}
