package strip

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// Ids of sections and the opcodes of a segment's address, as the WebAssembly specification has them.
const (
	dataSection = 11
	dataCount   = 12
	i32Const    = 0x41
	end         = 0x0b
)

// maxData bounds the data of a program, in bytes, so that an address in a broken one does not ask for all memory.
const maxData = 256 << 20

// gap is the shortest run of zeroes that is left out of the data, in bytes. Shorter ones compress to less than an address.
const gap = 1 << 10

var header = []byte("\x00asm\x01\x00\x00\x00")

// A module is a WebAssembly module: its sections, and its data as it is in memory when the program starts.
type module struct {
	sections []section
	data     []byte // nil if there is none
}

type section struct {
	id   byte
	body []byte // nil of the data section
}

func parse(wasm []byte) (*module, error) {
	rest, ok := bytes.CutPrefix(wasm, header)
	if !ok {
		return nil, errors.New("no WebAssembly of version 1")
	}
	m := &module{}
	for r := (reader{rest: rest}); len(r.rest) > 0; {
		s := section{id: r.byte()}
		s.body = r.take(r.uint())
		switch {
		case r.failed:
			return nil, errors.New("the WebAssembly is cut off")
		case s.id == dataCount:
			return nil, errors.New("the WebAssembly counts its data segments, which Go's linker does not")
		case s.id == dataSection:
			var err error
			if m.data, err = image(s.body); err != nil {
				return nil, err
			}
			s.body = nil
		}
		m.sections = append(m.sections, s)
	}
	return m, nil
}

// image returns the memory that a data section makes, from address 0.
func image(body []byte) ([]byte, error) {
	data := []byte{}
	r := reader{rest: body}
	for n := r.uint(); n > 0 && !r.failed; n-- {
		active, opcode, at, last := r.byte(), r.byte(), r.int(), r.byte()
		part := r.take(r.uint())
		if r.failed {
			break
		}
		if active != 0 || opcode != i32Const || last != end {
			return nil, errors.New("a data segment has no plain address in memory 0")
		}
		to := at + int64(len(part))
		if at < 0 || to > maxData {
			return nil, fmt.Errorf("a data segment at address %d is beyond %d bytes", at, maxData)
		}
		data = append(data, make([]byte, max(0, int(to)-len(data)))...)
		copy(data[at:], part)
	}
	if r.failed || len(r.rest) > 0 {
		return nil, errors.New("the data section does not end where it should")
	}
	return data, nil
}

// bytes returns the module in WebAssembly's format.
func (m *module) bytes() []byte {
	out := bytes.Clone(header)
	for _, s := range m.sections {
		if s.id == dataSection {
			s.body = segments(m.data)
		}
		out = append(out, s.id)
		out = binary.AppendUvarint(out, uint64(len(s.body)))
		out = append(out, s.body...)
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
		out = append(out, 0, i32Const)
		out = appendInt(out, int64(at))
		out = append(out, end)
		out = binary.AppendUvarint(out, uint64(to-at))
		out = append(out, data[at:to]...)
		at = to
	}
	return append(binary.AppendUvarint(nil, n), out...)
}

// appendInt appends a signed LEB128 number.
func appendInt(out []byte, v int64) []byte {
	for ; v < -64 || v >= 64; v >>= 7 {
		out = append(out, byte(v)|0x80)
	}
	return append(out, byte(v)&0x7f)
}

// A reader reads what is left of a section. After a failure it reads zeroes.
type reader struct {
	rest   []byte
	failed bool
}

func (r *reader) take(n uint64) []byte {
	if n > uint64(len(r.rest)) {
		r.rest, r.failed = nil, true
		return nil
	}
	out := r.rest[:n]
	r.rest = r.rest[n:]
	return out
}

func (r *reader) byte() byte {
	if b := r.take(1); b != nil {
		return b[0]
	}
	return 0
}

// uint reads an unsigned LEB128 number.
func (r *reader) uint() uint64 {
	v, n := binary.Uvarint(r.rest)
	if n <= 0 {
		n = len(r.rest) + 1 // cut off or too large
	}
	r.take(uint64(n))
	return v
}

// int reads a signed LEB128 number of 32 bits, which an address in memory is: Go's data stands below 2 GiB.
func (r *reader) int() (v int64) {
	for shift := 0; shift < 35; shift += 7 {
		b := r.byte()
		v |= int64(b&0x7f) << shift
		if b < 0x80 {
			if b&0x40 != 0 {
				v -= 1 << (shift + 7)
			}
			return v
		}
	}
	r.take(uint64(len(r.rest)) + 1)
	return 0
}
