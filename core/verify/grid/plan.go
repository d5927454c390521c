package grid

import "slices"

// A plan places all waiting jobs of a grid.
type plan struct {
	w     *world
	spans [][]span // of each site
}

// A span is processors of a site that are taken in [from, to).
type span struct {
	from, to int64
	procs    int
}

// A place is a job's place in a plan.
type place struct {
	start, end int64
	parts      []Part
}

// startDue makes a plan, in which every waiting job, in queue order, gets the place with the
// earliest end beside the running jobs until their expected ends and the jobs before it. It
// starts the jobs whose place begins now, and reports whether one of no length was among them.
func (w *world) startDue() (instant bool) {
	p := &plan{w: w, spans: make([][]span, len(w.g.Sites))}
	for _, i := range w.Running {
		p.take(place{w.Now, w.Expected(i), w.parts[i]})
	}
	for _, i := range w.queues()[0] {
		at := p.place(i)
		p.take(at)
		if at.start == w.Now {
			w.start(i, at.parts)
			instant = instant || w.Placed[i].End == w.Now
		}
	}
	return instant
}

func (p *plan) take(at place) {
	for _, q := range at.parts {
		p.spans[q.Site] = append(p.spans[q.Site], span{at.start, at.end, q.Procs})
	}
}

// place returns the place with the earliest end. Of equal ones that on the faster site wins, then
// on the first, then with more processors; then that on the fastest two sites, three and so on.
func (p *plan) place(i int) place {
	g, r := p.w.g, p.w.r
	sites := (&turn{g: g, free: make([]int, len(g.Sites))}).sites(func(int) bool { return true })
	var places []place
	for _, s := range sites {
		for n := int(g.Jobs[i].Procs); n > 0; n /= 2 {
			if at, ok := p.single(i, Part{s, n}); ok {
				places = append(places, at)
			}
			if !r.Mold {
				break
			}
		}
	}
	for k := 2; k <= len(sites) && r.Split != ""; k++ {
		if at, ok := p.together(i, sites[:k]); ok {
			places = append(places, at)
		}
	}
	return slices.MinFunc(places, func(a, b place) int { return int(a.end - b.end) })
}

// single returns the earliest place of a job on one part; ok is false if the site is too narrow.
func (p *plan) single(i int, part Part) (at place, ok bool) {
	if part.Procs > p.w.g.Sites[part.Site].Procs {
		return place{}, false
	}
	length := p.w.g.length(i, []Part{part}, p.w.g.Jobs[i].Estimate)
	for _, t := range p.tries(part.Site) {
		if p.least(part.Site, t, t+length) >= part.Procs {
			return place{t, t + length, []Part{part}}, true
		}
	}
	panic("verify/sites: a part that fits the empty site fits never")
}

// together returns the earliest place on some of sites, which it fills in their order with what
// each has free throughout; ok is false if there is none, or if one site has room for the whole
// job then.
func (p *plan) together(i int, sites []int) (at place, ok bool) {
	asked := int(p.w.g.Jobs[i].Procs)
	var all []Part // the job is as long as on all of them
	for _, s := range sites {
		all = append(all, Part{s, 1})
	}
	length := p.w.g.length(i, all, p.w.g.Jobs[i].Estimate)
	for _, t := range p.tries(sites...) {
		need, alone := asked, false
		at = place{start: t, end: t + length}
		for _, s := range sites {
			least := p.least(s, t, t+length)
			alone = alone || least >= asked
			if n := min(need, least); n > 0 {
				at.parts = append(at.parts, Part{s, n})
				need -= n
			}
		}
		if need == 0 {
			return at, !alone
		}
	}
	return place{}, false
}

// tries returns the seconds, in order, at which more may be free on the sites than before.
func (p *plan) tries(sites ...int) []int64 {
	tries := []int64{p.w.Now}
	for _, s := range sites {
		for _, span := range p.spans[s] {
			if span.to > p.w.Now {
				tries = append(tries, span.to)
			}
		}
	}
	slices.Sort(tries)
	return tries
}

// least returns how many processors of site s are free throughout [from, to): more
// become busy only where a span begins.
func (p *plan) least(s int, from, to int64) int {
	least := p.freeAt(s, from)
	for _, span := range p.spans[s] {
		if from < span.from && span.from < to {
			least = min(least, p.freeAt(s, span.from))
		}
	}
	return least
}

func (p *plan) freeAt(s int, t int64) int {
	free := p.w.g.Sites[s].Procs
	for _, span := range p.spans[s] {
		if span.from <= t && t < span.to {
			free -= span.procs
		}
	}
	return free
}
