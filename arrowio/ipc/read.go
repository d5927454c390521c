package ipc

import (
	"bytes"
	"fmt"
	"io"

	"github.com/backfill-lab/backfill/arrowio/internal/scan"
	"github.com/backfill-lab/backfill/core/result"
)

// valuesPerByte bounds a file's values by its bytes. Our files have at most eight, of flags; those of other programs
// may be compressed.
const valuesPerByte = 256

// Read reads an Arrow IPC file written by NewWriter, or by a program that kept its columns
// and metadata. A truncated, damaged or hostile file is an error; memory stays within a
// fixed multiple of the file's size.
func Read(data []byte) (*result.Table, result.Meta, error) {
	return scan.Collect(func(open scan.Opener) (result.Meta, error) {
		return Scan(bytes.NewReader(data), int64(len(data)), nil, open)
	})
}

// Scan is Read for tables that do not fit into memory: what open returns gets the record batches one by one, and is not
// closed. If columns are given, the vectors of the others are empty.
func Scan(r io.ReaderAt, size int64, columns []string, open scan.Opener) (result.Meta, error) {
	t, err := NewTable(r, size)
	if err != nil {
		return nil, err
	}
	m, err := scan.Results(t, valuesPerByte*size, columns, open)
	if err != nil {
		return nil, fmt.Errorf("ipc: %w", err)
	}
	return m, nil
}
