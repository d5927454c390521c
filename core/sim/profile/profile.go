// Package profile answers the question every backfilling policy asks: when are
// enough processors free for long enough? Times are whole seconds since the
// start of the workload; intervals are half-open, [from, from+length).
package profile

import "math"

// Forever ends the last step of every profile, in seconds.
const Forever = math.MaxInt64

// A Profile says how many processors are free at each second: free[i] on
// [at[i], at[i+1]). Neighbouring steps differ, so a profile has at most two
// more than twice as many steps as intervals were taken. Make one with New; it
// is not safe for concurrent use.
type Profile struct {
	at   []int64 // bounds of the steps in seconds, strictly increasing, last is Forever
	free []int32 // processors free on each step, never negative; one shorter than at
}

// New returns the profile of a machine of procs processors, all free from
// second now on.
func New(now int64, procs int) *Profile {
	p := &Profile{}
	p.Reset(now, procs)
	return p
}

// Reset makes p what New returns, reusing its memory.
func (p *Profile) Reset(now int64, procs int) {
	p.at = append(p.at[:0], now, Forever)
	p.free = append(p.free[:0], int32(procs))
}

// Steps yields every step in order of time: free processors on [from, to).
func (p *Profile) Steps(yield func(from, to int64, free int) bool) {
	for i, free := range p.free {
		if !yield(p.at[i], p.at[i+1], int(free)) {
			return
		}
	}
}

// Start returns the first second of the profile.
func (p *Profile) Start() int64 { return p.at[0] }

// At returns how many processors are free at second t, which must not lie
// before the profile's start.
func (p *Profile) At(t int64) int { return int(p.free[p.find(t)]) }

// Advance forgets everything before second now.
func (p *Profile) Advance(now int64) {
	i := p.find(now)
	if i > 0 {
		p.at = append(p.at[:0], p.at[i:]...)
		p.free = append(p.free[:0], p.free[i:]...)
	}
	p.at[0] = now
}

// find returns the step that second t lies in: the last i with at[i] <= t.
func (p *Profile) find(t int64) int {
	at, i := p.at, 0
	for n := len(p.free); n > 1; {
		half := n >> 1
		if at[i+half] <= t {
			i += half
		}
		n -= half
	}
	return i
}

// Fit returns the earliest second t >= from at which procs processors are free
// throughout [t, t+length), or false if there is none. length must be positive.
// It costs O(steps).
func (p *Profile) Fit(from, length int64, procs int) (t int64, ok bool) {
	t = max(from, p.at[0])
	ends := p.at[1:]
	for i, free := range p.free {
		switch end := ends[i]; {
		case end <= t: // over before the window opens
		case int(free) < procs:
			t = end // the window cannot open before this step is over
		case end-t >= length:
			return t, true
		}
	}
	return 0, false
}

// Earlier returns the earliest second t < limit to which the interval of procs
// processors taken at [start, start+length) could be moved, or start if there is
// none before start. Since its own processors count as free, procs must be free
// only on [t, min(start, t+length)). It costs O(steps before start).
func (p *Profile) Earlier(start, length int64, procs int, limit int64) int64 {
	limit = min(limit, start)
	need, free := int32(procs), p.free
	at := p.at[:len(free)+1]
	for k := 0; k < len(free); k++ {
		t := at[k]
		if t >= limit {
			return start
		}
		if free[k] < need {
			continue
		}
		// The window opens here, and stays open as long as no step is too narrow.
		until := start
		if start-t > length {
			until = t + length
		}
		for k++; k < len(free) && free[k] >= need; k++ {
			if at[k] >= until {
				return t
			}
		}
		if at[k] >= until {
			return t
		}
	}
	return start
}

// Take takes procs processors on [from, from+length). They must be free, and from
// must not lie before the profile's start.
func (p *Profile) Take(from, length int64, procs int) { p.add(from, from+length, -int32(procs)) }

// Release undoes a Take.
func (p *Profile) Release(from, length int64, procs int) { p.add(from, from+length, int32(procs)) }

// add adds d to the free processors on [from, to).
func (p *Profile) add(from, to int64, d int32) {
	if from >= to || d == 0 {
		return
	}
	i := p.split(from, p.find(from))
	k, ends := i, p.at[1:]
	for ends[k] < to {
		k++
	}
	if ends[k] > to {
		p.insert(k+1, to)
	}
	free := p.free[i : k+1]
	for s := range free {
		free[s] += d
	}
	// Only at the ends of the interval can neighbours have become equal.
	if k+1 < len(p.free) && p.free[k+1] == p.free[k] {
		p.drop(k + 1)
	}
	if i > 0 && p.free[i-1] == p.free[i] {
		p.drop(i)
	}
}

// split makes t, which lies in step i, a bound and returns the step it opens.
func (p *Profile) split(t int64, i int) int {
	if p.at[i] == t {
		return i
	}
	p.insert(i+1, t)
	return i + 1
}

// insert cuts step i-1 in two at second t.
func (p *Profile) insert(i int, t int64) {
	p.at = append(p.at, 0)
	copy(p.at[i+1:], p.at[i:])
	p.at[i] = t
	p.free = append(p.free, 0)
	copy(p.free[i:], p.free[i-1:])
}

// drop joins step i to the one before it.
func (p *Profile) drop(i int) {
	p.at = append(p.at[:i], p.at[i+1:]...)
	p.free = append(p.free[:i], p.free[i+1:]...)
}
