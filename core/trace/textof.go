package trace

import (
	"bytes"
	"io"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/internal/text"
	"github.com/backfill-lab/backfill/core/trace/internal/managers"
	"github.com/backfill-lab/backfill/core/trace/sacct"
	"github.com/backfill-lab/backfill/core/trace/table"
)

// textOf returns the text of a log. Of an object around a list of rows, such as {"jobs":[{"id":1,"run":60}]}, it is the list. Lines
// above sacct's header, such as a shell's prompt and errors of sacct, are passed over: they are empty, so that those below keep their
// numbers.
func textOf(r io.Reader) (src *text.Source, passed int) {
	src = text.NewSource(r)
	head := src.Peek()
	f := managers.Recognise(head)
	rows := func(at int) bool { // sacct's own JSON has rows with objects in them, too
		return jsonForm(head[at:]) == table.RowsForm && (f != nil || table.JSONForm(head[at:]) == table.RowsForm)
	}
	if at := managers.ListWithin(head); at > 0 && (f == nil || f.Rows) && table.JSONForm(head) == "" && rows(at) {
		io.CopyN(io.Discard, src, int64(at))
		return text.NewSource(&listText{src: src}), 0
	}
	if lines, size := aboveHeader(head); lines > 0 && f == nil {
		io.CopyN(io.Discard, src, int64(size))
		empty := strings.Repeat("\n", bytes.Count(head[:size], []byte("\n")))
		return text.NewSource(io.MultiReader(strings.NewReader(empty), src)), lines
	}
	return src, 0
}

// aboveHeader returns how many lines that are not empty, and how many bytes, stand above the header of sacct's output; 0 if there
// is no line that is surely this header, or one above that may be a row or a comment.
func aboveHeader(head []byte) (lines, size int) {
	for line := range bytes.Lines(head) {
		begins := bytes.TrimLeft(line, " \t")
		switch mark := markOf(line); {
		case mark != "" && line[len(line)-1] == '\n' && sacct.IsPlain(bytes.TrimSpace(line)):
			return lines, size
		case bytes.Count(line, []byte("|")) > 1, len(begins) > 0 && (begins[0] == ';' || begins[0] == '#'):
			return 0, 0
		}
		if size += len(line); len(bytes.TrimSpace(line)) > 0 {
			lines++
		}
	}
	return 0, 0
}

// markOf returns what stands between the names in a line of three names of sacct's columns or more, a space for any number of them; ""
// if the line is anything else.
func markOf(line []byte) string {
	text := strings.TrimSpace(string(line))
	names := strings.FieldsFunc(text, func(c rune) bool {
		return c != '_' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z')
	})
	if len(names) < 3 || !strings.HasPrefix(text, names[0]) || !sacct.NamesColumns(names) {
		return ""
	}
	if slices.Equal(strings.Fields(text), names) {
		return " "
	}
	mark, _, _ := strings.Cut(text[len(names[0]):], names[1])
	if !slices.Equal(strings.Split(strings.TrimSuffix(text, mark), mark), names) {
		return ""
	}
	return mark
}

// severalMarks tells whether the first line names sacct's columns with several characters between them, which a reader of rows would
// take for one and parts of the values, such as ^|^.
func severalMarks(head []byte) bool {
	line, _, _ := bytes.Cut(head, []byte("\n"))
	mark := markOf(line)
	return mark != "" && strings.Trim(mark, mark[:1]) != "" && !strings.ContainsAny(mark, " \t\"'")
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
