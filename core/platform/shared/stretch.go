package shared

import (
	"math"

	"github.com/backfill-lab/backfill/core/internal/wide"
)

// A line gives a job's stretch at the next periodic mapping, in microseconds: flow
// over virtual + yield*ahead (section 4.7).
type line struct {
	flow    float64 // flow time then
	virtual float64 // virtual time now
	ahead   float64 // time till then

	slope, offset float64 // yield is slope/stretch - offset, in parts of Whole
}

func (e *Engine) expect(i int32) line {
	ahead := e.period() - (e.now-e.cfg.Jobs[0].Submit)%e.period()
	l := line{
		flow:    float64(e.now - e.cfg.Jobs[i].Submit + ahead),
		virtual: float64(e.live[i].virtual) / Whole,
		ahead:   float64(ahead),
	}
	l.slope, l.offset = l.flow/l.ahead*Whole, l.virtual/l.ahead*Whole
	return l
}

// yield returns the yield at which 1/stretch equals inverse, in parts of Whole, negative
// for a job that does better without any.
func (l *line) yield(inverse float64) float64 {
	return float64(l.slope*inverse) - l.offset
}

// lowestStretch is highestYield for the inverse of the largest stretch. It searches in
// hundredths, from 0, of the highest value at which no job needs a yield above 1: at least
// as fine as hundredths. No mapped job has a yield below a hundredth (or unit), since it
// would hold memory and make no progress.
func (e *Engine) lowestStretch(p *packer) bool {
	least := p.unit()
	p.goals = p.goals[:0]
	top := goal{virtual: Whole, flow: 1} // a stretch of 1
	for k, i := range e.packed {
		g := goal{line: e.expect(i), virtual: uint64(e.live[i].virtual)}
		g.ahead = uint64(g.line.ahead)
		g.flow = uint64(e.now-e.cfg.Jobs[i].Submit) + g.ahead
		p.goals = append(p.goals, g)
		if g.virtual += g.ahead * Whole; !p.items[k].out && g.before(&top) {
			top = g // its highest
		}
	}
	return p.search(0, steps, func(step int) {
		for k := range p.items {
			if it := &p.items[k]; !it.out {
				it.yield = int32(min(max(p.goals[k].yield(&top, step), least), Whole))
			}
		}
	})
}

// A goal is a line in whole numbers: a job's stretch is Whole*flow over virtual +
// yield*ahead.
type goal struct {
	line
	flow, virtual, ahead uint64
}

// before reports whether the inverse stretch of g, without any yield, is less than h's.
func (g *goal) before(h *goal) bool {
	return wide.Product(g.virtual, h.flow).Compare(wide.Product(h.virtual, g.flow)) < 0
}

// yield returns the yield, rounded up, that gives g that many hundredths of top's
// inverse stretch. Where rounding could decide, the comparison is exact.
func (g *goal) yield(top *goal, step int) int64 {
	inverse := float64(top.virtual) / float64(top.flow) / Whole * float64(step) / steps
	y := g.line.yield(inverse)
	n := math.Round(y)
	if n < 0 {
		return 0
	}
	if near := (float64(g.slope*inverse) + g.offset + 1) * 1e-14; math.Abs(y-n) > near {
		return int64(math.Ceil(y))
	}
	want, have := wide.Product(g.flow, top.virtual), wide.Product(g.virtual+uint64(n)*g.ahead, top.flow)
	if wide.CompareProducts(want, uint64(step), have, steps) > 0 {
		return int64(n) + 1
	}
	return int64(n)
}

// aim keeps the yields that MCB8-stretch asked for; CPU left over comes on top.
func (e *Engine) aim(p *packer) {
	for k, i := range e.packed {
		e.live[i].floor = p.items[k].best
	}
	e.dirty = true
}

// stretch shares the CPU after MCB8-stretch. Each job gets what it needs for the stretch
// aimed at or, between two mappings, what it has; the rest lowers the largest stretches at
// the next mapping, then the next, node after node (OPT=MAX), or their average (OPT=AVG).
func (s *sharer) stretch(e *Engine) {
	s.lines = s.lines[:0]
	for _, i := range e.running {
		s.lines = append(s.lines, e.expect(i))
	}
	if e.cfg.Algorithm.Goal == Average {
		s.averageStretch(e)
		return
	}
	s.fill(e, func(k int, least float64) float64 { return s.inverseAt(e, k, least) },
		func(job int, inverse float64) int32 { return s.yieldAt(e, job, inverse) })
}

// yieldAt returns the yield at which a job reaches that inverse stretch, at least its floor.
func (s *sharer) yieldAt(e *Engine, job int, inverse float64) int32 {
	if inverse >= 1 {
		return Whole
	}
	y := math.Floor(s.lines[job].yield(inverse))
	return int32(min(max(y, float64(e.live[e.running[job]].floor)), Whole))
}

// inverseAt returns the highest inverse stretch, not below least, that all open jobs on
// overloaded node k can reach together, so exactly that no yield is off by more than a
// part.
func (s *sharer) inverseAt(e *Engine, k int, least float64) float64 {
	entries := s.on(k)
	slope := 1.0
	for _, en := range entries {
		if !s.done[en.job] {
			slope = max(slope, s.lines[en.job].slope)
		}
	}
	low, high, at := least, 1.0, 1.0
	for (high-low)*slope > 1 {
		sum := int64(0)
		for _, en := range entries {
			if !s.done[en.job] {
				sum += en.need * int64(s.yieldAt(e, int(en.job), at))
			}
		}
		if sum > s.rest[k] {
			high = at
		} else if low = at; low == high {
			break
		}
		at = (low + high) / 2
		if at <= low || at >= high { // neighbours
			break
		}
	}
	return low
}
