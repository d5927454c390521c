// Package process has what calls of other programs share.
package process

import (
	"io"
	"strings"

	"github.com/backfill-lab/backfill/internal/printable"
)

// mostOutput is the length of the end of a program's output that is kept, in bytes.
const mostOutput = 1 << 20

// A Tail keeps the end of the text written to it.
type Tail struct{ b []byte }

// Write implements io.Writer.
func (t *Tail) Write(b []byte) (int, error) {
	t.b = append(t.b, b...)
	if over := len(t.b) - mostOutput; over > mostOutput {
		t.b = append(t.b[:0], t.b[over:]...)
	}
	return len(b), nil
}

// String returns the end, of at most mostOutput bytes.
func (t *Tail) String() string { return string(t.b[max(0, len(t.b)-mostOutput):]) }

// Last returns the last line that is not blank, to follow an error.
func (t *Tail) Last() string {
	lines := strings.FieldsFunc(t.String(), func(r rune) bool { return r == '\n' || r == '\r' })
	for i := len(lines) - 1; i >= 0; i-- {
		if line := strings.TrimSpace(lines[i]); line != "" {
			return ": " + Clip(line)
		}
	}
	return ""
}

// Clip shortens a quotation for an error.
func Clip(s string) string { return printable.Cut(s, 160) }

// A Head passes on the beginning of a text, and then a note that the rest is not shown.
type Head struct {
	To   io.Writer
	Most int // bytes
	Note string

	n     int
	noted bool
}

// Write implements io.Writer. Its error is never one: the text's author is not to blame for it.
func (h *Head) Write(b []byte) (int, error) {
	if show := b[:min(len(b), h.Most-h.n)]; len(show) > 0 {
		h.To.Write(show)
		h.n += len(show)
	}
	if h.n == h.Most && !h.noted {
		h.noted = true
		io.WriteString(h.To, h.Note)
	}
	return len(b), nil
}
