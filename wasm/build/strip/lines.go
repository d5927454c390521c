package strip

import (
	"bytes"
	"encoding/binary"
	"errors"
)

// begin is how the table of functions begins: abi.Go120PCLnTabMagic, two zeroes, an instruction's least size and a pointer's.
var begin = []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}

// A table is the table of functions, runtime.pclntab: at its start where its parts are, from its own start.
type table struct {
	data      []byte // from its start to the end of the program's data
	functions int
	units     int // the files of compilation units, cutab
	files     int // file names, filetab
	pcs       int // sequences of values by instruction, pctab
	index     int // two numbers for each function, of which the second says where its record is, from here
}

// Offsets in a function's record, runtime._func, in bytes. Then come its sequences, and as many words of another kind.
const (
	stack     = 16 // a place in pcs
	file      = 20 // a place in pcs, or 0 if it is not known
	line      = 24 // a place in pcs, or 0 if it is not known
	sequences = 28 // their number
	unit      = 32
	first     = 36 // the line where the function begins
	record    = 44 // length of what every function has
)

// dropLines overwrites with zeroes what leads from instructions to files and lines.
func dropLines(data []byte) error {
	t, err := find(data)
	if err != nil {
		return err
	}
	kept, dropped := map[uint32]bool{}, map[uint32]bool{}
	for i := range t.functions {
		f, err := t.function(i)
		if err != nil {
			return err
		}
		kept[word(f, stack)] = true
		for k := range int(word(f, sequences)) {
			kept[word(f, record+4*k)] = true
		}
		for _, at := range []int{file, line} {
			dropped[word(f, at)] = true
			clear(f[at : at+4])
		}
		clear(f[unit : first+4])
	}
	// A sequence that begins inside of another one would be damaged: the linker writes each whole, and none twice.
	for at := range dropped {
		if !kept[at] && at != 0 {
			if err := t.clearSequence(int(at)); err != nil {
				return err
			}
		}
	}
	clear(t.data[t.units:t.pcs])
	return nil
}

func word(f []byte, at int) uint32 { return binary.LittleEndian.Uint32(f[at:]) }

var errTable = errors.New("it is not as Go 1.20 to 1.26 write it: compare runtime/symtab.go with wasm/build/strip")

// find returns the one table of the data.
func find(data []byte) (*table, error) {
	at := bytes.Index(data, begin)
	if at < 0 || bytes.Contains(data[at+1:], begin) {
		return nil, errTable
	}
	t := &table{data: data[at:]}
	if len(t.data) < 72 {
		return nil, errTable
	}
	// The numbers of functions and files, nothing, and the places of names, units, files, sequences and index.
	var v [8]int
	for i := range v {
		n := binary.LittleEndian.Uint64(t.data[8+8*i:])
		if n > uint64(len(t.data)) {
			return nil, errTable
		}
		v[i] = int(n)
	}
	t.functions, t.units, t.files, t.pcs, t.index = v[0], v[4], v[5], v[6], v[7]
	if v[3] != 72 || t.units < v[3] || t.files < t.units || t.pcs < t.files || t.index < t.pcs || t.functions > (len(t.data)-t.index)/8 {
		return nil, errTable
	}
	return t, nil
}

// function returns the record of function i, with its sequences.
func (t *table) function(i int) ([]byte, error) {
	at := t.index + int(word(t.data, t.index+8*i+4))
	if at > len(t.data)-record {
		return nil, errTable
	}
	f := t.data[at:]
	if n := int(word(f, sequences)); n > (len(f)-record)/4 {
		return nil, errTable
	}
	return f, nil
}

// clearSequence overwrites a sequence: pairs of a change of the value and the instructions that have it, and a 0.
func (t *table) clearSequence(at int) error {
	if at >= t.index-t.pcs {
		return errTable
	}
	r := reader{rest: t.data[t.pcs+at : t.index]}
	whole := r.rest
	for first := true; r.uint() != 0 || first; first = false {
		r.uint()
	}
	if r.failed {
		return errTable
	}
	clear(whole[:len(whole)-len(r.rest)])
	return nil
}
