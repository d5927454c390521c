package program

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
)

// name appends the name of x[i,t] in files: x, the job's place in the instance from 0
// on, _ and the slot.
func name(b []byte, i int, t int64) []byte {
	b = strconv.AppendInt(append(b, 'x'), int64(i), 10)
	return strconv.AppendInt(append(b, '_'), t, 10)
}

// WriteLP writes the program in CPLEX's LP format. The constraints (3) are called j0,
// j1, ...; those of (4) are called t and the slot. Slots before the first in which a job
// can start have none.
func (p *Program) WriteLP(w io.Writer) error {
	f := &lpFile{w: bufio.NewWriterSize(w, 1<<16)}
	f.text("\\ " + p.title() + "\nMinimize\n cost:")
	f.open()
	for i, t := range p.variables() {
		f.term(p.cost(i, t), i, t)
	}
	f.text("\nSubject To\n")
	for i := range p.length {
		f.text(" j" + strconv.Itoa(i) + ":")
		f.open()
		for t := p.first[i]; t <= p.last(i); t++ {
			f.term(1, i, t)
		}
		f.text(" = 1\n")
	}
	for t, procs := range p.capacities() {
		p.writeSlot(f, t, procs)
	}
	f.text("Binary\n")
	for i, t := range p.variables() {
		f.line = append(name(append(f.line[:0], ' '), i, t), '\n')
		f.w.Write(f.line)
	}
	f.text("End\n")
	return f.w.Flush()
}

func (p *Program) writeSlot(f *lpFile, t int64, procs int) {
	f.text(" t" + strconv.FormatInt(t, 10) + ":")
	f.open()
	for i := range p.length {
		for at := max(p.first[i], t-p.length[i]+1); at <= min(p.last(i), t); at++ {
			f.term(int64(p.in.Jobs[i].Procs), i, at)
		}
	}
	if f.terms == 0 { // readers require one
		f.term(0, 0, p.first[0])
	}
	f.text(" <= " + strconv.Itoa(procs) + "\n")
}

// title describes the program in one line.
func (p *Program) title() string {
	kind := "time-indexed"
	if p.relaxed {
		kind = "relaxed time-indexed"
	}
	return fmt.Sprintf("%s program of %d jobs, %d slots of %d s from second %d on", kind, len(p.length), p.slots, p.scale, p.in.Now)
}

// An lpFile writes sums in lines short enough for every reader. Its first error
// stays with its writer.
type lpFile struct {
	w     *bufio.Writer
	line  []byte
	terms int // in the present sum
}

// termsInLine keeps lines below 255 characters.
const termsInLine = 6

func (f *lpFile) text(s string) { f.w.WriteString(s) }

// open begins a sum.
func (f *lpFile) open() { f.terms = 0 }

func (f *lpFile) term(c int64, i int, t int64) {
	b := f.line[:0]
	if f.terms > 0 {
		if f.terms%termsInLine == 0 {
			b = append(b, "\n "...)
		}
		b = append(b, " +"...)
	}
	b = append(b, ' ')
	if c != 1 {
		b = append(strconv.AppendInt(b, c, 10), ' ')
	}
	f.line = name(b, i, t)
	f.w.Write(f.line)
	f.terms++
}
