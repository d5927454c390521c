package service

import (
	"fmt"
	"reflect"
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
