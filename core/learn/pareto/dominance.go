package pareto

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Dominates reports whether a, as long as b, is nowhere worse and somewhere better.
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

// Front returns the indices, increasing, of the points that no other dominates, equal ones
// included. It costs O(points * front * objectives).
func Front(points [][]float64) []int {
	// In lexicographic order no point is dominated by a later one.
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

// Sort splits points into fronts: the Front of all, the Front of the rest, and so on. This
// is the fast non-dominated sort of Deb and others (section III.A), in O(points² *
// objectives) time and at worst O(points²) memory.
func Sort(points [][]float64) [][]int {
	worse := make([][]int, len(points)) // the points that each dominates
	better := make([]int, len(points))  // the number of points that dominate each
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

// Crowding returns the room of each point of a front: the sum over the objectives of the
// distance between its two neighbours, as a share of the front's range (Deb and others,
// section III.B). The ends of each objective have infinite room; of equal values, the
// first in points counts as smaller. An objective in which all are equal adds nothing.
func Crowding(points [][]float64) []float64 {
	room := make([]float64, len(points))
	if len(points) == 0 {
		return room
	}
	last := len(points) - 1
	for m := range points[0] {
		order := identity(len(points))
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(points[a][m], points[b][m]) })
		low, high := points[order[0]][m], points[order[last]][m]
		if low == high {
			continue
		}
		room[order[0]], room[order[last]] = math.Inf(1), math.Inf(1)
		for k := 1; k < last; k++ {
			// Halves, because the range of two huge numbers may overflow.
			between := points[order[k+1]][m]/2 - points[order[k-1]][m]/2
			room[order[k]] += between / (high/2 - low/2)
		}
	}
	return room
}

func identity(n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	return order
}

// checkPoints returns an error unless every point has m finite values.
func checkPoints(points [][]float64, m int) error {
	for i, p := range points {
		if len(p) != m {
			return fmt.Errorf("point %d has %d objectives, not %d", i, len(p), m)
		}
		for k, v := range p {
			if v-v != 0 { // NaN or infinite
				return fmt.Errorf("objective %d of point %d is %g, expected a finite number", k, i, v)
			}
		}
	}
	return nil
}
