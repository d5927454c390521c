package printable

import (
	"io"
	"sync"
	"unicode/utf8"
)

// A Writer writes Text to another: the last place where a control character can be stopped, whatever wrote it. JSON
// and HTML keep their meaning. A character may be split between two calls
// of Write. It is safe for concurrent use.
type Writer struct {
	To   io.Writer
	mu   sync.Mutex
	part []byte // the beginning of a character whose end has not come yet
}

// Write implements io.Writer.
func (w *Writer) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	all := append(w.part, b...)
	end := len(all) - incomplete(all)
	w.part = append([]byte(nil), all[end:]...)
	if _, err := io.WriteString(w.To, Text(string(all[:end]))); err != nil {
		return 0, err
	}
	return len(b), nil
}

// Flush writes the bytes of a character that did not end.
func (w *Writer) Flush() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	part := w.part
	w.part = nil
	if len(part) == 0 {
		return nil
	}
	_, err := io.WriteString(w.To, Text(string(part)))
	return err
}

// incomplete returns how many bytes at the end of b begin a character.
func incomplete(b []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(b); n++ {
		if c := b[len(b)-n]; utf8.RuneStart(c) {
			if c >= utf8.RuneSelf && !utf8.FullRune(b[len(b)-n:]) {
				return n
			}
			return 0
		}
	}
	return 0
}
