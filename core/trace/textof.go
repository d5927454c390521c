package trace

import (
	"io"

	"github.com/backfill-lab/backfill/core/internal/text"
	"github.com/backfill-lab/backfill/core/trace/internal/managers"
	"github.com/backfill-lab/backfill/core/trace/table"
)

// textOf returns the text of a log. Of an object around a list of rows, such as {"jobs":[{"id":1,"run":60}]}, it is the list.
func textOf(r io.Reader) *text.Source {
	src := text.NewSource(r)
	head := src.Peek()
	at := managers.ListWithin(head)
	if at == 0 || table.JSONForm(head) != "" || jsonForm(head[at:]) != table.RowsForm {
		return src
	}
	if f := managers.Recognise(head); f != nil && !f.Rows {
		return src
	}
	io.CopyN(io.Discard, src, int64(at))
	return text.NewSource(&listText{src: src})
}

// A listText ends where the list of JSON does with which src begins.
type listText struct {
	src             io.Reader
	depth           int // of brackets
	quoted, escaped bool
	ended           bool
}

func (l *listText) Read(p []byte) (int, error) {
	if l.ended {
		return 0, io.EOF
	}
	n, err := l.src.Read(p)
	for i, c := range p[:n] {
		switch {
		case l.escaped:
			l.escaped = false
		case c == '\\':
			l.escaped = true // in quotes, or the JSON is damaged
		case c == '"':
			l.quoted = !l.quoted
		case l.quoted:
		case c == '[' || c == '{':
			l.depth++
		case c == ']' || c == '}':
			if l.depth--; l.depth == 0 {
				l.ended = true
				return i + 1, nil
			}
		}
	}
	return n, err
}
