package module

import (
	"encoding/binary"
	"errors"
	"maps"
	"slices"
)

var errLabel = errors.New("a jump leads nowhere")

// nowhere is what comes next where code must not run to its end. What comes next is never the first block of a loop around it.
const nowhere = -1

// A label is what a br leads to: the first block of a loop, or the block that comes after a block of WebAssembly.
type label struct {
	to   int
	loop bool
}

// An emitter writes a function with the blocks, loops and ifs of WebAssembly (Ramsey: Beyond Relooper, ICFP 2022): the
// blocks that a block dominates stand inside of what it opens, and those with several ways to them behind its end.
type emitter struct {
	f      *function
	g      *graph
	in     [][]int // by block: those behind the end of what it opens, in order; of a loop, those in it
	after  [][]int // those behind the end of the loop that it opens
	shared []bool  // blocks that stand behind an end, which a br leads to
	open   []label
	done   int // blocks written
	out    []byte
	failed bool
}

// emit returns the body of a function.
func (f *function) emit(g *graph) ([]byte, error) {
	e := &emitter{f: f, g: g, in: make([][]int, len(f.blocks)), after: make([][]int, len(f.blocks)), shared: make([]bool, len(f.blocks))}
	e.share()
	e.out = append(slices.Clone(f.locals), enter...)
	unwinds := false
	for _, v := range g.order {
		for _, p := range f.blocks[v].pieces {
			unwinds = unwinds || p.depth >= 0
		}
	}
	if unwinds {
		e.begin(opBlock, label{nowhere, false})
	}
	e.tree(g.root, nowhere)
	e.out = append(e.out, opUnreachable)
	if unwinds {
		e.end()
		e.out = append(e.out, opI32Const, 1)
	}
	e.out = append(e.out, opEnd)
	if e.failed || e.done != len(g.order) {
		return nil, errLabel
	}
	return e.out, nil
}

// share finds the blocks that stand behind an end, and which.
func (e *emitter) share() {
	ways := make([]int, len(e.f.blocks))
	for _, u := range e.g.order {
		for _, v := range e.g.next[u] {
			if !e.g.back(u, v) {
				ways[v]++
			}
			e.shared[v] = e.shared[v] || e.f.blocks[u].kind == dispatch && v != e.f.blocks[u].to
		}
	}
	for _, v := range e.g.order[1:] {
		up := e.g.above[v]
		// What only comes after a loop stands behind the loop.
		left := slices.IndexFunc(e.g.heads[up], func(h int) bool { return !e.g.body[h][v] })
		switch {
		case left >= 0:
			h := e.g.heads[up][left]
			e.shared[v] = true
			e.after[h] = append(e.after[h], v)
		case ways[v] > 1 || e.shared[v]:
			e.shared[v] = true
			e.in[up] = append(e.in[up], v)
		}
	}
}

func (e *emitter) begin(op byte, l label) {
	e.out = append(e.out, op, noResult)
	e.open = append(e.open, l)
}

func (e *emitter) end() {
	e.out = append(e.out, opEnd)
	e.open = e.open[:len(e.open)-1]
}

// tree writes block v and what it dominates. next is the block that the code runs into at its end.
func (e *emitter) tree(v, next int) {
	e.done++
	e.behind(e.after[v], next, func(next int) {
		_, loop := e.g.body[v]
		if loop {
			e.begin(opLoop, label{v, true})
		}
		e.behind(e.in[v], next, func(next int) { e.block(v, next) })
		if loop {
			e.end()
		}
	})
}

// behind writes what inner does, and behind it the blocks of list.
func (e *emitter) behind(list []int, next int, inner func(next int)) {
	if len(list) == 0 {
		inner(next)
		return
	}
	last := list[len(list)-1]
	e.begin(opBlock, label{last, false})
	e.behind(list[:len(list)-1], last, inner)
	e.end()
	e.tree(last, next)
}

func (e *emitter) block(v, next int) {
	b := &e.f.blocks[v]
	for _, p := range b.pieces {
		e.out = append(e.out, p.code...)
		if p.depth >= 0 {
			e.out = append(e.out, opBrIf)
			e.number(len(e.open) - 1 + p.depth)
		}
	}
	switch b.kind {
	case trap:
		e.out = append(e.out, opUnreachable)
	case jump:
		e.to(v, b.to, next)
	case branch:
		e.branch(v, b, next)
	case dispatch:
		e.dispatch(b)
		e.to(v, b.to, next)
	}
}

func (e *emitter) number(n int) { e.out = binary.AppendUvarint(e.out, uint64(n)) }

// jumps tells whether a br leads from v to block to, which otherwise is written in its place.
func (e *emitter) jumps(v, to int) bool { return e.shared[to] || e.g.back(v, to) }

// to writes what leads from v to a block.
func (e *emitter) to(v, to, next int) {
	switch {
	case !e.jumps(v, to):
		e.tree(to, next)
	case to != next:
		e.out = append(e.out, opBr)
		e.number(e.label(label{to, e.g.back(v, to)}))
	}
}

// label returns how far out a label is.
func (e *emitter) label(want label) int {
	for i := len(e.open) - 1; i >= 0; i-- {
		if e.open[i] == want {
			return len(e.open) - 1 - i
		}
	}
	e.failed = true
	return 0
}

func (e *emitter) branch(v int, b *block, next int) {
	yes, no := b.to, b.other
	if b.negate {
		yes, no = no, yes
	}
	// What is written in its place is best what comes next in Go's code.
	contrary := false
	switch {
	case e.jumps(v, yes) && e.jumps(v, no):
		contrary = yes == next
	case e.jumps(v, no):
		contrary = true
	case !e.jumps(v, yes):
		contrary = b.negate
	}
	if contrary {
		yes, no = no, yes
		e.out = append(e.out, opI32Eqz)
	}
	if e.jumps(v, yes) {
		e.out = append(e.out, opBrIf)
		e.number(e.label(label{yes, e.g.back(v, yes)}))
	} else {
		e.begin(opIf, label{nowhere, false})
		e.tree(yes, nowhere)
		e.end()
	}
	e.to(v, no, next)
}

// dispatch writes what leads to the blocks of a table.
func (e *emitter) dispatch(b *block) {
	numbers := slices.Sorted(maps.Keys(b.table))
	switch len(numbers) {
	case 0:
		return
	case 1:
		e.out = append(e.out, opLocalGet, 0, opI32Const)
		e.out = AppendInt(e.out, int64(numbers[0]))
		e.out = append(e.out, opI32Eq, opBrIf)
		e.number(e.label(label{b.table[numbers[0]], false}))
		return
	}
	e.out = append(e.out, opLocalGet, 0)
	e.begin(opIf, label{nowhere, false})
	e.begin(opBlock, label{nowhere, false})
	e.out = append(e.out, opLocalGet, 0)
	low, high := numbers[0], numbers[len(numbers)-1]
	e.out = append(e.out, opI32Const)
	e.out = AppendInt(e.out, int64(low))
	e.out = append(e.out, opI32Sub, opBrTable)
	e.number(high - low + 1)
	for n := low; n <= high; n++ {
		to, ok := b.table[n]
		switch {
		case !ok:
			e.number(0)
		case to == b.to:
			e.number(1)
		default:
			e.number(e.label(label{to, false}))
		}
	}
	e.number(0)
	e.end()
	e.out = append(e.out, opUnreachable)
	e.end()
}
