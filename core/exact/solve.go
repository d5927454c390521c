package exact

import (
	"context"
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
	r := &Result{Name: in.Name}
	r.Starts, r.Cost, r.Policy = in.Best()
	r.PolicyCost = r.Cost
	r.Bound = trivial(in)
	r.settle()
	r.Seconds = time.Since(begun).Seconds()
	return r, nil
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
