package formula

import (
	"math"

	"github.com/backfill-lab/backfill/core/internal/det"
	"github.com/backfill-lab/backfill/core/sim"
)

// An op says what an instruction does with the top of the stack, and what a node of the expression is.
type op uint8

const (
	opNumber op = iota
	opEstimate
	opProcs
	opSubmit
	opWait
	opNegate
	opPower
	opLog10
	opLog2
	opLn
	opSqrt
	opAbs
	opAdd // from here on with two operands
	opSubtract
	opMultiply
	opDivide
	opMin
	opMax
	opLess
	opAtMost
	opMore
	opAtLeast
	opEqual
	opUnequal
	opIf // with three
)

// operands returns how many values the op takes off the stack.
func (o op) operands() int {
	switch {
	case o < opNegate:
		return 0
	case o < opAdd:
		return 1
	case o < opIf:
		return 2
	}
	return 3
}

// An instruction computes one value from others. They are numbered: the variables, then those that are computed.
type instruction struct {
	op      op
	to      uint8
	a, b, c uint8   // operands, as many as the op has
	value   float64 // of a number, or the exponent of a power
}

const (
	variables = opWait - opEstimate + 1
	deepest   = 24 // values that are computed and kept at a time
	values    = int(variables) + deepest
)

// run returns the keys of jobs. room has a place for each of the values of each job.
func (f *Formula) run(room []float64, now int64, jobs []*sim.Job) []float64 {
	wide := len(jobs)
	at := func(value uint8) []float64 { return room[int(value)*wide:][:wide] }
	f.load(room, now, jobs)
	for k := range f.code {
		in := &f.code[k]
		to, a := at(in.to), at(in.a)
		switch {
		case in.op == opNumber:
			for i := range to {
				to[i] = in.value
			}
		case in.op < opAdd:
			in.one(to, a)
		case in.op < opIf:
			in.two(to, a, at(in.b))
		default:
			yes, no := at(in.b), at(in.c)
			for i, holds := range a {
				if holds != 0 {
					to[i] = yes[i]
				} else {
					to[i] = no[i]
				}
			}
		}
	}
	keys := at(f.result)
	for i, key := range keys {
		if key != key {
			keys[i] = math.Inf(1)
		}
	}
	return keys
}

// load sets the variables of jobs.
func (f *Formula) load(room []float64, now int64, jobs []*sim.Job) {
	wide := len(jobs)
	estimate, procs, submit, wait := room[:wide], room[wide:][:wide], room[2*wide:][:wide], room[3*wide:][:wide]
	for i, j := range jobs {
		estimate[i], procs[i], wait[i] = float64(j.Estimate), float64(j.Procs), float64(now-j.Submit)
		if f.uses[opSubmit-opEstimate] {
			second := j.Since
			if f.fromLog {
				second = j.Submit
			}
			submit[i] = float64(max(second, 1))
		}
	}
}

// logarithms are those of opLog10, opLog2 and opLn.
var logarithms = [...]func(float64) float64{det.Log10, det.Log2, det.Log}

// one computes an op with one operand for each job.
func (in *instruction) one(to, a []float64) {
	a = a[:len(to)]
	switch in.op {
	case opNegate:
		for i := range to {
			to[i] = -a[i]
		}
	case opPower:
		for i := range to {
			x := a[i]
			y := float64(x * x)
			for k := 2.0; k < in.value; k++ {
				y = float64(y * x)
			}
			to[i] = y
		}
	case opLog10, opLog2, opLn:
		logarithm := logarithms[in.op-opLog10]
		for i := range to {
			to[i] = logarithm(a[i])
		}
	case opSqrt:
		for i := range to {
			to[i] = math.Sqrt(a[i])
		}
	case opAbs:
		for i := range to {
			to[i] = math.Abs(a[i])
		}
	}
}

// two computes an op with two operands for each job.
func (in *instruction) two(to, a, b []float64) {
	a, b = a[:len(to)], b[:len(to)]
	switch in.op {
	case opAdd:
		for i := range to {
			to[i] = a[i] + b[i]
		}
	case opSubtract:
		for i := range to {
			to[i] = a[i] - b[i]
		}
	case opMultiply:
		for i := range to {
			to[i] = float64(a[i] * b[i])
		}
	case opDivide:
		for i := range to {
			to[i] = float64(a[i] / b[i])
		}
	case opMin:
		for i := range to {
			to[i] = min(a[i], b[i])
		}
	case opMax:
		for i := range to {
			to[i] = max(a[i], b[i])
		}
	default:
		for i := range to {
			to[i] = holds(in.op, a[i], b[i])
		}
	}
}

// holds returns 1 if the comparison of x with y holds, else 0.
func holds(o op, x, y float64) float64 {
	var is bool
	switch o {
	case opLess:
		is = x < y
	case opAtMost:
		is = x <= y
	case opMore:
		is = x > y
	case opAtLeast:
		is = x >= y
	case opEqual:
		is = x == y
	case opUnequal:
		is = x != y
	}
	if is {
		return 1
	}
	return 0
}
