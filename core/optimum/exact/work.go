package exact

// Ticks count work, the same on every machine: the turns of the loops that take most
// time, each times its nanoseconds on a core of 2024.
const (
	workTicks = 1_000_000_000 // a unit of Options.Work

	pollTicks     = 20_000 // between looks at the clock
	placeTicks    = 8      // to place a job
	stepTicks     = 1      // for a step of its profile
	cheapestTicks = 30     // to find a job's cheapest start
	bucketTicks   = 1      // for each bucket it looks at
	setTicks      = 2      // to price a bucket for a class
	priceTicks    = 20     // to move a price
	bendTicks     = 40     // to look at a bend of a job's cost
	passTicks     = 20     // to propagate a domain
	visitTicks    = 60     // to visit a node
	leftTicks     = 4      // for a job left there
	stateTicks    = 12     // to compare a remembered state
)

// left returns the ticks left by the limits on work and time.
func (s *solver) left() int64 {
	left := s.most - s.p.ticks
	if s.o.Seconds > 0 {
		left = min(left, int64(min((s.o.Seconds-clock()+s.begun)*workTicks, never)))
	}
	return max(0, left)
}

// steps returns how many steps of an ascent a share of the ticks left allows.
func (s *solver) steps(most int, share float64) int {
	u := s.tree.u
	return s.afford(most, share, int64(s.p.n)*(cheapestTicks+2*bucketTicks*int64(u.k))+int64(u.k)*priceTicks)
}

// searches returns how many nodes the first search may visit.
func (s *solver) searches() int64 {
	n := int64(s.afford(firstNodes, phaseShare, int64(s.p.n)*10))
	if s.o.Nodes > 0 {
		n = min(n, s.o.Nodes/2)
	}
	return n
}

// afford returns how many things, at most most, of that many ticks each fit a share of
// the ticks left.
func (s *solver) afford(most int, share float64, ticks int64) int {
	if s.o.Work == 0 && s.o.Seconds == 0 {
		return most
	}
	return int(min(float64(most), float64(s.left())*share/float64(ticks)))
}

// stop calls Yield and reports whether the solver is at a limit.
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
