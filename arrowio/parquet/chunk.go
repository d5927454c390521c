package parquet

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"

	"github.com/backfill-lab/backfill/core/trace/table"
)

// A chunkDecoder reads the column chunks of one column, of whatever program wrote them, page by page.
type chunkDecoder struct {
	*scratch
	leaf   leaf
	codec  format.CompressionCodec
	window window

	v      table.Vector // the rows of the pages that were read
	held   int          // how many
	passed int          // of them, those that next has returned
	rows   int          // of the chunk
	got    int          // of them, those that were read

	dict  table.Vector // the values of the dictionary
	dicts int          // how many; -1 for none
}

// A scratch is memory that decoders share, of which none needs any from one page to the next.
type scratch struct {
	zstd   *zstd.Decoder
	body   []byte
	levels []byte
	codes  []int32
	page   table.Vector // values without nulls
}

// A window is the bytes of a chunk that are in memory: buf[at:].
type window struct {
	r    io.ReaderAt
	buf  []byte
	at   int
	from int64 // of the file: what follows buf
	left int64 // bytes of the chunk from there
}

// pageRoom is the number of bytes that are read at a time, at least.
const pageRoom = 64 << 10

// ahead reads on until n bytes are in the window, or all of the chunk.
func (w *window) ahead(n int) error {
	more := min(int64(n-len(w.buf)+w.at), w.left)
	if more <= 0 {
		return nil
	}
	w.buf, w.at = append(w.buf[:0], w.buf[w.at:]...), 0
	have := len(w.buf)
	w.buf = slices.Grow(w.buf, int(more))[:have+int(more)]
	if _, err := w.r.ReadAt(w.buf[have:], w.from); err != nil && err != io.EOF {
		return err
	}
	w.from, w.left = w.from+more, w.left-more
	return nil
}

// next returns the next page, valid until the next call.
func (w *window) next() (h *format.PageHeader, body []byte, err error) {
	for n := pageRoom; ; n *= 2 {
		if err := w.ahead(n); err != nil {
			return nil, nil, err
		}
		h, body, rest, err := nextPage(w.buf[w.at:])
		if err == nil {
			w.at = len(w.buf) - len(rest)
			return h, body, nil
		}
		if w.left == 0 { // else the page may be longer
			return nil, nil, err
		}
	}
}

// open begins with a chunk of that many rows, in size bytes of the file.
func (d *chunkDecoder) open(from, size int64, codec format.CompressionCodec, rows int) {
	d.window.buf, d.window.at, d.window.from, d.window.left = d.window.buf[:0], 0, from, size
	d.codec, d.rows, d.got, d.held, d.passed, d.dicts = codec, rows, 0, 0, 0, -1
	d.clear()
}

// clear forgets the rows that are held.
func (d *chunkDecoder) clear() {
	d.v = table.Vector{Int: d.v.Int[:0], Float: d.v.Float[:0], Text: d.v.Text[:0]}
	if d.leaf.physical != format.ByteArray {
		d.v.Text = nil
	}
	if !d.leaf.float() {
		d.v.Float = nil
	}
}

// next sets *to to the next n rows of the chunk, valid until the next call.
func (d *chunkDecoder) next(n int, to *table.Vector) error {
	if d.held-d.passed < n {
		d.drop()
		if err := d.read(n); err != nil {
			return err
		}
	}
	from := d.passed
	d.passed += n
	*to = table.Vector{Int: part(d.v.Int, from, n), Float: part(d.v.Float, from, n), Text: part(d.v.Text, from, n),
		Null: part(d.v.Null, from, n)}
	d.leaf.convert(to)
	return nil
}

func part[T any](all []T, from, n int) []T {
	if len(all) == 0 {
		return nil
	}
	return all[from : from+n : from+n]
}

// drop forgets the rows that were passed on.
func (d *chunkDecoder) drop() {
	n := d.passed
	if d.held, d.passed = d.held-n, 0; d.held == 0 {
		d.clear()
		return
	}
	drop(&d.v.Int, n)
	drop(&d.v.Float, n)
	drop(&d.v.Text, n)
	drop(&d.v.Null, n)
}

func drop[T any](all *[]T, n int) {
	if len(*all) > 0 {
		*all = append((*all)[:0], (*all)[n:]...)
	}
}

// read reads pages until n rows are held.
func (d *chunkDecoder) read(n int) error {
	for d.held < n {
		if d.window.left == 0 && d.window.at == len(d.window.buf) {
			return fmt.Errorf("%w: %d values for %d rows", errDamaged, d.got, d.rows)
		}
		h, body, err := d.window.next()
		if err != nil {
			return err
		}
		switch {
		case h.Type == format.DictionaryPage && h.DictionaryPageHeader.Valid && d.dicts < 0:
			err = d.readDictionary(body, h)
		case h.Type == format.DataPage && h.DataPageHeader.Valid:
			err = d.readV1(body, h)
		case h.Type == format.DataPageV2 && h.DataPageHeaderV2.Valid:
			err = d.readV2(body, h)
		case h.Type == format.IndexPage:
		default:
			err = fmt.Errorf("%w: unexpected page of type %d", errDamaged, h.Type)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// unpack returns the content of b, which must be size bytes long, valid until the next call.
func (d *chunkDecoder) unpack(b []byte, size int, compressed bool) ([]byte, error) {
	if size < 0 || size > maxPage {
		return nil, fmt.Errorf("parquet: a page of %d bytes, more than %d: write the file with smaller pages", size, maxPage)
	}
	if !compressed || d.codec == format.Uncompressed {
		if len(b) != size {
			return nil, errDamaged
		}
		return b, nil
	}
	if size == 0 {
		return nil, nil
	}
	if cap(d.body) < size {
		// A claim of megabytes is not worth an allocation if so few bytes cannot hold them.
		if size > 1<<20 && size > 20_000*len(b) {
			return nil, errDamaged
		}
		d.body = make([]byte, size)
	}
	out := d.body[:size]
	var err error
	switch d.codec {
	case format.Snappy:
		if n, e := snappy.DecodedLen(b); e != nil || n != size {
			return nil, errDamaged
		}
		out, err = snappy.Decode(out, b)
	case format.Gzip:
		var z *gzip.Reader
		if z, err = gzip.NewReader(bytes.NewReader(b)); err == nil {
			_, err = io.ReadFull(z, out)
		}
	case format.Zstd:
		if d.zstd == nil {
			d.zstd, err = newZstd()
		}
		if err == nil {
			out, err = d.zstd.DecodeAll(b, d.body[:0:size])
		}
	case format.Lz4Raw:
		var n int
		if n, err = lz4.UncompressBlock(b, out); err == nil {
			out = out[:n]
		}
	default:
		return nil, fmt.Errorf("parquet: compressed by %s: write the file with ZSTD, SNAPPY or GZIP", d.codec)
	}
	if err != nil || len(out) != size {
		return nil, fmt.Errorf("%w: a page does not unpack: %v", errDamaged, err)
	}
	return out, nil
}

func (d *chunkDecoder) readDictionary(b []byte, h *format.PageHeader) error {
	e, n := h.DictionaryPageHeader.V.Encoding, int(h.DictionaryPageHeader.V.NumValues)
	//lint:ignore SA1019 older writers have it
	if e != format.Plain && e != format.PlainDictionary || n < 0 {
		return errDamaged
	}
	b, err := d.unpack(b, int(h.UncompressedPageSize), true)
	if err != nil {
		return err
	}
	d.dict, d.dicts = table.Vector{}, n
	return d.plain(b, n, &d.dict)
}

// readV1 reads a page of the format's first version, packed as a whole.
func (d *chunkDecoder) readV1(b []byte, h *format.PageHeader) error {
	p := &h.DataPageHeader.V
	n := int(p.NumValues)
	if n < 0 || n > d.rows-d.got {
		return errDamaged
	}
	b, err := d.unpack(b, int(h.UncompressedPageSize), true)
	if err != nil {
		return err
	}
	var valid []byte
	if d.leaf.nullable {
		if len(b) < 4 || p.DefinitionLevelEncoding != format.RLE {
			return errDamaged
		}
		size := binary.LittleEndian.Uint32(b)
		if uint64(size) > uint64(len(b)-4) {
			return errDamaged
		}
		if valid, err = present(b[4:4+size], n, &d.levels); err != nil {
			return err
		}
		b = b[4+size:]
	}
	return d.values(b, p.Encoding, n, valid)
}

// readV2 reads a page of the second version: levels lie before what is packed.
func (d *chunkDecoder) readV2(b []byte, h *format.PageHeader) error {
	p := &h.DataPageHeaderV2.V
	n, levels := int(p.NumValues), int(p.DefinitionLevelsByteLength)
	if n < 0 || n > d.rows-d.got || p.RepetitionLevelsByteLength != 0 || levels < 0 || levels > len(b) {
		return errDamaged
	}
	var valid []byte
	var err error
	if d.leaf.nullable {
		if valid, err = present(b[:levels], n, &d.levels); err != nil {
			return err
		}
	}
	b, err = d.unpack(b[levels:], int(h.UncompressedPageSize)-levels, !p.IsCompressed.Valid || p.IsCompressed.V)
	if err != nil {
		return err
	}
	return d.values(b, p.Encoding, n, valid)
}

// values appends a page of n rows to the Vector.
func (d *chunkDecoder) values(b []byte, e format.Encoding, n int, valid []byte) error {
	present := n
	for _, x := range valid {
		present -= 1 - int(x&1)
	}
	p := &d.page
	*p = table.Vector{Int: p.Int[:0], Float: p.Float[:0], Text: p.Text[:0]}
	var err error
	switch e {
	case format.Plain:
		err = d.plain(b, present, p)
	//lint:ignore SA1019 older writers have it
	case format.RLEDictionary, format.PlainDictionary:
		err = d.coded(b, present, p)
	default:
		err = d.encoded(b, e, present, p)
	}
	if err != nil {
		return err
	}
	switch d.leaf.physical {
	case format.ByteArray:
		d.v.Text = appendValid(d.v.Text, p.Text, valid, "")
	case format.Float, format.Double, format.FixedLenByteArray:
		d.v.Float = appendValid(d.v.Float, p.Float, valid, math.NaN())
	default:
		d.v.Int = appendValid(d.v.Int, p.Int, valid, 0)
	}
	if present < n || d.v.Null != nil {
		d.v.Null = append(d.v.Null, make([]bool, d.held-len(d.v.Null)+n)...)
		for i, x := range valid {
			d.v.Null[d.held+i] = x == 0
		}
	}
	d.got, d.held = d.got+n, d.held+n
	return nil
}

// coded reads n values of the dictionary.
func (d *chunkDecoder) coded(b []byte, n int, to *table.Vector) error {
	if n == 0 {
		return nil
	}
	if len(b) == 0 || d.dicts < 0 {
		return errDamaged
	}
	d.codes = slices.Grow(d.codes[:0], n)[:0]
	if b[0] == 0 { // a dictionary of one value needs no bits
		d.codes = d.codes[:n]
		clear(d.codes)
	} else {
		if err := scanRuns(b[1:], int(b[0]), n); err != nil {
			return err
		}
		var err error
		if d.codes, err = parquet.RLEDictionary.DecodeInt32(d.codes, b); err != nil {
			return err
		}
		d.codes = d.codes[:n]
	}
	for _, k := range d.codes {
		if k < 0 || int(k) >= d.dicts {
			return fmt.Errorf("%w: value %d of a dictionary of %d", errDamaged, k, d.dicts)
		}
	}
	switch d.leaf.physical {
	case format.ByteArray:
		to.Text = pick(to.Text, d.dict.Text, d.codes)
	case format.Float, format.Double, format.FixedLenByteArray:
		to.Float = pick(to.Float, d.dict.Float, d.codes)
	default:
		to.Int = pick(to.Int, d.dict.Int, d.codes)
	}
	return nil
}

func pick[T any](to, from []T, codes []int32) []T {
	for _, k := range codes {
		to = append(to, from[k])
	}
	return to
}
