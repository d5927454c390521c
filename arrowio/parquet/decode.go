package parquet

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/rle"
	"github.com/parquet-go/parquet-go/format"

	"github.com/backfill-lab/backfill/core/trace/table"
)

// widths are the bytes of plain values by physical type; 0 is another layout.
var widths = map[format.Type]int{format.Int32: 4, format.Int64: 8, format.Int96: 12, format.Float: 4, format.Double: 8}

// width returns the bytes of a plain value, 0 if that is another layout.
func (l *leaf) width() int { return max(l.size, widths[l.physical]) }

// float tells whether values are decoded as numbers with decimals.
func (l *leaf) float() bool {
	return l.physical == format.Float || l.physical == format.Double || l.physical == format.FixedLenByteArray
}

// convert makes of whole numbers what they stand for: decimals, or numbers without a sign, of
// which those of 2^63 and more are 2^63-1.
func (l *leaf) convert(v *table.Vector) {
	switch {
	case l.float() || v.Int == nil:
	case l.decimal:
		v.Float = make([]float64, len(v.Int))
		var b [8]byte
		for i, x := range v.Int {
			binary.BigEndian.PutUint64(b[:], uint64(x))
			if v.Float[i] = table.Decimal(b[:], l.scale); v.Null != nil && v.Null[i] {
				v.Float[i] = math.NaN()
			}
		}
		v.Int = nil
	case l.unsigned && l.physical == format.Int32:
		for i, x := range v.Int {
			v.Int[i] = int64(uint32(x))
		}
	case l.unsigned && l.physical == format.Int64:
		for i, x := range v.Int {
			if x < 0 {
				v.Int[i] = math.MaxInt64
			}
		}
	}
}

// plain reads n values one after another.
func (d *chunkDecoder) plain(b []byte, n int, to *vector) error {
	switch size := d.leaf.width(); {
	case size > 0:
		if n > len(b)/size {
			return errDamaged
		}
		for i := range n {
			d.fixed(b[i*size:], to)
		}
	case d.leaf.physical == format.Boolean:
		if n > 8*len(b) {
			return errDamaged
		}
		for i := range n {
			to.Int = append(to.Int, int64(b[i/8]>>(i%8)&1))
		}
	case d.leaf.physical == format.ByteArray:
		all := string(b) // one copy for all texts of the page
		for at := 0; n > 0; n-- {
			if len(b)-at < 4 {
				return errDamaged
			}
			size := int64(binary.LittleEndian.Uint32(b[at:]))
			if at += 4; size > int64(len(b)-at) {
				return errDamaged
			}
			to.Text = append(to.Text, all[at:at+int(size)])
			at += int(size)
		}
	default:
		return errDamaged
	}
	return nil
}

const (
	julianEpoch = 2440588 // the Julian day of 1970-01-01
	nanosADay   = 86_400e9
)

// fixed appends the value that b begins with.
func (d *chunkDecoder) fixed(b []byte, to *vector) {
	switch d.leaf.physical {
	case format.Int32:
		to.Int = append(to.Int, int64(int32(binary.LittleEndian.Uint32(b))))
	case format.Int64:
		to.Int = append(to.Int, int64(binary.LittleEndian.Uint64(b)))
	case format.Int96: // nanoseconds of the day, and the Julian day
		day := int64(binary.LittleEndian.Uint32(b[8:])) - julianEpoch
		to.Int = append(to.Int, day*nanosADay+int64(binary.LittleEndian.Uint64(b)))
	case format.Float:
		to.Float = append(to.Float, float64(math.Float32frombits(binary.LittleEndian.Uint32(b))))
	case format.Double:
		to.Float = append(to.Float, math.Float64frombits(binary.LittleEndian.Uint64(b)))
	case format.FixedLenByteArray:
		to.Float = append(to.Float, table.Decimal(b[:d.leaf.size], d.leaf.scale))
	}
}

// encoded reads n values in one of the rarer encodings.
func (d *chunkDecoder) encoded(b []byte, e format.Encoding, n int, to *vector) (err error) {
	physical := d.leaf.physical
	switch {
	case n == 0:
	case e == format.RLE && physical == format.Boolean:
		if len(b) < 4 {
			return errDamaged
		}
		b = b[4:] // its length
		if err := scanRuns(b, 1, n); err != nil {
			return err
		}
		flags, err := (&rle.Encoding{BitWidth: 1}).DecodeLevels(nil, b)
		if err != nil {
			return err
		}
		for _, x := range flags[:n] {
			to.Int = append(to.Int, int64(x&1))
		}
	case e == format.DeltaBinaryPacked && (physical == format.Int32 || physical == format.Int64):
		to.Int, _, err = deltas(to.Int, b, n)
		if physical == format.Int32 {
			for i, x := range to.Int {
				to.Int[i] = int64(int32(x))
			}
		}
	case e == format.DeltaLengthByteArray && physical == format.ByteArray:
		to.Text, err = lengths(to.Text, b, n)
	case e == format.DeltaByteArray && physical == format.ByteArray:
		to.Text, err = prefixes(to.Text, b, n)
	case e == format.ByteStreamSplit && physical == format.Double && len(b) == 8*n:
		to.Float, err = parquet.ByteStreamSplit.DecodeDouble(to.Float, b)
	case e == format.ByteStreamSplit && d.leaf.width() > 0:
		size := d.leaf.width()
		if n > len(b)/size {
			return errDamaged
		}
		var one [maxDecimal]byte
		for i := range n {
			for k := range size { // byte k of all values lies together
				one[k] = b[k*n+i]
			}
			d.fixed(one[:], to)
		}
	default:
		return fmt.Errorf("parquet: values encoded as %s are not read: write the file with another encoding", e)
	}
	return err
}

// deltas appends n numbers in DELTA_BINARY_PACKED, and returns what follows them.
func deltas(to []int64, b []byte, n int) ([]int64, []byte, error) {
	at := 0
	var head [3]uint64 // numbers in a block, miniblocks in a block, numbers
	for i := range head {
		var err error
		if head[i], err = uvarint(b, &at); err != nil {
			return nil, nil, err
		}
	}
	value, err := zigzag(b, &at)
	block, minis := head[0], head[1]
	if err != nil || head[2] != uint64(n) || minis == 0 || minis > 1<<10 || block%minis != 0 || block/minis%8 != 0 || block > 1<<20 {
		return nil, nil, errDamaged
	}
	each := int(block / minis)
	if n > 0 {
		to = append(to, value)
	}
	for left := n - 1; left > 0; {
		least, err := zigzag(b, &at)
		if err != nil || len(b)-at < int(minis) {
			return nil, nil, errDamaged
		}
		bits := b[at : at+int(minis)]
		at += int(minis)
		for _, width := range bits {
			if left <= 0 {
				break // the widths of miniblocks that are not there
			}
			size := each / 8 * int(width)
			if width > 64 || len(b)-at < size {
				return nil, nil, errDamaged
			}
			for i := range min(each, left) {
				value += least + int64(packed(b[at:], i*int(width), int(width)))
				to = append(to, value)
			}
			left -= each
			at += size
		}
	}
	return to, b[at:], nil
}

// packed returns the number of that many bits from a bit on.
func packed(b []byte, from, bits int) (x uint64) {
	at, shift := from/8, uint(from)%8
	if len(b)-at < 9 { // the end of a page
		var end [9]byte
		copy(end[:], b[at:])
		b, at = end[:], 0
	}
	x = binary.LittleEndian.Uint64(b[at:])>>shift | uint64(b[at+8])<<(64-shift)
	return x & (1<<bits - 1)
}

func zigzag(b []byte, i *int) (int64, error) {
	x, err := uvarint(b, i)
	return int64(x>>1) ^ -int64(x&1), err
}

// lengths appends n texts in DELTA_LENGTH_BYTE_ARRAY: all lengths, then all texts.
func lengths(to []string, b []byte, n int) ([]string, error) {
	sizes, rest, err := deltas(nil, b, n)
	if err != nil {
		return nil, err
	}
	all := string(rest)
	for _, size := range sizes {
		if size < 0 || size > int64(len(all)) {
			return nil, errDamaged
		}
		to = append(to, all[:size])
		all = all[size:]
	}
	return to, nil
}

// prefixes appends n texts in DELTA_BYTE_ARRAY: each begins with a part of the one before.
func prefixes(to []string, b []byte, n int) ([]string, error) {
	shared, rest, err := deltas(nil, b, n)
	if err != nil {
		return nil, err
	}
	suffixes, err := lengths(nil, rest, n)
	if err != nil {
		return nil, err
	}
	before, total := "", int64(0)
	for i, suffix := range suffixes {
		if shared[i] < 0 || shared[i] > int64(len(before)) {
			return nil, errDamaged
		}
		if total += shared[i] + int64(len(suffix)); total > maxPage {
			return nil, errDamaged
		}
		if int(shared[i]) < len(before) || suffix != "" {
			before = before[:shared[i]] + suffix
		}
		to = append(to, before)
	}
	return to, nil
}
