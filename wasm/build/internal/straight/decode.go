package straight

import "github.com/backfill-lab/backfill/wasm/build/internal/module"

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
	r := module.Reader{Rest: code[from:]}
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
