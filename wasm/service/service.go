// Package service answers a page's requests with operations. It is pure Go, knows nothing of browsers, and no
// simulator, so that a program that only converts files stays small.
//
// A request is a JSON text with blobs of bytes, {"version": 11, "id": 7, "op": "run", ...}. The page chooses the id,
// which everything that is sent back carries:
//
//	{"id": 7, "progress": {...}}     any number of times
//	{"id": 7, "part": 2}             any number of times, with one blob: the next bytes of the answer's blob 2
//	{"id": 7, "answer": {...}}       once, or
//	{"id": 7, "error": "one line"}   once; with "cancelled": true if it was
//
// A blob of the answer is its parts, one after the other, and then what comes with the answer. A large one leaves the
// program in parts while it is made, so that the program never holds the whole.
//
// A request in another version is refused in words.
package service

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"
	"sync"
)

// Version is the version of the protocol. It is raised by a change that an older page
// or simulator would misunderstand.
const Version = 11

// A Message is a request, or an answer, progress or error sent back.
type Message struct {
	JSON  []byte
	Blobs [][]byte
	Part  bool // its blob is the next bytes of an answer's, and only lent: it may change after the message is handled
}

// An Envelope holds the fields of every request. The request of an Op embeds it.
type Envelope struct {
	Version int    `json:"version"`
	ID      int64  `json:"id"`
	Op      string `json:"op"`
}

// A Call is a request to an Op.
type Call struct {
	context.Context          // done when the request is cancelled
	Request         []byte   // JSON
	Blobs           [][]byte // of the request
	Out             [][]byte // the Op sets the blobs of the answer, or what is left of them after their parts
	Progress        func(v any)

	// Part sends the next bytes of blob i of the answer, which has so many blobs at least. It does not keep b.
	Part func(i int, b []byte)
}

// decode reads the request into v, a pointer to a struct that embeds Envelope. An
// unknown field is an error, and so is another number of blobs than wanted.
func (c *Call) decode(v any, blobs int) error {
	d := json.NewDecoder(bytes.NewReader(c.Request))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return fmt.Errorf("the request: %s", strings.TrimPrefix(err.Error(), "json: "))
	}
	if blobs != AnyBlobs && len(c.Blobs) != blobs {
		return fmt.Errorf("the request: %d blobs given, %d wanted", len(c.Blobs), blobs)
	}
	return nil
}

// A Found says whether there was what a request named.
type Found struct {
	Found bool `json:"found"`
}

// A Service answers requests with its operations. It is safe for concurrent use.
type Service struct {
	ops map[string]Op

	mu     sync.Mutex
	active map[int64]context.CancelFunc // by request id
}

// NewService returns a Service with the given operations and cancel.
func NewService(ops map[string]Op) *Service {
	s := &Service{ops: maps.Clone(ops), active: map[int64]context.CancelFunc{}}
	s.ops["cancel"] = NewOp(0, s.cancel)
	return s
}

// Ops returns the operations by name, from which wasm/build/internal/types writes the page's types.
func (s *Service) Ops() map[string]Op { return maps.Clone(s.ops) }

// Handle answers one request: it calls send for progress, then once with the
// answer or the error, and returns. Nothing in a request makes it panic.
func (s *Service) Handle(in Message, send func(Message)) {
	var e Envelope
	if err := json.Unmarshal(in.JSON, &e); err != nil {
		send(failure(e.ID, errors.New("the request is no JSON object with a number for id and version")))
		return
	}
	c := &Call{Request: in.JSON, Blobs: in.Blobs}
	c.Progress = func(v any) {
		text, err := json.Marshal(map[string]any{"id": e.ID, "progress": v})
		if err == nil && c.Err() == nil {
			send(Message{JSON: text})
		}
	}
	parts := 0 // the answer has so many blobs at least
	c.Part = func(i int, b []byte) {
		if parts = max(parts, i+1); c.Err() == nil {
			send(Message{JSON: fmt.Appendf(nil, `{"id":%d,"part":%d}`, e.ID, i), Blobs: [][]byte{b}, Part: true})
		}
	}
	answer, err := s.serve(e, c)
	if err == nil {
		var text []byte
		if text, err = json.Marshal(map[string]any{"id": e.ID, "answer": answer}); err == nil {
			for len(c.Out) < parts {
				c.Out = append(c.Out, nil)
			}
			send(Message{JSON: text, Blobs: c.Out})
			return
		}
	}
	send(failure(e.ID, err))
}

func (s *Service) serve(e Envelope, c *Call) (answer any, err error) {
	if e.Version != Version {
		return nil, fmt.Errorf(
			"the page speaks version %d of the protocol and the simulator version %d: reload the page without the browser's cache",
			e.Version, Version)
	}
	op, ok := s.ops[e.Op]
	if !ok {
		return nil, fmt.Errorf("unknown operation %q", e.Op)
	}
	if e.Op == "cancel" { // it is no work, so it cannot be cancelled
		return op.carryOut(c)
	}
	var done func()
	if c.Context, done, err = s.begin(e.ID); err != nil {
		return nil, err
	}
	defer done()
	defer func() {
		if r := recover(); r != nil {
			answer, err = nil, fmt.Errorf("%s failed, which is a fault of this program: %v", e.Op, r)
		}
	}()
	return op.carryOut(c)
}

// begin registers a request so that it can be cancelled by its id.
func (s *Service) begin(id int64) (ctx context.Context, done func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, busy := s.active[id]; busy {
		return nil, nil, fmt.Errorf("request %d is still being worked on: give each its own id", id)
	}
	ctx, cancel := context.WithCancel(context.Background())
	s.active[id] = cancel
	return ctx, func() {
		cancel()
		s.mu.Lock()
		delete(s.active, id)
		s.mu.Unlock()
	}, nil
}

// cancel stops the request with the id target, which then ends with an error of its
// own. It answers whether there was such a request.
func (s *Service) cancel(_ *Call, p *cancelRequest) (Found, error) {
	s.mu.Lock()
	stop, ok := s.active[p.Target]
	s.mu.Unlock()
	if ok {
		stop()
	}
	return Found{ok}, nil
}

type cancelRequest struct {
	Envelope
	Target int64 `json:"target"` // id of the request to stop
}

func failure(id int64, err error) Message {
	f := struct {
		ID        int64  `json:"id"`
		Error     string `json:"error"`
		Cancelled bool   `json:"cancelled,omitempty"`
	}{ID: id, Error: oneLine(err.Error())}
	if errors.Is(err, context.Canceled) {
		f.Error, f.Cancelled = "cancelled", true
	}
	text, err := json.Marshal(f)
	if err != nil { // strings and numbers: cannot happen
		panic(err)
	}
	return Message{JSON: text}
}

// MaxError bounds the length of an error line, in bytes: it may quote a log.
const MaxError = 600

func oneLine(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > MaxError {
		s = strings.ToValidUTF8(s[:MaxError], "") + "..."
	}
	return s
}
