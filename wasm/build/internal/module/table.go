package module

import (
	"bytes"
	"encoding/binary"
	"errors"
)

// TableBegin is how the table of functions begins: abi.Go120PCLnTabMagic, two zeroes, an instruction's least size and a pointer's.
var TableBegin = []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}

// A Table is the table of functions, runtime.pclntab: at its start where its parts are, from its own start. Its format is
// that of cmd/link/internal/ld/pcln.go and runtime/symtab.go, of Go 1.20 and newer.
type Table struct {
	Data      []byte // from its start to the end of the program's data
	Functions int
	Names     int // names of functions, each with a zero behind it
	Units     int // the files of compilation units, cutab
	Files     int // file names, filetab
	PCs       int // sequences of values by instruction, pctab
	Index     int // two numbers for each function, of which the second says where its record is, from here
}

// Offsets in a function's record, runtime._func, in bytes.
const (
	entry       = 0 // what addresses in the function have in their upper bits
	name        = 4 // place in names
	deferReturn = 12
)

// Sequences is the offset of the number of a function's sequences in its record, which follow the record, and Record the
// length of what every function has.
const (
	Sequences = 28
	Record    = 44
)

// Word returns the number that stands at an offset of a record.
func Word(record []byte, at int) uint32 { return binary.LittleEndian.Uint32(record[at:]) }

// ErrTable says that the table of functions has another format.
var ErrTable = errors.New("it is not as Go writes it: compare runtime/symtab.go with wasm/build/internal/module")

// FindTable returns the one table of the data.
func FindTable(data []byte) (*Table, error) {
	at := bytes.Index(data, TableBegin)
	if at < 0 || bytes.Contains(data[at+1:], TableBegin) {
		return nil, ErrTable
	}
	t := &Table{Data: data[at:]}
	if len(t.Data) < 72 {
		return nil, ErrTable
	}
	// The numbers of functions and files, nothing, and the places of names, units, files, sequences and index.
	var v [8]int
	for i := range v {
		n := binary.LittleEndian.Uint64(t.Data[8+8*i:])
		if n > uint64(len(t.Data)) {
			return nil, ErrTable
		}
		v[i] = int(n)
	}
	t.Functions, t.Names, t.Units, t.Files, t.PCs, t.Index = v[0], v[3], v[4], v[5], v[6], v[7]
	if t.Names != 72 || t.Units < t.Names || t.Files < t.Units || t.PCs < t.Files || t.Index < t.PCs ||
		t.Functions > (len(t.Data)-t.Index)/8 {
		return nil, ErrTable
	}
	return t, nil
}

// Function returns the record of function i, with its sequences.
func (t *Table) Function(i int) ([]byte, error) {
	at := t.Index + int(Word(t.Data, t.Index+8*i+4))
	if at > len(t.Data)-Record {
		return nil, ErrTable
	}
	f := t.Data[at:]
	if n := int(Word(f, Sequences)); n > (len(f)-Record)/4 {
		return nil, ErrTable
	}
	return f, nil
}

// A Function is what the table says of one.
type Function struct {
	Name        string
	DeferReturn int // the block that a recovered panic goes on at, or 0
}

// FirstFunction is what addresses in the first function with code have in their upper bits; those of later ones count up from it.
const FirstFunction = 0x1000

// All returns what the table says of functions, by their index among those with code.
func (t *Table) All() (map[int]Function, error) {
	names := t.Data[t.Names:t.Units]
	all := make(map[int]Function, t.Functions)
	for i := range t.Functions {
		f, err := t.Function(i)
		if err != nil {
			return nil, err
		}
		at := Word(f, name)
		if uint64(at) >= uint64(len(names)) {
			return nil, ErrTable
		}
		long, _, _ := bytes.Cut(names[at:], []byte{0})
		all[int(Word(f, entry))-FirstFunction] = Function{Name: string(long), DeferReturn: int(Word(f, deferReturn))}
	}
	return all, nil
}
