package shared

import "github.com/backfill-lab/backfill/core/internal/heap"

// maxMin raises all yields together until a node is full, settles the jobs on it, and goes
// on with the others (OPT=MIN). Rounding costs the jobs that a node settles less than one
// part of yield. The first node settles its jobs at 1/max(1, largest load), rounded down.
func (s *sharer) maxMin(e *Engine) {
	s.fill(e, func(k int, _ float64) float64 { return float64(s.rest[k] / s.open[k]) },
		func(_ int, level float64) int32 { return int32(level) })
}

// fill settles the yields of one node after the other, the lowest level first, the first
// of equals. level returns the level at which a node's open jobs use up its rest, never
// below least, the node's level before other nodes settled jobs. yield turns a level into
// a job's yield. fill costs O(n log n) in overloaded nodes, and as much again for each
// node whose jobs others have settled when its turn comes.
func (s *sharer) fill(e *Engine, level func(k int, least float64) float64, yield func(job int, level float64) int32) {
	n := len(s.over)
	s.done = zeroed(s.done, len(e.running))
	s.exact, s.rest, s.open = zeroed(s.exact, n), zeroed(s.rest, n), zeroed(s.open, n)
	s.order = s.order[:0]
	for k := range n {
		s.rest[k] = full
		for _, en := range s.on(k) {
			s.open[k] += en.need
		}
		s.exact[k] = true
		s.order = append(s.order, turn{level(k, 0), int32(k)})
	}
	heap.Make(s.order)
	for h := s.order; len(h) > 0; {
		top := &h[0]
		switch k := int(top.node); {
		case s.open[k] == 0:
			h = heap.Pop(h)
			continue
		case !s.exact[k]:
			top.level, s.exact[k] = level(k, top.level), true
		default:
			for _, en := range s.on(k) {
				if !s.done[en.job] {
					s.settle(e, int(en.job), min(yield(int(en.job), top.level), Whole))
				}
			}
			continue
		}
		heap.Sift(h, 0)
	}
}

// A turn is an overloaded node of fill's heap, the next one on top.
type turn struct {
	level float64 // or less, if the node is not exact
	node  int32
}

func (a *turn) Before(b *turn) bool {
	return a.level < b.level || a.level == b.level && a.node < b.node
}

func (s *sharer) settle(e *Engine, job int, yield int32) {
	i := e.running[job]
	s.done[job], e.grant[job] = true, yield
	cpu := int64(e.cfg.Jobs[i].CPU)
	for _, p := range e.live[i].places {
		if o := s.slot[p.Node]; o >= 0 {
			need := cpu * int64(p.Count)
			s.open[o] -= need
			s.rest[o] -= need * int64(yield)
			s.exact[o] = false
		}
	}
}
