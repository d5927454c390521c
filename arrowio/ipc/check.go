package ipc

import (
	"fmt"

	"github.com/apache/arrow/go/v17/arrow/memory"
	flatbuffers "github.com/google/flatbuffers/go"
)

// Bounds on a schema. Our widest table has some forty columns and half a dozen entries of metadata.
const (
	maxColumns = 4096
	maxPairs   = 4096
)

func vector(t flatbuffers.Table, i, most int) (n int, err error) {
	o := t.Offset(flatbuffers.VOffsetT(4 + 2*i))
	if o == 0 {
		return 0, nil
	}
	if n = t.VectorLen(flatbuffers.UOffsetT(o)); n < 0 || n > most {
		return 0, fmt.Errorf("ipc: the Arrow data's schema lists %d entries, more than %d", n, most)
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

// refill lets a file of that size, or a message of one, have as much again.
func (b *budget) refill(size int) { b.left = 32*size + 1<<20 }

// newBudget allows for two copies of each byte, as the library makes, and for bodies
// compressed sixteenfold.
func newBudget(fileSize int) *budget {
	b := &budget{Allocator: memory.NewGoAllocator()}
	b.refill(fileSize)
	return b
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
