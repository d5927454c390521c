package parquet

import (
	"fmt"
	"io"

	"github.com/backfill-lab/backfill/arrowio/internal/scan"
	"github.com/backfill-lab/backfill/core/result"
)

// valuesPerByte bounds a file's values by its bytes: jobs of zeros have 280 per byte, a
// single column of false 760.
const valuesPerByte = 2000

// Read reads a Parquet file of that size written by NewWriter, or by a program that kept its
// columns and metadata. A truncated, damaged or hostile file is an error and takes
// no more memory than the rows in it.
func Read(r io.ReaderAt, size int64) (*result.Table, result.Meta, error) {
	return scan.Collect(func(open scan.Opener) (result.Meta, error) { return Scan(r, size, nil, open) })
}

// Scan is Read for tables that do not fit into memory: what open returns gets the rows in batches, and is
// not closed. If columns are given, the others are not read: their vectors are empty.
func Scan(r io.ReaderAt, size int64, columns []string, open scan.Opener) (result.Meta, error) {
	t, err := NewTable(r, size)
	if err != nil {
		return nil, err
	}
	m, err := scan.Results(t, valuesPerByte*size, columns, open)
	if err != nil {
		return nil, fmt.Errorf("parquet: %w", err)
	}
	return m, nil
}
