package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// The library's decoders make slices of whatever length a list, text or run claims. The
// functions here first walk the same bytes and refuse claims that these cannot hold,
// without allocating.

var errDamaged = errors.New("parquet: the file is damaged")

// Types of Thrift's compact protocol.
const (
	thriftTrue   = 1
	thriftFalse  = 2
	thriftByte   = 3
	thriftI16    = 4
	thriftI32    = 5
	thriftI64    = 6
	thriftDouble = 7
	thriftBinary = 8
	thriftList   = 9
	thriftSet    = 10
	thriftStruct = 12

	maxDepth = 16
	// No struct in a list of Parquet's is shorter. Empty ones would let a short list
	// claim much memory.
	minStruct = 3
)

// scanStruct returns the length of the Thrift struct that b begins with.
func scanStruct(b []byte, depth int) (int, error) {
	if depth > maxDepth {
		return 0, errDamaged
	}
	for i := 0; i < len(b); {
		head := b[i]
		i++
		if head == 0 {
			return i, nil
		}
		if head>>4 == 0 { // the field's number follows
			n, err := uvarint(b, &i)
			if err != nil || n > 1<<16 {
				return 0, errDamaged
			}
		}
		if t := head & 15; t == thriftTrue || t == thriftFalse {
			continue
		}
		n, err := scanValue(b[i:], head&15, depth)
		if err != nil {
			return 0, err
		}
		i += n
	}
	return 0, errDamaged
}

func scanValue(b []byte, t byte, depth int) (n int, err error) {
	switch t {
	case thriftTrue, thriftFalse, thriftByte: // in a list, flags are bytes
		n = 1
	case thriftI16, thriftI32, thriftI64:
		_, err = uvarint(b, &n)
	case thriftDouble:
		n = 8
	case thriftBinary:
		var length uint64
		if length, err = uvarint(b, &n); err == nil {
			if length > uint64(len(b)) {
				return 0, errDamaged
			}
			n += int(length)
		}
	case thriftList, thriftSet:
		return scanList(b, depth)
	case thriftStruct:
		return scanStruct(b, depth+1)
	default:
		return 0, errDamaged
	}
	if err != nil || n > len(b) {
		return 0, errDamaged
	}
	return n, nil
}

func scanList(b []byte, depth int) (int, error) {
	if len(b) == 0 {
		return 0, errDamaged
	}
	i, t, size := 1, b[0]&15, uint64(b[0]>>4)
	if size == 15 {
		var err error
		if size, err = uvarint(b, &i); err != nil {
			return 0, err
		}
	}
	least := uint64(1)
	if t == thriftStruct {
		least = minStruct
	}
	if size > uint64(len(b)-i)/least {
		return 0, errDamaged
	}
	for range size {
		n, err := scanValue(b[i:], t, depth+1)
		if err != nil {
			return 0, err
		}
		i += n
	}
	return i, nil
}

func uvarint(b []byte, i *int) (uint64, error) {
	if *i > len(b) {
		return 0, errDamaged
	}
	x, n := binary.Uvarint(b[*i:])
	if n <= 0 {
		return 0, errDamaged
	}
	*i += n
	return x, nil
}

// padding bounds the values beyond those of a page that its last run may hold: our writer fills a group
// of eight, DuckDB's one of 256.
const padding = 256

// scanRuns checks that b, runs of values of bitWidth bits, holds at least want values, and
// beyond them at most padding.
func scanRuns(b []byte, bitWidth, want int) error {
	if bitWidth > 32 {
		return errDamaged
	}
	got := uint64(0)
	for i := 0; i < len(b); {
		x, err := uvarint(b, &i)
		if err != nil {
			return err
		}
		count := x >> 1
		if count > uint64(want)+padding {
			return fmt.Errorf("parquet: a run of %d values in a page of %d: %w", count, want, errDamaged)
		}
		if x&1 != 0 { // groups of eight values, packed
			i += int(count) * bitWidth
			count *= 8
		} else {
			i += (bitWidth + 7) / 8
		}
		if got += count; i > len(b) || got > uint64(want)+padding {
			return errDamaged
		}
	}
	if got < uint64(want) {
		return errDamaged
	}
	return nil
}
