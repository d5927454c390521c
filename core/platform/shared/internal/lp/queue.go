package lp

import (
	"math"

	"github.com/backfill-lab/backfill/core/internal/heap"
)

// A choice is a column that is worth entering. A move from bound to bound changes no
// price, so one queue of choices serves until the next pivot. Problems with many
// columns in few rows have several such moves per pivot.
type choice struct {
	gain     float64
	variable int32
	column   int32
}

// Before is the order in which entering chooses.
func (a *choice) Before(b *choice) bool {
	return a.gain > b.gain || a.gain == b.gain && a.variable < b.variable
}

// next returns the column that entering would choose by the tableau's prices, from the queue.
func (s *Solver) next() int {
	if t := &s.t; !s.queued {
		s.queue, s.queued = s.queue[:0], true
		for j, d := range t.d {
			if g, v := math.Abs(d), t.outside[j]; g > Tolerance && !t.bound(v, d) {
				s.queue = append(s.queue, choice{g, v, int32(j)})
			}
		}
		heap.Make(s.queue)
	}
	if len(s.queue) == 0 {
		return -1
	}
	return int(s.queue[0].column)
}
