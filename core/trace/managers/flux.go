package managers

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/backfill-lab/backfill/core/internal/text"
)

// Flux's jobs are objects of JSON: the elements of a list, of the list "jobs" of an object, or one after another. Times are Unix
// times with decimals, 0 if there is none.
type fluxJob struct {
	ID          fluxText   `json:"id"`
	UserID      fluxText   `json:"userid"`
	Username    fluxText   `json:"username"`
	Name        fluxText   `json:"name"`
	Queue       fluxText   `json:"queue"`
	Bank        fluxText   `json:"bank"`
	State       fluxText   `json:"state"`
	Result      fluxText   `json:"result"`
	Submit      fluxNumber `json:"t_submit"`
	Run         fluxNumber `json:"t_run"`
	Cleanup     fluxNumber `json:"t_cleanup"`
	Inactive    fluxNumber `json:"t_inactive"`
	Duration    fluxNumber `json:"duration"`
	Expiration  fluxNumber `json:"expiration"`
	Tasks       fluxNumber `json:"ntasks"`
	Cores       fluxNumber `json:"ncores"`
	Nodes       fluxNumber `json:"nnodes"`
	Annotations struct {
		Sched struct {
			Queue fluxText `json:"queue"` // of old versions
		} `json:"sched"`
	} `json:"annotations"`
}

// A fluxText is a text or a number, "" for anything else.
type fluxText string

// UnmarshalJSON implements json.Unmarshaler.
func (t *fluxText) UnmarshalJSON(b []byte) error {
	*t = ""
	if len(b) > 0 && b[0] == '"' {
		return json.Unmarshal(b, (*string)(t))
	}
	if isNumber(b) {
		*t = fluxText(b)
	}
	return nil
}

// A fluxNumber is a number, rounded to the nearest whole one; 0 for anything else.
type fluxNumber struct {
	n       int64
	rounded bool
}

// UnmarshalJSON implements json.Unmarshaler.
func (n *fluxNumber) UnmarshalJSON(b []byte) error {
	whole, exact, err := rounded(bytes.Trim(b, `"`))
	if *n = (fluxNumber{}); err == nil {
		*n = fluxNumber{max(whole, 0), !exact}
	}
	return nil
}

// or returns the number, None for 0.
func (n fluxNumber) or() int64 {
	if n.n > 0 {
		return n.n
	}
	return None
}

const (
	maxJob   = 4 << 20 // bytes of JSON
	headSize = 4 << 10 // bytes that say what holds the jobs
)

var (
	errJob  = fmt.Errorf("a job of more than %d bytes", maxJob)
	errForm = errors.New("not a list of jobs as flux jobs --json prints it")
)

func (r *Reader) openFlux() func(*Row) error {
	src := bufio.NewReaderSize(r.src, headSize)
	first, _ := src.Peek(headSize)
	h := newHead(first)
	list := &jsonList{src: text.Bounded{Src: src, Most: maxJob, TooLong: errJob}, bare: startsWith("{")(h) && !h.key("jobs")}
	list.dec = json.NewDecoder(&list.src)
	return func(row *Row) error {
		*row = unknown
		r.at++
		row.Line = r.at
		element, err := list.next()
		if err != nil {
			return r.jsonError(list, err)
		}
		var job fluxJob
		if err := json.Unmarshal(element, &job); err != nil {
			return r.bad("", element, errRecord)
		}
		r.fluxRow(&job, row)
		return nil
	}
}

// jsonError words an error of the whole file.
func (r *Reader) jsonError(list *jsonList, err error) error {
	var syntax *json.SyntaxError
	switch {
	case err == io.EOF && !list.within():
		return err
	case err == io.EOF, errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("%s: the JSON is cut off behind job %d: get the whole file", r.file, r.at-1)
	case errors.As(err, &syntax):
		return fmt.Errorf("%s: the JSON is damaged in job %d: %w", r.file, r.at, err)
	}
	return fmt.Errorf("%s: job %d: %w", r.file, r.at, err)
}

func (r *Reader) fluxRow(job *fluxJob, row *Row) {
	if n, err := count([]byte(job.ID)); err == nil && n >= 0 {
		row.Job = n
	} else {
		row.Label = string(job.ID)
	}
	row.Submit, row.Start, row.End = job.Submit.or(), job.Run.or(), job.Cleanup.or()
	if row.End == None {
		row.End = job.Inactive.or()
	}
	row.Rounded = job.Submit.rounded || job.Run.rounded || job.Cleanup.rounded
	if row.Estimate = job.Duration.or(); row.Estimate == None && row.Start != None && job.Expiration.n > row.Start {
		row.Estimate = job.Expiration.n - row.Start
	}
	row.Procs, row.ReqProcs, row.Nodes = job.Cores.or(), job.Tasks.or(), job.Nodes.or()
	if row.Procs != None {
		row.ReqProcs = None // tasks may have several cores each
	}
	user := job.Username
	if user == "" {
		user = job.UserID
	}
	queue := job.Queue
	if queue == "" {
		queue = job.Annotations.Sched.Queue
	}
	row.User, row.Queue = r.Users.of([]byte(user)), r.Queues.of([]byte(queue))
	row.Group, row.Name = r.Groups.of([]byte(job.Bank)), r.Names.of([]byte(job.Name))
	switch job.Result {
	case "COMPLETED", "1":
		row.Status = Completed
	case "FAILED", "2", "TIMEOUT", "8":
		row.Status = Failed
	case "CANCELED", "CANCELLED", "4":
		row.Status = Cancelled
	}
	row.Running = row.Start != None && row.End == None || job.State == "RUN" || job.State == "16"
	if state, err := strconv.Atoi(string(job.State)); err == nil && state < 64 && row.Start == None {
		row.End = None // it waits
	}
}

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
