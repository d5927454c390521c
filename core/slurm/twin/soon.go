package twin

import "github.com/backfill-lab/backfill/core/platform/cluster"

// gather puts the nodes of running jobs next to each other, as they are looked at.
func (c *cycle) gather() {
	n := 0
	for k := range c.running {
		n += len(c.running[k].has)
	}
	all := make(cluster.Sparse, 0, n)
	for k := range c.running {
		from := len(all)
		all = append(all, c.running[k].has...)
		c.running[k].has = all[from:]
	}
}

// endedBy returns how many running jobs have ended by a second.
func (c *cycle) endedBy(at int64) int {
	from, to := 0, len(c.running)
	for from < to {
		if mid := (from + to) / 2; c.running[mid].at > at {
			to = mid
		} else {
			from = mid + 1
		}
	}
	return from
}

// ever tells whether a job may have a place at the end of a span, or ever.
func (c *cycle) ever(x *alike, n *entry, in span) bool {
	k := len(c.running)
	if in.end > 0 {
		k = c.endedBy(in.end)
	}
	for i := x.Jobs(); i < k; i++ {
		x.Give(&c.e.Placed[c.running[i].job].Held, n.looked)
	}
	return x.Ever(k, c.set)
}

// soon is willRun for nodes that are alike, if nobody yields. For all sets it is known what is free after the first running jobs, however
// many, have ended, so they are taken away many at a time.
func (c *cycle) soon(n *entry, x *alike, keeps bool, in span) (int64, *cluster.Choice) {
	now := c.e.Now
	c.without, c.preempts, c.basis = nil, false, nil
	if !c.ever(x, n, in) {
		return 0, nil
	}
	place := func(k int) *cluster.Choice {
		if x.Until(k, c.set) {
			if a, ok := x.Place(c.set); ok {
				c.basis = x.Held(k)
				return a
			}
		}
		return nil
	}
	if in.begin <= now {
		if a := place(0); a != nil {
			return now, a
		}
	}
	w := window{next: c.endedBy(in.begin - 1), length: 30, until: in.end}
	if in.begin > now || w.next > 0 && c.met(x, 0, w.next) < w.next {
		if a := place(w.next); a != nil {
			return now + 1, a
		}
	}
	if !keeps {
		return now, nil
	}
	for first := w.next; w.more(c.running); {
		last := c.jump(x, &w)
		if last < 0 {
			break
		}
		if a := place(w.next); a != nil {
			if c.rules[ownEnds] {
				last = c.ends(c.running[first:w.next], a, last)
			}
			return max(last, now+1), a
		}
	}
	return 0, nil
}

// met returns the first running job from one to before another that has nodes of the set, or the other.
func (c *cycle) met(x *alike, from, to int) int {
	for few := from + 8; from < to && !c.running[from].has.Meets(c.set); from++ {
		if from == few && x.Held(to) != nil {
			return x.Next(from, to, c.set)
		}
	}
	return from
}

// jump is byWindow, without a look at the jobs within the group.
func (c *cycle) jump(x *alike, w *window) (last int64) {
	first, end := w.next, len(c.running)
	if w.until > 0 {
		end = c.endedBy(w.until)
	}
	if w.from == 0 {
		if first = c.met(x, first, end); first == end {
			w.next = end
			return -1
		}
		at := c.running[first].at
		w.from = at + 30 - (at+c.e.UnixStart)%30
	}
	k := c.met(x, min(max(first, c.endedBy(w.from+w.length)-1), end), end)
	if w.next = k + 1; k == end {
		w.next = end
		for k--; !c.running[k].has.Meets(c.set); k-- {
			if k == first {
				return -1
			}
		}
	}
	c.lengthen(w)
	return c.running[k].at
}

// lengthen makes the next group as long as it has to be for a job to end in it.
func (c *cycle) lengthen(w *window) {
	for {
		if w.length = c.longer(w.length); w.next == len(c.running) || c.running[w.next].at <= w.from+w.length {
			return
		}
	}
}
