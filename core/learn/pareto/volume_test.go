package pareto

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
)

// hypervolume returns the volume that points dominate within the box that ends at
// reference. A point that is not better than reference in every objective adds
// nothing, so reference should be worse than all. Without points the volume is 0.
//
// It is exact except for rounding, and the same for any order of the points. The
// method is WFG (While, Bradstreet and Barone, A fast way of calculating exact
// hypervolumes, IEEE Transactions on Evolutionary Computation 16(1), 2012). Its time
// is exponential in the number of objectives at worst; 200 points of seven objectives
// take about 0.1 s. It returns ctx's error soon after ctx is done.
func hypervolume(ctx context.Context, points [][]float64, reference []float64) (float64, error) {
	m := len(reference)
	if err := checkPoints([][]float64{reference}, m); err != nil {
		return 0, fmt.Errorf("pareto: the reference: %w", err)
	}
	if err := checkPoints(points, m); err != nil {
		return 0, fmt.Errorf("pareto: %w", err)
	}
	if m == 0 {
		return 0, fmt.Errorf("pareto: the reference has no objectives")
	}
	v := volume{ctx: ctx, levels: make([]level, m+1)}
	top := &v.levels[m]
	for _, p := range points {
		box := top.next(m)
		for k, x := range p {
			box[k] = reference[k] - x
		}
		if slices.Min(box) <= 0 {
			top.n--
		}
	}
	top.filter()
	sum := v.of(m)
	if v.err != nil {
		return 0, v.err
	}
	if math.IsNaN(sum) || math.IsInf(sum, 0) {
		return 0, fmt.Errorf("pareto: the hypervolume is too large for a float64: divide the objectives by their range")
	}
	return sum, nil
}

// volume computes volumes of unions of boxes. A box is given by its far corner; the
// near one is the origin.
type volume struct {
	ctx    context.Context
	levels []level // the present union, by number of dimensions
	calls  int
	err    error
}

// A level holds the boxes of a union, in memory that is used again.
type level struct {
	boxes [][]float64
	n     int // boxes in use
}

// next adds a box of m dimensions for the caller to fill in.
func (l *level) next(m int) []float64 {
	if l.n == len(l.boxes) {
		l.boxes = append(l.boxes, make([]float64, m))
	}
	l.n++
	return l.boxes[l.n-1]
}

// filter removes boxes within others, all but one of equal ones, and sorts the rest
// lexicographically from the last dimension to the first.
func (l *level) filter() {
	boxes := l.boxes[:l.n]
	slices.SortFunc(boxes, backwards)
	// A box can only be within a later one.
	keep := l.n
	for i := l.n - 1; i >= 0; i-- {
		if !slices.ContainsFunc(boxes[keep:], func(b []float64) bool { return within(boxes[i], b) }) {
			keep--
			boxes[i], boxes[keep] = boxes[keep], boxes[i]
		}
	}
	l.n = copyWithin(boxes, keep)
}

// copyWithin swaps boxes[from:] to the front and returns their number.
func copyWithin(boxes [][]float64, from int) int {
	if from == 0 {
		return len(boxes)
	}
	for i := from; i < len(boxes); i++ {
		boxes[i-from], boxes[i] = boxes[i], boxes[i-from]
	}
	return len(boxes) - from
}

func backwards(a, b []float64) int {
	for i := len(a) - 1; i >= 0; i-- {
		if c := cmp.Compare(a[i], b[i]); c != 0 {
			return c
		}
	}
	return 0
}

func within(a, b []float64) bool {
	for i, v := range a {
		if v > b[i] {
			return false
		}
	}
	return true
}

// of returns the volume of the union of the filtered boxes of level m.
func (v *volume) of(m int) float64 {
	boxes := v.levels[m].boxes[:v.levels[m].n]
	if v.calls++; v.calls%1024 == 0 && v.ctx.Err() != nil {
		v.err = context.Cause(v.ctx)
	}
	if len(boxes) == 0 || v.err != nil {
		return 0
	}
	if m == 1 {
		return boxes[len(boxes)-1][0]
	}
	if m == 2 { // the second dimension increases, so the first decreases
		sum, below := 0.0, 0.0
		for _, b := range boxes {
			sum += float64(b[0] * (b[1] - below))
			below = b[1]
		}
		return sum
	}
	// The later boxes reach further in the last dimension, so what the first adds to
	// them extends over its whole length there; and so on for the next.
	sum := 0.0
	for i, b := range boxes {
		rest := &v.levels[m-1]
		rest.n = 0
		for _, other := range boxes[i+1:] {
			limited := rest.next(m - 1)
			for k := range limited {
				limited[k] = min(b[k], other[k])
			}
		}
		rest.filter()
		base := 1.0
		for _, x := range b[:m-1] {
			base *= x
		}
		// Rounding must not make the box's part negative.
		sum += float64(b[m-1] * max(base-v.of(m-1), 0))
	}
	return sum
}
