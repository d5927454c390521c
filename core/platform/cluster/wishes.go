package cluster

// Wishes are what few jobs would rather have than what they ask for. A number is 0 if it is not given.
type Wishes struct {
	LimitMin int64 // seconds to which a Scheduler may shorten Job.Limit as it starts the job (--time-min)
	Deadline int64 // seconds after its submission by which its limit must be over, or it leaves the queue (--deadline)
	Prefer   *Preference

	// The limit, in seconds, at which Job.Run ended in a log. With another limit, the run is longer or shorter by the difference: all
	// that is known of it is that it takes what it is given.
	Spent int64
}

// A Preference is features that a job takes in the place of its own if it can start at once with them (--prefer).
type Preference struct {
	Features []uint64
	Alike    bool // as in Asks
	Counted  []Counted
}

// LeastLimit returns the limit without which the job does not start, in seconds.
func (j *Job) LeastLimit() int64 {
	if w := j.Wishes; w != nil && w.LimitMin > 0 {
		return min(w.LimitMin, j.Limit)
	}
	return j.Limit
}

// Preferred returns the job with the features that it prefers, or nil if it prefers none.
func (j *Job) Preferred() *Job {
	if j.Wishes == nil || j.Wishes.Prefer == nil {
		return nil
	}
	p, one := j.Wishes.Prefer, *j
	one.Features = p.Features
	if j.Asks != nil || p.Alike || p.Counted != nil {
		asks := Asks{}
		if j.Asks != nil {
			asks = *j.Asks
		}
		asks.Alike, asks.Counted = p.Alike, p.Counted
		one.Asks = &asks
	}
	sum := int32(0)
	for _, c := range p.Counted {
		sum += c.Nodes
	}
	one.MinNodes, one.Tasks = max(one.MinNodes, sum), max(one.Tasks, sum)
	return &one
}

// Shorten gives a job that is to start now another limit in seconds, not under its LeastLimit. It keeps that if it returns to the queue.
func (e *Engine) Shorten(i int32, limit int64) {
	if e.Jobs[i].Limit != limit {
		e.Jobs[i].Limit, e.short[i] = limit, true
	}
}

// length returns how long a job runs that starts now, with microseconds beyond the seconds, and how that ends. A limit that was
// shortened ends it in any case.
func (e *Engine) length(i int32) (seconds, us int64, how How) {
	j := &e.Jobs[i]
	if seconds, us = j.Run, j.RunUs; j.Fails {
		how = Failed
	}
	cut := e.Cut
	if w := j.Wishes; w != nil && w.Spent > 0 {
		seconds, how = max(seconds+j.Limit-w.Spent, 0), TimedOut
	} else {
		cut = cut || e.short[i]
	}
	if kill := e.System.Kill(j); cut && seconds > kill {
		return kill, 0, TimedOut
	}
	return seconds, us, how
}

// expire plans the end of a waiting job's time in the queue: the first second at which it cannot end by its deadline any more.
func (e *Engine) expire(i int32) {
	j := &e.Jobs[i]
	if w := j.Wishes; w != nil && w.Deadline > 0 {
		e.plan(Change{At: max(j.Submit+w.Deadline-j.LeastLimit()+1, e.Now, j.Submit), Kind: Cancel, Job: i, late: true})
		e.Coming++
	}
}

// expired takes a job out of the queue that waits, and whose limit is longer than what is left by its deadline: it may have changed.
func (e *Engine) expired(i int32) {
	if j := &e.Jobs[i]; e.Phase[i] == Waiting && e.Now+j.LeastLimit() > j.Submit+j.Wishes.Deadline {
		e.changeJob(&Change{Kind: Cancel, Job: i})
		e.Placed[i].How = Expired
	}
}
