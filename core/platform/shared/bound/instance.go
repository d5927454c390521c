package bound

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/backfill-lab/backfill/core/platform/shared"
)

// An instance is the jobs in integers. Times are in ticks of 2^-shift microseconds, CPU in
// units of the largest part of a node that divides every need and the cluster. Ticks are as
// fine as int64 allows, and windows are rounded outwards: if an instance has no schedule,
// the jobs have none.
type instance struct {
	shift    int
	capacity int64 // units of the cluster
	jobs     []task
}

// A task is a job with work, in the order of releases.
type task struct {
	submit  int64   // microseconds
	release int64   // ticks
	basis   float64 // microseconds: the deadline is submit + stretch*basis
	width   int64   // the most units that it can use at once, 1..capacity
	work    int64   // units x ticks, > 0
}

// Bounds that keep sums within an int64.
const (
	maxWork  = 1 << 61 // of all jobs together
	maxTicks = 1 << 61 // of a deadline, which nothing reaches
	maxShift = 12
)

func newInstance(nodes int, jobs []shared.Job, threshold int64) (*instance, error) {
	switch {
	case nodes < 1 || nodes > shared.MaxNodes:
		return nil, fmt.Errorf("stretch bound: %d nodes; there are 1 to %d", nodes, shared.MaxNodes)
	case threshold < 0 || threshold > shared.MaxMicros:
		return nil, fmt.Errorf("stretch bound: a threshold of %d microseconds is not in 0 to %d", threshold, int64(shared.MaxMicros))
	}
	capacity := int64(nodes) * shared.Whole
	unit, total := capacity, 0.0
	for _, j := range jobs {
		if err := j.Check(); err != nil {
			return nil, fmt.Errorf("stretch bound: %w", err)
		}
		if j.Run > 0 {
			unit = gcd(unit, int64(j.Tasks)*int64(j.CPU))
		}
	}
	for _, j := range jobs {
		total += float64(float64(int64(j.Tasks)*int64(j.CPU)/unit) * float64(j.Run+1))
	}
	in := &instance{shift: maxShift, capacity: capacity / unit}
	for in.shift > -62 && math.Ldexp(total, in.shift) >= maxWork {
		in.shift--
	}
	for _, j := range jobs {
		width := int64(j.Tasks) * int64(j.CPU) / unit
		if work := width * in.down(j.Run); work > 0 {
			basis := float64(max(j.Run, threshold))
			in.jobs = append(in.jobs, task{j.Submit, in.down(j.Submit), basis, min(width, in.capacity), work})
		}
	}
	slices.SortStableFunc(in.jobs, func(a, b task) int { return cmp.Compare(a.release, b.release) })
	return in, nil
}

func (in *instance) down(micros int64) int64 {
	if in.shift < 0 {
		return micros >> -in.shift
	}
	return micros << in.shift
}

// deadline returns when a job must end for that stretch, in ticks rounded up.
func (in *instance) deadline(j *task, stretch float64) int64 {
	span := float64(stretch * j.basis)
	if in.shift >= 0 {
		span = math.Ceil(math.Ldexp(span, in.shift))
	} else {
		span = math.Ceil(math.Ldexp(float64(j.submit)+math.Ceil(span), in.shift)) - float64(j.release)
	}
	if span >= maxTicks-float64(j.release) {
		return maxTicks
	}
	return j.release + int64(span)
}

// times returns a*b, both >= 0, or most if that is less.
func times(a, b, most int64) int64 {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	if hi != 0 || lo > uint64(most) {
		return most
	}
	return int64(lo)
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
