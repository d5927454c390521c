package profile

// Gain adds procs free processors from second at on; at must not lie before that
// of an earlier Gain or the profile's start. The profile of running jobs is a
// Reset to the free processors and a Gain for each job in order of end. It costs O(1).
func (p *Profile) Gain(at int64, procs int) {
	last := len(p.free) - 1
	if p.at[last] != at {
		p.at[last+1] = at
		p.at = append(p.at, Forever)
		p.free = append(p.free, p.free[last])
		last++
	}
	p.free[last] += int32(procs)
}

// Holds reports whether procs processors are free throughout the first length
// seconds of the profile. It costs O(steps there).
func (p *Profile) Holds(length int64, procs int) bool {
	for i, free := range p.free {
		if int(free) < procs {
			return false
		}
		if p.at[i+1]-p.at[0] >= length {
			return true
		}
	}
	return true
}

// Until returns the first second at which fewer than procs processors are free, or
// Forever. It costs O(steps before it).
func (p *Profile) Until(procs int) int64 {
	for i, free := range p.free {
		if int(free) < procs {
			return p.at[i]
		}
	}
	return Forever
}
