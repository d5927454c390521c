package exact

import (
	"cmp"
	"slices"
	"sort"
)

// A kernel is some jobs that a dual prices together, not each on its own. They are those
// that hinder others most: wide and short ones. Nothing but a schedule of all of them tells
// how two 32-processor jobs and one of 64 get in each other's way.
//
// Take any schedule, and start the kernel's jobs, in the order of their starts, each as
// early as the others of the kernel allow. None starts later than before, so none costs less
// than its cheapest start from there on, its worth. The least sum of worths over all such
// schedules, which a chrono finds, is therefore at most what the kernel's jobs cost at these
// prices; and not less than the sum of what each costs at least on its own.
//
// This pays at prices at which a kernel's job does not gain by waiting: a kernel needs no
// prices to keep its jobs apart, only the others do.
type kernel struct {
	u      *dual    // the prices of all jobs
	p      *problem // the kernel's jobs alone
	job    []int    // by job of p: that of u
	chrono *chrono
	best   *incumbent // a schedule of the kernel's jobs, and its worth
	curve  []curve    // by job of p
	guide  guide
	most   int64 // nodes of a search
	whole  bool  // the last one was complete
}

// A curve is the least cost of a job from a second on, at the seconds where it bends.
type curve struct {
	dom   domain
	at    []int64 // the bends of the cost within the domain
	least []int64 // from at[k] on
	best  []int64 // where
}

// newKernel returns a kernel of the jobs of u that are listed, in order. starts is a schedule
// of all jobs. The memo may be another search's.
func newKernel(in *Instance, u *dual, jobs []int, starts []int64, m *memo, stop func() bool) *kernel {
	part := &Instance{Procs: in.Procs, Now: in.Now, Free: in.Free}
	for _, i := range jobs {
		part.Jobs = append(part.Jobs, in.Jobs[u.p.job[i]])
	}
	k := &kernel{u: u, p: newProblem(part), best: &incumbent{}, most: kernelNodes}
	order := identity(len(jobs))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(starts[jobs[k.p.job[a]]], starts[jobs[k.p.job[b]]]) })
	first, _ := k.p.list(order)
	k.best.starts = first
	for _, i := range k.p.job {
		k.job = append(k.job, jobs[i])
	}
	k.chrono = newChrono(k.p, k, k.best, m)
	k.chrono.stop = stop
	k.curve = make([]curve, k.p.n)
	k.guide.init(k)
	return k
}

// join puts into u.start and u.least those of the kernel's cheapest schedule, at u's prices
// and for the domains. If the search for it would take too long, it leaves them. It returns
// false if there is no schedule within the domains.
func (k *kernel) join(dom []domain) (some bool) {
	u, p := k.u, k.p
	for q, i := range k.job {
		if k.curve[q].dom = dom[i]; k.again(q) {
			k.curve[q] = k.curve[q-1]
		} else {
			k.curve[q] = u.curve(i, dom[i])
		}
	}
	k.best.cost = 0
	for q, t := range k.best.starts {
		k.best.cost = min(never, k.best.cost+k.worth(q, t))
	}
	k.guide.improve(k)
	all := make([]domain, p.n)
	for q := range all {
		all[q] = domain{{p.early[q], p.end - p.d[q]}}
	}
	whole := k.chrono.run(all, k.most)
	u.p.ticks += p.ticks
	p.ticks = 0
	if k.whole = whole; !whole {
		return true
	}
	if k.best.cost == never {
		return false
	}
	for q, t := range k.best.starts {
		i, c := k.job[q], &k.curve[q]
		b, x := c.from(t)
		u.start[i], u.least[i] = t, k.worth(q, t)
		if b < len(c.at) && x == u.least[i] {
			u.start[i] = c.best[b]
		}
	}
	return true
}

// again reports whether job q differs in nothing from the one before.
func (k *kernel) again(q int) bool {
	return q > 0 && k.p.same(q-1, q) && slices.Equal(k.curve[q].dom, k.curve[q-1].dom)
}

// curve returns job i's for starts in d.
func (u *dual) curve(i int, d domain) (c curve) {
	g, end := u.g, int64(u.k)*u.g
	off := (g - u.p.d[i]%g) % g
	c.dom = d
	for _, s := range d {
		c.at = append(c.at, s.from)
		for t := (s.from/g + 1) * g; t <= min(s.to, end); t += g {
			c.at = append(c.at, t)
		}
		for t := s.from/g*g + off; t <= min(s.to, end); t += g {
			if t > s.from {
				c.at = append(c.at, t)
			}
		}
		c.at = append(c.at, s.to)
	}
	u.p.ticks += bendTicks * int64(len(c.at))
	slices.Sort(c.at)
	c.at = slices.Compact(c.at)
	c.least, c.best = make([]int64, len(c.at)), make([]int64, len(c.at))
	for b := len(c.at) - 1; b >= 0; b-- {
		c.least[b], c.best[b] = u.cost(i, c.at[b]), c.at[b]
		if b+1 < len(c.at) && c.least[b+1] < c.least[b] {
			c.least[b], c.best[b] = c.least[b+1], c.best[b+1]
		}
	}
	return c
}

// from returns the first bend at second t or later, and the least cost from there on.
func (c *curve) from(t int64) (bend int, least int64) {
	bend = sort.Search(len(c.at), func(b int) bool { return c.at[b] >= t })
	if bend == len(c.at) {
		return bend, never
	}
	return bend, c.least[bend]
}

// A kernel is the fare of the search for its cheapest schedule.

func (k *kernel) scale() (one, h int64, cells int) {
	_, h, cells = k.u.scale()
	return 1, h, cells
}

// worth returns the least cost of a start at second t or later, or never.
func (k *kernel) worth(q int, t int64) int64 {
	k.p.ticks += bendTicks
	c := &k.curve[q]
	b, least := c.from(t)
	if b < len(c.at) && c.at[b] > t && c.dom.has(t) {
		least = min(least, k.u.cost(k.job[q], t))
	}
	return least
}

func (k *kernel) cost(q int, t int64) int64 {
	return k.worth(q, t) + k.guide.price(k.p.w[q], t, k.p.d[q])
}

func (k *kernel) free() int64 { return k.guide.paid }

func (k *kernel) tabulate(q int, _ domain, row []int64) {
	w, d := k.p.w[q], k.p.d[q]
	_, h, _ := k.scale()
	for m := range row {
		t := int64(m) * h
		if row[m] = k.worth(q, t); row[m] < never && m+1 < len(row) {
			row[m] += k.guide.least(w, t, d)
		}
	}
}
