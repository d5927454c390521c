package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"github.com/backfill-lab/backfill/core/result"
)

// valuesPerByte bounds a file's values by its bytes: jobs of zeros have 280 per byte, a
// single column of false 760.
const valuesPerByte = 2000

// Read reads a Parquet file of that size written by NewWriter; DuckDB, pandas and Polars
// read other layouts, too. A truncated, damaged or hostile file is an error and takes
// no more memory than the rows in it.
func Read(r io.ReaderAt, size int64) (t *result.Table, m result.Meta, err error) {
	var all *result.Collect
	m, err = Scan(r, size, nil, func(s *result.Schema, _ result.Meta) (result.Sink, error) {
		all = result.NewCollect(s)
		return all, nil
	})
	if err != nil {
		return nil, nil, err
	}
	return all.Table(), m, nil
}

// An Opener is told what a file has, and returns where its rows go.
type Opener = func(*result.Schema, result.Meta) (result.Sink, error)

// Scan is Read for tables that do not fit into memory: what open returns gets the row groups one
// by one, and is not closed. If columns are given, the others are not read: their vectors are
// empty.
func Scan(r io.ReaderAt, size int64, columns []string, open Opener) (m result.Meta, err error) {
	defer recovered(&err)
	footer, err := readFooter(r, size, size)
	if err != nil {
		return nil, err
	}
	s, m, err := meta(footer).Schema()
	if err != nil {
		return nil, fmt.Errorf("parquet: %w", err)
	}
	if err := match(footer, s); err != nil {
		return nil, err
	}
	f := file{r: r, end: size, pos: 4, schema: s, skip: make([]bool, len(s.Columns))}
	f.group = result.Table{Schema: s, Cols: make([]result.Vector, len(s.Columns))}
	for i := range s.Columns {
		f.skip[i] = len(columns) > 0 && !slices.Contains(columns, s.Columns[i].Name)
	}
	if f.to, err = open(s, m); err != nil {
		return nil, err
	}
	rows := int64(0)
	for i := range footer.RowGroups {
		g := &footer.RowGroups[i]
		if g.NumRows < 0 || g.NumRows > RowGroupRows || len(g.Columns) != len(s.Columns) {
			return nil, fmt.Errorf("%w: row group %d has %d rows and %d columns", errDamaged, i, g.NumRows, len(g.Columns))
		}
		if rows += g.NumRows; rows > valuesPerByte*size/int64(len(s.Columns))+RowGroupRows {
			return nil, fmt.Errorf("%w: %d rows in %d bytes", errDamaged, rows, size)
		}
		if err := f.readRowGroup(g); err != nil {
			return nil, fmt.Errorf("parquet: row group %d of table %s: %w", i, s.Name, err)
		}
	}
	if rows != footer.NumRows {
		return nil, fmt.Errorf("%w: its footer says %d rows, it has %d", errDamaged, footer.NumRows, rows)
	}
	return m, nil
}

// readFooter reads a footer of at most so many bytes.
func readFooter(r io.ReaderAt, size, most int64) (*format.FileMetaData, error) {
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
	if n > most {
		return nil, fmt.Errorf("parquet: its footer has %d bytes, more than %d: write the file with fewer columns or larger row groups", n, most)
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
		return nil, fmt.Errorf("%w: %v", errDamaged, err)
	}
	return footer, nil
}

func meta(f *format.FileMetaData) result.Meta {
	m := make(result.Meta, len(f.KeyValueMetadata))
	for i, p := range f.KeyValueMetadata {
		m[i] = result.Pair{Key: p.Key, Value: p.Value}
	}
	return m
}

var physical = [...]format.Type{
	result.Float: format.Double, result.Int: format.Int64, result.Bool: format.Boolean, result.Text: format.ByteArray,
}

// match returns an error if the file's columns are not those of its metadata.
func match(f *format.FileMetaData, s *result.Schema) error {
	if len(f.Schema) != 1+len(s.Columns) {
		return fmt.Errorf("parquet: the file has %d columns, table %s has %d", len(f.Schema)-1, s.Name, len(s.Columns))
	}
	for i, c := range s.Columns {
		e := &f.Schema[i+1]
		want := format.Required
		if c.Nullable {
			want = format.Optional
		}
		if e.Name != c.Name || !e.Type.Valid || e.Type.V != physical[c.Type] || !e.RepetitionType.Valid || e.RepetitionType.V != want {
			return fmt.Errorf("parquet: column %d of the file is not the %s of table %s", i, c.Name, s.Name)
		}
	}
	return nil
}

// file is the state of reading one file.
type file struct {
	r      io.ReaderAt
	end    int64 // size of the file
	pos    int64 // end of the last column chunk: chunks follow one another
	schema *result.Schema
	skip   []bool // columns that are not read
	to     result.Sink
	group  result.Table // the latest row group; its memory is used again
	chunk  []byte       // a column chunk, packed
	page   pages
}

func (f *file) readRowGroup(g *format.RowGroup) error {
	t := &f.group
	t.Rows = int(g.NumRows)
	for i := range g.Columns {
		c := &f.schema.Columns[i]
		md := &g.Columns[i].MetaData
		from := md.DataPageOffset
		if md.DictionaryPageOffset != 0 {
			from = md.DictionaryPageOffset
		}
		if n := md.TotalCompressedSize; from < f.pos || n < 0 || from > f.end || n > f.end-from {
			return fmt.Errorf("column %s: %w", c.Name, errDamaged)
		}
		if md.Codec != format.Zstd && md.Codec != format.Uncompressed {
			return fmt.Errorf("column %s is compressed by %s, not by ZSTD", c.Name, md.Codec)
		}
		f.pos = from + md.TotalCompressedSize
		if f.skip[i] {
			continue
		}
		n := int(md.TotalCompressedSize)
		f.chunk = slices.Grow(f.chunk[:0], n)[:n]
		if _, err := f.r.ReadAt(f.chunk, from); err != nil && err != io.EOF {
			return err
		}
		v := &t.Cols[i]
		v.Float, v.Int, v.Bool, v.Code = v.Float[:0], v.Int[:0], v.Bool[:0], v.Code[:0]
		if c.Type == result.Text && v.Dict == nil {
			v.Dict = result.NewDict()
		}
		if err := f.page.read(c, v, md.Codec == format.Zstd, f.chunk, t.Rows); err != nil {
			return fmt.Errorf("column %s: %w", c.Name, err)
		}
	}
	for i := range t.Cols {
		if f.skip[i] {
			continue
		}
		if err := t.CheckColumn(i); err != nil {
			return err
		}
	}
	return f.to.Write(t)
}
