package cluster

import (
	"cmp"
	"slices"

	"github.com/backfill-lab/backfill/core/verify"
)

// A Gres is how much of a generic resource a node has: of all, or with each GPU of a type that is given whole or in such parts.
type Gres struct {
	Name, Type string
	Count      int64
	PerGPU     []int64
	GPUType    int32 // with PerGPU
	OneGPU     bool  // parts of one GPU are given at a time
	NoConsume  bool  // jobs hold none
}

// A Need is how much of a generic resource a job wants on each node, of a type or "" for any.
type Need struct {
	Name, Type string
	Count      int64
}

// A Held is what a job has of a generic resource of a node.
type Held struct {
	Node  int32 // by its place among the job's
	Gres  int   // of Node.Gres
	GPU   int   // of Gres.PerGPU
	Count int64
	Whole bool // the job has the GPU itself, and no parts
}

func (g *Gres) is(n Need) bool { return g.Name == n.Name && (n.Type == "" || g.Type == n.Type) }

// sound tells whether what the job has is something that a node of it has.
func (t *judge) sound(h Held) bool {
	if h.Node < 0 || int(h.Node) >= len(t.s.Nodes) || h.Count < 0 {
		return false
	}
	all := t.nodes[t.s.Nodes[h.Node]].Gres
	return h.Gres >= 0 && h.Gres < len(all) && h.GPU >= 0 && h.GPU < max(len(all[h.Gres].PerGPU), 1)
}

// gres checks that a job has what it wants of generic resources on each of its nodes.
func (t *judge) gres() {
	for k, i := range t.s.Nodes {
		n := &t.nodes[i]
		for _, need := range t.j.Gres {
			got, gpus, free := int64(0), map[int]bool{}, false
			for g := range n.Gres {
				free = free || n.Gres[g].is(need) && n.Gres[g].NoConsume && n.Gres[g].Count >= need.Count
			}
			for _, h := range t.s.Gres {
				if int(h.Node) == k && !h.Whole && n.Gres[h.Gres].is(need) {
					got += h.Count
					gpus[h.GPU] = true
				}
			}
			if got < need.Count && !free {
				t.report(RuleAsked, "has %d %s of node %s, expected %d", got, need.Name, n.Name, need.Count)
			}
			if len(gpus) > 1 && !t.p.SeveralGPUs {
				t.report(RuleAsked, "has parts (%s) of %d GPUs of node %s, expected those of one", need.Name, len(gpus), n.Name)
			}
		}
		t.wholeGPUs(k, n)
	}
}

// wholeGPUs checks that a job has as many of the GPUs with parts as of their type.
func (t *judge) wholeGPUs(k int, n *Node) {
	if t.s.GPUs == nil {
		return
	}
	for g := range n.Gres {
		if n.Gres[g].PerGPU == nil || n.Gres[g].GPUType != t.s.Types[k] {
			continue
		}
		whole := int32(0)
		for _, h := range t.s.Gres {
			if int(h.Node) == k && h.Gres == g && h.Whole {
				whole++
			}
		}
		if whole != t.s.GPUs[k] {
			t.report(RuleHeld, "has %d GPUs of node %s, and names %d of them", t.s.GPUs[k], n.Name, whole)
		}
	}
}

// A run is one of a job.
type run struct {
	*Stay
	job int
}

// A place is where a node has some of a generic resource.
type place struct {
	node      int32
	gres, gpu int
}

// generic checks that no more of a generic resource is held together than a node has, and that each GPU is given whole or in parts.
func generic(found *verify.Report, p *Problem, runs []run) {
	type move struct {
		at, sign int64
		job      int
		place
		Held
	}
	var all []move
	for _, s := range runs {
		for _, h := range s.Gres {
			m := move{at: s.Start, sign: 1, job: s.job, place: place{s.Nodes[h.Node], h.Gres, h.GPU}, Held: h}
			if s.End > s.Start {
				all = append(all, m)
			} else if m.Count = 0; h.Whole {
				continue // else it has given back parts, for no time
			}
			m.at, m.sign = s.End, -1
			all = append(all, m)
		}
	}
	slices.SortStableFunc(all, func(a, b move) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.sign, b.sign)) })
	parts, whole := map[place]int64{}, map[place]int64{}
	returned := map[place]int64{} // one more than the second in which parts were given back, if none was given later
	for _, m := range all {
		n := &p.Nodes[m.node]
		g, id := &n.Gres[m.gres], p.Jobs[m.job].ID
		most := g.Count
		if g.PerGPU != nil {
			most = g.PerGPU[m.gpu]
		}
		if m.Whole {
			whole[m.place] += m.sign
		} else if parts[m.place] += m.sign * m.Count; m.sign < 0 {
			returned[m.place] = m.at + 1
		} else if returned[m.place] <= m.at {
			delete(returned, m.place)
		}
		loose := p.LooseGPUs && returned[m.place] > 0
		switch {
		case m.sign < 0:
		case parts[m.place] > most:
			found.Add(RuleGres, id, m.at, "node %s: %d of %s are held, expected at most %d", n.Name, parts[m.place], g.Name, most)
		case whole[m.place] > 1 || whole[m.place] > 0 && parts[m.place] > 0 && !(loose && m.Whole):
			found.Add(RuleGres, id, m.at, "node %s: GPU %d of %s is given whole, and %d parts of it to others", n.Name, m.gpu, g.Name,
				parts[m.place])
		case g.OneGPU && !m.Whole:
			for gpu := range g.PerGPU {
				if other := (place{m.node, m.gres, gpu}); gpu != m.gpu && parts[other] > 0 {
					found.Add(RuleGres, id, m.at, "node %s: parts (%s) of several GPUs are given", n.Name, g.Name)
				}
			}
		}
	}
}
