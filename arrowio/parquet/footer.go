package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"github.com/backfill-lab/backfill/core/result"
)

// readFooter reads the footer of a file of that size.
func readFooter(r io.ReaderAt, size int64) (*format.FileMetaData, error) {
	const tail = 8 // the footer's length and the magic
	var head [4]byte
	var end [tail]byte
	if size < 4+tail {
		return nil, errors.New("parquet: not a Parquet file")
	}
	if _, err := r.ReadAt(head[:], 0); err != nil {
		return nil, fmt.Errorf("parquet: %w", err)
	}
	if _, err := r.ReadAt(end[:], size-tail); err != nil && err != io.EOF {
		return nil, fmt.Errorf("parquet: %w", err)
	}
	if string(head[:]) != "PAR1" {
		return nil, errors.New("parquet: not a Parquet file")
	}
	if string(end[4:]) != "PAR1" {
		return nil, errors.New("parquet: the file is cut off")
	}
	n := int64(binary.LittleEndian.Uint32(end[:]))
	if n > size-4-tail {
		return nil, fmt.Errorf("%w: its footer cannot be %d bytes long", errDamaged, n)
	}
	if n > maxFooter {
		return nil, fmt.Errorf("parquet: its footer has %d bytes, more than %d: write the file with fewer columns or larger row groups",
			n, maxFooter)
	}
	b := make([]byte, n)
	if _, err := r.ReadAt(b, size-tail-n); err != nil {
		return nil, fmt.Errorf("parquet: %w", err)
	}
	if k, err := scanStruct(b, 0); err != nil || k != len(b) {
		return nil, errDamaged
	}
	footer := new(format.FileMetaData)
	if err := thrift.Unmarshal(new(thrift.CompactProtocol), b, footer); err != nil {
		return nil, errDamaged
	}
	return footer, nil
}

// meta returns the file's metadata.
func meta(f *format.FileMetaData) result.Meta {
	m := make(result.Meta, len(f.KeyValueMetadata))
	for i, p := range f.KeyValueMetadata {
		m[i] = result.Pair{Key: p.Key, Value: p.Value}
	}
	return m
}
