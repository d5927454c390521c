package bridge

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/optimum/exact"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/wasm/service"
)

// An instanceAnswer is a problem with the policies' schedules of it. The blob has its
// JSON as package exact documents it.
type instanceAnswer struct {
	Instance *exact.Instance `json:"instance"`
	Policies []planned       `json:"policies"` // in the order of exact.Policies
	Best     string          `json:"best"`     // name of the cheapest
}

// A planned is one schedule of an instance.
type planned struct {
	Name   string  `json:"name"`
	Starts []int64 `json:"starts"` // seconds, parallel to the jobs
	Cost   int64   `json:"cost"`   // processor seconds
	ARTwW  float64 `json:"artww_s"`
}

// instance answers with the problem of a second of a Spec's run, or with that of blob 0.
func (s *simulator) instance(c *service.Call, p *instanceRequest) (*instanceAnswer, error) {
	var in *exact.Instance
	var err error
	switch {
	case len(p.Spec.RawMessage) > 0 && len(c.Blobs) == 0:
		var spec experiment.Spec
		var w *trace.Workload
		if spec, w, err = s.read(p.Spec); err == nil {
			yield := s.paced(nil)
			in, err = experiment.InstanceAt(c, spec, w, p.Policy, p.At, func(int) { yield() })
		}
	case len(p.Spec.RawMessage) == 0 && len(c.Blobs) == 1:
		in, err = readInstance(c.Blobs[0])
	default:
		err = errors.New("the request: a spec or a blob with an instance is wanted, and nothing beside it")
	}
	if err != nil {
		return nil, err
	}
	a := &instanceAnswer{Instance: in}
	_, _, a.Best = in.Best()
	for _, x := range exact.Policies {
		starts := in.List(x.Order(in))
		cost := in.Cost(starts)
		a.Policies = append(a.Policies, planned{Name: x.Name, Starts: starts, Cost: cost, ARTwW: in.ARTwW(cost)})
	}
	var text bytes.Buffer
	err = in.Write(&text)
	c.Out = [][]byte{text.Bytes()}
	return a, err
}

type instanceRequest struct {
	service.Envelope
	Spec   specText `json:"spec,omitempty"`   // of the run; without one, blob 0 is the problem
	Policy string   `json:"policy,omitempty"` // one of the Spec's
	At     int64    `json:"at,omitempty"`     // the second
}

// maxInstance bounds the file of an instance, in bytes. The largest one allowed is less
// than a fifth as long.
const maxInstance = 1 << 23

func readInstance(data []byte) (*exact.Instance, error) {
	if len(data) > maxInstance {
		return nil, fmt.Errorf("it is %d bytes long, more than an instance can be (%d)", len(data), maxInstance)
	}
	return exact.Read(bytes.NewReader(data))
}

// Limits of a solution in a browser's tab.
const (
	maxSeconds    = 3600
	solvingMemory = 128 // MiB
)

// A solving describes the solution of an instance, in progress and in the end.
type solving struct {
	Cost       int64   `json:"cost"` // of the best schedule found
	Bound      int64   `json:"bound"`
	ARTwW      float64 `json:"artww_s"`
	BoundARTwW float64 `json:"bound_artww_s"`
	Gap        float64 `json:"gap"`
	Nodes      int64   `json:"nodes"`
	Seconds    float64 `json:"seconds"`
	Optimal    bool    `json:"optimal"`

	// What ended the solution. It is missing in progress.
	Stopped exact.Stop `json:"stopped,omitempty"`

	// Seconds, parallel to the jobs. In progress they are sent only if they are better than those before.
	Starts []int64 `json:"starts,omitempty"`
}

// solve finds the best schedule of an instance (blob 0) and reports its progress a few
// times a second. The blob of the answer is the exact.Result as JSON. If it is
// cancelled, the best schedule so far is the answer.
func (s *simulator) solve(c *service.Call, p *solveRequest) (*solving, error) {
	if !(p.Seconds > 0 && p.Seconds <= maxSeconds) {
		return nil, fmt.Errorf("a time limit of %g s, expected more than 0 and at most %d", p.Seconds, maxSeconds)
	}
	in, err := readInstance(c.Blobs[0])
	if err != nil {
		return nil, err
	}
	told := int64(math.MaxInt64) // the cost of the starts that were sent last
	var now solving
	begun := time.Now()
	yield := s.paced(func() {
		if now.Seconds = time.Since(begun).Seconds(); now.Cost > 0 {
			c.Progress(now)
			now.Starts = nil
		}
	})
	r, err := exact.Solve(c, in, exact.Options{
		Seconds: p.Seconds, MemoryMiB: solvingMemory,
		Progress: func(r *exact.Result) {
			starts := now.Starts
			now = newSolving(in, r)
			if now.Starts = starts; r.Cost < told {
				told, now.Starts = r.Cost, slices.Clone(r.Starts)
			}
		},
		Yield: func(nodes int64) {
			now.Nodes = nodes
			yield()
		},
	})
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(r)
	c.Out = [][]byte{text}
	a := newSolving(in, r)
	a.Starts = r.Starts
	return &a, err
}

type solveRequest struct {
	service.Envelope
	Seconds float64 `json:"seconds"` // the time limit, at most maxSeconds
}

func newSolving(in *exact.Instance, r *exact.Result) solving {
	return solving{Cost: r.Cost, Bound: r.Bound, ARTwW: in.ARTwW(r.Cost), BoundARTwW: in.ARTwW(r.Bound), Gap: r.Gap,
		Nodes: r.Nodes, Seconds: r.Seconds, Optimal: r.Optimal, Stopped: r.Stopped}
}

// yieldEvery is the time that work goes on between two yields.
const yieldEvery = 50 * time.Millisecond

// paced returns a function to call at any time: every yieldEvery it calls tell, if that
// is not nil, and yields.
func (s *simulator) paced(tell func()) func() {
	last := time.Now()
	return func() {
		if time.Since(last) < yieldEvery {
			return
		}
		if tell != nil {
			tell()
		}
		s.opt.Yield()
		last = time.Now()
	}
}
