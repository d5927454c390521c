package program

import (
	"bufio"
	"io"
	"strconv"
)

// WriteMPS writes the program in free MPS format, with the names of WriteLP. The file
// has a line for every entry of the matrix.
func (p *Program) WriteMPS(w io.Writer) error {
	f := bufio.NewWriterSize(w, 1<<16)
	f.WriteString("* " + p.title() + "\nNAME program FREE\nROWS\n N cost\n")
	var b []byte
	for i := range p.length {
		b = append(strconv.AppendInt(append(b[:0], " E j"...), int64(i), 10), '\n')
		f.Write(b)
	}
	for t := p.from(); t < p.slots; t++ {
		b = append(strconv.AppendInt(append(b[:0], " L t"...), t, 10), '\n')
		f.Write(b)
	}
	f.WriteString("COLUMNS\n MARKER 'MARKER' 'INTORG'\n")
	for i, t := range p.variables() {
		p.writeColumn(f, i, t)
	}
	f.WriteString(" MARKER 'MARKER' 'INTEND'\nRHS\n")
	for i := range p.length {
		b = append(strconv.AppendInt(append(b[:0], " rhs j"...), int64(i), 10), " 1\n"...)
		f.Write(b)
	}
	for t, procs := range p.capacities() {
		b = append(strconv.AppendInt(append(b[:0], " rhs t"...), t, 10), ' ')
		b = append(strconv.AppendInt(b, int64(procs), 10), '\n')
		f.Write(b)
	}
	f.WriteString("BOUNDS\n")
	for i, t := range p.variables() {
		b = append(name(append(b[:0], " UP bnd "...), i, t), " 1\n"...)
		f.Write(b)
	}
	f.WriteString("ENDATA\n")
	return f.Flush()
}

func (p *Program) writeColumn(f *bufio.Writer, i int, t int64) {
	column := name([]byte{' '}, i, t)
	b := append(append([]byte(nil), column...), " cost "...)
	b = append(strconv.AppendInt(b, p.cost(i, t), 10), " j"...)
	b = append(strconv.AppendInt(b, int64(i), 10), " 1\n"...)
	f.Write(b)
	for at := t; at < p.end(i, t); at++ {
		b = append(append(b[:0], column...), " t"...)
		b = append(strconv.AppendInt(b, at, 10), ' ')
		b = append(strconv.AppendInt(b, int64(p.in.Jobs[i].Procs), 10), '\n')
		f.Write(b)
	}
}
