package shared

import (
	"cmp"
	"slices"
)

// A packer is the two-dimensional vector packing of section 4.3, after Leinberger,
// Karypis and Kumar (1999). It counts CPU and memory in parts of Whole*Whole, so that a
// need times a yield is exact.
type packer struct {
	nodes int
	items []item // all jobs, in order of submission
	byCPU []int32
	byMem []int32
	fixed bool   // all yields are alike: the orders hold for every try
	turn  uint32 // all ones if the later of equals comes first, else 0
	keys  []uint64
	goals []goal // of each item, for stretches

	all bulk // of all items that are not left out

	cpu, mem  []want  // jobs that need more CPU than memory, and the others
	left      []int32 // tasks to place, by item
	last      []int32 // index of its possible pick, by item
	baseCPU   []int64 // what pinned jobs hold of each node, empty if there are none
	baseMem   []int64
	fills     []fill
	picks     []pick
	best      []fill // of the best try so far
	bestPicks []pick
}

type item struct {
	tasks    int32
	cpu, mem int32
	yield    int32   // at the present try
	best     int32   // at the best try
	out      bool    // left out
	kept     []Place // where a pinned job is, nil for the others
	places   []Place // the result for the others
}

// A want is what a task of an item requires.
type want struct {
	cpu, mem int64
	item     int32
	other    int32 // index of the next one in the list that requires something else
}

// A fill is nodes that get the same tasks: picks[from:to] on each.
type fill struct {
	node, nodes int32
	from, to    int32
}

type pick struct {
	item, count int32
}

// full is all of a node's CPU or memory.
const full = Whole * Whole

func (p *packer) reset(nodes int, all bulk) {
	p.nodes, p.items = nodes, p.items[:0]
	p.byCPU, p.byMem = p.byCPU[:0], p.byMem[:0]
	p.baseCPU, p.baseMem = p.baseCPU[:0], p.baseMem[:0]
	p.all = all
}

// add adds a job; one that is pinned comes with its places.
func (p *packer) add(j *Job, kept []Place) {
	p.items = slices.Grow(p.items, 1)[:len(p.items)+1]
	it := &p.items[len(p.items)-1]
	*it = item{tasks: j.Tasks, cpu: j.CPU, mem: j.Memory, kept: kept, places: it.places[:0]}
	if kept != nil && len(p.baseCPU) == 0 {
		p.baseCPU, p.baseMem = zeroed(p.baseCPU, p.nodes), zeroed(p.baseMem, p.nodes)
	}
}

// sort orders the items that are not pinned for the two lists: the largest requirement
// first, of equals the earlier or the later first. alike says that all items have the same yield in
// each try.
func (p *packer) sort(alike bool) {
	p.fixed = alike
	p.byCPU = p.order(p.byCPU, func(it *item) int32 { return it.cpu })
	p.byMem = p.order(p.byMem, func(it *item) int32 { return it.mem })
}

func (p *packer) order(list []int32, by func(*item) int32) []int32 {
	p.keys, list = p.keys[:0], list[:0]
	for k := range p.items {
		if it := &p.items[k]; it.kept == nil {
			p.keys = append(p.keys, uint64(Whole-by(it))<<32|uint64(uint32(k)^p.turn))
		}
	}
	slices.Sort(p.keys)
	for _, key := range p.keys {
		list = append(list, int32(uint32(key)^p.turn))
	}
	return list
}

func (p *packer) leaveOut(k int) {
	it := &p.items[k]
	it.out = true
	p.all.add(it.tasks, it.cpu, it.mem, -1)
}

// try packs all items at their yields into fills and picks and reports whether it
// succeeds. Node by node it takes the first task that fits from the list against the
// imbalance (memory if more of it is free than of CPU, else CPU), then from the other.
// Nodes that begin alike end alike while the tasks last, so it fills them at once. It
// costs O(different nodes * jobs).
func (p *packer) try() bool {
	if !p.prepare() {
		return false
	}
	p.fills, p.picks = p.fills[:0], p.picks[:0]
	remaining := len(p.cpu) + len(p.mem)
	for node := 0; node < p.nodes && remaining > 0; {
		cpu, mem, alike := int64(full), int64(full), p.nodes-node
		if len(p.baseCPU) > 0 {
			cpu, mem, alike = cpu-p.baseCPU[node], mem-p.baseMem[node], 1
			for node+alike < p.nodes && p.baseCPU[node+alike] == p.baseCPU[node] && p.baseMem[node+alike] == p.baseMem[node] {
				alike++
			}
		}
		from := len(p.picks)
		p.fillNode(cpu, mem)
		picks := p.picks[from:]
		for _, k := range picks {
			alike = min(alike, int(p.left[k.item]/k.count)+1)
		}
		for _, k := range picks {
			if p.left[k.item] -= k.count * int32(alike-1); p.left[k.item] == 0 {
				remaining--
			}
		}
		if listed := len(p.cpu) + len(p.mem); remaining < listed-listed/4 {
			p.cpu, p.mem = p.unexhausted(p.cpu), p.unexhausted(p.mem)
		}
		p.fills = append(p.fills, fill{node: int32(node), nodes: int32(alike), from: int32(from), to: int32(len(p.picks))})
		node += alike
	}
	return remaining == 0
}

// prepare makes the lists and what pinned jobs hold of the nodes, and reports false if
// these overload a node.
func (p *packer) prepare() bool {
	p.cpu, p.mem = p.cpu[:0], p.mem[:0]
	p.left, p.last = zeroed(p.left, len(p.items)), zeroed(p.last, len(p.items))
	for _, k := range p.byCPU {
		if it := &p.items[k]; !it.out {
			if w := it.want(k); w.cpu > w.mem {
				p.cpu = append(p.cpu, w)
			}
			p.left[k] = it.tasks
		}
	}
	for _, k := range p.byMem {
		if it := &p.items[k]; !it.out {
			if w := it.want(k); w.cpu <= w.mem {
				p.mem = append(p.mem, w)
			}
		}
	}
	if !p.fixed {
		slices.SortFunc(p.cpu, func(a, b want) int {
			return cmp.Or(cmp.Compare(b.cpu, a.cpu), cmp.Compare(uint32(a.item)^p.turn, uint32(b.item)^p.turn))
		})
	}
	link(p.cpu)
	link(p.mem)
	if len(p.baseCPU) == 0 {
		return true
	}
	clear(p.baseCPU)
	clear(p.baseMem)
	for k := range p.items {
		it := &p.items[k]
		if it.out {
			continue
		}
		w := it.want(int32(k))
		for _, place := range it.kept {
			p.baseCPU[place.Node] += w.cpu * int64(place.Count)
			p.baseMem[place.Node] += w.mem * int64(place.Count)
			if p.baseCPU[place.Node] > full {
				return false
			}
		}
	}
	return true
}

func (it *item) want(k int32) want {
	return want{cpu: int64(it.cpu) * int64(it.yield), mem: int64(it.mem) * Whole, item: k}
}

func (p *packer) fillNode(cpu, mem int64) {
	from := len(p.picks)
	c, m := 0, 0 // nothing before these fits any more
	for {
		c = p.next(p.cpu, c, cpu, mem)
		m = p.next(p.mem, m, cpu, mem)
		var w *want
		switch {
		case m < len(p.mem) && (mem > cpu || c == len(p.cpu)):
			w = &p.mem[m]
		case c < len(p.cpu):
			w = &p.cpu[c]
		default:
			return
		}
		n := int32(1)
		if (c == len(p.cpu) || m == len(p.mem)) && cpu > many*w.cpu && mem > many*w.mem {
			n = p.left[w.item] // there is nothing to take turns with
			if w.cpu > 0 {
				n = int32(min(int64(n), cpu/w.cpu))
			}
			if w.mem > 0 {
				n = int32(min(int64(n), mem/w.mem))
			}
		}
		cpu -= int64(n) * w.cpu
		mem -= int64(n) * w.mem
		p.left[w.item] -= n
		p.count(from, w.item, n)
	}
}

const many = 8 // fitting tasks from which divisions pay

// next returns the first index in list, from k on, of a task that is left and fits, or
// the list's length.
func (p *packer) next(list []want, k int, cpu, mem int64) int {
	for k < len(list) {
		switch w := &list[k]; {
		case w.cpu > cpu || w.mem > mem:
			k = int(w.other)
		case p.left[w.item] == 0:
			k++
		default:
			return k
		}
	}
	return k
}

// count adds n tasks of item to the picks from that index on.
func (p *packer) count(from int, item, n int32) {
	if at := int(p.last[item]); at >= from && at < len(p.picks) && p.picks[at].item == item {
		p.picks[at].count += n
		return
	}
	p.last[item] = int32(len(p.picks))
	p.picks = append(p.picks, pick{item: item, count: n})
}

func (p *packer) unexhausted(list []want) []want {
	kept := list[:0]
	for _, w := range list {
		if p.left[w.item] > 0 {
			kept = append(kept, w)
		}
	}
	link(kept)
	return kept
}

// link finds out which neighbours in a list are alike.
func link(list []want) {
	for k := len(list) - 1; k >= 0; k-- {
		w := &list[k]
		if w.other = int32(k + 1); k+1 < len(list) && list[k+1].cpu == w.cpu && list[k+1].mem == w.mem {
			w.other = list[k+1].other
		}
	}
}

func (p *packer) keep() {
	p.best, p.fills = p.fills, p.best
	p.bestPicks, p.picks = p.picks, p.bestPicks
	for k := range p.items {
		p.items[k].best = p.items[k].yield
	}
}

// places turns the best try into the items' places, in order of nodes.
func (p *packer) places() {
	for _, f := range p.best {
		for node := f.node; node < f.node+f.nodes; node++ {
			for _, k := range p.bestPicks[f.from:f.to] {
				it := &p.items[k.item]
				it.places = append(it.places, Place{Node: node, Count: k.count})
			}
		}
	}
}
