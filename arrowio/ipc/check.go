package ipc

import (
	"errors"
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

// Slots of a record batch and of a dictionary.
const (
	batchBuffers  = 2
	batchVariadic = 4
	dictionaryOf  = 1
)

// views counts the columns of texts that point into other buffers, of any number, of which a batch has a
// list.
type views struct {
	columns      int
	dictionaries int
}

// check checks that columns of a batch, or of a dictionary, claim no more buffers than it has: the library
// makes room for them, and reads beyond the list.
func (v views) check(kind byte, header flatbuffers.Table) error {
	least := v.columns
	switch {
	case header.Bytes == nil:
		return nil
	case kind == headerDictionary:
		o := slot(header, dictionaryOf)
		if o == 0 {
			return nil
		}
		header, least = flatbuffers.Table{Bytes: header.Bytes, Pos: header.Indirect(o)}, min(v.dictionaries, 1)
	case kind != headerRecords:
		return nil
	}
	buffers, err := vector(header, batchBuffers, len(header.Bytes))
	if err != nil {
		return err
	}
	columns, err := vector(header, batchVariadic, buffers)
	if err != nil {
		return err
	}
	if columns < least {
		return errors.New("ipc: the Arrow data are damaged: a batch does not say how many buffers its columns have")
	}
	left := int64(buffers)
	for i := range columns {
		at := header.Vector(flatbuffers.UOffsetT(header.Offset(flatbuffers.VOffsetT(4 + 2*batchVariadic))))
		n := header.GetInt64(at + 8*flatbuffers.UOffsetT(i))
		if n < 0 || n > left {
			return errors.New("ipc: the Arrow data are damaged: a column has more buffers than its batch")
		}
		left -= n
	}
	return nil
}

// maxFields bounds the fields of a schema with all that are nested in them.
const maxFields = 8 * maxColumns

// A schemaCheck is what was seen of a schema.
type schemaCheck struct {
	fields, text int
	views        views
}

// checkSchema checks the lengths in a schema for which the library makes slices without the allocator.
func checkSchema(s flatbuffers.Table) (views, error) {
	var c schemaCheck
	n, err := vector(s, schemaFields, maxColumns)
	if err != nil {
		return views{}, err
	}
	for i := range n {
		if err := c.field(child(s, schemaFields, i), 0); err != nil {
			return views{}, err
		}
	}
	if err := checkPairs(s, schemaMetadata, &c.text); err != nil {
		return views{}, err
	}
	if c.text > 2*len(s.Bytes) {
		return views{}, errors.New("ipc: the Arrow data's metadata hold more text than their bytes")
	}
	return c.views, nil
}

// Slots of a field, and types in them.
const (
	fieldTypeType   = 2
	fieldDictionary = 4

	typeBinaryView = 23
	typeTextView   = 24
)

func (c *schemaCheck) field(f flatbuffers.Table, depth int) error {
	if c.fields++; c.fields > maxFields || depth > 16 {
		return fmt.Errorf("ipc: the Arrow data have more than %d columns, or nest them too deeply", maxFields)
	}
	c.text += textLen(f, fieldName)
	if o := slot(f, fieldTypeType); o != 0 && (f.GetByte(o) == typeBinaryView || f.GetByte(o) == typeTextView) {
		if slot(f, fieldDictionary) != 0 {
			c.views.dictionaries++
		} else {
			c.views.columns++
		}
	}
	n, err := vector(f, fieldChildren, maxColumns)
	if err != nil {
		return err
	}
	for i := range n {
		if err := c.field(child(f, fieldChildren, i), depth+1); err != nil {
			return err
		}
	}
	return checkPairs(f, fieldMetadata, &c.text)
}

// checkPairs checks metadata.
func checkPairs(t flatbuffers.Table, slot int, text *int) error {
	n, err := vector(t, slot, maxPairs)
	if err != nil {
		return err
	}
	for i := range n {
		p := child(t, slot, i)
		*text += textLen(p, keyValueKey) + textLen(p, keyValueValue)
	}
	return nil
}

// budget is an allocator that panics if asked for more than a message can need. Table turns
// the panic into an error.
type budget struct {
	memory.Allocator
	left int
}

func newBudget() *budget { return &budget{Allocator: memory.NewGoAllocator()} }

// refill allows for what a message of that size may need: two copies of each byte, as the
// library makes, and bodies compressed sixteenfold.
func (b *budget) refill(size int) { b.left = 32*size + 1<<20 }

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
