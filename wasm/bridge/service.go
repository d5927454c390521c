// Package bridge is how a page talks to the simulator: requests and answers,
// each a JSON text with the bytes that go with it. It is pure Go, knows nothing
// of browsers and is tested natively with the cases that the browser runs too
// (testdata/cases.json).
//
// A request is {"version": 6, "id": 7, "op": "run", ...}. Whoever asks chooses
// the id; all that is sent back carries it:
//
//	{"id": 7, "progress": {...}}     any number of times, only by run and solve
//	{"id": 7, "answer": {...}}       once, or
//	{"id": 7, "error": "one line"}   once; with "cancelled": true if it was
//
// The operations of the simulator (New) are
//
//	describe   what there is: policies and their options, metrics, columns, workloads
//	load       keep a log (blob 0) under a name and summarise it
//	forget     drop a log that was loaded
//	run        simulate a Spec; blobs: the jobs and the runs table as Arrow IPC files, the
//	           steps table where a policy recorded any (thinned if it is very large), and
//	           the parts table of a grid or the shares table of a cluster, and the
//	           decisions table where rule bases decided
//	rules      read a rule base (blob 0), which a Spec can then have
//	instance   the off-line problem of a second of a Spec's run, or that of blob 0; blob: the
//	           problem as JSON (see package exact)
//	solve      find the best schedule of a problem (blob 0) within so many seconds; blob: the
//	           exact.Result as JSON. Cancelled, it answers with what it has
//	cancel     stop a request by its id
//
// and those of the add-on (wasm/extra) are figure, parquet and experiments. A request in another
// version than ours is refused in words.
package bridge

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
)

// Version is the version of the protocol. A change that an older page or an
// older simulator would misunderstand raises it: since 2, describe has options
// of policies and run gives steps; since 3, describe has a form for grids and run
// gives parts; since 4, the same of clusters and shares; since 5, of rule bases and
// decisions; since 6, there are instance and solve; since 7, a run's tables come by name.
const Version = 7

// A Message is one request or one thing sent back.
type Message struct {
	JSON  []byte
	Blobs [][]byte
}

// An Envelope is what every request has. The parameters of an Op embed it.
type Envelope struct {
	Version int    `json:"version"`
	ID      int64  `json:"id"`
	Op      string `json:"op"`
}

// A Call is one request on its way through an Op.
type Call struct {
	Request  []byte // JSON
	Blobs    [][]byte
	Progress func(v any) // sends v as progress
}

// Decode reads the request into v, a pointer to a struct that embeds Envelope.
// A field that v has not is an error: it would be ignored in silence otherwise.
// So is another number of blobs than wanted.
func (c *Call) Decode(v any, blobs int) error {
	d := json.NewDecoder(bytes.NewReader(c.Request))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return fmt.Errorf("the request: %s", strings.TrimPrefix(err.Error(), "json: "))
	}
	if len(c.Blobs) != blobs {
		return fmt.Errorf("the request: %d blobs given, %d wanted", len(c.Blobs), blobs)
	}
	return nil
}

// An Op carries out one kind of request. It returns the answer, which is sent
// as JSON, and the blobs that go with it; or an error, which is sent as one
// line. It may be called for several requests at once.
type Op func(ctx context.Context, c *Call) (answer any, blobs [][]byte, err error)

// A Service answers requests by its operations. It is safe for concurrent use.
type Service struct {
	ops map[string]Op

	mu     sync.Mutex
	active map[int64]context.CancelFunc // by request id
}

// NewService returns a Service with the given operations and cancel.
func NewService(ops map[string]Op) *Service {
	return &Service{ops: ops, active: map[int64]context.CancelFunc{}}
}

// Handle answers one request: it calls send for progress, then once with the
// answer or the error, and returns. Nothing in a request makes it panic.
func (s *Service) Handle(in Message, send func(Message)) {
	var e Envelope
	if err := json.Unmarshal(in.JSON, &e); err != nil {
		send(failure(e.ID, errors.New("the request is no JSON object with a number for id and version")))
		return
	}
	answer, blobs, err := s.serve(e, in, send)
	if err == nil {
		var text []byte
		if text, err = json.Marshal(map[string]any{"id": e.ID, "answer": answer}); err == nil {
			send(Message{JSON: text, Blobs: blobs})
			return
		}
	}
	send(failure(e.ID, err))
}

func (s *Service) serve(e Envelope, in Message, send func(Message)) (answer any, blobs [][]byte, err error) {
	if e.Version != Version {
		return nil, nil, fmt.Errorf(
			"the page speaks version %d of the protocol and the simulator version %d: reload the page without the browser's cache",
			e.Version, Version)
	}
	if e.Op == "cancel" {
		return s.cancel(in)
	}
	op, ok := s.ops[e.Op]
	if !ok {
		return nil, nil, fmt.Errorf("there is no operation %q", e.Op)
	}
	ctx, done, err := s.begin(e.ID)
	if err != nil {
		return nil, nil, err
	}
	defer done()
	defer func() {
		if r := recover(); r != nil {
			answer, blobs, err = nil, nil, fmt.Errorf("%s failed, which is a fault of this program: %v", e.Op, r)
		}
	}()
	progress := func(v any) {
		text, err := json.Marshal(map[string]any{"id": e.ID, "progress": v})
		if err == nil && ctx.Err() == nil {
			send(Message{JSON: text})
		}
	}
	return op(ctx, &Call{Request: in.JSON, Blobs: in.Blobs, Progress: progress})
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

// cancel stops the request with the id target. It answers whether there was
// one; that request then ends with an error of its own.
func (s *Service) cancel(in Message) (any, [][]byte, error) {
	var p struct {
		Envelope
		Target int64 `json:"target"`
	}
	c := Call{Request: in.JSON, Blobs: in.Blobs}
	if err := c.Decode(&p, 0); err != nil {
		return nil, nil, err
	}
	s.mu.Lock()
	stop, found := s.active[p.Target]
	s.mu.Unlock()
	if found {
		stop()
	}
	return map[string]bool{"found": found}, nil, nil
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

// maxError bounds the length of an error line, in bytes: it may quote a log.
const maxError = 600

func oneLine(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > maxError {
		s = strings.ToValidUTF8(s[:maxError], "") + "..."
	}
	return s
}
