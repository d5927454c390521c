package ipc

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	flatbuffers "github.com/google/flatbuffers/go"
)

// The bounds of a message of a stream.
const (
	maxMetadata = 16 << 20 // bytes
	maxBody     = 1 << 31  // bytes
)

var continuation = []byte{0xff, 0xff, 0xff, 0xff}

// messages is a stream of which the library gets whole messages only: it would make room for whatever
// length a message claims.
type messages struct {
	src    *bufio.Reader
	budget *budget
	whole  bytes.Buffer // the message that is being read
	begun  bool         // the schema was there
	views  views
	err    error // that ended src, but for its end
}

// Read implements io.Reader.
func (m *messages) Read(p []byte) (int, error) {
	if m.whole.Len() == 0 {
		if m.err != nil {
			return 0, m.err
		}
		if err := m.load(); err != nil {
			if err != io.EOF {
				m.err = err
			}
			return 0, err
		}
	}
	return m.whole.Read(p)
}

var errCut = errors.New("ipc: the Arrow stream is cut off")

// load reads the next message.
func (m *messages) load() error {
	m.whole.Reset()
	head, err := m.src.Peek(8)
	switch {
	case err == io.EOF && len(head) == 0:
		return io.EOF // a stream may lack its end
	case err == io.EOF && len(head) == 4 && [4]byte(head) == [4]byte{}: // the end of old streams
	case err == io.EOF:
		return errCut
	case err != nil:
		return err
	}
	size, frame := binary.LittleEndian.Uint32(head), 4
	if bytes.HasPrefix(head, continuation) {
		size, frame = binary.LittleEndian.Uint32(head[4:]), 8
	}
	if size > maxMetadata {
		return fmt.Errorf("ipc: a message of %d bytes, more than %d: this is no Arrow stream", size, maxMetadata)
	}
	if err := m.take(int64(frame) + int64(size)); err != nil || size == 0 {
		return err
	}
	body, err := m.check(m.whole.Bytes()[frame:])
	if err != nil {
		return err
	}
	if err := m.take(body); err != nil {
		return err
	}
	m.budget.refill(m.whole.Len())
	return nil
}

// take reads n more bytes of the message, and makes room only for those that come.
func (m *messages) take(n int64) error {
	switch got, err := io.CopyN(&m.whole, m.src, n); {
	case err == io.EOF || err == nil && got < n:
		return errCut
	default:
		return err
	}
}

// messageBody is the slot of a message's length of the body.
const messageBody = 3

// check checks a message's metadata and returns the length of its body. The first message is the schema.
func (m *messages) check(meta []byte) (body int64, err error) {
	defer recovered(&err)
	kind, header := message(meta)
	if !m.begun {
		if kind != headerSchema || header.Bytes == nil {
			return 0, errors.New("ipc: the Arrow stream does not begin with its schema")
		}
		if m.views, err = checkSchema(header); err != nil {
			return 0, err
		}
		m.begun = true
	}
	if err := m.views.check(kind, header); err != nil {
		return 0, err
	}
	if body = int64At(root(meta), messageBody); body < 0 || body > maxBody {
		return 0, fmt.Errorf("ipc: a batch of %d bytes, more than %d: write smaller ones", body, int64(maxBody))
	}
	return body, nil
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

// checkFile checks the footer of a file of that size.
func checkFile(r io.ReaderAt, size int64) error {
	const tail = 4 + 6 // the footer's length and the magic
	var head [8]byte
	var end [tail]byte
	if size < 8+tail {
		return errors.New("ipc: not an Arrow file")
	}
	if _, err := r.ReadAt(head[:], 0); err != nil {
		return err
	}
	if _, err := r.ReadAt(end[:], size-tail); err != nil && err != io.EOF {
		return err
	}
	if !IsFile(head[:]) {
		return errors.New("ipc: not an Arrow file")
	}
	if !bytes.Equal(end[4:], magic) {
		return errors.New("ipc: the Arrow file is cut off")
	}
	n := int64(binary.LittleEndian.Uint32(end[:]))
	if n < 4 || n > size-8-tail || n > maxMetadata {
		return fmt.Errorf("ipc: the Arrow file's footer cannot be %d bytes long", n)
	}
	b := make([]byte, n)
	if _, err := r.ReadAt(b, size-tail-n); err != nil && err != io.EOF {
		return err
	}
	f := root(b)
	o := slot(f, footerSchema)
	if o == 0 {
		return errors.New("ipc: the Arrow file has no schema")
	}
	v, err := checkSchema(flatbuffers.Table{Bytes: b, Pos: f.Indirect(o)})
	if err != nil {
		return err
	}
	left := size // of the file, for all messages
	for _, slot := range []int{footerDictionaries, footerRecords} {
		if err := v.checkBlocks(r, f, slot, &left); err != nil {
			return err
		}
	}
	return nil
}

// checkBlocks checks the messages that a footer lists in a slot.
func (v views) checkBlocks(r io.ReaderAt, footer flatbuffers.Table, slot int, left *int64) error {
	n, err := vector(footer, slot, len(footer.Bytes)/blockSize)
	if err != nil || n == 0 {
		return err
	}
	at := footer.Vector(flatbuffers.UOffsetT(footer.Offset(flatbuffers.VOffsetT(4 + 2*slot))))
	for i := range n {
		p := at + blockSize*flatbuffers.UOffsetT(i)
		offset, size := footer.GetInt64(p), int64(footer.GetInt32(p+8))
		if *left -= size; size < 8 || size > maxMetadata || *left < 0 {
			return fmt.Errorf("ipc: the Arrow file is damaged: batch %d has %d bytes of metadata", i, size)
		}
		b := make([]byte, size)
		if _, err := r.ReadAt(b, offset); err != nil {
			return fmt.Errorf("ipc: the Arrow file is damaged or cut off: batch %d lies beyond its end", i)
		}
		frame := 4
		if bytes.HasPrefix(b, continuation) {
			frame = 8
		}
		if err := v.check(message(b[frame:])); err != nil {
			return err
		}
	}
	return nil
}
