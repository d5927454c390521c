package pareto

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/det"
)

// scatter draws n points with m objectives from a few values, so that there are
// ties and copies, or from many.
func scatter(r *rand.Rand, n, m, values int) [][]float64 {
	points := make([][]float64, n)
	for i := range points {
		points[i] = make([]float64, m)
		for k := range points[i] {
			points[i][k] = float64(r.IntN(values))
		}
	}
	return points
}

// sets calls f with many small sets of points.
func sets(f func(r *rand.Rand, points [][]float64, m int)) {
	for seed := range uint64(300) {
		r := det.Stream(seed, "sets")
		m := 1 + r.IntN(5)
		f(r, scatter(r, r.IntN(20), m, 2+r.IntN(20)), m)
	}
}

// dominates is the definition, word for word.
func dominates(a, b []float64) bool {
	notWorse, better := true, false
	for k := range a {
		notWorse = notWorse && a[k] <= b[k]
		better = better || a[k] < b[k]
	}
	return notWorse && better
}

func TestFrontsAreThoseOfTheDefinition(t *testing.T) {
	sets(func(_ *rand.Rand, points [][]float64, _ int) {
		// The oracle peels: what nothing left dominates is the next front.
		var want [][]int
		left := identity(len(points))
		for len(left) > 0 {
			var front, rest []int
			for _, i := range left {
				if slices.ContainsFunc(left, func(j int) bool { return dominates(points[j], points[i]) }) {
					rest = append(rest, i)
				} else {
					front = append(front, i)
				}
			}
			want, left = append(want, front), rest
		}
		got := Sort(points)
		if !slices.EqualFunc(got, want, slices.Equal[[]int]) {
			t.Fatalf("%v has the fronts %v, not %v", points, got, want)
		}
		var first []int
		if len(want) > 0 {
			first = want[0]
		}
		if got := Front(points); !slices.Equal(got, first) {
			t.Fatalf("%v has the front %v, not %v", points, got, first)
		}
	})
}

func TestCrowdingByHand(t *testing.T) {
	// Four points on a line: the ends have room without end; the others have their
	// neighbours' distance, as a share of 6 and 12, once per objective.
	points := [][]float64{{6, 0, 7}, {0, 12, 7}, {1, 8, 7}, {3, 2, 7}}
	want := []float64{math.Inf(1), math.Inf(1), 3.0/6 + 10.0/12, 5.0/6 + 8.0/12}
	for i, got := range Crowding(points) {
		if got != want[i] && !(math.Abs(got-want[i]) < 1e-15) {
			t.Errorf("point %d has room %g, not %g", i, got, want[i])
		}
	}
	if got := Crowding(nil); len(got) != 0 {
		t.Errorf("no points have the room %v", got)
	}
	if got := Crowding([][]float64{{1, 2}, {1, 2}}); got[0] != 0 || got[1] != 0 {
		t.Errorf("two copies have the room %v", got)
	}
	huge := Crowding([][]float64{{-math.MaxFloat64}, {0}, {math.MaxFloat64}})
	if huge[1] != 1 {
		t.Errorf("between huge numbers there is the room %v", huge)
	}
}

// TestCrowdingDoesNotKnowUnits: objectives that are stretched, shifted or change
// places leave the room as it is.
func TestCrowdingDoesNotKnowUnits(t *testing.T) {
	sets(func(r *rand.Rand, points [][]float64, m int) {
		order := r.Perm(m)
		other := make([][]float64, len(points))
		for i, p := range points {
			for _, k := range order {
				other[i] = append(other[i], 1024*p[k]-4096)
			}
		}
		a, b := Crowding(points), Crowding(other)
		for i := range a {
			if a[i] != b[i] && !(math.Abs(a[i]-b[i]) < 1e-12) {
				t.Fatalf("%v has the room %v, %v has %v", points, a, other, b)
			}
		}
	})
}
