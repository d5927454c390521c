package managers

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/backfill-lab/backfill/core/internal/text"
)

const (
	maxJob   = 4 << 20 // bytes of JSON
	headSize = 4 << 10 // bytes that say what holds the jobs
)

var (
	errJob  = fmt.Errorf("a job of more than %d bytes", maxJob)
	errForm = errors.New("not a list of jobs")
)

// A jsonList finds the objects in a list, in the list "jobs" of an object, or one after another.
type jsonList struct {
	src    text.Bounded
	dec    *json.Decoder
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
			if err := l.member(); err != nil {
				return nil, err
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

// member reads a member of an object, or goes into it if it is the list of jobs.
func (l *jsonList) member() error {
	key, err := l.dec.Token()
	if err != nil {
		return err
	}
	if key != "jobs" {
		var skipped json.RawMessage
		return l.dec.Decode(&skipped)
	}
	open, err := l.dec.Token()
	if err != nil {
		return err
	}
	if open != json.Delim('[') {
		return errForm
	}
	l.opened = append(l.opened, '[')
	return nil
}

// newList returns the list of jobs in the file.
func (r *Reader) newList() *jsonList {
	src := bufio.NewReaderSize(r.src, headSize)
	first, _ := src.Peek(headSize)
	h := newHead(first)
	list := &jsonList{src: text.Bounded{Src: src, Most: maxJob, TooLong: errJob}, bare: startsWith("{")(h) && !h.key("jobs")}
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
		return fmt.Errorf("the JSON is damaged in job %d: %w", r.at, err)
	}
	return fmt.Errorf("job %d: %w", r.at, err)
}
