// Package measured keeps what solvers answered within some seconds on some machine. Most
// of these solvers are not part of this module, and no second run takes the same seconds.
// So the answers are measured once and stored, and the instances are known by their digests.
package measured

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// A Call is one call of a solver for an instance.
type Call struct {
	Now     int64  // of the instance, in seconds
	Waiting int    // jobs
	SHA256  string // of the instance: exact.Instance.SHA256
	Setup
	Version string

	Slot    int64   // seconds of a slot of its program, 1 for whole seconds
	Status  string  // of the problem that it solved: "optimal", "feasible", "nothing", ...
	Cost    int64   // of its schedule in whole seconds, 0 without one
	Bound   int64   // of the instance itself, 0 without one
	Seconds float64 // by the clock
	Relaxed float64 // more seconds, of a second call that only looks for Bound; 0 without one
	CPU     float64 // processor seconds of both, 0 if unknown
	Why     string  // there is no schedule, in a line; "" with one
}

// A Setup is a way to call a solver.
type Setup struct {
	Solver  string
	Scale   string // how the slots were chosen: "paper", "printed", or seconds; "" for a solver without slots
	Workers int
	Limit   float64 // seconds of a call
}

// Own is the solver of package exact.
const Own = "own"

// String names s without its limit.
func (s Setup) String() string {
	text := s.Solver
	switch s.Scale {
	case "":
	case "paper", "printed":
		text += fmt.Sprintf(", %s slots", s.Scale)
	default:
		text += fmt.Sprintf(", slots of %s s", s.Scale)
	}
	if s.Workers > 1 {
		text += fmt.Sprintf(", %d workers", s.Workers)
	}
	return text
}

// Compare orders setups for a table, ours first.
func (s Setup) Compare(t Setup) int {
	return cmp.Or(compareTrue(t.Solver == Own, s.Solver == Own), cmp.Compare(s.Solver, t.Solver), -cmp.Compare(s.Scale, t.Scale),
		cmp.Compare(s.Workers, t.Workers), cmp.Compare(s.Limit, t.Limit))
}

func compareTrue(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// Proven reports whether the call proves its schedule to the second. A program's optimum
// in slots is none.
func (c *Call) Proven() bool { return c.Cost > 0 && c.Bound >= c.Cost }

// Gap is the distance of the schedule from the call's own bound, in percent of its cost.
// It is 100 without a bound; ok is false without a schedule, and if no bound was asked for.
func (c *Call) Gap() (percent float64, ok bool) {
	return gap(c.Cost, c.Bound), c.Cost > 0 && (c.Scale == "" || c.Relaxed > 0)
}

// Known is the best that any call knows of an instance.
type Known struct {
	Cost  int64 // of the cheapest schedule; 0 without one
	Bound int64 // the highest
	By    Setup // of that bound
}

// Best returns what is known of each instance, by its digest.
func Best(calls []Call) map[string]Known {
	best := map[string]Known{}
	for _, c := range calls {
		k := best[c.SHA256]
		if c.Cost > 0 && (k.Cost == 0 || c.Cost < k.Cost) {
			k.Cost = c.Cost
		}
		if c.Bound > k.Bound {
			k.Bound, k.By = c.Bound, c.Setup
		}
		best[c.SHA256] = k
	}
	return best
}

// Gap is the distance of the call's schedule from the highest bound that any call knows,
// in percent of its cost; ok is false without a schedule.
func (k Known) Gap(c *Call) (percent float64, ok bool) { return gap(c.Cost, k.Bound), c.Cost > 0 }

func gap(cost, bound int64) float64 { return 100 * float64(max(0, cost-bound)) / float64(max(1, cost)) }

// Contradictions returns a sentence for each instance with a bound above the cost of a
// schedule: one of its solvers is wrong.
func Contradictions(calls []Call) (all []string) {
	best := Best(calls)
	for _, c := range calls {
		if k := best[c.SHA256]; c.Cost == k.Cost && c.Cost > 0 && k.Bound > c.Cost {
			all = append(all, fmt.Sprintf("second %d: %v says that no schedule costs less than %d, but that of %v costs %d",
				c.Now, k.By, k.Bound, c.Setup, c.Cost))
			delete(best, c.SHA256)
		}
	}
	return all
}

// Setups returns the distinct setups of the calls, in the order of Compare.
func Setups(calls []Call) (all []Setup) {
	for _, c := range calls {
		if !slices.Contains(all, c.Setup) {
			all = append(all, c.Setup)
		}
	}
	slices.SortFunc(all, Setup.Compare)
	return all
}

// A Summary is the means of a setup's calls, and the largest gaps. Gaps are in percent;
// without a call that has one they are NaN.
type Summary struct {
	Setup
	Calls     int
	Proven    int     // to the second
	Schedules int     // calls with a schedule
	Gap       float64 // from its own bounds
	GapMost   float64
	Best      float64 // from the highest bounds that any call knows
	BestMost  float64
	Seconds   float64 // with those for relaxed programs
	CPU       float64 // processor seconds
}

// Summarise summarises the calls by setup. best has the instances' bounds: it may know
// more than these calls.
func Summarise(calls []Call, best map[string]Known) (all []Summary) {
	for _, setup := range Setups(calls) {
		s := Summary{Setup: setup, GapMost: math.NaN(), BestMost: math.NaN()}
		own, bounded := 0.0, 0
		for i := range calls {
			c := &calls[i]
			if c.Setup != setup {
				continue
			}
			s.Calls++
			s.Seconds, s.CPU = s.Seconds+c.Seconds+c.Relaxed, s.CPU+c.CPU
			if c.Proven() {
				s.Proven++
			}
			if g, ok := c.Gap(); ok {
				own, s.GapMost, bounded = own+g, larger(s.GapMost, g), bounded+1
			}
			if g, ok := best[c.SHA256].Gap(c); ok {
				s.Best, s.BestMost, s.Schedules = s.Best+g, larger(s.BestMost, g), s.Schedules+1
			}
		}
		n := float64(s.Calls)
		s.Seconds, s.CPU, s.Gap, s.Best = s.Seconds/n, s.CPU/n, own/float64(bounded), s.Best/float64(s.Schedules)
		all = append(all, s)
	}
	return all
}

// larger is the larger of most, NaN if there is none yet, and v.
func larger(most, v float64) float64 {
	if most > v {
		return most
	}
	return v
}
