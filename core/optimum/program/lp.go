package program

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
)

// name returns the name of x[i,t] in files: x, the job's place in the instance from 0 on,
// _ and the slot.
func name(i int, t int64) string { return "x" + strconv.Itoa(i) + "_" + strconv.FormatInt(t, 10) }

// WriteLP writes the program in CPLEX's LP format. The constraints (3) are called j0, j1,
// ...; those of (4) are called t and the slot. Slots before the first in which a job can
// start have none.
func (p *Program) WriteLP(w io.Writer) error {
	f := newFile(w)
	f.put("\\ " + p.title() + "\nMinimize\n cost:")
	for i, t := range p.variables() {
		f.term(p.cost(i, t), i, t)
	}
	f.put("\nSubject To\n")
	for i := range p.length {
		f.sum(" j", int64(i))
		for t := p.first[i]; t <= p.last(i); t++ {
			f.term(1, i, t)
		}
		f.put(" = 1\n")
	}
	for t, procs := range p.capacities() {
		f.sum(" t", t)
		for i := range p.length {
			for at := max(p.first[i], t-p.length[i]+1); at <= min(p.last(i), t); at++ {
				f.term(int64(p.in.Jobs[i].Procs), i, at)
			}
		}
		if f.terms == 0 { // readers require one
			f.term(0, 0, p.first[0])
		}
		f.text(" <= ").int(int64(procs)).put("\n")
	}
	f.put("Binary\n")
	for i, t := range p.variables() {
		f.text(" ").variable(i, t).put("\n")
	}
	f.put("End\n")
	return f.Flush()
}

// title describes the program in one line.
func (p *Program) title() string {
	kind := "time-indexed"
	if p.relaxed {
		kind = "relaxed time-indexed"
	}
	return fmt.Sprintf("%s program of %d jobs, %d slots of %d s from second %d on", kind, len(p.length), p.slots, p.scale, p.in.Now)
}

// A file is a program or start being written: what text, int and variable append goes
// into it at the next put. Its first error stays with its Writer.
type file struct {
	*bufio.Writer
	line  []byte
	terms int // in the present sum
}

func newFile(w io.Writer) *file { return &file{Writer: bufio.NewWriterSize(w, 1<<16)} }

func (f *file) text(s string) *file {
	f.line = append(f.line, s...)
	return f
}

func (f *file) int(n int64) *file {
	f.line = strconv.AppendInt(f.line, n, 10)
	return f
}

func (f *file) put(s string) {
	f.Write(append(f.line, s...))
	f.line = f.line[:0]
}

func (f *file) variable(i int, t int64) *file {
	b := strconv.AppendInt(append(f.line, 'x'), int64(i), 10)
	f.line = strconv.AppendInt(append(b, '_'), t, 10)
	return f
}

// sum begins a constraint of LP, called prefix and n.
func (f *file) sum(prefix string, n int64) {
	f.text(prefix).int(n).put(":")
	f.terms = 0
}

// termsInLine keeps the lines of LP below 255 characters, which every reader accepts.
const termsInLine = 6

// term adds c*x[i,t] to a sum of LP.
func (f *file) term(c int64, i int, t int64) {
	switch {
	case f.terms == 0:
		f.text(" ")
	case f.terms%termsInLine == 0:
		f.text("\n  + ")
	default:
		f.text(" + ")
	}
	if c != 1 {
		f.int(c).text(" ")
	}
	f.variable(i, t).put("")
	f.terms++
}
