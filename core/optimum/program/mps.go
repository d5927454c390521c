package program

import "io"

// WriteMPS writes the program in free MPS format, with the names of WriteLP and a line
// for every entry of the matrix.
func (p *Program) WriteMPS(w io.Writer) error {
	f := newFile(w)
	f.put("* " + p.title() + "\nNAME program FREE\nROWS\n N cost\n")
	for i := range p.length {
		f.text(" E j").int(int64(i)).put("\n")
	}
	for t := p.from(); t < p.slots; t++ {
		f.text(" L t").int(t).put("\n")
	}
	f.put("COLUMNS\n MARKER 'MARKER' 'INTORG'\n")
	for i, t := range p.variables() {
		column := " " + name(i, t)
		f.text(column).text(" cost ").int(p.cost(i, t)).text(" j").int(int64(i)).put(" 1\n")
		for at := t; at < p.end(i, t); at++ {
			f.text(column).text(" t").int(at).text(" ").int(int64(p.in.Jobs[i].Procs)).put("\n")
		}
	}
	f.put(" MARKER 'MARKER' 'INTEND'\nRHS\n")
	for i := range p.length {
		f.text(" rhs j").int(int64(i)).put(" 1\n")
	}
	for t, procs := range p.capacities() {
		f.text(" rhs t").int(t).text(" ").int(int64(procs)).put("\n")
	}
	f.put("BOUNDS\n")
	for i, t := range p.variables() {
		f.text(" UP bnd ").variable(i, t).put(" 1\n")
	}
	f.put("ENDATA\n")
	return f.Flush()
}
