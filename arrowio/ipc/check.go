package ipc

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/apache/arrow/go/v17/arrow/memory"
	flatbuffers "github.com/google/flatbuffers/go"
)

// Bounds on a result file's footer. Our widest table has some forty columns and
// half a dozen entries of metadata.
const (
	maxColumns = 4096
	maxPairs   = 4096
)

// checkFooter checks the lengths in a file's footer for which the library makes slices
// without the allocator: counts of columns, of children (result tables are flat) and of
// metadata, and their texts.
func checkFooter(data []byte) error {
	const tail = 4 + 6 // the footer's length and the magic
	if len(data) < 8+tail || !bytes.HasPrefix(data, magic) {
		return errors.New("ipc: not an Arrow file")
	}
	if !bytes.HasSuffix(data, magic) {
		return errors.New("ipc: the Arrow file is cut off")
	}
	n := int64(binary.LittleEndian.Uint32(data[len(data)-tail:]))
	if n < 4 || n > int64(len(data)-8-tail) {
		return fmt.Errorf("ipc: the Arrow file's footer cannot be %d bytes long", n)
	}
	f := root(data[int64(len(data)-tail)-n : len(data)-tail])
	o := slot(f, footerSchema)
	if o == 0 {
		return errors.New("ipc: the Arrow file has no schema")
	}
	s := flatbuffers.Table{Bytes: f.Bytes, Pos: f.Indirect(o)}
	text := 0
	fields, err := vector(s, schemaFields, maxColumns)
	if err != nil {
		return err
	}
	for i := range fields {
		c := child(s, schemaFields, i)
		text += textLen(c, fieldName)
		if _, err := vector(c, fieldChildren, 0); err != nil {
			return err
		}
		if _, err := vector(c, fieldMetadata, 0); err != nil {
			return err
		}
	}
	pairs, err := vector(s, schemaMetadata, maxPairs)
	if err != nil {
		return err
	}
	for i := range pairs {
		p := child(s, schemaMetadata, i)
		text += textLen(p, keyValueKey) + textLen(p, keyValueValue)
	}
	if text > len(f.Bytes) {
		return errors.New("ipc: the Arrow file's metadata holds more text than its bytes")
	}
	return nil
}

func vector(t flatbuffers.Table, i, most int) (n int, err error) {
	o := t.Offset(flatbuffers.VOffsetT(4 + 2*i))
	if o == 0 {
		return 0, nil
	}
	if n = t.VectorLen(flatbuffers.UOffsetT(o)); n < 0 || n > most {
		return 0, fmt.Errorf("ipc: the Arrow file's footer lists %d entries, more than %d", n, most)
	}
	return n, nil
}

func child(t flatbuffers.Table, i, k int) flatbuffers.Table {
	at := t.Vector(flatbuffers.UOffsetT(t.Offset(flatbuffers.VOffsetT(4+2*i)))) + 4*flatbuffers.UOffsetT(k)
	return flatbuffers.Table{Bytes: t.Bytes, Pos: t.Indirect(at)}
}

func textLen(t flatbuffers.Table, i int) int {
	o := slot(t, i)
	if o == 0 {
		return 0
	}
	return len(t.ByteVector(o))
}

// budget is an allocator that panics if asked for more than a file can need. Read turns
// the panic into an error.
type budget struct {
	memory.Allocator
	left int
}

// newBudget allows for two copies of each byte, as the library makes, and for bodies
// compressed sixteenfold.
func newBudget(fileSize int) *budget {
	return &budget{memory.NewGoAllocator(), 32*fileSize + 1<<20}
}

func (b *budget) take(n int) {
	if n < 0 || n > b.left {
		panic("its content claims to be larger than the file can hold")
	}
	b.left -= n
}

func (b *budget) Allocate(n int) []byte {
	b.take(n)
	return b.Allocator.Allocate(n)
}

func (b *budget) Reallocate(n int, p []byte) []byte {
	b.take(n)
	return b.Allocator.Reallocate(n, p)
}
