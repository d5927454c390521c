package text

import (
	"bufio"
	"encoding/binary"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// A utf16Reader reads text in UTF-16 as UTF-8: what PowerShell's > writes, and spreadsheets as Unicode text. Half of a pair is U+FFFD.
type utf16Reader struct {
	from  *bufio.Reader
	order binary.ByteOrder
	left  []byte // of a character that was read
}

// newUTF16 returns the text behind the byte order mark of head, or nil if that is another file's.
func newUTF16(from *bufio.Reader, head []byte) io.Reader {
	if len(head) < 2 {
		return nil
	}
	for _, order := range [...]binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		if order.Uint16(head) == '\ufeff' {
			from.Discard(2)
			return &utf16Reader{from: from, order: order}
		}
	}
	return nil
}

func (r *utf16Reader) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if len(r.left) > 0 {
			k := copy(p[n:], r.left)
			n, r.left = n+k, r.left[k:]
			continue
		}
		if n > 0 && r.from.Buffered() < 4 {
			break // what is there is enough
		}
		c, err := r.next()
		if err != nil {
			return n, err
		}
		r.left = utf8.AppendRune(r.left[:0], c)
	}
	return n, nil
}

// next returns the next character.
func (r *utf16Reader) next() (rune, error) {
	first, err := r.from.Peek(2)
	if err != nil {
		if len(first) == 1 && err == io.EOF {
			err = ErrEncoding
		}
		return 0, err
	}
	c := rune(r.order.Uint16(first))
	r.from.Discard(2)
	if !utf16.IsSurrogate(c) {
		return c, nil
	}
	second, err := r.from.Peek(2)
	if err != nil && err != io.EOF {
		return 0, err
	}
	if len(second) == 2 {
		if pair := utf16.DecodeRune(c, rune(r.order.Uint16(second))); pair != utf8.RuneError {
			r.from.Discard(2)
			return pair, nil
		}
	}
	return utf8.RuneError, nil
}
