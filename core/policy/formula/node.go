package formula

import (
	"strconv"
	"strings"
)

// A node is a part of an expression.
type node struct {
	op    op
	value float64 // of a number, or the exponent of a power
	parts []*node // in the order in which they stand
}

// names are the variables and the functions.
var names = map[op]string{opEstimate: "estimate", opProcs: "procs", opSubmit: "submit", opWait: "wait",
	opLog10: "log10", opLog2: "log2", opLn: "ln", opSqrt: "sqrt", opAbs: "abs", opMin: "min", opMax: "max", opIf: "if"}

// signs stand between two parts.
var signs = map[op]string{opAdd: "+", opSubtract: "-", opMultiply: "*", opDivide: "/",
	opLess: "<", opAtMost: "<=", opMore: ">", opAtLeast: ">=", opEqual: "==", opUnequal: "!="}

// Levels of what binds: a part needs parentheses where it binds less than its place asks for.
const (
	bindSum = iota + 1
	bindProduct
	bindNegation
	bindPower
	bindOperand
)

func (n *node) binds() int {
	switch n.op {
	case opAdd, opSubtract:
		return bindSum
	case opMultiply, opDivide:
		return bindProduct
	case opNegate:
		return bindNegation
	case opPower:
		return bindPower
	}
	return bindOperand
}

// write writes the node where what binds less than least needs parentheses.
func (n *node) write(b *strings.Builder, least int) {
	if n.binds() < least {
		b.WriteByte('(')
		defer b.WriteByte(')')
	}
	switch {
	case n.op == opNumber:
		b.WriteString(spell(n.value))
	case n.op == opNegate:
		b.WriteByte('-')
		n.parts[0].write(b, bindNegation)
	case n.op == opPower:
		n.parts[0].write(b, bindOperand)
		b.WriteString("^" + spell(n.value))
	case n.binds() < bindNegation: // what stands on the right is computed first only in parentheses
		n.parts[0].write(b, n.binds())
		b.WriteString(signs[n.op])
		n.parts[1].write(b, n.binds()+1)
	case signs[n.op] != "": // a comparison
		n.parts[0].write(b, bindSum)
		b.WriteString(signs[n.op])
		n.parts[1].write(b, bindSum)
	default:
		b.WriteString(names[n.op])
		for i, p := range n.parts {
			b.WriteByte("(,"[min(i, 1)])
			p.write(b, bindSum)
		}
		if n.parts != nil {
			b.WriteByte(')')
		}
	}
}

// spell writes a number as people do, with an exponent where it would be long.
func spell(x float64) string {
	if x == 0 || x >= 1e-6 && x < 1e15 {
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return strings.Replace(strconv.FormatFloat(x, 'e', -1, 64), "e+", "e", 1)
}

// compile appends the instructions that compute the node, and returns the number of its value. kept is how many computed
// values must stay meanwhile.
func (f *Formula) compile(n *node, kept int) uint8 {
	if n.op >= opEstimate && n.op < opEstimate+variables {
		v := uint8(n.op - opEstimate)
		f.uses[v] = true
		return v
	}
	if f.deep = max(f.deep, kept+1); f.deep > deepest {
		return 0
	}
	in := instruction{op: n.op, value: n.value, to: uint8(int(variables) + kept)}
	operands := [...]*uint8{&in.a, &in.b, &in.c}
	for i, p := range n.parts {
		folded := i >= n.op.operands() // min and max take two at a time
		if folded {
			f.code = append(f.code, in)
			in.a = in.to
			i = 1
		}
		held := 0
		for _, o := range operands[:i] {
			if *o >= uint8(variables) {
				held++
			}
		}
		*operands[i] = f.compile(p, kept+held)
	}
	f.code = append(f.code, in)
	return in.to
}

// A scaling is what becomes of a value when all times are multiplied by some k > 0: it is multiplied by k^degree.
type scaling struct {
	degree float64
	any    bool // 0 and infinite, which have any degree
	shifts bool // degree is 0, and something is added that is the same for all jobs
	known  bool
}

// ScaleFree tells whether the order stays the same when all times are multiplied by a number: whether the expression has
// no constants with a unit.
func (f *Formula) ScaleFree() bool { return f.root.scaling().known }

func (n *node) scaling() (s scaling) {
	parts := make([]scaling, len(n.parts))
	for i, p := range n.parts {
		if parts[i] = p.scaling(); !parts[i].known {
			return s
		}
	}
	same := func(parts ...scaling) (s scaling) {
		s = parts[0]
		for _, p := range parts[1:] {
			switch {
			case p.shifts || s.shifts || !p.any && !s.any && p.degree != s.degree:
				return scaling{}
			case s.any:
				s = p
			}
		}
		return s
	}
	switch n.op {
	case opNumber:
		return scaling{any: n.value == 0, known: true}
	case opProcs:
		return scaling{known: true}
	case opEstimate, opWait:
		return scaling{degree: 1, known: true}
	case opSubmit: // at least 1 s
		return s
	case opNegate:
		return parts[0]
	case opPower, opSqrt:
		s = parts[0]
		s.known = !s.shifts
		if s.degree *= n.value; n.op == opSqrt {
			s.degree = parts[0].degree / 2
		}
		return s
	case opLog10, opLog2, opLn:
		x := parts[0]
		return scaling{shifts: x.degree != 0, known: !x.shifts, any: x.any}
	case opAbs:
		s, s.known = parts[0], !parts[0].shifts
		return s
	case opAdd, opSubtract:
		if x, y := parts[0], parts[1]; (x.shifts || y.shifts) && x.degree == 0 && y.degree == 0 {
			return scaling{shifts: true, known: true}
		}
		return same(parts...)
	case opMultiply, opDivide:
		return n.product(parts[0], parts[1])
	case opIf:
		return same(parts[1:]...)
	}
	return same(parts...) // a comparison, or one of them
}

// product is the scaling of one part multiplied or divided by the other.
func (n *node) product(x, y scaling) scaling {
	number := func(i int) bool { return n.parts[i].op == opNumber && n.parts[i].value != 0 }
	switch {
	case x.shifts && number(1):
		return x
	case y.shifts && number(0) && n.op == opMultiply:
		return y
	case x.shifts || y.shifts:
		return scaling{}
	case n.op == opDivide:
		return scaling{degree: x.degree - y.degree, any: x.any || y.any, known: true}
	}
	return scaling{degree: x.degree + y.degree, any: x.any || y.any, known: true}
}

// words is the inverse of names.
var words = func() map[string]op {
	all := map[string]op{}
	for o, name := range names {
		all[name] = o
	}
	return all
}()
