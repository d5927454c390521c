package managers

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/backfill-lab/backfill/core/internal/text"
	"github.com/backfill-lab/backfill/internal/jsonerror"
)

const (
	maxJob   = 4 << 20 // bytes of JSON
	headSize = 4 << 10 // bytes that say what holds the jobs
)

var (
	errJob  = fmt.Errorf("a job of more than %d bytes", maxJob)
	errForm = errors.New("not a list of jobs")
)

// A jsonList finds the objects in a list, in a list that a member of an object is, in an object of jobs by their numbers, or one
// after another.
type jsonList struct {
	src    text.Bounded
	dec    *json.Decoder
	name   string       // of the member that is the list
	keyed  bool         // an object of jobs
	bare   bool         // objects one after another
	opened []json.Delim // brackets around the next element
}

// within reports whether the list has not been closed.
func (l *jsonList) within() bool { return len(l.opened) > 0 }

// next returns the next object, or io.EOF.
func (l *jsonList) next() (json.RawMessage, error) {
	for {
		l.src.Begin(l.dec.InputOffset())
		if l.within() && !l.dec.More() {
			if _, err := l.dec.Token(); err != nil {
				return nil, err
			}
			l.opened = l.opened[:len(l.opened)-1]
			continue
		}
		if n := len(l.opened); n > 0 && l.opened[n-1] == '{' { // a member of the object around the list
			if element, err := l.member(); element != nil || err != nil {
				return element, err
			}
			continue
		}
		if l.within() {
			var element json.RawMessage
			err := l.dec.Decode(&element)
			return element, err
		}
		element, err := l.top()
		if element != nil || err != nil {
			return element, err
		}
	}
}

// top returns the next value of the file if it is a job, and goes into it otherwise.
func (l *jsonList) top() (json.RawMessage, error) {
	if l.bare {
		var element json.RawMessage
		err := l.dec.Decode(&element)
		return element, err
	}
	open, err := l.dec.Token()
	if err != nil {
		return nil, err
	}
	bracket, is := open.(json.Delim)
	if !is {
		return nil, errForm
	}
	l.opened = append(l.opened, bracket)
	return nil, nil
}

// member reads a member of an object, which it returns if it is a job, or goes into it if it is the list of jobs.
func (l *jsonList) member() (json.RawMessage, error) {
	key, err := l.dec.Token()
	if err != nil {
		return nil, err
	}
	if key != l.name || l.keyed {
		var element json.RawMessage
		if err := l.dec.Decode(&element); err != nil || !l.keyed {
			return nil, err
		}
		return element, nil
	}
	open, err := l.dec.Token()
	if err != nil {
		return nil, err
	}
	if open != json.Delim('[') {
		return nil, errForm
	}
	l.opened = append(l.opened, '[')
	return nil, nil
}

// newList returns the list of jobs in the file, which may be a member of that name.
func (r *Reader) newList(name string) *jsonList {
	src := bufio.NewReaderSize(r.src, headSize)
	first, _ := src.Peek(headSize)
	h := newHead(first)
	list := &jsonList{src: text.Bounded{Src: src, Most: maxJob, TooLong: errJob}, name: name, keyed: h.keyed()}
	list.bare = startsWith("{")(h) && !h.key(name) && !list.keyed
	list.dec = json.NewDecoder(&list.src)
	return list
}

// jsonError words an error of the whole file.
func (r *Reader) jsonError(list *jsonList, err error) error {
	var syntax *json.SyntaxError
	switch {
	case err == io.EOF && !list.within():
		return err
	case err == io.EOF, errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("the JSON is cut off behind job %d: get the whole file", r.at-1)
	case errors.As(err, &syntax):
		return fmt.Errorf("the JSON is damaged in job %d: %w", r.at, jsonerror.Words(err))
	}
	return fmt.Errorf("job %d: %w", r.at, err)
}

// eachJob returns a Reader's next, which reads the list of that name as jobs of type T. parse gets the text of each, too, and reports
// whether it is a row.
func eachJob[T any](r *Reader, name string, parse func(job *T, element []byte, row *Row) (bool, error)) func(*Row) error {
	list := r.newList(name)
	return func(row *Row) error {
		for {
			r.at++
			element, err := list.next()
			if err != nil {
				return r.jsonError(list, err)
			}
			var job T
			if err := json.Unmarshal(element, &job); err != nil {
				return r.bad("", element, errRecord)
			}
			*row = unknown
			row.Line = r.at
			if is, err := parse(&job, element, row); is || err != nil {
				return err
			}
		}
	}
}

// A jsonText is a text or a number, "" for anything else.
type jsonText string

// UnmarshalJSON implements json.Unmarshaler.
func (t *jsonText) UnmarshalJSON(b []byte) error {
	*t = ""
	if len(b) > 0 && b[0] == '"' {
		return json.Unmarshal(b, (*string)(t))
	}
	if isNumber(b) {
		*t = jsonText(b)
	}
	return nil
}

// A jsonNumber is a number, rounded to the nearest whole one; 0 for anything else.
type jsonNumber struct {
	n       int64
	rounded bool
}

// UnmarshalJSON implements json.Unmarshaler.
func (n *jsonNumber) UnmarshalJSON(b []byte) error {
	whole, exact, err := rounded(bytes.Trim(b, `"`))
	if *n = (jsonNumber{}); err == nil {
		*n = jsonNumber{max(whole, 0), !exact}
	}
	return nil
}

// or returns the number, None for 0.
func (n jsonNumber) or() int64 {
	if n.n > 0 {
		return n.n
	}
	return None
}

// A jsonLength is the number of elements of a list or an object, 0 of anything else.
type jsonLength int64

// UnmarshalJSON implements json.Unmarshaler.
func (n *jsonLength) UnmarshalJSON(b []byte) error {
	var list []json.RawMessage
	var object map[string]json.RawMessage
	if json.Unmarshal(b, &list) != nil {
		_ = json.Unmarshal(b, &object)
	}
	*n = jsonLength(len(list) + len(object))
	return nil
}
