// Package spool keeps bytes that are written once and read several times, from front to end: in memory while they are
// few, then in a temporary file.
package spool

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// A File is where a Spool puts what its memory does not hold. Nobody else changes it.
type File interface {
	io.Writer
	io.ReaderAt
	io.Closer
}

// chunkSize is the number of bytes after which a chunk ends; its last record may exceed it.
const chunkSize = 64 << 10

// A Spool holds records, each of some numbers. After Done nothing can be added.
type Spool struct {
	memory  int                  // bytes that stay in memory
	create  func() (File, error) // nil: all do
	chunk   []byte               // the last, not complete
	chunks  []chunk
	stored  int // bytes in memory
	file    File
	written int64 // bytes in file
}

// A chunk is in memory, or at some place of the file.
type chunk struct {
	bytes []byte
	at    int64
	size  int32
}

// New returns a Spool that keeps that many bytes in memory and the others in the file that create makes. If create is
// nil, all stay in memory.
func New(memory int, create func() (File, error)) *Spool {
	return &Spool{memory: memory, create: create}
}

// Begin returns where to append the next record; hand the result to End. fresh tells that it is the first of a chunk: a
// reader comes to it without having read the one before.
func (s *Spool) Begin() (to []byte, fresh bool) { return s.chunk, len(s.chunk) == 0 }

// End takes what Begin returned, with the record appended.
func (s *Spool) End(chunk []byte) error {
	if s.chunk = chunk; len(chunk) < chunkSize {
		return nil
	}
	return s.cut()
}

// Done says that the last record has been added. Call it before Read.
func (s *Spool) Done() error { return s.cut() }

// cut completes the last chunk.
func (s *Spool) cut() error {
	if len(s.chunk) == 0 {
		return nil
	}
	if s.create == nil || s.stored+len(s.chunk) <= s.memory {
		s.stored += len(s.chunk)
		s.chunks = append(s.chunks, chunk{bytes: append([]byte(nil), s.chunk...)})
		s.chunk = s.chunk[:0]
		return nil
	}
	if s.file == nil {
		f, err := s.create()
		if err != nil {
			return fmt.Errorf("a temporary file cannot be made: %w; TMPDIR can name another folder", err)
		}
		s.file = f
	}
	if _, err := s.file.Write(s.chunk); err != nil {
		return fmt.Errorf("a temporary file cannot be written: %w; TMPDIR can name a folder with more room", err)
	}
	s.chunks = append(s.chunks, chunk{at: s.written, size: int32(len(s.chunk))})
	s.written += int64(len(s.chunk))
	s.chunk = s.chunk[:0]
	return nil
}

// Close gives the temporary file back.
func (s *Spool) Close() error {
	if s.file == nil {
		return nil
	}
	f := s.file
	s.file = nil
	return f.Close()
}

// A Reader reads a Spool from the front. Several may read at once.
type Reader struct {
	spool  *Spool
	drains bool
	next   int // chunk
	rest   []byte
	buf    []byte
	err    error
}

// Read returns a Reader at the first record.
func (s *Spool) Read() *Reader { return &Reader{spool: s} }

// Drain is Read for the last time: it gives back the memory of what was read.
func (s *Spool) Drain() *Reader { return &Reader{spool: s, drains: true} }

// Next goes to the next record. fresh is as in Begin; ok is false at the end.
func (r *Reader) Next() (fresh, ok bool, err error) {
	if r.err != nil {
		return false, false, r.err
	}
	if len(r.rest) > 0 {
		return false, true, nil
	}
	s := r.spool
	if r.next == len(s.chunks) {
		return false, false, nil
	}
	c := &s.chunks[r.next]
	r.next++
	if r.rest = c.bytes; r.rest != nil {
		if r.drains {
			c.bytes = nil
		}
		return true, true, nil
	}
	if cap(r.buf) < int(c.size) {
		r.buf = make([]byte, max(chunkSize+chunkSize/2, int(c.size)))
	}
	r.rest = r.buf[:c.size]
	if _, err := s.file.ReadAt(r.rest, c.at); err != nil {
		r.err = fmt.Errorf("a temporary file cannot be read: %w", err)
		return false, false, r.err
	}
	return true, true, nil
}

// ErrDamaged is the error for records that nobody wrote.
var ErrDamaged = errors.New("a temporary file has changed: run again")

// Uint reads a number that binary.AppendUvarint has written. After a damage, which Err returns, it is 0.
func (r *Reader) Uint() uint64 {
	if len(r.rest) > 0 && r.rest[0] < 0x80 {
		x := uint64(r.rest[0])
		r.rest = r.rest[1:]
		return x
	}
	return r.long()
}

func (r *Reader) long() uint64 {
	x, n := binary.Uvarint(r.rest)
	if n <= 0 {
		r.err, r.rest = ErrDamaged, nil
		return 0
	}
	r.rest = r.rest[n:]
	return x
}

// Int reads a number that binary.AppendVarint has written.
func (r *Reader) Int() int64 {
	u := r.Uint()
	return int64(u>>1) ^ -int64(u&1)
}

// Bytes reads n bytes, which the caller does not keep. After a damage they are none.
func (r *Reader) Bytes(n uint64) []byte {
	if n > uint64(len(r.rest)) {
		r.err, r.rest = ErrDamaged, nil
		return nil
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

// Err returns what is wrong with the records read so far.
func (r *Reader) Err() error { return r.err }

// Changed returns a bit for each of at most 64 fields of a record that differs from that of the record before.
func Changed[T comparable](now, before []T) (mask uint64) {
	before = before[:len(now)]
	for i := range now {
		if now[i] != before[i] {
			mask |= 1 << i
		}
	}
	return mask
}
