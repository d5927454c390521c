package exact

import "math"

// Work is counted in ticks, each about a nanosecond of a core of 2024, where it is
// done: how often the loops that take the time are run, times what a turn took when
// it was measured. So it is the same on every machine.
const (
	workTicks = 1_000_000_000 // of a unit of Options.Work

	pollTicks     = 20_000 // between looks at the clock
	placeTicks    = 8      // to place a job
	stepTicks     = 1      // of a profile
	cheapestTicks = 30     // to price a job
	bucketTicks   = 1      // for a start in it
	setTicks      = 2      // to price it for a width
	priceTicks    = 20     // to move its price
	bendTicks     = 40     // of a job's cost, to look at its starts there
	passTicks     = 20     // to propagate a domain
	visitTicks    = 60     // to look at a node
	leftTicks     = 4      // at a job left there
	stateTicks    = 12     // at a remembered state
)

// limits sets the work that may be done.
func (s *solver) limits() {
	s.most = never
	if s.o.Work > 0 {
		s.most = int64(math.Ceil(min(s.o.Work*workTicks, never)))
	}
}

// left returns how many ticks of work the limits leave, as far as that is known.
func (s *solver) left() int64 {
	left := s.most - s.p.ticks
	if s.o.Seconds > 0 {
		left = min(left, int64(min((s.o.Seconds-clock()+s.begun)*workTicks, never)))
	}
	return max(0, left)
}

// limited reports whether work or time ends the solution.
func (s *solver) limited() bool { return s.o.Work > 0 || s.o.Seconds > 0 }

// steps is how many of the steps of a first ascent a share of what is left allows.
func (s *solver) steps(most int, share float64) int {
	u := s.tree.u
	return s.afford(most, share, int64(s.p.n)*(cheapestTicks+2*bucketTicks*int64(u.k))+int64(u.k)*priceTicks)
}

// searches is how many nodes of the first search are worth what they take.
func (s *solver) searches() int64 {
	n := int64(s.afford(firstNodes, phaseShare, int64(s.p.n)*10))
	if s.o.Nodes > 0 {
		n = min(n, s.o.Nodes/2)
	}
	return n
}

// afford returns how many things of so many ticks are within a share of what is
// left.
func (s *solver) afford(most int, share float64, ticks int64) int {
	if !s.limited() {
		return most
	}
	return int(min(float64(most), float64(s.left())*share/float64(ticks)))
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
	switch {
	case s.o.Nodes > 0 && s.nodes() >= s.o.Nodes:
		s.r.Stopped = Nodes
	case s.p.ticks >= s.most:
		s.r.Stopped = Work
	case s.o.Seconds > 0 && clock()-s.begun >= s.o.Seconds:
		s.r.Stopped = Time
	default:
		return false
	}
	return true
}
