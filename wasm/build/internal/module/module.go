// Package module reads and writes WebAssembly modules as Go's linker makes them, and the table of functions that Go's runtime has in
// its data. Steps of the build make of a program one that does the same and is smaller or faster: Straight and Strip.
package module

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"strings"
)

// Ids of sections, as the WebAssembly specification has them.
const (
	custom    = 0
	Imports   = 2
	Functions = 3
	Code      = 10
	Data      = 11
	dataCount = 12
)

// maxData bounds the data of a program, in bytes, so that an address in a broken one does not ask for all memory.
const maxData = 256 << 20

// gap is the shortest run of zeroes that is left out of the data, in bytes. Shorter ones compress to less than an address.
const gap = 1 << 10

var header = []byte("\x00asm\x01\x00\x00\x00")

// A Module is a WebAssembly module: its sections, and its data as it is in memory when the program starts.
type Module struct {
	Sections []Section
	Data     []byte // nil if there is none
}

// A Section is one of a module's, in its order.
type Section struct {
	ID   byte
	Body []byte // nil of the data section
}

// Parse returns the module that wasm is. Sections other than the data are parts of wasm.
func Parse(wasm []byte) (*Module, error) {
	rest, ok := bytes.CutPrefix(wasm, header)
	if !ok {
		return nil, errors.New("no WebAssembly of version 1")
	}
	m := &Module{}
	for r := (Reader{Rest: rest}); len(r.Rest) > 0; {
		s := Section{ID: r.Byte()}
		s.Body = r.Take(r.Uint())
		switch {
		case r.Failed:
			return nil, errors.New("the WebAssembly is cut off")
		case s.ID == dataCount:
			return nil, errors.New("the WebAssembly counts its data segments, which Go's linker does not")
		case s.ID == Data:
			var err error
			if m.Data, err = image(s.Body); err != nil {
				return nil, err
			}
			s.Body = nil
		}
		m.Sections = append(m.Sections, s)
	}
	return m, nil
}

// image returns the memory that a data section makes, from address 0.
func image(body []byte) ([]byte, error) {
	data := []byte{}
	r := Reader{Rest: body}
	for n := r.Uint(); n > 0 && !r.Failed; n-- {
		active, opcode, at, last := r.Byte(), r.Byte(), r.Int(), r.Byte()
		part := r.Take(r.Uint())
		if r.Failed {
			break
		}
		if active != 0 || opcode != opI32Const || last != opEnd {
			return nil, errors.New("a data segment has no plain address in memory 0")
		}
		to := at + int64(len(part))
		if at < 0 || to > maxData {
			return nil, fmt.Errorf("a data segment at address %d is beyond %d bytes", at, maxData)
		}
		data = append(data, make([]byte, max(0, int(to)-len(data)))...)
		copy(data[at:], part)
	}
	if r.Failed || len(r.Rest) > 0 {
		return nil, errors.New("the data section does not end where it should")
	}
	return data, nil
}

// Bytes returns the module in WebAssembly's format.
func (m *Module) Bytes() []byte {
	out := bytes.Clone(header)
	for _, s := range m.Sections {
		if s.ID == Data {
			s.Body = segments(m.Data)
		}
		out = append(out, s.ID)
		out = binary.AppendUvarint(out, uint64(len(s.Body)))
		out = append(out, s.Body...)
	}
	return out
}

// segments returns the data section that makes the memory.
func segments(data []byte) []byte {
	var out []byte
	var n uint64
	for at := 0; ; n++ {
		for at < len(data) && data[at] == 0 {
			at++
		}
		if at == len(data) {
			break
		}
		to, zeroes := at, 0
		for i := at; i < len(data) && zeroes < gap; i++ {
			if zeroes++; data[i] != 0 {
				to, zeroes = i+1, 0
			}
		}
		out = append(out, 0, opI32Const)
		out = AppendInt(out, int64(at))
		out = append(out, opEnd)
		out = binary.AppendUvarint(out, uint64(to-at))
		out = append(out, data[at:to]...)
		at = to
	}
	return append(binary.AppendUvarint(nil, n), out...)
}

// AppendInt appends a signed LEB128 number.
func AppendInt(out []byte, v int64) []byte {
	for ; v < -64 || v >= 64; v >>= 7 {
		out = append(out, byte(v)|0x80)
	}
	return append(out, byte(v)&0x7f)
}

// A Reader reads what is left of a section. After a failure it reads zeroes.
type Reader struct {
	Rest   []byte
	Failed bool
}

// Take reads n bytes.
func (r *Reader) Take(n uint64) []byte {
	if n > uint64(len(r.Rest)) {
		r.Rest, r.Failed = nil, true
		return nil
	}
	out := r.Rest[:n]
	r.Rest = r.Rest[n:]
	return out
}

// Byte reads a byte.
func (r *Reader) Byte() byte {
	if b := r.Take(1); b != nil {
		return b[0]
	}
	return 0
}

// Uint reads an unsigned LEB128 number.
func (r *Reader) Uint() uint64 {
	v, n := binary.Uvarint(r.Rest)
	if n <= 0 {
		n = len(r.Rest) + 1 // cut off or too large
	}
	r.Take(uint64(n))
	return v
}

// Int reads a signed LEB128 number.
func (r *Reader) Int() (v int64) {
	for shift := 0; shift < 70; shift += 7 {
		b := r.Byte()
		v |= int64(b&0x7f) << shift
		if b < 0x80 {
			if b&0x40 != 0 && shift < 63 {
				v -= 1 << (shift + 7)
			}
			return v
		}
	}
	r.Take(uint64(len(r.Rest)) + 1)
	return 0
}

// Known is the Go release whose programs the steps were written for. Before you raise it, compare cmd/internal/obj/wasm/wasmobj.go,
// cmd/compile/internal/wasm/ssa.go and runtime/symtab.go of both releases; then run go test ./wasm/build/internal/...
const Known = "go1.26"

// ParseGo is Parse for a program made by the Go release that is Known; it is an error if another made it.
func ParseGo(wasm []byte) (*Module, error) {
	m, err := Parse(wasm)
	if err != nil {
		return nil, err
	}
	return m, m.checkGo()
}

// checkGo returns an error unless the program was made by the release that is Known.
func (m *Module) checkGo() error {
	switch made := m.madeBy(); {
	case made == Known || strings.HasPrefix(made, Known+"."):
		return nil
	case made == "":
		return fmt.Errorf("it does not name the Go release that made it; only %s is known (module.Known)", Known)
	default:
		return fmt.Errorf("%s made it; only %s is known (module.Known)", made, Known)
	}
}

// madeBy returns the Go release that a program names in its section "producers", "" if it names none.
func (m *Module) madeBy() string {
	for _, s := range m.Sections {
		r := Reader{Rest: s.Body}
		if s.ID != custom || string(r.Take(r.Uint())) != "producers" {
			continue
		}
		for fields := r.Uint(); fields > 0 && !r.Failed; fields-- {
			r.Take(r.Uint()) // the field: the language, or a tool
			for values := r.Uint(); values > 0 && !r.Failed; values-- {
				name, version := r.Take(r.Uint()), r.Take(r.Uint())
				if bytes.Equal(name, []byte("Go")) {
					return string(version)
				}
			}
		}
	}
	return ""
}

// A Step makes of a program one that does the same, and changes nothing of what it is given. Its errors say that it does not
// recognise the program.
type Step struct {
	Name    string
	Program func(wasm []byte) ([]byte, error)
}

// Rewrite reads a program, and writes what the steps make of it, one after the other. A step that does not recognise the program is
// left out, and warn gets one line about it.
func Rewrite(from, to string, warn func(line string), steps ...Step) error {
	program, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	for _, s := range steps {
		made, err := s.Program(program)
		if err != nil {
			warn(fmt.Sprintf("%s goes without the step %s: %v", from, s.Name, err))
			continue
		}
		program = made
	}
	return os.WriteFile(to, program, 0o644)
}
