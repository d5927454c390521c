package program

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/backfill-lab/backfill/core/exact"
)

// Options say how an instance becomes a program. The zero value is the paper's way.
type Options struct {
	Scale   int64  // seconds of a slot; 0 is equation 6 with Memory
	Memory  Memory // for equation 6
	Horizon int64  // seconds from the present one to the end of the last slot, at least; 0 is the paper's T

	// Relaxed asks for the program whose optimum no schedule is below: durations
	// and times are rounded down, and what starts at slot T or later holds nothing.
	// Its solutions are no schedules.
	Relaxed bool

	// MaxEntries bounds the entries of the matrix (4), which is what files and
	// solvers need memory for; 0 is DefaultEntries.
	MaxEntries int64
}

// DefaultEntries is about a gigabyte as a file.
const DefaultEntries = 50_000_000

// A Program is the time-indexed program of one instance. It holds no variables,
// only what they follow from, and costs O(jobs) to keep.
type Program struct {
	in      *exact.Instance
	scale   int64
	relaxed bool
	slots   int64 // T: every job ends by the end of slot slots-1, or starts by slot T where relaxed
	length  []int64
	first   []int64 // the first slot that a job can start in, by job
	free    []exact.Step

	begin  []int64 // the best policy's plan in slots, by job
	policy string
}

// New makes the program of a checked instance.
func New(in *exact.Instance, o Options) (*Program, error) {
	if len(in.Jobs) == 0 {
		return nil, errors.New("an instance without jobs has no program")
	}
	size := SizeOf(in)
	p := &Program{in: in, scale: o.Scale, relaxed: o.Relaxed}
	switch {
	case o.Scale < 0 || o.Scale > most:
		return nil, fmt.Errorf("a slot of %d s: give 1 to %d, or 0 for equation 6", o.Scale, int64(most))
	case o.Horizon < 0 || o.Horizon > most:
		return nil, fmt.Errorf("a horizon of %d s: give up to %d, or 0 for that of the policies", o.Horizon, int64(most))
	case o.Scale == 0:
		var err error
		if p.scale, err = o.Memory.Scale(size.Makespan, size.Accumulated); err != nil {
			return nil, err
		}
	}
	slots := p.inSlots()
	p.slots = p.up(max(size.Makespan, o.Horizon))
	for i := range exact.Policies {
		// In the order of the estimates themselves, not of those in slots.
		order := exact.Policies[i].Order(in)
		starts := slots.List(order)
		if p.relaxed {
			starts = in.List(order)
			for j, at := range starts {
				starts[j] = (at - in.Now) / p.scale
			}
		} else {
			p.slots = max(p.slots, end(slots, starts))
		}
		if p.begin == nil || p.Cost(starts) < p.Cost(p.begin) {
			p.begin, p.policy = starts, exact.Policies[i].Name
		}
	}
	allowed := cmp.Or(o.MaxEntries, DefaultEntries)
	if n := p.Entries(); n > allowed {
		return nil, fmt.Errorf("the program would have %d variables and %d entries, more than the %d allowed, with a slot of %d s: take a longer one",
			p.Variables(), n, allowed, p.scale)
	}
	return p, p.checkCost()
}

// checkCost makes sure that the costs of all solutions are exact.
func (p *Program) checkCost() error {
	procs, submit := 0.0, p.in.Now
	for _, j := range p.in.Jobs {
		procs += float64(j.Procs)
		submit = min(submit, j.Submit)
	}
	if span := float64(p.slots)*float64(p.scale) + float64(p.in.Now-submit); span*procs > exact.MaxCost {
		return fmt.Errorf("jobs of %.0f processors in %d slots of %d s could cost more than %d: take a shorter horizon or slot",
			procs, p.slots, p.scale, int64(exact.MaxCost))
	}
	return nil
}

// inSlots fills in the jobs and the machine in slots, and returns them as an
// instance whose seconds are slots. Only starts are asked of it, no costs, and
// nothing at all where the program is relaxed.
func (p *Program) inSlots() *exact.Instance {
	slots := &exact.Instance{Procs: p.in.Procs}
	for _, s := range p.in.Free {
		at := p.round(s.At - p.in.Now)
		if n := len(slots.Free); n > 0 && slots.Free[n-1].At == at {
			slots.Free[n-1].Procs = s.Procs
			continue
		}
		slots.Free = append(slots.Free, exact.Step{At: at, Procs: s.Procs})
	}
	p.free = slots.Free
	for _, j := range p.in.Jobs {
		j.Estimate, j.Submit = p.round(j.Estimate), 0
		slots.Jobs = append(slots.Jobs, j)
		p.length = append(p.length, j.Estimate)
		at := slices.IndexFunc(p.free, func(s exact.Step) bool { return s.Procs >= j.Procs })
		p.first = append(p.first, p.free[at].At)
	}
	return slots
}

// InSlots returns the machine and the jobs in slots, as an instance whose seconds
// are slots from 0 on, of a program that is not relaxed: a schedule of it that ends by T is a solution, and the
// cheapest of either is the other's. Its costs are others, as durations are
// rounded up and submissions left out.
func (p *Program) InSlots() *exact.Instance {
	slots := &exact.Instance{Name: p.in.Name, Procs: p.in.Procs, Free: slices.Clone(p.free), Jobs: slices.Clone(p.in.Jobs)}
	for i := range slots.Jobs {
		slots.Jobs[i].Estimate, slots.Jobs[i].Submit = p.length[i], 0
	}
	return slots
}

// up is how many slots so many seconds need.
func (p *Program) up(seconds int64) int64 { return (seconds + p.scale - 1) / p.scale }

// round is so many seconds in slots.
func (p *Program) round(seconds int64) int64 {
	if p.relaxed {
		return seconds / p.scale
	}
	return p.up(seconds)
}

// Scale returns the seconds of a slot.
func (p *Program) Scale() int64 { return p.scale }

// Slots returns T: how many slots there are.
func (p *Program) Slots() int64 { return p.slots }

// Start returns the best policy's plan in slots, parallel to the jobs, which is a
// solution to begin with, and the policy's name. The slice is the program's own.
func (p *Program) Start() (slots []int64, policy string) { return p.begin, p.policy }

// last is the last slot that job i can start in.
func (p *Program) last(i int) int64 {
	if p.relaxed {
		return p.slots
	}
	return p.slots - p.length[i]
}

// end is the slot after those of job i, if it starts in slot t.
func (p *Program) end(i int, t int64) int64 { return min(t+p.length[i], p.slots) }

// cost is the coefficient of x[i,t] in the objective.
func (p *Program) cost(i int, t int64) int64 {
	j := &p.in.Jobs[i]
	return (p.in.Now + t*p.scale - j.Submit + j.Estimate) * int64(j.Procs)
}

// Cost returns the objective of starts in slots, parallel to the jobs.
func (p *Program) Cost(slots []int64) (sum int64) {
	for i, t := range slots {
		sum += p.cost(i, t)
	}
	return sum
}

// Seconds turns starts in slots into starts in seconds, parallel to the jobs.
func (p *Program) Seconds(slots []int64) []int64 {
	starts := make([]int64, len(slots))
	for i, t := range slots {
		starts[i] = p.in.Now + t*p.scale
	}
	return starts
}

// Variables returns how many x[i,t] there are.
func (p *Program) Variables() (n int64) {
	for i := range p.length {
		n += p.last(i) - p.first[i] + 1
	}
	return n
}

// Entries returns how many numbers the matrix of (4) has: as many for each variable
// as its job is long; math.MaxInt64 stands for more than that. A relaxed program has
// fewer, as no job holds anything from slot T on.
func (p *Program) Entries() int64 {
	sum := uint64(0)
	for i, l := range p.length {
		over, n := bits.Mul64(uint64(p.last(i)-p.first[i]+1), uint64(l))
		if over > 0 || n > math.MaxInt64-sum {
			return math.MaxInt64
		}
		sum += n
	}
	return int64(sum)
}

// from is the first slot in which a job can start. Some job can run in each of those
// after it, unless the program is relaxed.
func (p *Program) from() int64 { return slices.Min(p.first) }

// freeAt returns M[t] for slots in turn: k is the next of the call before, at first 0.
func (p *Program) freeAt(t int64, k int) (procs, next int) {
	for k+1 < len(p.free) && p.free[k+1].At <= t {
		k++
	}
	return p.free[k].Procs, k
}
