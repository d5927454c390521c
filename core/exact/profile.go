package exact

// A profile is the free processors over time: free[i] of them on
// [at[i], at[i+1]), those of the last step for ever.
type profile struct {
	at   []int64
	free []int32
}

func newProfile(in *Instance) *profile {
	p := &profile{}
	for _, s := range in.Free {
		p.at = append(p.at, s.At)
		p.free = append(p.free, int32(s.Procs))
	}
	return p
}

// place takes procs processors for length seconds at the earliest second at
// which they are free all the while, and returns it.
func (p *profile) place(length int64, procs int32) int64 {
	first, last := p.fit(length, procs)
	start := p.at[first]
	p.take(first, last, start+length, procs)
	return start
}

// fit returns the first step at whose begin a job fits and the step in which it
// would end. A job starts at the begin of a step, for the one before is too
// small or past.
func (p *profile) fit(length int64, procs int32) (first, last int) {
	for i := 0; ; i++ {
		switch {
		case p.free[i] < procs:
			first = i + 1
		case i+1 == len(p.at) || p.at[i+1]-p.at[first] >= length:
			return first, i
		}
	}
}

// take takes processors from the begin of step first to second end, which lies
// in step last or at its end.
func (p *profile) take(first, last int, end int64, procs int32) {
	if last+1 == len(p.at) || p.at[last+1] != end {
		p.at = append(p.at, 0)
		p.free = append(p.free, 0)
		copy(p.at[last+2:], p.at[last+1:])
		copy(p.free[last+1:], p.free[last:])
		p.at[last+1] = end
	}
	for i := first; i <= last; i++ {
		p.free[i] -= procs
	}
}

// reset makes p what base is.
func (p *profile) reset(base *profile) {
	p.at = append(p.at[:0], base.at...)
	p.free = append(p.free[:0], base.free...)
}
