package program

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/bits"
	"slices"

	"github.com/backfill-lab/backfill/core/optimum/exact"
)

// Options say how an instance becomes a program. The zero value follows the paper.
type Options struct {
	Scale   int64  // seconds of a slot; 0 is equation 6 with Memory
	Memory  Memory // for equation 6
	Horizon int64  // least seconds from Now to the end of the last slot; 0 is the paper's T

	// Relaxed asks for the program whose optimum is at most the instance's: durations and
	// times are rounded down, and a job that starts in slot T or later holds nothing. Its
	// solutions are not schedules.
	Relaxed bool

	// MaxEntries bounds the entries of the matrix (4), which decide the size of files and
	// the memory of solvers; 0 is DefaultEntries.
	MaxEntries int64
}

// DefaultEntries makes a file of about a gigabyte.
const DefaultEntries = 50_000_000

// A Program is the time-indexed program of one instance. It stores no variables and
// needs O(jobs) memory.
type Program struct {
	in      *exact.Instance
	scale   int64
	relaxed bool
	slots   int64           // T: every job ends by T; if relaxed, it starts by T
	length  []int64         // by job, in slots
	first   []int64         // by job: the first slot in which it can start
	slotted *exact.Instance // the instance in slots

	begin  []int64 // by job: the best policy's plan in slots
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
		return nil, fmt.Errorf("a horizon of %d s: give 1 to %d, or 0 for the policies' makespan", o.Horizon, int64(most))
	case o.Scale == 0:
		var err error
		if p.scale, err = o.Memory.Scale(size.Makespan, size.Accumulated); err != nil {
			return nil, err
		}
	}
	p.slot()
	p.slots = p.up(max(size.Makespan, o.Horizon))
	for _, policy := range exact.Policies {
		order := policy.Order(in) // by seconds, not by slots
		starts := p.slotted.List(order)
		if p.relaxed {
			starts = in.List(order)
			for j, at := range starts {
				starts[j] = (at - in.Now) / p.scale
			}
		} else {
			p.slots = max(p.slots, end(p.slotted, starts))
		}
		if p.begin == nil || p.Cost(starts) < p.Cost(p.begin) {
			p.begin, p.policy = starts, policy.Name
		}
	}
	allowed := cmp.Or(o.MaxEntries, DefaultEntries)
	if n := p.Entries(); n > allowed {
		return nil, fmt.Errorf("with a slot of %d s the program would have %d variables and %d entries, more than the %d allowed: "+
			"use a longer slot", p.scale, p.Variables(), n, allowed)
	}
	return p, p.checkCost()
}

// checkCost returns an error unless the costs of all solutions are exact.
func (p *Program) checkCost() error {
	procs, submit := 0.0, p.in.Now
	for _, j := range p.in.Jobs {
		procs += float64(j.Procs)
		submit = min(submit, j.Submit)
	}
	if span := float64(p.slots)*float64(p.scale) + float64(p.in.Now-submit); span*procs > exact.MaxCost {
		return fmt.Errorf("jobs of %.0f processors in %d slots of %d s could cost more than %d: use a shorter horizon or slot",
			procs, p.slots, p.scale, int64(exact.MaxCost))
	}
	return nil
}

// slot fills in the jobs and the machine in slots.
func (p *Program) slot() {
	slots := &exact.Instance{Name: p.in.Name, Procs: p.in.Procs}
	for _, s := range p.in.Free {
		at := p.round(s.At - p.in.Now)
		if n := len(slots.Free); n > 0 && slots.Free[n-1].At == at {
			slots.Free[n-1].Procs = s.Procs
			continue
		}
		slots.Free = append(slots.Free, exact.Step{At: at, Procs: s.Procs})
	}
	for _, j := range p.in.Jobs {
		j.Estimate, j.Submit = p.round(j.Estimate), 0
		slots.Jobs = append(slots.Jobs, j)
		p.length = append(p.length, j.Estimate)
		at := slices.IndexFunc(slots.Free, func(s exact.Step) bool { return s.Procs >= j.Procs })
		p.first = append(p.first, slots.Free[at].At)
	}
	p.slotted = slots
}

// InSlots returns the machine and the jobs of a program that is not relaxed, as an
// instance whose seconds are slots from 0 on. Its schedules that end by T are solutions,
// and the same ones are cheapest. Costs differ: durations are rounded up and submissions
// are 0. The program owns the instance.
func (p *Program) InSlots() *exact.Instance { return p.slotted }

// up returns seconds in slots, rounded up.
func (p *Program) up(seconds int64) int64 { return (seconds + p.scale - 1) / p.scale }

// round returns seconds in slots, rounded down if p is relaxed, else up.
func (p *Program) round(seconds int64) int64 {
	if p.relaxed {
		return seconds / p.scale
	}
	return p.up(seconds)
}

// Scale returns the seconds of a slot.
func (p *Program) Scale() int64 { return p.scale }

// Slots returns T, the number of slots.
func (p *Program) Slots() int64 { return p.slots }

// Start returns a solution to begin with, the best policy's plan, in slots parallel to the
// jobs, and the policy's name. The program owns the slice.
func (p *Program) Start() (slots []int64, policy string) { return p.begin, p.policy }

// last returns the last slot in which job i can start.
func (p *Program) last(i int) int64 {
	if p.relaxed {
		return p.slots
	}
	return p.slots - p.length[i]
}

// end returns the slot after job i's last, if it starts in slot t.
func (p *Program) end(i int, t int64) int64 { return min(t+p.length[i], p.slots) }

// cost returns the coefficient of x[i,t] in the objective.
func (p *Program) cost(i int, t int64) int64 {
	j := &p.in.Jobs[i]
	return (p.in.Now + t*p.scale - j.Submit + j.Estimate) * int64(j.Procs)
}

// Cost returns the objective of starts in slots, parallel to the jobs.
func (p *Program) Cost(slots []int64) int64 { return p.in.Cost(p.Seconds(slots)) }

// Seconds turns starts in slots into starts in seconds, parallel to the jobs.
func (p *Program) Seconds(slots []int64) []int64 {
	starts := make([]int64, len(slots))
	for i, t := range slots {
		starts[i] = p.in.Now + t*p.scale
	}
	return starts
}

// Variables returns the number of x[i,t].
func (p *Program) Variables() (n int64) {
	for i := range p.length {
		n += p.last(i) - p.first[i] + 1
	}
	return n
}

// Entries returns the number of entries of the matrix (4), one for each variable and
// slot of its job, at most math.MaxInt64. A relaxed program has fewer, because jobs hold
// nothing from slot T on.
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

// variables yields i and t of every x[i,t], in the order of the columns.
func (p *Program) variables() iter.Seq2[int, int64] {
	return func(yield func(int, int64) bool) {
		for i := range p.length {
			for t := p.first[i]; t <= p.last(i); t++ {
				if !yield(i, t) {
					return
				}
			}
		}
	}
}

// from returns the first slot in which a job can start. Unless the program is relaxed,
// some job can run in every later one.
func (p *Program) from() int64 { return slices.Min(p.first) }

// capacities yields each slot t from that one on, and M[t].
func (p *Program) capacities() iter.Seq2[int64, int] {
	return func(yield func(int64, int) bool) {
		k, free := 0, p.slotted.Free
		for t := p.from(); t < p.slots; t++ {
			for k+1 < len(free) && free[k+1].At <= t {
				k++
			}
			if !yield(t, free[k].Procs) {
				return
			}
		}
	}
}
