package dfrs

import "slices"

// steps is how finely MCB8 searches: to an accuracy of 0.01 (section 4.3).
const steps = 100

// remap maps all jobs from scratch by MCB8 or MCB8-stretch (sections 4.3, 4.7).
// Running jobs whose flow time or virtual time is below MINFT or MINVT keep
// their nodes. As long as not all jobs fit at any yield, the one with the lowest
// priority is left out, and paused if it runs, pinned or not.
func (e *Engine) remap() {
	p := &e.pack
	p.reset(e.cfg.Nodes)
	free := true // no job is pinned or left out, so that nothing depends on times
	for k, i := range e.active {
		e.live[i].item = int32(k)
		var kept []Place
		if e.pinned(i) {
			kept, free = e.live[i].places, false
		}
		p.add(&e.cfg.Jobs[i], kept)
	}
	stretch := e.cfg.Algorithm.Periodic == MCB8Stretch
	p.sort(!stretch)
	var ranks []rank
	for !p.mayFit() || stretch && !e.lowestStretch(p) || !stretch && !p.highestYield() {
		if ranks == nil {
			ranks = e.ranked(func(int32) bool { return true })
			p.bound()
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

// pinned reports whether MCB8 may stop a job but not move it.
func (e *Engine) pinned(i int32) bool {
	a, l := &e.cfg.Algorithm, &e.live[i]
	return l.state == Running &&
		(e.now-e.cfg.Jobs[i].Submit < a.MinFT*Second || l.virtual < a.MinVT*Second*Whole)
}

// adopt puts the jobs where the packer wants them.
func (e *Engine) adopt(p *packer) {
	p.places()
	for k, i := range e.active {
		if it := &p.items[k]; e.live[i].state == Running && (it.out || it.kept == nil && !samePlaces(it.places, e.live[i].places)) {
			e.stop(i)
		}
	}
	for k, i := range e.active {
		if it := &p.items[k]; e.live[i].state != Running && !it.out {
			e.start(i, it.places)
		}
	}
}

// highestYield searches for the highest yield, in hundredths, at which all
// tasks of all jobs can be packed, and keeps that packing. It looks first at the
// highest one that the sum of CPU needs allows.
func (p *packer) highestYield() bool {
	unit := p.unit()
	top := int64(steps)
	if p.allCPU > 0 {
		top = min(max(p.capacity()*Whole/p.allCPU/unit, 1), steps)
	}
	return p.search(1, int(top), func(step int) {
		for k := range p.items {
			p.items[k].yield = int32(int64(step) * unit)
		}
	})
}

// capacity is the CPU of all nodes.
func (p *packer) capacity() int64 { return int64(p.nodes) * Whole }

// unit is the lowest yield that is searched, a hundredth, or where all needs are
// over 50 times the cluster, a fiftieth of what they allow: a job is to be left out
// for want of memory, not because its many tasks have little CPU each.
func (p *packer) unit() int64 {
	if p.allCPU <= p.capacity()*steps/2 {
		return Whole / steps
	}
	return max(p.capacity()*(2*Whole/steps)/p.allCPU, 1)
}

// search looks for the largest of the steps first to top at which set sets
// yields that can be packed: first at top, then by halving. It keeps the packing.
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
