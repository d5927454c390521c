package pareto

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/det"
)

func mustVolume(t testing.TB, points [][]float64, reference []float64) float64 {
	t.Helper()
	v, err := hypervolume(t.Context(), points, reference)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func fill(m int, v float64) []float64 {
	p := make([]float64, m)
	for k := range p {
		p[k] = v
	}
	return p
}

// inclusionExclusion adds the volumes of the intersections of all subsets.
func inclusionExclusion(points [][]float64, reference []float64) float64 {
	sum := 0.0
	for set := 1; set < 1<<len(points); set++ {
		worst, sign := slices.Repeat([]float64{math.Inf(-1)}, len(reference)), -1.0
		for i, p := range points {
			if set>>i&1 == 1 {
				sign = -sign
				for k, v := range p {
					worst[k] = max(worst[k], v)
				}
			}
		}
		volume := sign
		for k, v := range worst {
			volume *= max(reference[k]-v, 0)
		}
		sum += volume
	}
	return sum
}

// TestHypervolumeIsInclusionExclusion compares exactly: all volumes are small
// whole numbers.
func TestHypervolumeIsInclusionExclusion(t *testing.T) {
	sets(func(r *rand.Rand, points [][]float64, m int) {
		points = points[:min(len(points), 10)]
		reference := fill(m, float64(2+r.IntN(20))) // some points are beyond it
		if got, want := mustVolume(t, points, reference), inclusionExclusion(points, reference); got != want {
			t.Fatalf("%v within %v: %g, not %g", points, reference, got, want)
		}
	})
	for seed := range uint64(40) { // more objectives
		r := det.Stream(seed, "more")
		m := 6 + int(seed)%3
		points := scatter(r, 9, m, 9)
		if got, want := mustVolume(t, points, fill(m, 9)), inclusionExclusion(points, fill(m, 9)); got != want {
			t.Fatalf("%v: %g, not %g", points, got, want)
		}
	}
}

// onSphere draws n points that none dominates: on the part of the unit sphere
// nearest to the origin of the unit box.
func onSphere(r *rand.Rand, n, m int) [][]float64 {
	points := make([][]float64, n)
	for i := range points {
		sum := 0.0
		points[i] = make([]float64, m)
		for k := range points[i] {
			points[i][k] = math.Abs(det.Normal(r, 0, 1))
			sum += points[i][k] * points[i][k]
		}
		for k := range points[i] {
			points[i][k] = 1 - points[i][k]/math.Sqrt(sum)
		}
	}
	return points
}

// TestHypervolumeIsWhatDartsSay throws darts at the box.
func TestHypervolumeIsWhatDartsSay(t *testing.T) {
	const darts = 40000
	for _, m := range []int{2, 3, 5, 7} {
		r := det.Stream(uint64(m), "darts")
		points, reference := onSphere(r, 40, m), fill(m, 1)
		hits := 0
		dart := make([]float64, m)
		for range darts {
			for k := range dart {
				dart[k] = r.Float64()
			}
			if slices.ContainsFunc(points, func(p []float64) bool { return Dominates(p, dart) }) {
				hits++
			}
		}
		share := float64(hits) / darts
		if got, bound := mustVolume(t, points, reference), 5*math.Sqrt(share*(1-share)/darts); math.Abs(got-share) > bound {
			t.Errorf("%d objectives: %g; the darts say %g within %g", m, got, share, bound)
		}
	}
}

func TestHypervolumeLaws(t *testing.T) {
	sets(func(r *rand.Rand, points [][]float64, m int) {
		reference := fill(m, 21)
		for _, p := range points {
			for k := range p {
				p[k] += r.Float64() // no round numbers
			}
		}
		volume := mustVolume(t, points, reference)
		same := func(what string, got, tolerance float64) {
			t.Helper()
			if math.Abs(got-volume) > tolerance*volume {
				t.Fatalf("%s, the volume of %v is %g, not %g", what, points, got, volume)
			}
		}
		shuffled := slices.Clone(points)
		r.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		same("in another order", mustVolume(t, shuffled, reference), 0)

		var worse [][]float64
		for _, p := range points {
			q := slices.Clone(p)
			q[r.IntN(m)] += r.Float64()
			worse = append(worse, p, q, p)
		}
		same("with dominated points and copies", mustVolume(t, worse, reference), 0)

		var front [][]float64
		for _, i := range Front(points) {
			front = append(front, points[i])
		}
		same("of its front", mustVolume(t, front, reference), 0)

		order, turned := r.Perm(m), make([][]float64, len(points))
		for i, p := range points {
			for _, k := range order {
				turned[i] = append(turned[i], p[k])
			}
		}
		same("with the objectives in another order", mustVolume(t, turned, reference), 1e-12)

		more := append(slices.Clone(points), scatter(r, 1, m, 20)...)
		got := mustVolume(t, more, reference)
		if got < volume*(1-1e-12) {
			t.Fatalf("%v has the volume %g; with a point less it was %g", more, got, volume)
		}
		added := more[len(points)]
		if !slices.ContainsFunc(points, func(p []float64) bool { return Dominates(p, added) || slices.Equal(p, added) }) && !(got > volume) {
			t.Fatalf("%v is not dominated by %v but adds nothing", added, points)
		}
		beyond := append(slices.Clone(points), fill(m, 21), append(fill(m-1, 0), 22))
		same("with points beyond the reference", mustVolume(t, beyond, reference), 0)
	})
}

func TestHypervolumeByHand(t *testing.T) {
	if got := mustVolume(t, [][]float64{{100, 40}, {120, 20}, {160, 10}}, []float64{160, 40}); got != 40*20 {
		t.Errorf("three points dominate %g", got)
	}
}

func TestHypervolumeOfOnePointIsItsBox(t *testing.T) {
	for m := 1; m < 12; m++ {
		if got := mustVolume(t, [][]float64{fill(m, -1)}, fill(m, 1)); got != math.Ldexp(1, m) {
			t.Errorf("%d objectives: %g", m, got)
		}
	}
}

func TestHypervolumeRefusesWhatIsNone(t *testing.T) {
	for _, c := range []struct {
		points    [][]float64
		reference []float64
	}{
		{nil, nil}, {[][]float64{{1}}, nil}, {[][]float64{{1, 2}}, []float64{3}}, {[][]float64{{math.NaN()}}, []float64{3}},
		{[][]float64{{1}}, []float64{math.Inf(1)}}, {[][]float64{{-1e308, -1e308}}, []float64{1e308, 1e308}},
		{[][]float64{{-1e200, -1e200}, {-1e199, -2e200}}, []float64{0, 0}},
	} {
		if v, err := hypervolume(t.Context(), c.points, c.reference); err == nil {
			t.Errorf("%v within %v has the volume %g", c.points, c.reference, v)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := hypervolume(ctx, onSphere(det.Stream(1, "x"), 150, 10), fill(10, 1)); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func BenchmarkHypervolume(b *testing.B) {
	for _, c := range []struct{ n, m int }{{1000, 2}, {1000, 3}, {200, 5}, {100, 7}, {200, 7}} {
		b.Run(fmt.Sprintf("%dx%d", c.n, c.m), func(b *testing.B) {
			points := onSphere(det.Stream(1, "bench"), c.n, c.m)
			for b.Loop() {
				mustVolume(b, points, fill(c.m, 1))
			}
		})
	}
}
