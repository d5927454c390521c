package exact

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"
)

// Options limit a solution's time, work, nodes and memory. The zero value solves to the end.
type Options struct {
	Seconds   float64 `json:"seconds,omitempty"`    // of the clock; 0 for no limit
	Work      float64 `json:"work,omitempty"`       // units of work, each about a second; 0 for no limit
	Nodes     int64   `json:"nodes,omitempty"`      // 0 for no limit
	MemoryMiB int     `json:"memory_mib,omitempty"` // for states and open parts; 0 for DefaultMemoryMiB

	// Workers is the number of goroutines that share the tree, 0 for one. With more than one,
	// timing decides how many nodes a proof needs, which of several optimal schedules is
	// found, and what a limit allows. As WebAssembly there is always one.
	Workers int `json:"workers,omitempty"`

	// Start is another schedule to begin with, parallel to the jobs, or nil. Only its order
	// counts.
	Start []int64 `json:"start,omitempty"`

	// Progress, if not nil, receives every better schedule or bound. The solver reuses
	// the result and its slices: do not keep them. Several workers call Progress and Yield
	// from their goroutines, one call at a time.
	Progress func(*Result) `json:"-"`

	// Yield, if not nil, receives the nodes so far whenever the solver checks its limits,
	// thousands of times a second. On a single thread, as in a browser, it can let others run.
	Yield func(nodes int64) `json:"-"`
}

// DefaultMemoryMiB is the memory for states and open parts unless Options set it.
const DefaultMemoryMiB = 256

// A Result is the best schedule found, and a proven bound.
type Result struct {
	Name    string  `json:"name,omitempty"` // the instance's
	Starts  []int64 `json:"starts"`         // seconds, parallel to the jobs
	Cost    int64   `json:"cost"`           // of Starts, see Instance.Cost
	Bound   int64   `json:"bound"`          // no schedule costs less
	Gap     float64 `json:"gap"`            // (Cost-Bound)/Cost, 0 if Optimal
	Optimal bool    `json:"optimal"`        // Bound is Cost
	Nodes   int64   `json:"nodes"`          // visited
	Work    float64 `json:"work"`           // done, in units of Options.Work
	Seconds float64 `json:"seconds"`        // by the clock
	Stopped Stop    `json:"stopped"`        // what ended the solution

	Policy     string `json:"policy"`      // the best policy
	PolicyCost int64  `json:"policy_cost"` // of its schedule
}

// A Stop is what ended a solution.
type Stop string

const (
	Done      Stop = "done"      // the schedule is optimal
	Nodes     Stop = "nodes"     // Options.Nodes
	Work      Stop = "work"      // Options.Work
	Time      Stop = "time"      // Options.Seconds
	Cancelled Stop = "cancelled" // the context
	Size      Stop = "size"      // more than MaxSearched jobs
)

// Solve returns the best schedule of in that it finds, never worse than the best
// policy's, and a proven bound. It ends when the two meet, at a limit of o or when ctx is
// done; none of these is an error. A bad instance, limit or Start is. Limited by nodes and
// work alone, the result of one worker except Seconds is the same on every machine.
func Solve(ctx context.Context, in *Instance, o Options) (*Result, error) {
	begun := clock()
	if err := in.Check(); err != nil {
		return nil, err
	}
	if n := len(o.Start); n != 0 && n != len(in.Jobs) {
		return nil, fmt.Errorf("the schedule to start with has %d starts, expected one for each of %d jobs", n, len(in.Jobs))
	}
	if !(o.Seconds >= 0 && o.Work >= 0) || o.Nodes < 0 || o.MemoryMiB < 0 || o.Workers < 0 {
		return nil, fmt.Errorf("limits of %g s, %g units of work, %d nodes, %d MiB and %d workers, expected none below 0",
			o.Seconds, o.Work, o.Nodes, o.MemoryMiB, o.Workers)
	}
	s := &solver{in: in, o: o, p: newProblem(in), begun: begun, done: ctx.Done(), r: &Result{Name: in.Name}}
	s.most = never
	if o.Work > 0 {
		s.most = int64(math.Ceil(min(o.Work*workTicks, never)))
	}
	s.policies()
	if p := s.p; p.n > 0 && s.r.Bound < s.r.Cost && !s.stop() {
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
	most  int64 // ticks of work allowed
	best  incumbent
	first []int // the best of the first orders
	list  int64 // ticks of a list schedule
	tree  *tree
}

// Limits of the phases, measured on the self-tuning steps of the CTC log.
const (
	rootBuckets = 128    // of the grid
	rootSteps   = 300    // of the first ascent
	firstNodes  = 50_000 // of the first search: enough for most small instances
	cutSteps    = 400    // of the ascent after new cuts

	phaseShare = 0.2 // of the work or time left, for each phase
)

// solve runs the phases: annealing, a first bound, a search of the starts that the bound
// leaves and, if they are not enough, cuts and the tree.
func (s *solver) solve() {
	p := s.p
	s.best.found = s.tell
	begun := p.ticks
	s.improve(s.first)
	spent := p.ticks - begun
	if s.stop() {
		return
	}
	horizon := int64(1)
	for i, t := range s.best.starts {
		horizon = max(horizon, t+p.d[i])
	}
	u := newDual(p, horizon, rootBuckets)
	t := &tree{p: p, u: u, ascent: newAscent(u), best: &s.best, stop: s.stop, prop: propagator{p: p}, draw: draw(), wait: 1,
		search: searchNodes, check: watch(s.in, p), tries: 2 * p.tries(), due: p.ticks + 2*improveWait*spent}
	t.ascent.stop, t.ascent.shares = s.stop, true
	s.tree = t
	dom := make([]domain, p.n)
	for i := range dom {
		dom[i] = domain{{p.early[i], p.end - p.d[i]}}
	}
	if p.n > MaxSearched {
		s.r.Stopped = Size
		t.least = t.climb(u.fluid(), dom, s.steps(rootSteps, 1), 1, t.limit())
		return
	}
	mib := cmp.Or(s.o.MemoryMiB, DefaultMemoryMiB)
	t.chrono = newChrono(p, u, &s.best, newMemo((mib+1)/2, &p.ticks))
	t.chrono.stop = s.stop
	t.most = 1 + mib<<19/(8*(u.k+mostCuts)+120*p.n+200)
	root := t.node(dom, u.fluid(), s.steps(rootSteps, phaseShare), 1)
	if root != nil {
		t.least = root.bound
		s.tell()
		if t.attempt(root, s.searches()) {
			root = nil
		} else {
			s.improve(p.byStart(func(i int) float64 { return root.mean[i] }),
				p.byStart(func(i int) float64 { return root.mean[i] + float64(p.d[i])/2 }))
			root = s.tighten(root)
		}
	}
	if root == nil {
		t.least = never
		return
	}
	t.least = max(t.least, root.bound)
	t.ascent.shares = false
	t.root = clone(root.dom)
	t.ground = &ground{in: s.in, dom: clone(root.dom), prices: slices.Clone(root.pi), cut: slices.Clone(u.cut), due: p.ticks + hardAfter}
	t.aimAt = p.ticks + hardAfter
	t.push(root)
	t.told = s.tell
	t.runOn(s.o.Workers)
}

// tighten adds cuts to the root while they help. It returns the root, or nil if they
// prove the incumbent optimal.
func (s *solver) tighten(root *node) *node {
	t := s.tree
	for idle := 0; root != nil && idle < 3 && !s.stop(); idle++ {
		prices, found := t.cuts(t.u.drop(root.pi), root.dom)
		if root.pi = prices; !found {
			break
		}
		before := root.bound
		t.settle(root.pi, root.dom, s.steps(cutSteps, phaseShare), t.limit())
		if root = t.node(root.dom, root.pi, 50, 0.3); root == nil {
			break
		}
		if t.least = max(t.least, root.bound); root.bound-before >= (t.limit()-before)/50 {
			idle = -1
		}
		s.tell()
	}
	return root
}

// policies lists the policies' orders and that of Options.Start, the first one whatever
// the limits are, because a result needs a schedule.
func (s *solver) policies() {
	p, r := s.p, s.r
	place := make([]int, p.n) // of a job in p
	for k, j := range p.job {
		place[j] = k
	}
	list := func(order []int) int64 {
		starts, cost := p.list(order)
		if s.first == nil || cost < s.best.cost {
			s.first = order
		}
		s.best.take(starts, cost)
		return cost
	}
	for i := range Policies {
		if i > 0 && s.stop() {
			break
		}
		order := Policies[i].Order(s.in)
		for k, j := range order {
			order[k] = place[j]
		}
		cost := list(order) + p.fixed
		s.list = p.ticks / int64(i+1)
		if i == 0 || cost < r.PolicyCost {
			r.Policy, r.PolicyCost = Policies[i].Name, cost
		}
	}
	if len(s.o.Start) > 0 && !s.stop() {
		list(p.byStart(func(i int) float64 { return float64(s.o.Start[p.job[i]]) }))
	}
	r.Starts, r.Cost, r.Bound = make([]int64, p.n), never, p.fixed
	for i, t := range p.early {
		r.Bound += p.w[i] * t
	}
	s.update()
}

func (s *solver) improve(orders ...[]int) {
	s.p.search(orders, s.afford(s.p.tries(), phaseShare, s.list), draw(), s.stop, func(order []int) {
		s.best.take(s.p.list(order))
	})
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

// tell updates the result and passes it to Progress.
func (s *solver) tell() {
	if s.o.Progress != nil {
		s.update()
		s.o.Progress(s.r)
	}
}

func (s *solver) update() {
	p, r := s.p, s.r
	if s.best.cost+p.fixed < r.Cost {
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
	r.Work = float64(p.ticks) / workTicks
	r.Seconds = clock() - s.begun
	r.Optimal, r.Gap = r.Bound >= r.Cost, 0
	if r.Optimal {
		r.Stopped = Done
	} else {
		r.Gap = float64(r.Cost-r.Bound) / float64(r.Cost)
	}
}

// clock returns seconds.
var clock = func() float64 { return time.Since(epoch).Seconds() }

var epoch = time.Now()
