package exact

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"
)

// Options are what ends a solution early and how much memory it may use. The
// zero value solves to the end.
type Options struct {
	Seconds   float64 `json:"seconds,omitempty"`    // stop after so many seconds; 0 for no limit
	Nodes     int64   `json:"nodes,omitempty"`      // stop after so many nodes; 0 for no limit
	MemoryMiB int     `json:"memory_mib,omitempty"` // for what is remembered and still to do; 0 for DefaultMemoryMiB

	// Start is a schedule to begin with beside the policies', parallel to the jobs,
	// or nil. It counts by the order of its starts.
	Start []int64 `json:"start,omitempty"`

	// Progress, if not nil, is told of every better schedule or bound. The result
	// is the solver's own: do not keep it or its slices.
	Progress func(*Result) `json:"-"`

	// Yield, if not nil, is called at every look at the limits, which is thousands
	// of times a second, and told of the nodes so far. Where there is one thread, as
	// in a browser, it can let others run.
	Yield func(nodes int64) `json:"-"`
}

// DefaultMemoryMiB is the memory for states and parts if Options say nothing.
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
	Size      Stop = "size"      // too many jobs to be searched: see MaxSearched
)

// Solve returns the best schedule of in that it finds, never worse than the best
// policy's, and a bound that it has proved. It ends when the two meet, when a
// limit of o is reached or when ctx is done; none of these is an error, only an
// instance or a schedule to start with that is not right. Limited by nodes alone,
// it returns the same on every machine, but for Seconds. It uses the calling
// goroutine only.
func Solve(ctx context.Context, in *Instance, o Options) (*Result, error) {
	begun := clock()
	if err := in.Check(); err != nil {
		return nil, err
	}
	if n := len(o.Start); n != 0 && n != len(in.Jobs) {
		return nil, fmt.Errorf("the schedule to start with has %d starts, expected one for each of %d jobs", n, len(in.Jobs))
	}
	if o.Seconds < 0 || o.Nodes < 0 || o.MemoryMiB < 0 {
		return nil, fmt.Errorf("limits of %g s, %d nodes and %d MiB, expected none to be negative", o.Seconds, o.Nodes, o.MemoryMiB)
	}
	s := &solver{in: in, o: o, p: newProblem(in), begun: begun, done: ctx.Done(), r: &Result{Name: in.Name}}
	s.r.Starts, s.r.Cost, s.r.Policy = in.Best()
	s.r.PolicyCost = s.r.Cost
	s.r.Bound = trivial(in)
	if s.p.n > 0 && s.r.Bound < s.r.Cost {
		s.solve()
	}
	s.update()
	return s.r, nil
}

type solver struct {
	in    *Instance
	o     Options
	p     *problem
	r     *Result
	begun float64
	done  <-chan struct{}
	best  incumbent
	tree  *tree
}

// What the phases may take; measured on the self-tuning steps of the CTC log.
const (
	rootBuckets = 128    // of the grid
	rootSteps   = 300    // of the first ascent
	firstNodes  = 30_000 // of the first search, which is enough for most small instances
	cutRounds   = 4
	localShare  = 0.4 // of Options.Seconds, for the first local searches at the most
	cutSteps    = 400
)

// solve is the phases: a local search; a bound; a search of the starts that the
// bound leaves; if that is not enough, cuts and then the tree.
func (s *solver) solve() {
	p := s.p
	s.begin()
	if s.stop() {
		return
	}
	horizon := int64(1)
	for i, t := range s.best.starts {
		horizon = max(horizon, t+p.d[i])
	}
	u := newDual(p, horizon, rootBuckets)
	t := &tree{p: p, u: u, ascent: newAscent(u), best: &s.best, stop: s.stop, prop: propagator{p: p}, draw: draw()}
	t.ascent.stop, t.ascent.shares = s.stop, true
	s.tree = t
	dom := make([]domain, p.n)
	for i := range dom {
		dom[i] = domain{{p.early[i], p.end - p.d[i]}}
	}
	if p.n > MaxSearched {
		s.r.Stopped = Size
		t.least = t.ascent.climb(make([]int64, 2*u.k), dom, rootSteps, 1, s.best.cost, s.limit())
		return
	}
	mib := cmp.Or(s.o.MemoryMiB, DefaultMemoryMiB)
	t.chrono = newChrono(p, u, &s.best, newMemo((mib+1)/2))
	t.chrono.stop = s.stop
	t.most = 1 + mib<<19/(16*len(u.pi)+120*p.n+200)
	root := t.node(dom, make([]int64, 2*u.k), rootSteps, 1)
	for round := range cutRounds {
		if root == nil {
			break
		}
		t.least = max(t.least, root.bound)
		s.tell()
		if round == 0 && t.attempt(root, firstNodes) {
			root = nil
			break
		}
		if s.stop() || !u.cuts(root.pi) {
			break
		}
		before := root.bound
		t.ascent.settle(root.pi, root.dom, cutSteps, s.best.cost, s.limit())
		root = t.node(root.dom, root.pi, 50, 0.3)
		if root != nil && root.bound-before < (s.limit()-before)/50 {
			break
		}
	}
	if root == nil {
		t.least = never
		return
	}
	t.least = max(t.least, root.bound)
	t.ascent.shares = false
	t.push(root)
	t.told = s.tell
	t.run()
}

// limit is the most that something better may cost, in 1/one.
func (s *solver) limit() int64 { return (s.best.cost - 1) * s.tree.u.one }

// begin finds the first incumbent: local searches from the policies' orders and
// from Options.Start.
func (s *solver) begin() {
	p := s.p
	place := make([]int, p.n) // of a job in p
	for k, j := range p.job {
		place[j] = k
	}
	var orders [][]int
	for i := range Policies {
		order := Policies[i].Order(s.in)
		for k, j := range order {
			order[k] = place[j]
		}
		orders = append(orders, order)
	}
	if s.o.Start != nil {
		orders = append(orders, p.byStart(func(i int) float64 { return float64(s.o.Start[p.job[i]]) }))
	}
	type begin struct {
		order []int
		cost  int64
	}
	var begins []begin
	for _, order := range orders {
		starts, cost := p.list(order)
		s.best.take(starts, cost)
		begins = append(begins, begin{order, cost})
	}
	slices.SortStableFunc(begins, func(a, b begin) int { return cmp.Compare(a.cost, b.cost) })
	s.best.found = s.tell
	stop := func() bool {
		return s.stop() || s.o.Seconds > 0 && clock()-s.begun >= localShare*s.o.Seconds
	}
	r := draw()
	for _, b := range begins {
		if p.local(b.order, p.tries(), r, stop) {
			s.best.take(p.list(b.order))
		}
	}
}

// stop reports whether a limit is reached.
func (s *solver) stop() bool {
	if s.o.Yield != nil {
		s.o.Yield(s.nodes())
	}
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
	if s.o.Seconds > 0 && clock()-s.begun >= s.o.Seconds {
		s.r.Stopped = Time
		return true
	}
	return false
}

func (s *solver) nodes() int64 {
	if s.tree == nil {
		return 0
	}
	n := s.tree.parts
	if s.tree.chrono != nil {
		n += s.tree.chrono.nodes
	}
	return n
}

// tell brings the result up to date and passes it on.
func (s *solver) tell() {
	if s.o.Progress != nil {
		s.update()
		s.o.Progress(s.r)
	}
}

func (s *solver) update() {
	p, r := s.p, s.r
	if s.best.starts != nil && s.best.cost+p.fixed < r.Cost {
		for i, t := range s.best.starts {
			r.Starts[p.job[i]] = t + s.in.Now
		}
		r.Cost = s.best.cost + p.fixed
	}
	if t := s.tree; t != nil && t.least > 0 {
		bound := s.best.cost
		if one := t.u.one; t.least < bound*one {
			bound = (t.least + one - 1) / one
		}
		r.Bound = max(r.Bound, bound+p.fixed)
	}
	r.Nodes = s.nodes()
	r.Seconds = clock() - s.begun
	r.Optimal, r.Gap = r.Bound >= r.Cost, 0
	if r.Optimal {
		r.Stopped = Done
	} else {
		r.Gap = float64(r.Cost-r.Bound) / float64(r.Cost)
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

// clock returns seconds.
var clock = func() float64 { return time.Since(epoch).Seconds() }

var epoch = time.Now()
