package dynp

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/sim"
)

// A placed job of a naive plan.
type placed struct {
	job        *sim.Job
	start, end int64
}

// An oracle is self-tuning dynP with nothing kept from pass to pass but the
// waiting jobs and the policy in force, and with rational numbers for qualities.
type oracle struct {
	t       Tuning
	m       *sim.Machine
	waiting []*sim.Job
	inForce int
	arrived bool
	basic   *Bounds // basic dynP instead
	log     []string
}

func (p *oracle) Reset(m *sim.Machine) { *p = oracle{t: p.t, basic: p.basic, m: m} }
func (p *oracle) Submit(j *sim.Job) {
	p.waiting = append(p.waiting, j)
	p.arrived = true
}
func (p *oracle) End(sim.Running) {}

func (p *oracle) Pass() {
	now := p.m.Now()
	if p.basic != nil {
		p.byEstimate(now)
	} else if len(p.waiting) > 1 {
		rank := p.rank(now)
		before := p.inForce
		p.inForce = p.t.Decider(rank, before)
		p.log = append(p.log, fmt.Sprint(now, len(p.waiting), before, p.inForce))
	}
	for _, r := range p.plan(p.t.Orders[p.inForce]) {
		if r.start == now {
			p.m.Start(r.job)
			p.waiting = slices.DeleteFunc(p.waiting, func(j *sim.Job) bool { return j == r.job })
		}
	}
}

// byEstimate is the paper's basic_dynP_algorithm.
func (p *oracle) byEstimate(now int64) {
	if p.arrived && len(p.waiting) >= p.basic.Threshold {
		total := int64(0)
		for _, j := range p.waiting {
			total += j.Estimate
		}
		aert := big.NewRat(total, int64(len(p.waiting)))
		before := p.inForce
		switch lower, upper := big.NewRat(p.basic.Lower, 1), big.NewRat(p.basic.Upper, 1); {
		case aert.Sign() > 0 && aert.Cmp(lower) <= 0:
			p.inForce = sjf
		case lower.Cmp(aert) < 0 && aert.Cmp(upper) <= 0:
			p.inForce = fcfs
		case upper.Cmp(aert) < 0:
			p.inForce = ljf
		}
		p.log = append(p.log, fmt.Sprint(now, len(p.waiting), before, p.inForce))
	}
	p.arrived = false
}

// rank tells for each policy how many are better.
func (p *oracle) rank(now int64) []int {
	values := make([][]*big.Rat, len(p.t.Terms)) // by term and policy
	for k, term := range p.t.Terms {
		for i, o := range p.t.Orders {
			v := quality(term.Quality, p.running(), p.counted(p.plan(o), now), now)
			if i == p.inForce {
				v.Mul(v, big.NewRat(int64(10_000-p.t.Slack), 10_000))
			}
			values[k] = append(values[k], v)
		}
	}
	if len(values) > 1 && !p.t.InTurn {
		values = [][]*big.Rat{p.weighted(values)}
	}
	rank := make([]int, len(p.t.Orders))
	for i := range rank {
		for other := range rank {
			for _, v := range values {
				if c := v[other].Cmp(v[i]); c != 0 {
					if c < 0 {
						rank[i]++
					}
					break
				}
			}
		}
	}
	return rank
}

// weighted adds the terms up, each relative to its best.
func (p *oracle) weighted(values [][]*big.Rat) []*big.Rat {
	sums := make([]*big.Rat, len(p.t.Orders))
	for i := range sums {
		sums[i] = new(big.Rat)
		for k, v := range values {
			best := slices.MinFunc(v, (*big.Rat).Cmp)
			relative := big.NewRat(1, 1)
			if best.Sign() > 0 {
				relative = new(big.Rat).Quo(v[i], best)
			} else if v[i].Sign() > 0 {
				relative = big.NewRat(2, 1)
			}
			sums[i].Add(sums[i], relative.Mul(relative, big.NewRat(int64(p.t.Terms[k].Weight), 1)))
		}
	}
	return sums
}

// counted is the reduced future.
func (p *oracle) counted(list []placed, now int64) []placed {
	if p.t.Within > 0 {
		list = slices.DeleteFunc(list, func(r placed) bool { return r.start > now+p.t.Within })
	}
	if p.t.First > 0 && p.t.First < len(list) {
		slices.SortStableFunc(list, func(a, b placed) int { return int(a.start - b.start) })
		list = list[:p.t.First]
	}
	return list
}

func (p *oracle) running() (list []placed) {
	for _, r := range p.m.Running() {
		list = append(list, placed{p.m.Job(r.Index), r.Start, r.End})
	}
	return list
}

// plan puts the waiting jobs, in the given order, each at the first second at
// which it fits for all its length, trying now and every end in the plan.
func (p *oracle) plan(o *policy.Order) []placed {
	now := p.m.Now()
	queue := slices.Clone(p.waiting)
	slices.SortStableFunc(queue, func(a, b *sim.Job) int {
		switch x, y := o.Key(now, a), o.Key(now, b); {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	all := p.running()
	n := len(all)
	for _, j := range queue {
		busy := func(t int64) (procs int) {
			for _, r := range all {
				if r.start <= t && t < r.end {
					procs += int(r.job.Procs)
				}
			}
			return procs
		}
		tries := []int64{now}
		for _, r := range all {
			tries = append(tries, r.end)
		}
		slices.Sort(tries)
		at := slices.IndexFunc(tries, func(t int64) bool {
			ok := busy(t)+int(j.Procs) <= p.m.Procs()
			for _, r := range all {
				ok = ok && (r.start < t || r.start >= t+j.Estimate || busy(r.start)+int(j.Procs) <= p.m.Procs())
			}
			return ok
		})
		all = append(all, placed{j, tries[at], tries[at] + j.Estimate})
	}
	return all[n:]
}

// quality is the paper's formula, in rational numbers.
func quality(q Quality, running, waiting []placed, now int64) *big.Rat {
	over, under, last := new(big.Rat), new(big.Rat), now
	for _, r := range append(running, waiting...) {
		response, length, width := r.end-r.job.Submit, r.end-r.start, int64(r.job.Procs)
		x, w := big.NewRat(response, 1), big.NewRat(1, 1)
		switch q {
		case ARTwW, WaitwW, SLDwW:
			w.SetInt64(width)
		}
		switch q {
		case Wait, WaitwW:
			x.SetInt64(response - length)
		case SLD:
			x.SetInt64(response << 20 / length)
		case SLDwW:
			x.SetInt64(max(response, 60) << 20 / max(length, 60))
		}
		over.Add(over, x.Mul(x, w))
		under.Add(under, w)
		last = max(last, r.end)
	}
	if q == MS {
		return big.NewRat(last-now, 1)
	}
	return over.Quo(over, under)
}
