package parquet

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"slices"

	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding/rle"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"
)

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

// nextPage returns the head of the page that a chunk begins with, what is in the page, and the chunk after it.
func nextPage(chunk []byte) (h *format.PageHeader, body, rest []byte, err error) {
	n, err := scanStruct(chunk, 0)
	if err != nil {
		return nil, nil, nil, err
	}
	h = new(format.PageHeader)
	if err := thrift.Unmarshal(new(thrift.CompactProtocol), chunk[:n], h); err != nil {
		return nil, nil, nil, errDamaged
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

// unbrotli fills out with what b unpacks to. It is nil in the page, where the decoder would be a third of the program.
var unbrotli func(b, out []byte) error

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
		if d.codec == format.Brotli && unbrotli != nil {
			err = unbrotli(b, out)
			break
		}
		return nil, fmt.Errorf("parquet: compressed by %s: write the file with ZSTD, SNAPPY or GZIP", d.codec)
	}
	if err != nil || len(out) != size {
		return nil, fmt.Errorf("%w: a page does not unpack", errDamaged)
	}
	return out, nil
}
