package module

import (
	"bytes"
	"errors"
)

// A function is one of Go's with the calling convention of Go: blocks, and a table by which it goes on in any of them.
type function struct {
	locals []byte // their declarations
	table  []int  // blocks by number, for callers and jumps; larger numbers are the last one's
	blocks []block
	resume map[int]int // blocks that others than jumps go on at, by their numbers; without the first
}

// A block is what runs from its start to its end, and what comes then.
type block struct {
	pieces []piece
	kind   kind
	to     int  // block that is next, or if the condition holds
	other  int  // block if the condition does not hold
	negate bool // the condition is the contrary of what is on the stack
	table  map[int]int
}

// A piece is code, and then, if depth is not negative, a br_if out of all blocks: what a call returned says that
// stacks are switched. depth is how many blocks of the piece itself are open there.
type piece struct {
	code  []byte
	depth int
}

type kind uint8

const (
	jump     kind = iota
	branch        // by a condition on the stack
	trap          // is never reached
	gone          // the code returned or trapped
	dispatch      // by the number in local 0, and to block to if it is not in the table
)

// maxBlocks bounds the blocks of a function, as Go's compiler does.
const maxBlocks = 1 << 16

var (
	errPlain = errors.New("it has no jumps")
	errShape = errors.New("it is not as Go writes functions")
)

// enter is what every function of Go begins with: it copies the stack pointer to local 1.
var enter = []byte{opGlobalGet, 0, opLocalSet, 1}

// A parser reads the body of a function.
type parser struct {
	*coder
	code   []byte
	pos    int
	number int // of the function, as in the upper bits of addresses of code

	loop, unwind bool // blocks around all others: for jumps, and for stacks that are switched
	tail         []byte
	f            *function
}

// parse returns function i, which has this body. The error is errPlain or errShape.
func (c *coder) parse(body []byte, i int) (*function, error) {
	r := Reader{Rest: body}
	for n := r.Uint(); n > 0 && !r.Failed; n-- {
		r.Uint()
		r.Byte()
	}
	at := len(body) - len(r.Rest)
	if r.Failed || !bytes.HasPrefix(r.Rest, enter) {
		return nil, errShape
	}
	p := &parser{coder: c, code: body, pos: at + len(enter), number: FirstFunction + i,
		f: &function{locals: body[:at], resume: map[int]int{}}}
	if err := p.header(); err != nil {
		return nil, err
	}
	for k := range p.f.blocks {
		if err := p.block(k); err != nil {
			return nil, err
		}
	}
	if d := c.functions[i].DeferReturn; d != 0 {
		p.f.resume[d] = p.f.at(d)
	}
	return p.f, nil
}

// at returns the block with this number.
func (f *function) at(number int) int { return f.table[min(number, len(f.table)-1)] }

// header reads what opens the blocks, and the table.
func (p *parser) header() error {
	open, before := 0, -1 // blocks, and how many of them stand before the loop
	for ; p.pos+2 <= len(p.code) && p.code[p.pos+1] == noResult; p.pos += 2 {
		if op := p.code[p.pos]; op == opLoop && before < 0 {
			before = open
		} else if op == opBlock {
			open++
		} else {
			return errShape
		}
	}
	r := Reader{Rest: p.code[p.pos:]}
	if r.Byte() != opLocalGet || r.Byte() != 0 || r.Byte() != opBrTable {
		return errPlain
	}
	n := r.Uint()
	if n > uint64(len(r.Rest)) {
		return errShape
	}
	for range n + 1 {
		p.f.table = append(p.f.table, int(r.Uint()))
	}
	last := p.f.table[n]
	p.loop, p.unwind = before >= 0, before == 1 || before < 0 && open == last+2
	want := last + 1
	if p.unwind {
		want++
	}
	if r.Byte() != opEnd || r.Failed || open != want || before > 1 || last >= maxBlocks {
		return errShape
	}
	for i, to := range p.f.table {
		if to < 0 || to > last || i > 0 && to < p.f.table[i-1] {
			return errShape
		}
	}
	p.pos = len(p.code) - len(r.Rest)
	p.f.blocks = make([]block, last+1)
	if p.loop {
		p.tail = append(p.tail, opEnd)
	}
	p.tail = append(p.tail, opUnreachable)
	if p.unwind {
		p.tail = append(p.tail, opEnd, opI32Const, 1)
	}
	p.tail = append(p.tail, opEnd)
	return nil
}

// block reads block i.
func (p *parser) block(i int) error {
	var code []instruction
	var jumps int
	depth, last := 0, i == len(p.f.blocks)-1
	around := len(p.f.blocks) - 1 - i // blocks that are open around this one's code
	for {
		if depth == 0 && last && bytes.Equal(p.code[p.pos:], p.tail) {
			break
		}
		in, ok := decode(p.code, p.pos)
		if !ok {
			return errShape
		}
		p.pos = in.to
		if in.op == opEnd {
			if depth == 0 {
				if last {
					return errShape
				}
				break
			}
			depth--
		}
		code = append(code, in)
		switch in.op {
		case opBlock, opLoop, opIf:
			depth++
		case opBr, opBrIf:
			outer := around + depth
			if in.op == opBr && p.loop && in.n == int64(outer) {
				jumps++
				break
			}
			if p.loop {
				outer++
			}
			if (in.op != opBrIf || !p.unwind || in.n != int64(outer)) && in.n >= int64(depth) {
				return errShape
			}
		}
	}
	return p.close(i, code, jumps)
}

// close tells what comes after the code of block i, which jumps so many times.
func (p *parser) close(i int, code []instruction, jumps int) error {
	b := &p.f.blocks[i]
	b.to = i + 1
	if i == len(p.f.blocks)-1 {
		b.kind = trap
	}
	if to, ok := p.jump(code); ok {
		b.kind, b.to = jump, to
		code = code[:len(code)-3]
		jumps--
	}
	if n := len(code); n >= 5 && code[n-1].op == opEnd && code[n-5].op == opIf && code[n-5].n == noResult {
		if to, ok := p.jump(code[:n-1]); ok {
			if b.kind == trap {
				return errShape
			}
			b.kind, b.to, b.other = branch, to, b.to
			code = code[:n-5]
			jumps--
			if n := len(code); n > 0 && code[n-1].op == opI32Eqz {
				b.negate, code = true, code[:n-1]
			}
		}
	}
	if jumps != 0 {
		return errShape
	}
	if n := len(code); n > 0 && b.kind != branch && (code[n-1].op == opReturn || code[n-1].op == opUnreachable) {
		b.kind = gone
	}
	return p.pieces(i, code)
}

// jump returns the block that the last three instructions jump to.
func (p *parser) jump(code []instruction) (to int, ok bool) {
	n := len(code)
	if n < 3 || code[n-1].op != opBr || code[n-2].op != opLocalSet || code[n-2].n != 0 || code[n-3].op != opI32Const ||
		!p.loop || code[n-3].n < 0 || code[n-3].n >= maxBlocks {
		return 0, false
	}
	return p.f.at(int(code[n-3].n)), true
}

// pieces cuts the code of block i at what unwinds the stack, and notes what is resumed after a call.
func (p *parser) pieces(i int, code []instruction) error {
	b := &p.f.blocks[i]
	if len(code) == 0 {
		return nil
	}
	from, depth, callee := code[0].from, 0, -1
	back := int64(-1) // address that the last call returns to
	for k, in := range code {
		switch in.op {
		case opBlock, opLoop, opIf:
			depth++
		case opEnd:
			depth--
		case opI64Const:
			if in.n>>16 == int64(p.number) {
				back = in.n & (1<<16 - 1)
			}
		case opCall:
			callee = int(in.n) - p.imports
		case opCallIndirect:
			callee = -1
		case opBrIf:
			if in.n < int64(depth) {
				break
			}
			b.pieces = append(b.pieces, piece{p.code[from:in.from], depth})
			from = in.to
			if back < 0 {
				return errShape
			}
			// Only two calls stand in an if: of runtime.morestack, after which the function begins anew, and of
			// runtime.sigpanic, after which it never goes on.
			if depth > 0 {
				if p.f.at(int(back)) != i {
					return errShape
				}
				break
			}
			if k != len(code)-1 || b.kind == branch || b.kind == gone || b.to != i+1 || p.f.at(int(back)) != i+1 {
				return errShape
			}
			if p.returns(callee) {
				p.f.resume[int(back)] = i + 1
			} else {
				b.kind = trap
			}
		}
	}
	if last := code[len(code)-1]; from < last.to {
		b.pieces = append(b.pieces, piece{p.code[from:last.to], -1})
	}
	return nil
}

// Opcodes, as the WebAssembly specification has them.
const (
	opUnreachable  = 0x00
	opBlock        = 0x02
	opLoop         = 0x03
	opIf           = 0x04
	opEnd          = 0x0b
	opBr           = 0x0c
	opBrIf         = 0x0d
	opBrTable      = 0x0e
	opReturn       = 0x0f
	opCall         = 0x10
	opCallIndirect = 0x11
	opDrop         = 0x1a
	opLocalGet     = 0x20
	opLocalSet     = 0x21
	opGlobalGet    = 0x23
	opTableSet     = 0x26
	opLoad         = 0x28
	opStore64_32   = 0x3e
	opMemorySize   = 0x3f
	opMemoryGrow   = 0x40
	opI32Const     = 0x41
	opI64Const     = 0x42
	opF32Const     = 0x43
	opF64Const     = 0x44
	opI32Eqz       = 0x45
	opI32Eq        = 0x46
	opI32Sub       = 0x6b
	opLast         = 0xc4 // of those without operands
	opMore         = 0xfc
	noResult       = 0x40 // type of a block
)

// An instruction stands at code[from:to].
type instruction struct {
	op       byte
	from, to int
	n        int64 // first operand: a label, an index, a constant, a block's type
}

// decode returns the instruction at code[from:], if it is one that Go uses other than br_table.
func decode(code []byte, from int) (in instruction, ok bool) {
	r := Reader{Rest: code[from:]}
	in = instruction{op: r.Byte(), from: from}
	switch op := in.op; {
	case op == opBlock || op == opLoop || op == opIf:
		in.n = int64(r.Byte())
	case op == opBr || op == opBrIf || op == opCall || op >= opLocalGet && op <= opTableSet:
		in.n = int64(r.Uint())
	case op == opCallIndirect:
		in.n = int64(r.Uint())
		r.Byte()
	case op >= opLoad && op <= opStore64_32:
		r.Uint()
		r.Uint()
	case op == opMemorySize || op == opMemoryGrow:
		r.Byte()
	case op == opI32Const || op == opI64Const:
		in.n = r.Int()
	case op == opF32Const:
		r.Take(4)
	case op == opF64Const:
		r.Take(8)
	case op == opMore:
		switch more := r.Byte(); {
		case more <= 7: // conversions
		case more == 10: // memory.copy
			r.Take(2)
		case more == 11: // memory.fill
			r.Take(1)
		default:
			return in, false
		}
	case op <= 1 || op == 5 || op == opEnd || op == opReturn || op == opDrop || op == 0x1b || op >= opI32Eqz && op <= opLast:
	default:
		return in, false
	}
	in.to = len(code) - len(r.Rest)
	return in, !r.Failed
}
