package shared

import (
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/platform/shared/internal/lp"
)

// average maximises the sum of the yields, none below 1/max(1, largest load):
// linear program (2), OPT=AVG. It rounds down to parts of Whole.
func (s *sharer) average(e *Engine) {
	load := int64(0)
	for _, node := range s.over {
		load = max(load, e.c.load[node])
	}
	least := int32(full / load)
	s.lower = s.lower[:0]
	for range e.running {
		s.lower = append(s.lower, least)
	}
	s.program(e, 1, func(job, _ int) (gain, width float64) {
		return 1, float64(Whole-least) / Whole
	})
}

// pieces are the shares into which averageStretch cuts the yields above the lowest:
// short where yields are low and stretches fall fast.
var pieces = [...]float64{1. / 15, 2. / 15, 4. / 15, 8. / 15}

// averageStretch minimises the sum of the stretches expected at the next periodic mapping,
// while no yield falls. A stretch is convex in the yield; the program has its chords over
// a few pieces instead (the paper does not say how it solves this).
func (s *sharer) averageStretch(e *Engine) {
	s.lower = s.lower[:0]
	top := 0.0 // gains of the order of 1 suit the solver
	for k, i := range e.running {
		floor := e.live[i].floor
		s.lower = append(s.lower, floor)
		if floor < Whole {
			gain, _ := s.piece(k, 0)
			top = max(top, gain)
		}
	}
	if top == 0 {
		top = 1
	}
	s.program(e, len(pieces), func(job, k int) (gain, width float64) {
		gain, width = s.piece(job, k)
		return gain / top, width
	})
}

// piece returns how much a job's stretch falls per yield on the k-th piece above its
// lowest yield, and the width of that piece.
func (s *sharer) piece(job, k int) (fall, width float64) {
	room := float64(Whole-s.lower[job]) / Whole
	l, from := &s.lines[job], 1-room
	for _, share := range pieces[:k] {
		from += float64(share * room)
	}
	width = pieces[k] * room
	return (l.stretch(from) - l.stretch(from+width)) / width, width
}

// stretch returns the stretch expected with that yield. Virtual time counts as at least a
// microsecond, so that nothing is infinite.
func (l *line) stretch(yield float64) float64 {
	return l.flow / max(l.virtual+float64(yield*l.ahead), 1)
}

// program maximises the gain of all yields above s.lower and sets e.grant to the solution
// rounded down. Each piece of a job gains less than the one before, so they fill in order.
// If the solver gives up, maxMin takes over.
func (s *sharer) program(e *Engine, n int, piece func(job, k int) (gain, width float64)) {
	s.model.Reset()
	for o := range s.over {
		s.model.AddRow(float64(full-s.used(o, s.lower)) / full)
	}
	for job, i := range e.running {
		if s.lower[job] == Whole || !s.crowded(e.live[i].places) {
			continue
		}
		e.grant[job] = s.lower[job]
		cpu := int64(e.cfg.Jobs[i].CPU)
		for k := range n {
			gain, width := piece(job, k)
			s.model.AddColumn(gain, 0, width)
			for _, p := range e.live[i].places {
				if o := s.slot[p.Node]; o >= 0 {
					s.model.Add(int(o), float64(cpu*int64(p.Count))/Whole)
				}
			}
		}
	}
	solution := s.solver.Solve(&s.model)
	if solution.Status != lp.Optimal {
		s.maxMin(e)
		return
	}
	column := 0
	for job, i := range e.running {
		if s.lower[job] == Whole || !s.crowded(e.live[i].places) {
			continue
		}
		more := 0.0
		for range n {
			more += solution.Y[column]
			column++
		}
		e.grant[job] = min(s.lower[job]+int32(math.Floor(more*Whole+nearly)), Whole)
	}
	s.repair(e.grant)
}

// used returns the CPU that the jobs on overloaded node o take at those yields.
func (s *sharer) used(o int, yields []int32) (sum int64) {
	for _, en := range s.on(o) {
		sum += en.need * int64(yields[en.job])
	}
	return sum
}

const nearly = 1e-3 // how far rounding may take a yield below a whole part

// crowded reports whether a job has a task on an overloaded node.
func (s *sharer) crowded(places []Place) bool {
	return slices.ContainsFunc(places, func(p Place) bool { return s.slot[p.Node] >= 0 })
}

// repair lowers yields part by part where the solver's rounding overloads a node by a few
// parts.
func (s *sharer) repair(grant []int32) {
	for o := range s.over {
		for used := s.used(o, grant); used > full; {
			for _, en := range s.on(o) {
				if used > full && grant[en.job] > s.lower[en.job] {
					grant[en.job]--
					used -= en.need
				}
			}
		}
	}
}
