package shared

// A Cause is why a job held no nodes when an instant was over.
type Cause string

const (
	// NoMemory: the nodes have memory for fewer tasks than the job has.
	NoMemory Cause = "too little memory free"
	// LeftOut: all jobs were mapped anew, and no mapping was found with this one and all of
	// higher priority.
	LeftOut Cause = "left out of the packing"
	// NotLooked: the algorithm maps jobs at some events only, and none has come since the job
	// did, or since the memory is free.
	NotLooked Cause = "not looked at yet"
)

// A Reason says why a job holds no nodes.
type Reason struct {
	Cause Cause
	Room  int32 // how many of its tasks there is memory for now, at most all
	Nodes int   // nodes with memory for one of them or more

	// When the algorithm looks next.
	Next     int64 // its next period in microseconds, or None
	Arrivals bool  // whenever a job arrives
	Ends     bool  // whenever a job ends

	// Where all jobs were mapped anew in this instant: how many hold nodes now, all of a higher
	// priority, and which of them has the lowest, or None.
	Above, Last int
}

// Explain says why a submitted job holds no nodes, as of the end of the present instant: call it
// upon Settled. It changes nothing and costs O(nodes + running jobs).
func (e *Engine) Explain(job int) Reason {
	a, j := &e.cfg.Algorithm, &e.cfg.Jobs[job]
	r := Reason{Next: None, Arrivals: a.Submission == MCB8, Ends: a.Opportunistic, Last: None}
	for _, free := range e.c.free {
		if n := j.room(free); n > 0 {
			r.Nodes++
			r.Room = min(r.Room+n, j.Tasks)
		}
	}
	if e.period() > 0 {
		r.Next = e.tick
	}
	greedy := a.Submission >= Greedy && a.Submission <= GreedyPM
	switch fits := r.Room == j.Tasks; {
	case e.anew:
		r.Cause, r.Above, r.Last = LeftOut, len(e.running), e.lowest()
	case fits, !greedy && e.anewAt < j.Submit:
		r.Cause = NotLooked
	case greedy:
		r.Cause = NoMemory
	default:
		r.Cause = LeftOut
	}
	return r
}

// lowest returns the job with the lowest priority of those that hold nodes, or None.
func (e *Engine) lowest() int {
	last := None
	var low rank
	for _, i := range e.running {
		if r := e.rank(i); last == None || low.Before(&r) {
			last, low = int(i), r
		}
	}
	return last
}
