package module

import (
	"errors"
	"fmt"
)

// Strip takes from a Go program in WebAssembly what compresses badly and what no page needs.
//
// The linker leaves runs of 8 and more zeroes out of the data, and writes where each of the remaining 100,000 pieces
// goes. Those addresses cost more, compressed, than the zeroes do. Go's runtime has a table that leads from each
// instruction to a file and line, for tracebacks. Without it a traceback still names functions and has the offset in
// each, from which the same program with its lines tells the line.
var Strip = Step{"strip", strip}

// strip returns a program without those, which does the same. Its sections other than the data are as they were.
func strip(wasm []byte) ([]byte, error) {
	m, err := ParseGo(wasm)
	if err != nil {
		return nil, err
	}
	return smaller(m)
}

// smaller returns the module without those, whichever release made it.
func smaller(m *Module) ([]byte, error) {
	if m.Data == nil {
		return nil, errors.New("no data in the WebAssembly")
	}
	if err := dropLines(m.Data); err != nil {
		return nil, fmt.Errorf("the table of functions: %w", err)
	}
	return m.Bytes(), nil
}

// Offsets in a function's record, runtime._func, in bytes. Then come its sequences, and as many words of another kind.
const (
	stack = 16 // a place in pcs
	file  = 20 // a place in pcs, or 0 if it is not known
	line  = 24 // a place in pcs, or 0 if it is not known
	unit  = 32
	first = 36 // the line where the function begins
)

// dropLines overwrites with zeroes what leads from instructions to files and lines.
func dropLines(data []byte) error {
	t, err := FindTable(data)
	if err != nil {
		return err
	}
	kept, dropped := map[uint32]bool{}, map[uint32]bool{}
	for i := range t.Functions {
		f, err := t.Function(i)
		if err != nil {
			return err
		}
		kept[Word(f, stack)] = true
		for k := range int(Word(f, Sequences)) {
			kept[Word(f, Record+4*k)] = true
		}
		for _, at := range []int{file, line} {
			dropped[Word(f, at)] = true
			clear(f[at : at+4])
		}
		clear(f[unit : first+4])
	}
	// A sequence that begins inside of another one would be damaged: the linker writes each whole, and none twice.
	for at := range dropped {
		if !kept[at] && at != 0 {
			if err := clearSequence(t, int(at)); err != nil {
				return err
			}
		}
	}
	clear(t.Data[t.Units:t.PCs])
	return nil
}

// clearSequence overwrites a sequence: pairs of a change of the value and the instructions that have it, and a 0.
func clearSequence(t *Table, at int) error {
	if at >= t.Index-t.PCs {
		return ErrTable
	}
	r := Reader{Rest: t.Data[t.PCs+at : t.Index]}
	whole := r.Rest
	for first := true; r.Uint() != 0 || first; first = false {
		r.Uint()
	}
	if r.Failed {
		return ErrTable
	}
	clear(whole[:len(whole)-len(r.Rest)])
	return nil
}
