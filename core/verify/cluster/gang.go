package cluster

import (
	"cmp"
	"slices"

	"github.com/backfill-lab/backfill/core/verify"
)

// A Pause is microseconds for which a job was suspended, from one on until another.
type Pause struct{ From, Until int64 }

const second = 1_000_000

// A shift is a job that begins to run on a node, or with sign -1 one that stops.
type shift struct {
	at   int64 // second
	sign int64
	node int32
	job  int
	stay *Stay
	k    int // of the node in the stay
}

// gangs checks where jobs may have the same cores that those which run have different ones: those of one partition, and those of higher
// tiers. Partitions of the same tier know nothing of each other, and where jobs of a higher tier take turns, lower ones run on beside them
// until something starts or ends, in Slurm, too. So they may where somebody suspends jobs, which have turns with those that got their
// cores.
func gangs(found *verify.Report, p *Problem) {
	if !p.Gang {
		return
	}
	var all []shift
	for k := range p.Earlier {
		all = shifts(all, &p.Earlier[k], int(p.Earlier[k].Job))
	}
	for i := range p.Stays {
		all = shifts(all, &p.Stays[i], i)
	}
	slices.SortStableFunc(all, func(a, b shift) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.sign, b.sign)) })
	on := make([][]shift, len(p.Nodes)) // what runs on each
	for _, s := range all {
		list := &on[s.node]
		if s.sign < 0 {
			*list = slices.DeleteFunc(*list, func(o shift) bool { return o.stay == s.stay })
			continue
		}
		*list = append(*list, s)
		seen := map[int32]bool{}
		for _, o := range *list {
			part := o.stay.Part
			if seen[part] || part != s.stay.Part && p.Parts[part].Tier >= p.Parts[s.stay.Part].Tier {
				continue
			}
			seen[part] = true
			if held := p.beside(*list, part); held > p.Nodes[s.node].Cores {
				found.Add(verify.RuleCapacity, p.Jobs[s.job].ID, s.at, "node %s: jobs that run have %d cores, expected at most %d",
					p.Nodes[s.node].Name, held, p.Nodes[s.node].Cores)
			}
		}
	}
}

// beside returns how many cores of a node the jobs of a partition that run there need beside those of higher tiers. If it matters which
// these are, a core that two of them have is one more than the node has.
func (p *Problem) beside(running []shift, part int32) (n int64) {
	tier := p.Parts[part].Tier
	turns := slices.ContainsFunc(p.Parts, func(q Part) bool { return q.Tier > tier && q.Rows > 1 }) ||
		slices.ContainsFunc(p.Orders, func(o Order) bool { return o.Do == "suspend" })
	words := (p.Nodes[running[0].node].Cores + 63) / 64
	mine, theirs := make([]uint64, words), make([]uint64, words)
	for _, s := range running {
		is := s.stay.Part == part
		if !is && (turns || p.Parts[s.stay.Part].Tier <= tier) {
			continue
		}
		n += int64(s.stay.Cores[s.k])
		for w, word := range s.stay.On[s.k] {
			if p.Counts {
				break
			}
			if mine[w]&word != 0 || is && theirs[w]&word != 0 {
				return p.Nodes[s.node].Cores + 1
			}
			if is {
				mine[w] |= word
			} else {
				theirs[w] |= word
			}
		}
	}
	if !p.Counts {
		return 0
	}
	return n
}

// shifts adds when a job runs on its nodes. One that others ended, which takes a while, is not looked at.
func shifts(all []shift, s *Stay, job int) []shift {
	if s.Start < 0 || s.How == "PREEMPTED" {
		return all
	}
	add := func(from, until int64) {
		for k, node := range s.Nodes {
			if from < until {
				all = append(all, shift{from, 1, node, job, s, k}, shift{until, -1, node, job, s, k})
			}
		}
	}
	from := s.Start
	for _, p := range s.Pauses {
		add(from, p.From/second)
		from = p.Until / second
	}
	add(from, s.End)
	return all
}

// suspended returns for how many seconds of its run the job was suspended, at least and at most: pauses end within seconds.
func (t *judge) suspended() (least, most int64) {
	if !t.p.Gang {
		n := t.paused()
		return n, n
	}
	sum := int64(0)
	for _, p := range t.s.Pauses {
		sum += p.Until - p.From
	}
	return sum / second, (sum + second - 1) / second
}
