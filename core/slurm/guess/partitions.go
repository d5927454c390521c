package guess

import (
	"strings"

	"github.com/backfill-lab/backfill/core/internal/det"
	"github.com/backfill-lab/backfill/core/trace/sacct"
)

// partitions finds the partitions, in the order in which the log has them.
func (g *Guess) partitions(all *sacct.Records, u *usage) {
	size := map[string]int64{} // cores of nodes
	for _, k := range g.kinds {
		for _, name := range k.names {
			size[name] = k.cores
		}
	}
	type seen struct {
		runs           int // that took whole nodes, so far
		less           int // of them, that asked for less
		unlimited, ran int64
	}
	at, notes := map[string]int{}, []seen{}
	for i := range all.Jobs {
		r := &all.Jobs[i]
		name := named(all.Names.Partitions, r.Partition)
		if strings.Contains(name, ",") || name == "" && len(all.Names.Partitions) > 0 {
			continue // it has not started
		}
		k, known := at[name]
		if !known {
			k = len(g.parts)
			at[name] = k
			g.parts, notes = append(g.parts, part{name: name, nodes: map[string]int{}}), append(notes, seen{})
		}
		p, n := &g.parts[k], &notes[k]
		p.jobs++
		p.limit = max(p.limit, r.Limit)
		if r.Limit == sacct.None {
			n.unlimited++
		}
		if _, _, ran := span(r); !ran {
			continue
		}
		n.ran = max(n.ran, r.Elapsed)
		nodes, total := u.on(r), int64(0)
		for _, i := range nodes {
			p.nodes[u.nodes[i].name]++
			total += size[u.nodes[i].name]
		}
		if n.runs++; total != r.Procs {
			n.runs = -1 << 30
		}
		if r.ReqProcs > 0 && r.ReqProcs < r.Procs {
			n.less++
		}
	}
	if len(g.parts) == 0 || len(all.Names.Partitions) == 0 {
		if g.parts == nil {
			g.parts, notes = []part{{}}, []seen{{}}
		}
		g.parts[0].name = "all"
	}
	for k := range g.parts {
		p, n := &g.parts[k], &notes[k]
		if n.unlimited > 0 || p.limit == 0 {
			p.limit = max(p.limit, n.ran, 1) // jobs without a limit have this one
		}
		p.whole = n.runs >= 3 && n.less > 0
		g.spread(p)
	}
}

// spread gives a partition the nodes between those of a kind on which its jobs ran; and all of the kind, if it is no
// wonder that so few jobs did not come to the others.
func (g *Guess) spread(p *part) {
	for _, k := range g.kinds {
		first, last, placed, nodes := -1, -1, 0, 0
		for i, name := range k.names {
			if n := p.nodes[name]; n > 0 {
				placed += n
				nodes++
				if last = i; first < 0 {
					first = i
				}
			}
		}
		if first < 0 {
			continue
		}
		if chance(placed, nodes, len(k.names)) {
			first, last = 0, len(k.names)-1
		}
		for _, name := range k.names[first : last+1] {
			p.nodes[name] = max(p.nodes[name], 1)
		}
	}
}

// chance tells whether jobs that may have all nodes come upon so few of them at random: whether the number of choices of
// few, times the probability that all jobs are among them, which is above the probability of that, is nearly 1.
func chance(jobs, few, all int) bool {
	log := float64(jobs) * (det.Log(float64(few)) - det.Log(float64(all)))
	for i := range few {
		log += det.Log(float64(all-i)) - det.Log(float64(few-i))
	}
	return log > -0.1
}
