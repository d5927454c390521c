package exact

import (
	"cmp"
	"container/heap"
	"context"
	"math/rand/v2"
	"slices"
	"time"
)

// Options are what ends a solution early and how much memory it may use. The
// zero value solves to the end.
type Options struct {
	Seconds   float64 `json:"seconds,omitempty"`    // stop after so many seconds; 0 for no limit
	Nodes     int64   `json:"nodes,omitempty"`      // stop after so many nodes; 0 for no limit
	MemoryMiB int     `json:"memory_mib,omitempty"` // for remembered states; 0 for DefaultMemoryMiB

	// Start is a legal schedule to begin with beside the policies', parallel to
	// the jobs, or nil.
	Start []int64 `json:"start,omitempty"`

	// Progress, if not nil, is told of every better schedule or bound. The result
	// is the solver's own: do not keep it or its slices.
	Progress func(*Result) `json:"-"`
}

// DefaultMemoryMiB is the memory for remembered states if Options say nothing.
const DefaultMemoryMiB = 256

// A Result is the best schedule found and how good it is at the least.
type Result struct {
	Name    string  `json:"name,omitempty"` // the instance's
	Starts  []int64 `json:"starts"`         // seconds, parallel to the jobs
	Cost    int64   `json:"cost"`           // of Starts, see Instance.Cost
	Bound   int64   `json:"bound"`          // no schedule costs less
	Gap     float64 `json:"gap"`            // (Cost-Bound)/Cost, 0 if Optimal
	Optimal bool    `json:"optimal"`        // Bound is Cost
	Nodes   int64   `json:"nodes"`          // of the search tree that were looked at
	Seconds float64 `json:"seconds"`        // by the clock
	Stopped Stop    `json:"stopped"`        // what ended it

	Policy     string `json:"policy"`      // the best policy
	PolicyCost int64  `json:"policy_cost"` // of its schedule
}

// A Stop is what ended a solution.
type Stop string

// What ends a solution.
const (
	Done      Stop = "done"      // the schedule is optimal
	Nodes     Stop = "nodes"     // Options.Nodes
	Time      Stop = "time"      // Options.Seconds
	Cancelled Stop = "cancelled" // the context
)

// Solve returns the best schedule of in that it finds, never worse than the best
// policy's, and a bound that it has proved. It ends when the two meet, when a
// limit of o is reached or when ctx is done; none of these is an error, only an
// instance or a schedule to start with that is not right. Limited by nodes alone,
// it returns the same on every machine, but for Seconds. It uses the calling
// goroutine only.
func Solve(ctx context.Context, in *Instance, o Options) (*Result, error) {
	begun := time.Now()
	if err := in.Check(); err != nil {
		return nil, err
	}
	s := &solver{in: in, o: o, p: newProblem(in), begun: begun, done: ctx.Done()}
	s.r = &Result{Name: in.Name}
	s.r.Starts, s.r.Cost, s.r.Policy = in.Best()
	s.r.PolicyCost = s.r.Cost
	if s.p.n == 0 {
		s.r.settle()
		return s.r, nil
	}
	s.solve()
	return s.r, nil
}

type solver struct {
	in    *Instance
	o     Options
	p     *problem
	r     *Result
	begun time.Time
	done  <-chan struct{}
	best  incumbent
	tree  *tree
}

func (s *solver) stop() bool {
	select {
	case <-s.done:
		s.r.Stopped = Cancelled
		return true
	default:
	}
	if s.o.Nodes > 0 && s.nodes() >= s.o.Nodes {
		s.r.Stopped = Nodes
		return true
	}
	if s.o.Seconds > 0 && time.Since(s.begun).Seconds() >= s.o.Seconds {
		s.r.Stopped = Time
		return true
	}
	return false
}

func (s *solver) nodes() int64 {
	n := s.tree.parts
	if s.tree.chrono != nil {
		n += s.tree.chrono.nodes
	}
	return n
}

func (s *solver) solve() {
	p := s.p
	s.best.found = s.tell
	s.tree = &tree{p: p, best: &s.best, stop: s.stop, budget: 3000}
	s.tree.prop.p = p
	order := make([]int, p.n)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range Policies {
		for k, j := range Policies[i].Order(s.in) {
			order[k] = slices.Index(p.job, j)
		}
		cost := p.evaluate(&profile{}, order, never)
		p.local(order, cost, 1000*min(p.n, 10), r)
		s.best.take(p.list(order))
	}
	horizon := int64(0)
	for i, t := range s.best.starts {
		horizon = max(horizon, t+p.d[i])
	}
	s.tree.u = newDual(p, max(horizon, 1), 128)
	s.tree.ascent = newAscent(s.tree.u)
	if p.n <= maxSearched {
		s.tree.chrono = newChrono(p, s.tree.u, &s.best, newMemo(cmp.Or(s.o.MemoryMiB, DefaultMemoryMiB)))
		s.tree.chrono.stop = s.stop
	}
	dom := make([]domain, p.n)
	for i := range dom {
		dom[i] = domain{{p.early[i], p.end - p.d[i]}}
	}
	s.r.Bound = trivial(s.in)
	s.tree.least = 0
	root := s.tree.node(dom, make([]int64, s.tree.u.k), 300, 1)
	if root == nil {
		s.tree.least = never
	} else {
		s.tree.least = max(0, root.bound)
		heap.Push(&s.tree.open, root)
		s.tell()
		s.tree.run()
	}
	s.update()
}

// tell brings the result up to date and passes it on.
func (s *solver) tell() {
	if s.o.Progress != nil && s.tree.u != nil {
		s.update()
		s.o.Progress(s.r)
	}
}

func (s *solver) update() {
	p, r, u := s.p, s.r, s.tree.u
	for i, t := range s.best.starts {
		r.Starts[p.job[i]] = t + s.in.Now
	}
	r.Cost = s.best.cost + p.fixed
	bound := s.best.cost
	if s.tree.least < bound*u.one {
		bound = (s.tree.least + u.one - 1) / u.one
	}
	r.Bound = max(r.Bound, bound+p.fixed)
	r.Nodes = s.nodes()
	r.settle()
	r.Seconds = time.Since(s.begun).Seconds()
}

// settle works out what follows from the cost and the bound.
func (r *Result) settle() {
	r.Optimal = r.Bound >= r.Cost
	r.Gap = 0
	if !r.Optimal {
		r.Gap = float64(r.Cost-r.Bound) / float64(r.Cost)
	} else {
		r.Stopped = Done
	}
}

// trivial is the cost if each job were alone.
func trivial(in *Instance) int64 {
	starts := make([]int64, len(in.Jobs))
	for i, j := range in.Jobs {
		for _, s := range in.Free {
			if s.Procs >= j.Procs {
				starts[i] = s.At
				break
			}
		}
	}
	return in.Cost(starts)
}
