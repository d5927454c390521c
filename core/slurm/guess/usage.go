package guess

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/hostlist"
	"github.com/backfill-lab/backfill/core/trace/sacct"
)

const (
	maxCores = 1 << 20 // of a node
	maxGres  = 1 << 40 // of a generic resource
	maxLists = 1 << 26 // names in all different lists of nodes
)

// A usage is what jobs had of nodes.
type usage struct {
	all   *sacct.Records
	runs  int
	nodes []node
	lists [][]int32 // by Record.NodeList
}

// A share is what a job has of each of its nodes, at least.
type share struct{ cores, kib, gpus int64 }

// A node is what a log shows of one. Nobody says how the processors of a job are spread over its nodes: of a job
// on several, each has at least one.
type node struct {
	name     string
	cores    level
	kib      level
	gpus     level
	gpu      int32 // type, or None
	gres     map[sacct.Gres]*peak
	features map[int32]int // jobs there that asked for them, by Record.Features
}

// A peak is how much of a generic resource jobs have at one time, the most that they had, and the most of one job.
type peak struct{ now, all, one int64 }

// hold plays what a record has of generic resources other than GPUs on one of n nodes.
func (u *usage) hold(k int32, r *sacct.Record, sign, n int64) {
	if r.Gres < 0 {
		return
	}
	for _, g := range sacct.Generic(u.all.Names.Gres[r.Gres]) {
		each := min((g.Count+n-1)/n, maxGres)
		g.Count = 0
		node := &u.nodes[k]
		if node.gres == nil {
			node.gres = map[sacct.Gres]*peak{}
		}
		m := node.gres[g]
		if m == nil {
			m = &peak{}
			node.gres[g] = m
		}
		m.now += sign * each
		m.all, m.one = max(m.all, min(m.now, maxGres)), max(m.one, each)
	}
}

// A level is how much of something jobs have at one time, and the most that they had.
type level struct {
	now, most int64
	loose     int    // parts now of which more may be there
	times     int    // that it came up to most without such parts
	mix       uint64 // what is there now: the sum of a hash of each part
	mixed     uint64 // the mix when it first came up to most
	kinds     int    // different mixes then, up to two
}

// add puts a part there, or takes it away if sign is -1.
func (l *level) add(sign, c int64, loose bool) {
	l.now += sign * c
	if loose {
		l.loose += int(sign)
	}
	if sign < 0 {
		l.mix -= hash(c)
		return
	}
	if l.mix += hash(c); l.now > l.most {
		l.most, l.times, l.kinds = l.now, 0, 0
	}
	if l.now < l.most || l.loose > 0 {
		return
	}
	if l.times++; l.kinds == 0 {
		l.kinds, l.mixed = 1, l.mix
	} else if l.mixed != l.mix {
		l.kinds = 2
	}
}

func hash(c int64) uint64 {
	x := uint64(c)*0x9e3779b97f4a7c15 + 0x632be59bd9b4e019
	x = (x ^ x>>29) * 0xbf58476d1ce4e5b9
	return x ^ x>>32
}

// full tells whether most is a limit: jobs of different widths came up to it again and again.
func (l *level) full() bool { return l.times >= 3 && l.kinds == 2 }

func newUsage(all *sacct.Records) (*usage, error) {
	u := &usage{all: all, lists: make([][]int32, len(all.Names.NodeLists))}
	index, total := map[string]int32{}, 0
	for i := range all.Jobs {
		r := &all.Jobs[i]
		if _, _, ran := span(r); !ran {
			continue
		}
		u.runs++
		if r.NodeList < 0 || u.lists[r.NodeList] != nil {
			continue
		}
		text := all.Names.NodeLists[r.NodeList]
		names, err := hostlist.Expand(text, cluster.MaxNodes)
		if errors.Is(err, hostlist.ErrMany) {
			return nil, ErrSize
		} else if err != nil {
			return nil, fmt.Errorf("line %d: NodeList: %w", r.Line, err)
		}
		if total += len(names); total > maxLists {
			return nil, ErrSize
		}
		u.lists[r.NodeList] = []int32{}
		for _, name := range names {
			k, known := index[name]
			if !known {
				k = int32(len(u.nodes))
				index[name] = k
				u.nodes = append(u.nodes, node{name: name, gpu: sacct.None})
			}
			u.lists[r.NodeList] = append(u.lists[r.NodeList], k)
		}
		if len(u.nodes) > cluster.MaxNodes {
			return nil, ErrSize
		}
	}
	return u, nil
}

// span returns when a record held its nodes.
func span(r *sacct.Record) (from, to int64, ran bool) {
	switch r.Phase() {
	case sacct.Running:
		return r.Start, math.MaxInt64, r.Start >= 0 && r.Procs > 0
	case sacct.Ended, sacct.Requeued:
		return r.Start, r.End, r.Start >= 0 && r.End > r.Start && r.Procs > 0
	}
	return 0, 0, false
}

// on returns the nodes of a record.
func (u *usage) on(r *sacct.Record) []int32 {
	if r.NodeList < 0 {
		return nil
	}
	return u.lists[r.NodeList]
}

// shareOf returns what a record has of each of n nodes.
func shareOf(r *sacct.Record, n int64) share {
	asked := r.ReqProcs
	if asked <= 0 {
		asked = r.Procs
	}
	s := share{1, min(max(r.ReqMemoryKiB, 0), math.MaxInt32<<10) * min(max(asked/n, 1), maxCores), min(r.GPUs/n, maxCores)}
	if n == 1 {
		s.cores = min(r.Procs, maxCores)
	}
	return s
}

// A moment is the start or end of a run.
type moment struct {
	at  int64
	job int32
	end bool
}

// moments returns starts and ends in their order; in a second ends come first.
func moments(all *sacct.Records) []moment {
	var m []moment
	for i := range all.Jobs {
		if from, to, ran := span(&all.Jobs[i]); ran {
			m = append(m, moment{from, int32(i), false}, moment{to, int32(i), true})
		}
	}
	slices.SortStableFunc(m, func(a, b moment) int {
		if a.at != b.at || a.end == b.end {
			return cmp.Compare(a.at, b.at)
		} else if a.end {
			return -1
		}
		return 1
	})
	return m
}

// sweep plays all starts and ends.
func (u *usage) sweep() {
	for _, m := range moments(u.all) {
		r := &u.all.Jobs[m.job]
		nodes, sign := u.on(r), int64(1)
		if m.end {
			sign = -1
		}
		n := int64(max(len(nodes), 1))
		had := shareOf(r, n)
		for _, k := range nodes {
			u.nodes[k].add(r, sign, had, n > 1)
			u.hold(k, r, sign, n)
		}
	}
}

func (n *node) add(r *sacct.Record, sign int64, had share, loose bool) {
	n.cores.add(sign, had.cores, loose)
	if had.kib > 0 {
		n.kib.add(sign, had.kib, loose)
	}
	if had.gpus > 0 {
		if n.gpus.add(sign, had.gpus, loose); n.gpu == sacct.None {
			n.gpu = r.GPUType
		}
	}
	if sign > 0 && r.Features != sacct.None {
		if n.features == nil {
			n.features = map[int32]int{}
		}
		n.features[r.Features]++
	}
}

// busiest returns the most processors and nodes that jobs had at one time.
func (u *usage) busiest() (procs, nodes int64) {
	var p, n level
	for _, m := range moments(u.all) {
		r, sign := &u.all.Jobs[m.job], int64(1)
		if m.end {
			sign = -1
		}
		p.add(sign, min(r.Procs, maxCores*cluster.MaxNodes), false)
		n.add(sign, min(max(r.Nodes, 1), cluster.MaxNodes+1), false)
	}
	return p.most, n.most
}
