package shared

import (
	"slices"

	"github.com/backfill-lab/backfill/core/platform/shared/internal/lp"
)

// A sharer computes the yields of a mapping (section 4.6). It looks only at overloaded
// nodes; a job on none of them gets all it needs. Yields are whole parts of Whole, so that
// no node exceeds its CPU.
type sharer struct {
	over  []int32 // nodes with a load above Whole
	slot  []int32 // index in over by node, -1 for the others
	first []int32 // the entries of over[k] are entry[first[k]:first[k+1]]
	entry []entry
	order []turn
	exact []bool  // of each overloaded node: nothing on it was settled since its level was computed
	rest  []int64 // of each: CPU that settled jobs leave, parts of CPU times parts of yield
	open  []int64 // of each: the CPU needs of the jobs whose yield is open
	done  []bool  // of each running job: its yield is settled

	lines  []line // of each running job, for stretches
	model  lp.Problem
	solver lp.Solver
	lower  []int32 // of each running job: the least yield in average
}

// An entry is a job's tasks on one overloaded node.
type entry struct {
	job  int32 // index in running
	need int64 // CPU needs of those tasks
}

// yields fills e.grant, the yields of e.running.
func (s *sharer) yields(e *Engine) {
	a := &e.cfg.Algorithm
	if a.Submission == Equal {
		equalShares(e)
		return
	}
	s.gather(e)
	for k := range e.grant {
		e.grant[k] = Whole
	}
	switch {
	case len(s.over) == 0:
	case a.Periodic == MCB8Stretch:
		s.stretch(e)
	case a.Goal == Average:
		s.average(e)
	default:
		s.maxMin(e)
	}
}

// gather finds the overloaded nodes and what is on them.
func (s *sharer) gather(e *Engine) {
	if s.slot == nil {
		s.slot = slices.Repeat([]int32{-1}, len(e.c.load))
	}
	for _, node := range s.over {
		s.slot[node] = -1
	}
	s.over, s.first = s.over[:0], s.first[:0]
	for node, load := range e.c.load {
		if load > Whole {
			s.slot[node] = int32(len(s.over))
			s.over = append(s.over, int32(node))
		}
	}
	s.first = zeroed(s.first, len(s.over)+1)
	total := int32(0)
	for _, i := range e.running {
		for _, p := range e.live[i].places {
			if k := s.slot[p.Node]; k >= 0 {
				s.first[k]++
				total++
			}
		}
	}
	for k := 1; k < len(s.first); k++ { // to the ends; the entries are filled in from there
		s.first[k] += s.first[k-1]
	}
	s.entry = slices.Grow(s.entry[:0], int(total))[:total]
	for k := len(e.running) - 1; k >= 0; k-- {
		i := e.running[k]
		cpu := int64(e.cfg.Jobs[i].CPU)
		for _, p := range e.live[i].places {
			if o := s.slot[p.Node]; o >= 0 {
				s.first[o]--
				s.entry[s.first[o]] = entry{job: int32(k), need: cpu * int64(p.Count)}
			}
		}
	}
}

// on returns the entries of overloaded node k.
func (s *sharer) on(k int) []entry { return s.entry[s.first[k]:s.first[k+1]] }

func zeroed[E any](s []E, n int) []E {
	s = slices.Grow(s[:0], n)[:n]
	clear(s)
	return s
}
