package text

import "io"

// A Bounded is the text for a reader of CSV or JSON, which alone would hold a record of any length.
type Bounded struct {
	Src     io.Reader
	Most    int64 // bytes of a record
	TooLong error // for a longer one

	start int64 // of the record
	n     int64
}

// Begin says at which byte the next record begins.
func (b *Bounded) Begin(at int64) { b.start = at }

// Bytes returns how many bytes have been read.
func (b *Bounded) Bytes() int64 { return b.n }

// Read implements io.Reader.
func (b *Bounded) Read(p []byte) (int, error) {
	if b.n-b.start > b.Most {
		return 0, b.TooLong
	}
	n, err := b.Src.Read(p)
	b.n += int64(n)
	return n, err
}
