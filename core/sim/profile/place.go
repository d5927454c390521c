package profile

// Copy makes p equal to o and keeps its memory.
func (p *Profile) Copy(o *Profile) {
	p.at = append(p.at[:0], o.at...)
	p.free = append(p.free[:0], o.free...)
}

// Place is Fit and Take in one: it takes procs processors on [t, t+length) and
// returns t, the earliest second in [from, limit) or from resume on at which they
// are free throughout. The caller knows that no second in [limit, resume) will do.
// Place panics if from lies before the profile's start, length is not positive, or
// procs exceeds the last step. It costs O(steps after from).
func (p *Profile) Place(from, limit, resume, length int64, procs int) (t int64) {
	if t = from; t >= limit {
		t = max(t, resume)
	}
	at, free, need := p.at, p.free, int32(procs)
	open := p.find(t) // the step that t lies in
	k := open         // the step looked at
	for {
		if free[k] >= need {
			if at[k+1]-t >= length {
				break
			}
			k++
			continue
		}
		for k++; free[k] < need; k++ {
		}
		if t, open = at[k], k; t >= limit && t < resume {
			t = resume
			open = p.find(t)
			k = open
		}
	}
	to := t + length
	if at[open] != t {
		p.insert(open+1, t)
		open, k = open+1, k+1
	}
	if p.at[k+1] != to {
		p.insert(k+1, to)
	}
	taken := p.free[open : k+1]
	for i := range taken {
		taken[i] -= need
	}
	if k+2 < len(p.at) && p.free[k+1] == p.free[k] {
		p.drop(k + 1)
	}
	if open > 0 && p.free[open-1] == p.free[open] {
		p.drop(open)
	}
	return t
}
