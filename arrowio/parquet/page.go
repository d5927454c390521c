package parquet

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/rle"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"github.com/backfill-lab/backfill/core/result"
)

// pages appends the values of a column chunk's pages to a Vector.
type pages struct {
	c          *result.Column
	v          *result.Vector
	compressed bool
	hasDict    bool
	dict       []int32 // code in v.Dict of the page dictionary's texts
	zstd       *zstd.Decoder
	body       []byte // an unpacked page
	levels     []byte
	floats     []float64
	ints       []int64
	codes      []int32
}

// nextPage returns the head of the page that a chunk begins with, what is in the page, and the chunk after it.
func nextPage(chunk []byte) (h *format.PageHeader, body, rest []byte, err error) {
	n, err := scanStruct(chunk, 0)
	if err != nil {
		return nil, nil, nil, err
	}
	h = new(format.PageHeader)
	if err := thrift.Unmarshal(new(thrift.CompactProtocol), chunk[:n], h); err != nil {
		return nil, nil, nil, fmt.Errorf("%w: %v", errDamaged, err)
	}
	chunk = chunk[n:]
	if h.CompressedPageSize < 0 || int(h.CompressedPageSize) > len(chunk) {
		return nil, nil, nil, errDamaged
	}
	size := int(h.CompressedPageSize)
	return h, chunk[:size], chunk[size:], nil
}

// newZstd returns a decoder that never writes more than the buffer's capacity.
func newZstd() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecodeAllCapLimit(true))
}

// present returns a byte for each of n rows, 0 for null, from a page's levels. It is in buf, grown as needed.
func present(b []byte, n int, buf *[]byte) (valid []byte, err error) {
	if err := scanRuns(b, 1, n); err != nil {
		return nil, err
	}
	if *buf, err = (&rle.Encoding{BitWidth: 1}).DecodeLevels((*buf)[:0], b); err != nil {
		return nil, err
	}
	return (*buf)[:n], nil
}

// read appends the pages of a chunk of c, which must have that many rows, to v.
func (p *pages) read(c *result.Column, v *result.Vector, compressed bool, chunk []byte, rows int) error {
	p.c, p.v, p.compressed, p.hasDict = c, v, compressed, false
	for len(chunk) > 0 {
		h, body, rest, err := nextPage(chunk)
		if err != nil {
			return err
		}
		chunk = rest
		switch {
		case h.Type == format.DictionaryPage && h.DictionaryPageHeader.Valid && p.c.Type == result.Text && !p.hasDict:
			err = p.readDict(body, h)
		case h.Type == format.DataPageV2 && h.DataPageHeaderV2.Valid:
			err = p.readData(body, h, rows)
		default:
			err = fmt.Errorf("%w: unexpected page of type %d", errDamaged, h.Type)
		}
		if err != nil {
			return err
		}
	}
	if p.len() != rows {
		return fmt.Errorf("%w: %d values for %d rows", errDamaged, p.len(), rows)
	}
	return nil
}

func (p *pages) len() int { return p.v.Len(p.c.Type) }

// unpack returns the content of b, which must be size bytes long.
func (p *pages) unpack(b []byte, size int, compressed bool) ([]byte, error) {
	if !compressed || !p.compressed {
		if len(b) != size {
			return nil, errDamaged
		}
		return b, nil
	}
	// The writer ends a page at 256 KiB before compression.
	if size < 0 || size > 1<<20+64*len(b) {
		return nil, fmt.Errorf("%w: a page of %d bytes unpacks to %d", errDamaged, len(b), size)
	}
	if p.zstd == nil {
		var err error
		if p.zstd, err = newZstd(); err != nil {
			return nil, err
		}
	}
	p.body = slices.Grow(p.body[:0], size)
	out, err := p.zstd.DecodeAll(b, p.body[:0:size])
	if err != nil || len(out) != size {
		return nil, fmt.Errorf("%w: a page does not unpack: %v", errDamaged, err)
	}
	return out, nil
}

// readDict reads the page with a chunk's texts.
func (p *pages) readDict(b []byte, h *format.PageHeader) error {
	b, err := p.unpack(b, int(h.UncompressedPageSize), true)
	if err != nil {
		return err
	}
	p.hasDict, p.dict = true, p.dict[:0]
	for range h.DictionaryPageHeader.V.NumValues {
		if len(b) < 4 {
			return errDamaged
		}
		n := binary.LittleEndian.Uint32(b)
		if b = b[4:]; uint64(n) > uint64(len(b)) {
			return errDamaged
		}
		p.dict = append(p.dict, p.v.Dict.Code(string(b[:n])))
		b = b[n:]
	}
	return nil
}

// readData appends a page of values of a chunk of rows.
func (p *pages) readData(b []byte, h *format.PageHeader, rows int) error {
	d := &h.DataPageHeaderV2.V
	n, nulls, levels := int(d.NumValues), int(d.NumNulls), int(d.DefinitionLevelsByteLength)
	switch {
	case n < 0 || n > rows-p.len(), nulls < 0 || nulls > n, d.RepetitionLevelsByteLength != 0,
		levels < 0 || levels > len(b), !p.c.Nullable && (nulls > 0 || levels > 0):
		return errDamaged
	}
	valid, err := p.valid(b[:levels], n, nulls)
	if err != nil {
		return err
	}
	b, err = p.unpack(b[levels:], int(h.UncompressedPageSize)-levels, !d.IsCompressed.Valid || d.IsCompressed.V)
	if err != nil {
		return err
	}
	switch p.c.Type {
	case result.Float:
		err = p.readFloats(b, d.Encoding, valid, n-nulls)
	case result.Int:
		err = p.readInts(b, d.Encoding, n)
	case result.Bool:
		err = p.readFlags(b, d.Encoding, n)
	case result.Text:
		err = p.readCodes(b, d.Encoding, valid, n-nulls)
	}
	return err
}

// valid returns one byte per row, 0 for null; nil if the column is not nullable.
func (p *pages) valid(b []byte, n, nulls int) ([]byte, error) {
	if !p.c.Nullable {
		return nil, nil
	}
	valid, err := present(b, n, &p.levels)
	if err != nil {
		return nil, err
	}
	for _, x := range valid {
		nulls -= 1 - int(x&1)
	}
	if nulls != 0 {
		return nil, fmt.Errorf("%w: a page has another number of nulls than it says", errDamaged)
	}
	return valid, nil
}

func (p *pages) readFloats(b []byte, e format.Encoding, valid []byte, n int) (err error) {
	if len(b) != 8*n {
		return errDamaged
	}
	switch e {
	case format.ByteStreamSplit:
		p.floats, err = parquet.ByteStreamSplit.DecodeDouble(p.floats[:0], b)
	case format.Plain:
		p.floats, err = parquet.Plain.DecodeDouble(p.floats[:0], b)
	default:
		err = unknown(e)
	}
	if err == nil {
		p.v.Float = appendValid(p.v.Float, p.floats, valid, math.NaN())
	}
	return err
}

// appendValid appends values to list, and null wherever valid says so.
func appendValid[T any](list, values []T, valid []byte, null T) []T {
	if valid == nil {
		return append(list, values...)
	}
	k := 0
	for _, x := range valid {
		if x == 0 {
			list = append(list, null)
		} else {
			list = append(list, values[k])
			k++
		}
	}
	return list
}

func (p *pages) readInts(b []byte, e format.Encoding, n int) (err error) {
	switch e {
	case format.DeltaBinaryPacked:
		if err = scanDeltas(b, n); err == nil {
			p.ints, err = parquet.DeltaBinaryPacked.DecodeInt64(p.ints[:0], b)
		}
	case format.Plain:
		if len(b) != 8*n {
			return errDamaged
		}
		p.ints, err = parquet.Plain.DecodeInt64(p.ints[:0], b)
	default:
		err = unknown(e)
	}
	if err == nil && len(p.ints) != n {
		err = errDamaged
	}
	if err == nil {
		p.v.Int = append(p.v.Int, p.ints...)
	}
	return err
}

func (p *pages) readFlags(b []byte, e format.Encoding, n int) error {
	if e != format.Plain {
		return unknown(e)
	}
	if len(b) != (n+7)/8 {
		return errDamaged
	}
	for i := range n {
		p.v.Bool = append(p.v.Bool, b[i/8]>>(i%8)&1 != 0)
	}
	return nil
}

func (p *pages) readCodes(b []byte, e format.Encoding, valid []byte, n int) (err error) {
	if e != format.RLEDictionary {
		return unknown(e)
	}
	p.codes = p.codes[:0]
	if n > 0 {
		if len(b) == 0 {
			return errDamaged
		}
		if err := scanRuns(b[1:], int(b[0]), n); err != nil {
			return err
		}
		if p.codes, err = parquet.RLEDictionary.DecodeInt32(p.codes, b); err != nil {
			return err
		}
		p.codes = p.codes[:n]
	}
	for i, k := range p.codes {
		if k < 0 || int(k) >= len(p.dict) {
			return fmt.Errorf("%w: value %d of a dictionary of %d", errDamaged, k, len(p.dict))
		}
		p.codes[i] = p.dict[k]
	}
	p.v.Code = appendValid(p.v.Code, p.codes, valid, -1)
	return nil
}

func unknown(e format.Encoding) error {
	return fmt.Errorf("parquet: its pages are encoded as %s, which backfill does not write; read the file with DuckDB, pandas or Polars", e)
}
