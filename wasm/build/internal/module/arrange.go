package module

import (
	"errors"
	"maps"
	"slices"
)

var errLoop = errors.New("a loop of it has several first blocks")

func (b *block) next() []int {
	switch b.kind {
	case jump:
		return []int{b.to}
	case branch:
		return []int{b.other, b.to}
	case dispatch:
		next := slices.Sorted(maps.Values(b.table))
		return append([]int{b.to}, slices.Compact(next)...)
	}
	return nil
}

func graphOf(blocks []block, root int) *graph {
	g := &graph{next: make([][]int, len(blocks)), root: root}
	for i := range blocks {
		g.next[i] = blocks[i].next()
	}
	g.walk()
	return g
}

// arrange adds to a function the block where it is entered, the last one, which leads to where it goes on. Where that is in
// a loop, a structured program cannot get there from outside: the loop gets a first block that leads on from there.
func (f *function) arrange() (*graph, error) {
	first := len(f.blocks)
	// What is reached in no other way than from outside is a second root, so that its loops are found, too.
	f.blocks = append(f.blocks, block{kind: dispatch, table: map[int]int{}})
	enter := &f.blocks[first]
	numbers := slices.Sorted(maps.Keys(f.resume))
	g := graphOf(f.blocks, first)
	for _, n := range numbers {
		if to := f.resume[n]; g.place[to] < 0 {
			enter.table[n] = to
			g = graphOf(f.blocks, first)
		}
	}
	if !g.loops() {
		return nil, errLoop
	}
	gates := map[int]int{} // by the first block of a loop
	for _, n := range numbers {
		at, to := first, f.resume[n]
		for _, head := range g.heads[to] {
			gate, ok := gates[head]
			if !ok {
				gate = len(f.blocks)
				gates[head] = gate
				f.blocks = append(f.blocks, block{kind: dispatch, to: head, table: map[int]int{}})
			}
			f.blocks[at].table[n] = gate
			at = gate
		}
		f.blocks[at].table[n] = to
	}
	f.lead(gates, first)
	if enter := &f.blocks[first]; len(enter.table) > 1 {
		for n := 1; n < len(f.table) && f.table[n] == 0; n++ {
			enter.table[n] = enter.to
		}
	}
	g = graphOf(f.blocks, first)
	if !g.loops() {
		return nil, errLoop
	}
	return g, nil
}

// lead makes jumps to loops with gates lead to these, and a function forget where it was to go on once it is there.
func (f *function) lead(gates map[int]int, first int) {
	if len(gates) == 0 {
		return
	}
	through := func(to int) int {
		if gate, ok := gates[to]; ok {
			return gate
		}
		return to
	}
	for i := range f.blocks[:first+1] {
		b := &f.blocks[i]
		b.to = through(b.to)
		if b.kind == branch {
			b.other = through(b.other)
		}
	}
	done := map[int]bool{}
	for _, to := range f.resume {
		if b := &f.blocks[to]; !done[to] {
			done[to] = true
			b.pieces = slices.Insert(b.pieces, 0, piece{forget, -1})
		}
	}
}

// forget sets local 0 to 0.
var forget = []byte{opI32Const, 0, opLocalSet, 0}

// A graph is what can come after each block, from a root on.
type graph struct {
	next [][]int
	root int

	order []int          // blocks that can be reached, each before those that come after it but for loops
	place []int          // of each block in order, or -1
	above []int          // the nearest block that all ways to a block lead through
	body  map[int][]bool // by the first block of a loop: whether a block is in it
	heads [][]int        // first blocks of the loops that a block is in, the outermost first
}

// walk fills in order, place and above.
func (g *graph) walk() {
	g.place, g.above = make([]int, len(g.next)), make([]int, len(g.next))
	for i := range g.place {
		g.place[i], g.above[i] = -1, -1
	}
	seen := make([]bool, len(g.next))
	type step struct{ at, k int }
	seen[g.root] = true
	for stack := []step{{g.root, 0}}; len(stack) > 0; {
		s := &stack[len(stack)-1]
		if s.k == len(g.next[s.at]) {
			g.order = append(g.order, s.at)
			stack = stack[:len(stack)-1]
			continue
		}
		// Backwards, so that what comes next in Go's code comes next here.
		to := g.next[s.at][len(g.next[s.at])-1-s.k]
		s.k++
		if !seen[to] {
			seen[to] = true
			stack = append(stack, step{to, 0})
		}
	}
	slices.Reverse(g.order)
	for i, v := range g.order {
		g.place[v] = i
	}
	g.dominate()
}

// dominate fills in above (Cooper, Harvey, Kennedy: A Simple, Fast Dominance Algorithm, 2001).
func (g *graph) dominate() {
	from := g.from()
	g.above[g.root] = g.root
	for changed := true; changed; {
		changed = false
		for _, v := range g.order[1:] {
			up := -1
			for _, u := range from[v] {
				switch {
				case g.above[u] < 0:
				case up < 0:
					up = u
				default:
					for a := u; a != up; {
						for g.place[a] > g.place[up] {
							a = g.above[a]
						}
						for g.place[up] > g.place[a] {
							up = g.above[up]
						}
					}
				}
			}
			if g.above[v] != up {
				g.above[v], changed = up, true
			}
		}
	}
}

// from returns the blocks that each block can come after, once for each way.
func (g *graph) from() [][]int {
	from := make([][]int, len(g.next))
	for _, u := range g.order {
		for _, v := range g.next[u] {
			from[v] = append(from[v], u)
		}
	}
	return from
}

// back tells whether the way from u to v leads backwards.
func (g *graph) back(u, v int) bool { return g.place[v] <= g.place[u] }

func (g *graph) dominates(u, v int) bool {
	for g.place[v] > g.place[u] {
		v = g.above[v]
	}
	return u == v
}

// maxLoops bounds the memory for body, in bytes.
const maxLoops = 1 << 27

// loops fills in body and heads. It returns false if a loop has several first blocks, or if there are too many.
func (g *graph) loops() bool {
	from := g.from()
	g.body = map[int][]bool{}
	for _, u := range g.order {
		for _, v := range g.next[u] {
			if !g.back(u, v) {
				continue
			}
			if !g.dominates(v, u) {
				return false
			}
			in := g.body[v]
			if in == nil {
				if len(g.body)*len(g.next) > maxLoops {
					return false
				}
				in = make([]bool, len(g.next))
				in[v] = true
				g.body[v] = in
			}
			for todo := []int{u}; len(todo) > 0; {
				w := todo[len(todo)-1]
				todo = todo[:len(todo)-1]
				if !in[w] {
					in[w] = true
					todo = append(todo, from[w]...)
				}
			}
		}
	}
	g.heads = make([][]int, len(g.next))
	for _, h := range g.order {
		for v, in := range g.body[h] {
			if in {
				g.heads[v] = append(g.heads[v], h)
			}
		}
	}
	return true
}
