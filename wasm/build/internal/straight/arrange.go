package straight

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
	f.shorten()
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

// shorten lets jumps to blocks without code lead to where those lead.
func (f *function) shorten() {
	keep := map[int]bool{}
	for _, to := range f.resume {
		keep[to] = true
	}
	end := func(to int) int {
		for range f.blocks { // an endless loop without code stays one
			if b := &f.blocks[to]; b.kind != jump || len(b.pieces) > 0 || keep[to] {
				break
			}
			to = f.blocks[to].to
		}
		return to
	}
	for i := range f.blocks {
		b := &f.blocks[i]
		switch b.kind {
		case branch:
			b.other = end(b.other)
			b.to = end(b.to)
		case jump:
			b.to = end(b.to)
		}
	}
}
