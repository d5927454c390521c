package parquet

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"github.com/backfill-lab/backfill/arrowio/internal/scan"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/trace/table"
)

// A chunkDecoder reads the column chunks of one column, of whatever program wrote them, page by page.
type chunkDecoder struct {
	*scratch
	leaf   leaf
	texts  *result.Dict // of which texts are codes; nil if they are texts
	bare   bool         // nulls need not be told beside values that tell them, NaN and -1
	codec  format.CompressionCodec
	window window

	v      vector // the rows of the pages that were read
	held   int    // how many
	passed int    // of them, those that next has returned
	rows   int    // of the chunk
	got    int    // of them, those that were read

	dict  vector // the values of the dictionary
	dicts int    // how many; -1 for none
}

// A scratch is memory that decoders share, of which none needs any from one page to the next.
type scratch struct {
	chunk  []byte // of a window, from one chunk to the next
	zstd   *zstd.Decoder
	body   []byte
	levels []byte
	codes  []int32
	page   vector // values without nulls
}

// A vector is a table's, or codes in place of its texts.
type vector struct {
	table.Vector
	Code []int32
}

// empty forgets the values.
func (v *vector) empty() {
	v.Int, v.Float, v.Text, v.Code, v.Null = v.Int[:0], v.Float[:0], v.Text[:0], v.Code[:0], nil
}

// open begins with a chunk of that many rows, in size bytes of the file.
func (d *chunkDecoder) open(from, size int64, codec format.CompressionCodec, rows int) {
	d.window.buf, d.window.at, d.window.from, d.window.left = d.window.buf[:0], 0, from, size
	d.codec, d.rows, d.got, d.held, d.passed, d.dicts = codec, rows, 0, 0, 0, -1
	d.v.empty()
}

// next sets *to to the next n rows of the chunk, and returns their codes; both are valid until the next call.
func (d *chunkDecoder) next(n int, to *table.Vector) (codes []int32, err error) {
	if d.held-d.passed < n {
		d.drop()
		if err := d.read(n); err != nil {
			return nil, err
		}
	}
	from := d.passed
	d.passed += n
	*to = table.Vector{Int: part(d.v.Int, from, n), Float: part(d.v.Float, from, n), Text: part(d.v.Text, from, n),
		Null: part(d.v.Null, from, n)}
	d.leaf.convert(to)
	return part(d.v.Code, from, n), nil
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
		d.v.empty()
		return
	}
	drop(&d.v.Code, n)
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
	if d.window.buf == nil {
		d.window.buf, d.chunk = d.chunk, nil
	}
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
	if w := &d.window; w.left == 0 && w.at == len(w.buf) { // the chunk ends
		d.chunk, w.buf, w.at = w.buf[:0], nil, 0
	}
	return nil
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
	d.dicts = n
	d.dict.empty()
	if err := d.plain(b, n, &d.dict); err != nil {
		return err
	}
	d.number(&d.dict)
	return nil
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

// number makes codes of texts that are to be read as codes.
func (d *chunkDecoder) number(v *vector) {
	if d.texts != nil {
		v.Code, v.Text = scan.AppendCodes(v.Code, v.Text, d.texts), v.Text[:0]
	}
}

// values appends a page of n rows to the vector.
func (d *chunkDecoder) values(b []byte, e format.Encoding, n int, valid []byte) error {
	present := n
	for _, x := range valid {
		present -= 1 - int(x&1)
	}
	p := &d.page
	p.empty()
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
	d.number(p)
	if present == n {
		valid = nil
	}
	toldByValue := true
	switch {
	case d.texts != nil:
		d.v.Code = appendValid(d.v.Code, p.Code, valid, -1)
	case d.leaf.float():
		d.v.Float = appendValid(d.v.Float, p.Float, valid, math.NaN())
	case d.leaf.physical == format.ByteArray:
		d.v.Text, toldByValue = appendValid(d.v.Text, p.Text, valid, ""), false
	default:
		d.v.Int, toldByValue = appendValid(d.v.Int, p.Int, valid, 0), false
	}
	if (valid != nil || d.v.Null != nil) && !(d.bare && toldByValue) {
		d.v.Null = append(d.v.Null, make([]bool, d.held-len(d.v.Null)+n)...)
		for i, x := range valid {
			d.v.Null[d.held+i] = x == 0
		}
	}
	d.got, d.held = d.got+n, d.held+n
	return nil
}

// appendValid appends values to list, and null wherever valid says so, unless that is nil.
func appendValid[T any](list, values []T, valid []byte, null T) []T {
	if valid == nil {
		return append(list, values...)
	}
	n := len(list)
	list = slices.Grow(list, len(valid))[:n+len(valid)]
	to := list[n:]
	if len(values) == 0 {
		for i := range to {
			to[i] = null
		}
		return list
	}
	for i, x := range valid {
		if x == 0 {
			to[i] = null
		} else {
			to[i], values = values[0], values[1:]
		}
	}
	return list
}

// coded reads n values of the dictionary.
func (d *chunkDecoder) coded(b []byte, n int, to *vector) error {
	if n == 0 {
		return nil
	}
	if len(b) == 0 || d.dicts < 0 {
		return errDamaged
	}
	if b[0] == 0 { // a dictionary of one value needs no bits
		d.codes = slices.Grow(d.codes[:0], n)[:n]
		clear(d.codes)
	} else {
		if err := scanRuns(b[1:], int(b[0]), n); err != nil {
			return err
		}
		var err error
		if d.codes, err = parquet.RLEDictionary.DecodeInt32(d.codes[:0], b); err != nil {
			return err
		}
	}
	codes := d.codes[:n]
	for _, k := range codes {
		if k < 0 || int(k) >= d.dicts {
			return fmt.Errorf("%w: value %d of a dictionary of %d", errDamaged, k, d.dicts)
		}
	}
	to.Int, to.Float, to.Text, to.Code = pick(to.Int, d.dict.Int, codes), pick(to.Float, d.dict.Float, codes),
		pick(to.Text, d.dict.Text, codes), pick(to.Code, d.dict.Code, codes)
	return nil
}

// pick appends entries to the empty to, if there are any.
func pick[T any](to, entries []T, codes []int32) []T {
	if len(entries) == 0 {
		return to
	}
	to = slices.Grow(to, len(codes))[:len(codes)]
	for i, k := range codes {
		to[i] = entries[k]
	}
	return to
}
