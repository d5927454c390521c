package pareto

import (
	"fmt"
	"math"
	"slices"
)

// Dominates tells whether a is nowhere worse than b and somewhere better. They
// have the same length.
func Dominates(a, b []float64) bool {
	better := false
	for i, v := range a {
		if v > b[i] {
			return false
		}
		better = better || v < b[i]
	}
	return better
}

// Front returns the indices of the points that no other dominates, in increasing
// order; equal points are all among them. It costs O(points * front * objectives).
func Front(points [][]float64) []int {
	// In lexicographic order nothing is dominated by what comes after it.
	order := identity(len(points))
	slices.SortStableFunc(order, func(a, b int) int { return slices.Compare(points[a], points[b]) })
	var front []int
	for _, i := range order {
		if !slices.ContainsFunc(front, func(j int) bool { return Dominates(points[j], points[i]) }) {
			front = append(front, i)
		}
	}
	slices.Sort(front)
	return front
}

// Sort splits points into fronts: the first is what Front returns, the next is
// what Front returns of the others, and so on. Each has increasing indices. This
// is the fast non-dominated sort of Deb and others (section III.A), in
// O(points² * objectives) time and at worst O(points²) memory.
func Sort(points [][]float64) [][]int {
	worse := make([][]int, len(points)) // whom each dominates
	better := make([]int, len(points))  // by how many each is dominated
	for i := range points {
		for j := range i {
			switch {
			case Dominates(points[i], points[j]):
				worse[i] = append(worse[i], j)
				better[j]++
			case Dominates(points[j], points[i]):
				worse[j] = append(worse[j], i)
				better[i]++
			}
		}
	}
	var front []int
	for i, n := range better {
		if n == 0 {
			front = append(front, i)
		}
	}
	var fronts [][]int
	for len(front) > 0 {
		fronts = append(fronts, front)
		var next []int
		for _, i := range front {
			for _, j := range worse[i] {
				if better[j]--; better[j] == 0 {
					next = append(next, j)
				}
			}
		}
		slices.Sort(next)
		front = next
	}
	return fronts
}

// Crowding returns how much room each point of a front has: the sum, over the
// objectives, of the distance between its two neighbours in that objective, as a
// share of the front's range (Deb and others, section III.B). The ends of each
// objective have room without end; of equal values, the one that comes first in
// points counts as smaller. An objective in which all are equal adds nothing.
func Crowding(points [][]float64) []float64 {
	room := make([]float64, len(points))
	if len(points) == 0 {
		return room
	}
	order := make([]int, len(points))
	last := len(points) - 1
	for m := range points[0] {
		copy(order, identity(len(points)))
		slices.SortStableFunc(order, func(a, b int) int { return compare(points[a][m], points[b][m]) })
		low, high := points[order[0]][m], points[order[last]][m]
		if low == high {
			continue
		}
		room[order[0]], room[order[last]] = math.Inf(1), math.Inf(1)
		for k := 1; k < last; k++ {
			// Halves, so that the range of two huge numbers is one too.
			between := points[order[k+1]][m]/2 - points[order[k-1]][m]/2
			room[order[k]] += between / (high/2 - low/2)
		}
	}
	return room
}

func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func identity(n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	return order
}

// checkPoints says which of some points has not m finite values.
func checkPoints(points [][]float64, m int) error {
	for i, p := range points {
		if len(p) != m {
			return fmt.Errorf("point %d has %d objectives, not %d", i, len(p), m)
		}
		for k, v := range p {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("objective %d of point %d is %g; it must be a finite number", k, i, v)
			}
		}
	}
	return nil
}
