package ipc

import (
	"bytes"
	"encoding/binary"
	"io"

	"github.com/apache/arrow/go/v17/arrow/ipc"
	flatbuffers "github.com/google/flatbuffers/go"
)

// Kinds of message and slots of fields in Arrow's format/Message.fbs, File.fbs and
// Schema.fbs.
const (
	headerSchema     = 1
	headerDictionary = 2
	headerRecords    = 3

	messageVersion    = 0
	messageHeaderType = 1
	messageHeader     = 2
	messageBody       = 3
	messageSlots      = 5

	dictionaryID = 0

	footerVersion      = 0
	footerSchema       = 1
	footerDictionaries = 2
	footerRecords      = 3
	footerSlots        = 5

	schemaFields   = 1
	schemaMetadata = 2

	fieldName     = 0
	fieldChildren = 5
	fieldMetadata = 6

	keyValueKey   = 0
	keyValueValue = 1

	metadataV5 = 4
)

// blockSize is the size of a block in a footer: offset, length of the metadata, padding, length of the body.
const blockSize = 24

var magic = []byte("ARROW1")

// block is the place of a message in the file.
type block struct {
	id     int64 // of a dictionary
	offset int64
	meta   int32
	body   int64
}

// file lays out messages as an IPC file. The library's FileWriter will not do: it fails
// when a dictionary grows, and its blocks cannot be replaced.
type file struct {
	w       io.Writer
	pos     int64
	err     error
	schema  []byte  // the schema message
	dicts   []block // one per dictionary, the last written
	records []block
}

// Start does nothing: the schema message comes first.
func (f *file) Start() error { return nil }

// Write writes to the file and counts.
func (f *file) Write(p []byte) (int, error) {
	if f.err != nil {
		return 0, f.err
	}
	n, err := f.w.Write(p)
	f.pos += int64(n)
	f.err = err
	return n, err
}

// WritePayload writes a message and keeps its place.
func (f *file) WritePayload(p ipc.Payload) error {
	meta := p.Meta()
	defer meta.Release()
	kind, header := message(meta.Bytes())
	switch kind {
	case headerSchema:
		f.schema = append(f.schema[:0], meta.Bytes()...)
		f.Write(append(magic, 0, 0))
	case headerRecords:
		if rows := int64At(header, 0); rows == 0 {
			return nil
		}
	}
	b := block{offset: f.pos}
	b.meta = f.message(meta.Bytes())
	body := f.pos
	if err := p.SerializeBody(f); err != nil {
		return err
	}
	b.body = f.pos - body
	switch kind {
	case headerDictionary:
		b.id = int64At(header, dictionaryID)
		f.setDictionary(b)
	case headerRecords:
		f.records = append(f.records, b)
	}
	return f.err
}

func (f *file) setDictionary(b block) {
	for i := range f.dicts {
		if f.dicts[i].id == b.id {
			f.dicts[i] = b
			return
		}
	}
	f.dicts = append(f.dicts, b)
}

// message writes a message's framed metadata and returns its length, a multiple of 8.
func (f *file) message(meta []byte) int32 {
	padded := (len(meta) + 7) &^ 7
	f.Write(binary.LittleEndian.AppendUint32(bytes.Clone(continuation), uint32(padded)))
	f.Write(meta)
	f.Write(make([]byte, padded-len(meta)))
	return int32(8 + padded)
}

// Close writes the end of the stream, the footer, its length and the magic.
func (f *file) Close() error {
	f.Write([]byte{0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0})
	foot := footer(f.schema, f.dicts, f.records)
	f.Write(foot)
	f.Write(append(binary.LittleEndian.AppendUint32(nil, uint32(len(foot))), magic...))
	return f.err
}

// footer builds the file's footer, with the schema of a message.
func footer(schema []byte, dicts, records []block) []byte {
	b := flatbuffers.NewBuilder(len(schema) + 64*(len(dicts)+len(records)) + 256)
	_, table := message(schema)
	at := embed(b, schema, table.Pos)
	dictsAt, recordsAt := blocks(b, dicts), blocks(b, records)
	b.StartObject(footerSlots)
	b.PrependInt16Slot(footerVersion, metadataV5, 0)
	b.PrependUOffsetTSlot(footerSchema, at, 0)
	b.PrependUOffsetTSlot(footerDictionaries, dictsAt, 0)
	b.PrependUOffsetTSlot(footerRecords, recordsAt, 0)
	b.Finish(b.EndObject())
	return b.FinishedBytes()
}

// schemaMessage builds the framed message of the schema that is at a position of a footer: a file begins
// with such a message, but not all at the same place.
func schemaMessage(footer []byte, pos flatbuffers.UOffsetT) []byte {
	b := flatbuffers.NewBuilder(len(footer) + 256)
	at := embed(b, footer, pos)
	b.StartObject(messageSlots)
	b.PrependInt16Slot(messageVersion, metadataV5, 0)
	b.PrependByteSlot(messageHeaderType, headerSchema, 0)
	b.PrependUOffsetTSlot(messageHeader, at, 0)
	b.Finish(b.EndObject())
	meta := b.FinishedBytes()
	frame := binary.LittleEndian.AppendUint32(bytes.Clone(continuation), uint32(len(meta)))
	return append(frame, meta...)
}

// embed puts a flatbuffer into another as a whole and returns the place of the table at a position of it:
// offsets in a flatbuffer are relative, so a table may lie anywhere that keeps its alignment. A buffer
// is aligned to its end; if its length is not a multiple of 8, nothing in it needs
// alignment.
func embed(b *flatbuffers.Builder, part []byte, pos flatbuffers.UOffsetT) flatbuffers.UOffsetT {
	b.StartVector(1, len(part), 8)
	for i := len(part) - 1; i >= 0; i-- {
		b.PrependByte(part[i])
	}
	return b.EndVector(len(part)) - flatbuffers.SizeUOffsetT - pos // part[0] comes after its length
}

func blocks(b *flatbuffers.Builder, list []block) flatbuffers.UOffsetT {
	b.StartVector(blockSize, len(list), 8)
	for i := len(list) - 1; i >= 0; i-- {
		b.Prep(8, blockSize)
		b.PrependInt64(list[i].body)
		b.Pad(4)
		b.PrependInt32(list[i].meta)
		b.PrependInt64(list[i].offset)
	}
	return b.EndVector(len(list))
}

// appendPlaces appends the places in the file of the messages that a slot of a footer lists.
func appendPlaces(places []int64, footer flatbuffers.Table, slot int) ([]int64, error) {
	n, err := vector(footer, slot, len(footer.Bytes)/blockSize)
	if err != nil || n == 0 {
		return places, err
	}
	at := footer.Vector(flatbuffers.UOffsetT(footer.Offset(flatbuffers.VOffsetT(4 + 2*slot))))
	for i := range n {
		places = append(places, footer.GetInt64(at+blockSize*flatbuffers.UOffsetT(i)))
	}
	return places, nil
}

// message returns the kind of a message and its header.
func message(meta []byte) (kind byte, header flatbuffers.Table) {
	m := root(meta)
	if o := slot(m, messageHeaderType); o != 0 {
		kind = m.GetByte(o)
	}
	if o := slot(m, messageHeader); o != 0 {
		header = flatbuffers.Table{Bytes: meta, Pos: m.Indirect(o)}
	}
	return kind, header
}

func root(buf []byte) flatbuffers.Table {
	return flatbuffers.Table{Bytes: buf, Pos: flatbuffers.GetUOffsetT(buf)}
}

// slot returns the position of the table's i-th field, or 0 if it is absent.
func slot(t flatbuffers.Table, i int) flatbuffers.UOffsetT {
	o := t.Offset(flatbuffers.VOffsetT(4 + 2*i))
	if o == 0 {
		return 0
	}
	return t.Pos + flatbuffers.UOffsetT(o)
}

func int64At(t flatbuffers.Table, i int) int64 {
	if o := slot(t, i); o != 0 {
		return t.GetInt64(o)
	}
	return 0
}
