package result

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"math"
)

// Digest is a Sink that computes the SHA-256 of a table's content: the names and types
// of its columns, the number of rows, and every value bit for bit (texts by value, all
// NaNs alike). It does not depend on batches, dictionaries' codes or the file format, so
// two builds agree on it if and only if they computed the same results.
type Digest struct {
	schema *Schema
	rows   uint64
	cols   []hash.Hash // one per column: batches then need not line up
	buf    []byte
}

// NewDigest returns a Digest for tables of schema s.
func NewDigest(s *Schema) *Digest {
	d := &Digest{schema: s, cols: make([]hash.Hash, len(s.Columns))}
	for i := range d.cols {
		d.cols[i] = sha256.New()
	}
	return d
}

// Write adds the rows of t.
func (d *Digest) Write(t *Table) error {
	if t.Schema != d.schema {
		return fmt.Errorf("result: rows of table %s for a digest of %s", t.Schema.Name, d.schema.Name)
	}
	for i := range t.Cols {
		b := t.Cols[i].appendBytes(d.buf[:0], t.Schema.Columns[i].Type)
		d.cols[i].Write(b)
		d.buf = b
	}
	d.rows += uint64(t.Rows)
	return nil
}

// Close does nothing.
func (d *Digest) Close() error { return nil }

// Sum returns the digest of all rows so far in hexadecimal.
func (d *Digest) Sum() string {
	h := sha256.New()
	fmt.Fprintf(h, "backfill table 1\n%q %d\n", d.schema.Name, d.rows)
	for i, c := range d.schema.Columns {
		fmt.Fprintf(h, "%q %s %x\n", c.Name, c.Type, d.cols[i].Sum(nil))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// canonicalNaN stands for all NaNs: which one an operation yields differs between
// processors.
const canonicalNaN = 0x7ff8_0000_0000_0000

func (v *Vector) appendBytes(b []byte, t Type) []byte {
	switch t {
	case Float:
		for _, x := range v.Float {
			bits := math.Float64bits(x)
			if x != x {
				bits = canonicalNaN
			}
			b = binary.LittleEndian.AppendUint64(b, bits)
		}
	case Int:
		for _, x := range v.Int {
			b = binary.LittleEndian.AppendUint64(b, uint64(x))
		}
	case Bool:
		for _, x := range v.Bool {
			if x {
				b = append(b, 1)
			} else {
				b = append(b, 0)
			}
		}
	case Text: // length before text, so that no two columns run together alike
		for _, c := range v.Code {
			s := v.Dict.Text(c)
			b = binary.AppendUvarint(b, uint64(len(s)))
			b = append(b, s...)
		}
	}
	return b
}
