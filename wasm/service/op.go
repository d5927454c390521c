package service

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"

	"github.com/backfill-lab/backfill/arrowio/ipc"
	"github.com/backfill-lab/backfill/core/result"
)

// An Op is one kind of request. Make one with NewOp.
type Op struct {
	Request  reflect.Type // a struct that embeds Envelope
	Answer   reflect.Type
	Progress reflect.Type // nil if it reports none

	carryOut func(c *Call) (any, error)
}

// AnyBlobs lets an Op decide how many blobs its requests have.
const AnyBlobs = -1

// NewOp returns the Op that f carries out. Its requests are Qs, structs that embed
// Envelope, with that number of blobs; they are refused before f is called if they are
// not. The answer is sent as JSON, an error as one line. f is called for several
// requests at once.
func NewOp[Q, A any](blobs int, f func(c *Call, request *Q) (A, error)) Op {
	return Op{
		Request: reflect.TypeFor[Q](),
		Answer:  reflect.TypeFor[A](),
		carryOut: func(c *Call) (any, error) {
			q := new(Q)
			if err := c.decode(q, blobs); err != nil {
				return nil, err
			}
			return f(c, q)
		},
	}
}

// Reporting returns op for requests that call Progress with values of the type of v.
func (op Op) Reporting(v any) Op {
	op.Progress = reflect.TypeOf(v)
	carryOut := op.carryOut
	op.carryOut = func(c *Call) (any, error) {
		send := c.Progress
		c.Progress = func(v any) {
			if t := reflect.TypeOf(v); t != op.Progress {
				panic(fmt.Sprintf("service: progress is a %v, expected a %v", t, op.Progress))
			}
			send(v)
		}
		return carryOut(c)
	}
	return op
}

// Whole returns a function for Handle that passes messages on to send with each blob of the answer in one piece: it
// keeps the parts until then. A page does so itself.
func Whole(send func(Message)) func(Message) {
	var parts [][]byte
	return func(m Message) {
		var got struct{ Part, Answer json.RawMessage }
		if err := json.Unmarshal(m.JSON, &got); err != nil { // ours: cannot happen
			panic(err)
		}
		switch i := 0; {
		case got.Part != nil:
			if err := json.Unmarshal(got.Part, &i); err != nil {
				panic(err)
			}
			for len(parts) <= i {
				parts = append(parts, nil)
			}
			parts[i] = append(parts[i], m.Blobs[0]...)
			return
		case got.Answer != nil:
			for i, p := range parts {
				m.Blobs[i] = bytes.Join([][]byte{p, m.Blobs[i]}, nil)
			}
		}
		send(m)
	}
}

// Convert returns the Op that writes a table (blob 0, an Arrow IPC file) to the sink
// of another format; blob 0 of the answer is that file.
func Convert(to func(io.Writer, *result.Schema, result.Meta) (result.Sink, error)) Op {
	return NewOp(1, func(c *Call, _ *Envelope) (converted, error) {
		t, meta, err := ipc.Read(c.Blobs[0])
		if err != nil {
			return converted{}, err
		}
		var out bytes.Buffer
		sink, err := to(&out, t.Schema, meta)
		if err == nil {
			err = sink.Write(t)
		}
		if err == nil {
			err = sink.Close()
		}
		c.Out = [][]byte{out.Bytes()}
		return converted{t.Rows}, err
	})
}

// converted describes a table that was written in another format.
type converted struct {
	Rows int `json:"rows"`
}
