package cluster

import "slices"

// A Wish is what few jobs would rather have. A number is 0 if it is not given.
type Wish struct {
	Least    int64 // seconds to which its limit may be shortened
	Deadline int64 // second by which its limit is over
	Spent    int64 // the limit that ended Job.Run
	Instead  *Instead
}

// An Instead is features that a job may have in the place of its own.
type Instead struct {
	Features []uint64
	Alike    bool
	Counted  []Counted
}

// met tells whether nodes have the features.
func (w *Instead) met(nodes []Node, held []int32) bool {
	count := func(f uint64) int { return with(nodes, held, f) }
	one := func(i int32) bool {
		return w.Features == nil || slices.ContainsFunc(w.Features, func(f uint64) bool { return nodes[i].Features&f == f })
	}
	for _, i := range held {
		if int(i) >= len(nodes) || i < 0 || !one(i) {
			return false
		}
	}
	return (!w.Alike || slices.ContainsFunc(w.Features, func(f uint64) bool { return count(f) == len(held) })) &&
		!slices.ContainsFunc(w.Counted, func(c Counted) bool { return count(c.Features) < c.Nodes })
}

// given returns the job with what its run was given: its limit, and its features or those that it prefers.
func given(p *Problem, j *Job, s *Stay) *Job {
	if j.Wish == nil || s.Start < 0 {
		return j
	}
	one := *j
	if w := j.Wish.Instead; w != nil && w.met(p.Nodes, s.Nodes) {
		one.Features = nil
		if j.Asks != nil {
			asks := *j.Asks
			asks.Alike, asks.Counted = false, nil
			one.Asks = &asks
		}
	}
	if s.Limit > 0 {
		one.Kill += s.Limit - j.Limit
		one.Limit = s.Limit
	}
	return &one
}

// least returns the shortest limit with which the job may run.
func (t *judge) least(asked int64) int64 {
	if l := t.j.Wish.Least; l > 0 && l < asked {
		return l
	}
	return asked
}

// wish checks the limit of a run.
func (t *judge) wish() {
	w, s := t.j.Wish, t.s
	if w == nil {
		return
	}
	asked := t.p.Jobs[t.i].Limit
	if s.Limit > asked || s.Limit < t.least(asked) {
		t.report(RuleWish, "has a limit of %d s, expected %d to %d", s.Limit, t.least(asked), asked)
	}
	if w.Deadline > 0 && s.Start+s.Limit > w.Deadline {
		t.report(RuleWish, "starts with a limit of %d s, expected an end by %d", s.Limit, w.Deadline)
	}
}

// expired checks that a job that its deadline took out of the queue could not end in time any more.
func (t *judge) expired() {
	if w := t.j.Wish; w == nil || w.Deadline == 0 || t.s.End+t.least(t.j.Limit) <= w.Deadline {
		t.report(RuleWish, "left the queue at %d, expected it to wait as long as it can end by its deadline", t.s.End)
	}
}

// length returns how long a run lasts that nothing disturbs, and whether its limit ends it. A limit that was shortened does.
func (t *judge) length() (length int64, killed bool) {
	j := t.j
	cut := j.Cut || j.Limit < t.p.Jobs[t.i].Limit
	if length = j.Run; j.Wish != nil && j.Wish.Spent > 0 {
		if length = max(length+j.Limit-j.Wish.Spent, 0); !j.Cut {
			return length, true
		}
		killed = true
	}
	if cut && length > j.Kill {
		return j.Kill, true
	}
	return length, killed
}
