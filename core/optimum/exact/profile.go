package exact

// A profile is the free processors over time: free[i] on [at[i], at[i+1]). The last step
// never ends.
type profile struct {
	at   []int64
	free []int64
}

// newProfile returns the profile of in's machine, in seconds since the given one.
func newProfile(in *Instance, since int64) (p profile) {
	for _, s := range in.Free {
		p.at, p.free = append(p.at, s.At-since), append(p.free, int64(s.Procs))
	}
	return p
}

// place takes procs processors for length seconds from the first second at which they
// stay free as long, and returns that second.
func (p *profile) place(length int64, procs int64) int64 {
	first, last := p.fit(length, procs)
	start := p.at[first]
	p.take(first, last, start+length, procs)
	return start
}

// fit returns the first step at whose beginning a job fits, and the step in which the job
// ends. The earliest start is always the beginning of a step.
func (p *profile) fit(length int64, procs int64) (first, last int) {
	for i := 0; ; i++ {
		switch {
		case p.free[i] < procs:
			first = i + 1
		case i+1 == len(p.at) || p.at[i+1]-p.at[first] >= length:
			return first, i
		}
	}
}

// take takes processors from the beginning of step first to second end, in step last or
// at its end.
func (p *profile) take(first, last int, end int64, procs int64) {
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

// over returns the sum of of(free processors) over the seconds from..to-1.
func (p *profile) over(from, to int64, of func(free int64) int64) (total int64) {
	for s, free := range p.free {
		a, b := max(from, p.at[s]), to
		if s+1 < len(p.at) {
			b = min(to, p.at[s+1])
		}
		if a < b {
			total += (b - a) * of(free)
		}
	}
	return total
}

// reset makes p a copy of base.
func (p *profile) reset(base *profile) {
	p.at = append(p.at[:0], base.at...)
	p.free = append(p.free[:0], base.free...)
}
