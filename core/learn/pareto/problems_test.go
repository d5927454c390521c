package pareto

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/det"
)

// zdt1 is the first problem of Zitzler, Deb and Thiele (2000): numbers in
// [0, 1], and a front at f2 = 1 - sqrt(f1).
type zdt1 struct{ n int }

func (z zdt1) Objectives() int { return 2 }

func (z zdt1) Random(r *rand.Rand, _ int) []float64 {
	x := make([]float64, z.n)
	for i := range x {
		x[i] = r.Float64()
	}
	return x
}

func (z zdt1) Cross(r *rand.Rand, a, b []float64) []float64 {
	x := slices.Clone(a)
	for i := range x {
		if r.Uint64()&1 == 1 {
			x[i] = b[i]
		}
	}
	return x
}

func (z zdt1) Mutate(r *rand.Rand, x []float64) []float64 {
	x = slices.Clone(x)
	i := r.IntN(len(x))
	x[i] = min(max(det.Normal(r, x[i], 0.1), 0), 1)
	return x
}

func (z zdt1) Evaluate(_ context.Context, x []float64) ([]float64, error) {
	g := 1.0
	for _, v := range x[1:] {
		g += 9 * v / float64(z.n-1)
	}
	return []float64{x[0], float64(g * (1 - math.Sqrt(x[0]/g)))}, nil
}

func (z zdt1) Check(x []float64) error {
	if len(x) != z.n {
		return fmt.Errorf("it has %d numbers of %d", len(x), z.n)
	}
	for _, v := range x {
		if !(v >= 0 && v <= 1) {
			return fmt.Errorf("%g is not in [0, 1]", v)
		}
	}
	return nil
}

// shop is jobs one after the other on one machine, in the order that is looked
// for. As in the paper, jobs belong to groups, and each has an objective of its
// own, the mean completion time. The last objective is how late the latest job
// is.
type shop struct {
	length, group, due []int
	groups             int
}

func newShop(seed uint64, n, groups int) shop {
	r, s := det.Stream(seed, "shop"), shop{groups: groups}
	for i := range n {
		s.length, s.group, s.due = append(s.length, 1+r.IntN(9)), append(s.group, i%groups), append(s.due, r.IntN(5*n))
	}
	return s
}

func (s shop) Objectives() int                      { return s.groups + 1 }
func (s shop) Random(r *rand.Rand, _ int) Order     { return RandomOrder(r, len(s.length)) }
func (s shop) Cross(r *rand.Rand, a, b Order) Order { return a.Cross(r, b) }
func (s shop) Mutate(r *rand.Rand, o Order) Order   { return o.Move(r, 2, len(o)) }
func (s shop) Check(o Order) error                  { return o.Check(len(s.length)) }
func (s shop) Evaluate(_ context.Context, o Order) ([]float64, error) {
	f, members, now := make([]float64, s.groups+1), make([]float64, s.groups), 0
	f[s.groups] = math.Inf(-1)
	for _, j := range o {
		now += s.length[j]
		f[s.group[j]] += float64(now)
		members[s.group[j]]++
		f[s.groups] = max(f[s.groups], float64(now-s.due[j]))
	}
	for g, n := range members {
		f[g] /= n
	}
	return f, nil
}

// front is what a brute force over all orders finds, in lexicographic order.
func (s shop) front(t *testing.T) [][]float64 {
	var points [][]float64
	var extend func(o Order, used int)
	extend = func(o Order, used int) {
		if len(o) == len(s.length) {
			f, err := s.Evaluate(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			points = append(points, f)
			return
		}
		for j := range s.length {
			if used>>j&1 == 0 {
				extend(append(slices.Clone(o), int32(j)), used|1<<j)
			}
		}
	}
	extend(nil, 0)
	return sorted(points)
}

// sorted returns the front of some points, equal ones once, in lexicographic
// order.
func sorted(points [][]float64) [][]float64 {
	slices.SortFunc(points, slices.Compare[[]float64])
	points = slices.CompactFunc(points, slices.Equal[[]float64])
	var front [][]float64
	for _, i := range Front(points) {
		front = append(front, points[i])
	}
	return front
}

func mustRun[G any](t testing.TB, p Problem[G], o Options, c Control[G]) *State[G] {
	t.Helper()
	s, err := Run(t.Context(), p, o, c)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func text[G any](t testing.TB, s *State[G]) string {
	t.Helper()
	b, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// watched is a shop that tells before each evaluation.
type watched struct {
	shop
	before func(ctx context.Context, o Order) error
}

func (w watched) Evaluate(ctx context.Context, o Order) ([]float64, error) {
	if err := w.before(ctx, o); err != nil {
		return nil, err
	}
	return w.shop.Evaluate(ctx, o)
}
