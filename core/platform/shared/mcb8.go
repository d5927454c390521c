package shared

import "slices"

const steps = 100 // the accuracy of MCB8's search is 0.01 (section 4.3)

// remap maps all jobs from scratch by MCB8 or MCB8-stretch (sections 4.3, 4.7). Running
// jobs whose flow time or virtual time is below MINFT or MINVT keep their nodes. While the
// jobs fit at no yield, it leaves out the one with the lowest priority, and pauses it if
// it runs, pinned or not.
func (e *Engine) remap() {
	e.anew, e.anewAt = true, e.now
	for _, i := range e.touched {
		e.live[i].forced = none // what becomes of it is decided here
	}
	p := &e.pack
	ranks := e.enter()
	free := ranks == nil // no job is pinned or left out: nothing depends on times
	for k := range p.items {
		free = free && p.items[k].kept == nil
	}
	stretch := e.cfg.Algorithm.Periodic == MCB8Stretch
	p.sort(!stretch)
	for !p.all.mayFit(e.cfg.Nodes) || stretch && !e.lowestStretch(p) || !stretch && !p.highestYield() {
		if ranks == nil {
			ranks = e.ranked(e.active)
		}
		last := ranks[len(ranks)-1].job
		ranks, free = ranks[:len(ranks)-1], false
		p.leaveOut(int(e.live[last].item))
	}
	e.adopt(p)
	if stretch {
		e.aim(p)
	}
	// A job that was mapped just now may be pinned from here on.
	e.settled = free && !stretch && !slices.ContainsFunc(e.active, e.pinned)
}

// enter gives the packer the active jobs and returns nil. If they cannot all fit, it gives
// and returns, by falling priority, only those with the highest priorities that may fit.
func (e *Engine) enter() (ranks []rank) {
	e.packed = append(e.packed[:0], e.active...)
	need := e.all
	if !need.mayFit(e.cfg.Nodes) {
		ranks, need = e.foremost()
		e.packed = e.packed[:0]
		for _, r := range ranks {
			e.packed = append(e.packed, r.job)
		}
		slices.Sort(e.packed)
	}
	for _, i := range e.holders() {
		e.live[i].item = none
	}
	e.pack.reset(e.cfg.Nodes, need)
	for k, i := range e.packed {
		e.live[i].item = int32(k)
		var kept []Place
		if e.pinned(i) {
			kept = e.live[i].places
		}
		e.pack.add(&e.cfg.Jobs[i], kept)
	}
	return ranks
}

const none = -1 // the item of a job that is not packed

// pinned reports whether MCB8 may stop a job but not move it.
func (e *Engine) pinned(i int32) bool {
	a, l := &e.cfg.Algorithm, &e.live[i]
	return l.state == Running &&
		(e.now-e.cfg.Jobs[i].Submit < a.MinFT*Second || l.virtual < a.MinVT*Second*Whole)
}

// adopt puts the jobs where the packer wants them.
func (e *Engine) adopt(p *packer) {
	p.places()
	for _, i := range e.holders() {
		l := &e.live[i]
		if l.item != none {
			if it := &p.items[l.item]; !it.out && (it.kept != nil || slices.Equal(it.places, l.places)) {
				continue
			}
		}
		e.stop(i)
	}
	for k, i := range e.packed {
		if it := &p.items[k]; e.live[i].state != Running && !it.out {
			e.start(i, it.places)
		}
	}
}

// highestYield searches for the highest yield, in hundredths, at which all tasks of all
// jobs can be packed, and keeps that packing. It first tries the highest that the sum of
// CPU needs allows.
func (p *packer) highestYield() bool {
	unit := p.unit()
	top := min(max(p.capacity()*Whole/max(p.all.cpu, 1)/unit, 1), steps)
	return p.search(1, int(top), func(step int) {
		for k := range p.items {
			p.items[k].yield = int32(int64(step) * unit)
		}
	})
}

func (p *packer) capacity() int64 { return int64(p.nodes) * Whole }

// unit is the lowest yield searched: a hundredth or, if all needs exceed 50 times the
// cluster, a fiftieth of what they allow. So jobs are left out for want of memory, not
// because many tasks have little CPU each.
func (p *packer) unit() int64 {
	if p.all.cpu <= p.capacity()*steps/2 {
		return Whole / steps
	}
	return max(p.capacity()*(2*Whole/steps)/p.all.cpu, 1)
}

// search finds the largest step from first to top at which the yields that set sets can
// be packed, and keeps the packing: it tries top, then halves.
func (p *packer) search(first, top int, set func(step int)) bool {
	low, high := first-1, top+1
	for at := top; high-low > 1; at = (low + high) / 2 {
		set(at)
		if p.try() {
			low = at
			p.keep()
		} else {
			high = at
		}
	}
	return low >= first
}
