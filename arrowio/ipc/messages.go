package ipc

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/arrow/memory"
)

// The bounds of a message.
const (
	maxMetadata = 16 << 20 // bytes
	maxBody     = 1 << 31  // bytes
)

var continuation = []byte{0xff, 0xff, 0xff, 0xff}

// messages are those of a stream or a file, of which the library gets whole and checked ones only: it would
// make room for whatever length a message claims. It is an ipc.MessageReader.
type messages struct {
	src    *bufio.Reader
	seek   func() (io.Reader, error) // of a file: where the next message is; nil for a stream
	left   int64                     // bytes of a file that messages may still have: none counts twice
	budget *budget
	whole  bytes.Buffer // the last message
	begun  bool         // the schema was there
	views  views
	err    error // that ended src, but for its end
}

// Retain implements ipc.MessageReader; the garbage collector keeps messages.
func (m *messages) Retain() {}

// Release implements ipc.MessageReader.
func (m *messages) Release() {}

// Message returns the next message, valid until the next call, or io.EOF.
func (m *messages) Message() (*ipc.Message, error) {
	if m.err != nil {
		return nil, m.err
	}
	meta, body, err := m.load()
	if err != nil {
		if err != io.EOF {
			m.err = err
		}
		return nil, err
	}
	return ipc.NewMessage(memory.NewBufferBytes(meta), memory.NewBufferBytes(body)), nil
}

var errCut = errors.New("ipc: the Arrow data are cut off")

// load reads the next message and returns its metadata and body.
func (m *messages) load() (meta, body []byte, err error) {
	if m.seek != nil {
		at, err := m.seek()
		if err != nil {
			return nil, nil, err
		}
		m.src.Reset(at)
	}
	m.whole.Reset()
	head, err := m.src.Peek(8)
	switch {
	case err == io.EOF && len(head) == 0:
		return nil, nil, io.EOF // a stream may lack its end
	case err == io.EOF && len(head) == 4 && [4]byte(head) == [4]byte{}: // the end of old streams
	case err == io.EOF:
		return nil, nil, errCut
	case err != nil:
		return nil, nil, err
	}
	size, frame := binary.LittleEndian.Uint32(head), 4
	if bytes.HasPrefix(head, continuation) {
		size, frame = binary.LittleEndian.Uint32(head[4:]), 8
	}
	if size == 0 {
		return nil, nil, io.EOF
	}
	if size > maxMetadata {
		return nil, nil, fmt.Errorf("ipc: a message of %d bytes, more than %d: these are no Arrow data", size, maxMetadata)
	}
	if err := m.take(int64(frame) + int64(size)); err != nil {
		return nil, nil, err
	}
	length, err := m.check(m.whole.Bytes()[frame:])
	if err != nil {
		return nil, nil, err
	}
	if err := m.take(length); err != nil {
		return nil, nil, err
	}
	m.budget.refill(m.whole.Len())
	all := m.whole.Bytes()[frame:]
	return all[:size], all[size:], nil
}

// ahead is the room in bytes that is made for a message of a stream before it is there.
const ahead = 1 << 20

// take reads n more bytes of the message, and makes room only for those that come.
func (m *messages) take(n int64) error {
	room := int64(ahead)
	if m.seek != nil {
		if m.left -= n; m.left < 0 {
			return errors.New("ipc: the Arrow file is damaged or cut off: its batches have more bytes than it")
		}
		room = n
	}
	m.whole.Grow(int(min(n, room)) + bytes.MinRead)
	switch got, err := io.CopyN(&m.whole, m.src, n); {
	case err == io.EOF || err == nil && got < n:
		return errCut
	default:
		return err
	}
}

// check checks a message's metadata and returns the length of its body. The first message is the schema.
func (m *messages) check(meta []byte) (body int64, err error) {
	defer recovered(&err)
	kind, header := message(meta)
	if !m.begun {
		if kind != headerSchema || header.Bytes == nil {
			return 0, errors.New("ipc: the Arrow data do not begin with their schema")
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

// fileMessages returns the messages of a file of that size: its schema, all dictionaries, and the batches, as its
// footer has them.
func fileMessages(r io.ReaderAt, size int64) (*messages, error) {
	foot, err := readFooter(r, size)
	if err != nil {
		return nil, err
	}
	f := root(foot)
	o := slot(f, footerSchema)
	if o == 0 {
		return nil, errors.New("ipc: the Arrow file has no schema")
	}
	schema := schemaMessage(foot, f.Indirect(o))
	places := []int64{-1} // of the schema
	for _, slot := range []int{footerDictionaries, footerRecords} {
		if places, err = appendPlaces(places, f, slot); err != nil {
			return nil, err
		}
	}
	m := &messages{src: bufio.NewReader(nil), left: size + int64(len(schema)), budget: newBudget()}
	m.seek = func() (io.Reader, error) {
		if len(places) == 0 {
			return nil, io.EOF
		}
		at := places[0]
		places = places[1:]
		switch {
		case !m.begun:
			return bytes.NewReader(schema), nil
		case at < 0 || at >= size:
			return nil, errCut
		}
		return io.NewSectionReader(r, at, size-at), nil
	}
	return m, nil
}

// readFooter returns the footer of a file of that size.
func readFooter(r io.ReaderAt, size int64) ([]byte, error) {
	const tail = 4 + 6 // the footer's length and the magic
	var head [8]byte
	var end [tail]byte
	if size < 8+tail {
		return nil, errors.New("ipc: not an Arrow file")
	}
	if _, err := r.ReadAt(head[:], 0); err != nil {
		return nil, err
	}
	if _, err := r.ReadAt(end[:], size-tail); err != nil && err != io.EOF {
		return nil, err
	}
	if !IsFile(head[:]) {
		return nil, errors.New("ipc: not an Arrow file")
	}
	if !bytes.Equal(end[4:], magic) {
		return nil, errors.New("ipc: the Arrow file is cut off")
	}
	n := int64(binary.LittleEndian.Uint32(end[:]))
	if n < 4 || n > size-8-tail || n > maxMetadata {
		return nil, fmt.Errorf("ipc: the Arrow file's footer cannot be %d bytes long", n)
	}
	foot := make([]byte, n)
	if _, err := r.ReadAt(foot, size-tail-n); err != nil && err != io.EOF {
		return nil, err
	}
	return foot, nil
}
