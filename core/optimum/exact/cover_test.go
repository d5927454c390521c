package exact

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

// packing returns a cutter with up to n classes of random jobs, of width 0 too (scaled
// widths may be), and its room.
func packing(r *rand.Rand, n int) (*cutter, int64) {
	n = 1 + r.IntN(n)
	s := newCutter(&dual{p: &problem{}, width: make([]int64, n)})
	room := 1 + r.Int64N(20)
	for c := range n {
		s.width[c], s.most[c] = r.Int64N(min(9, room+1)), r.Int64N(6)
	}
	return s, room
}

// sets calls fits with each set that fits, by class.
func (s *cutter) sets(room int64, fits func(set []int64)) {
	set := make([]int64, len(s.width))
	var add func(c int, left int64)
	add = func(c int, left int64) {
		if c == len(set) {
			fits(set)
			return
		}
		for n := int64(0); n <= s.most[c] && n*s.width[c] <= left; n++ {
			set[c] = n
			add(c+1, left-n*s.width[c])
		}
		set[c] = 0
	}
	add(0, room)
}

// best is the value of the best of all sets, by these parts.
func best[T int64 | float64](s *cutter, part []T, room int64) (most T) {
	s.sets(room, func(set []int64) { most = max(most, worth(part, set)) })
	return most
}

func worth[T int64 | float64](part []T, set []int64) (sum T) {
	for c, n := range set {
		sum += part[c] * T(n)
	}
	return sum
}

func TestKnapsacksFindTheBestOfAllSets(t *testing.T) {
	r := rand.New(rand.NewPCG(70, 1))
	for range 1000 {
		s, room := packing(r, 4)
		whole := make([]int64, len(s.part))
		for c := range s.part {
			whole[c] = max(0, r.Int64N(40)-10)
			s.part[c] = float64(whole[c]) / 8 // sums are exact
		}
		set, value := s.knapsack(room)
		if want := best(s, s.part, room); value != want || worth(s.part, set) != want {
			t.Fatalf("%+v in %d: %v is worth %g, said to be %g, the best %g", s, room, set, worth(s.part, set), value, want)
		}
		fits := false
		s.sets(room, func(o []int64) { fits = fits || slices.Equal(o, set) })
		if !fits {
			t.Fatalf("%+v in %d: %v does not fit", s, room, set)
		}
		s.fill(whole, room)
		for m := range room + 1 {
			if want := best(s, whole, m); s.whole[m] != want {
				t.Fatalf("%+v: the best set in %d units is worth %d, expected %d", s, m, s.whole[m], want)
			}
		}
	}
}

// Lifting gives the widest class first the greatest part that leaves the best set's value
// as it is.
func TestLiftedPartsAreTheGreatest(t *testing.T) {
	r := rand.New(rand.NewPCG(71, 1))
	lifted := 0
	for range 1000 {
		s, room := packing(r, 4)
		part := make([]int64, len(s.part))
		for c := range part {
			part[c] = max(0, r.Int64N(40)-20)
		}
		most, want := best(s, part, room), slices.Clone(part)
		order := identity(len(part))
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(s.width[b], s.width[a]) })
		for _, c := range order {
			if part[c] > 0 || s.most[c] == 0 || s.width[c] > room {
				continue
			}
			for best(s, want, room) == most {
				want[c]++
			}
			if want[c]--; want[c] > 0 {
				lifted++
			}
		}
		before := slices.Clone(part)
		if s.lift(part, room); !slices.Equal(part, want) {
			t.Fatalf("%+v in %d: %v is lifted to %v, expected %v", s, room, before, part, want)
		}
	}
	if lifted < 100 {
		t.Errorf("only %d parts are lifted", lifted)
	}
}

// leastCover returns how many sets cover the mix of two classes: the greatest value of the
// mix by prices at which no set is worth more than 1. It looks at the corners of these prices.
func leastCover(s *cutter, room int64) (most float64) {
	limits := [][3]float64{{1, 0, 0}, {0, 1, 0}} // a*x + b*y = c
	s.sets(room, func(set []int64) {
		limits = append(limits, [3]float64{float64(set[0]), float64(set[1]), 1})
	})
	for i, p := range limits {
		for _, q := range limits[:i] {
			d := p[0]*q[1] - p[1]*q[0]
			if d == 0 {
				continue
			}
			x, y := (p[2]*q[1]-p[1]*q[2])/d, (p[0]*q[2]-p[2]*q[0])/d
			if x > -1e-12 && y > -1e-12 && best(s, []float64{x, y}, room) < 1+1e-9 {
				most = max(most, x*s.mix[0]+y*s.mix[1])
			}
		}
	}
	return most
}

// A mix is broken if no average of feasible sets has it. Then the parts show it: no set is
// worth more than 1, and the mix is.
func TestCoversFindBrokenMixes(t *testing.T) {
	r := rand.New(rand.NewPCG(72, 1))
	yes, no := 0, 0
	for range 1500 {
		s, room := packing(r, 4)
		s.rows = s.rows[:0]
		for c := range s.mix {
			if s.most[c] > 0 && s.width[c] <= room {
				s.mix[c] = r.Float64() * float64(s.fit(c, room))
				s.rows = append(s.rows, c)
			}
		}
		if len(s.rows) < 2 {
			continue
		}
		value := func(part []float64) (sum float64) {
			for _, c := range s.rows {
				sum += part[c] * s.mix[c]
			}
			return sum
		}
		found := s.cover(room)
		if len(s.mix) == 2 {
			if sets := leastCover(s, room); found != (sets > broken) || found && (value(s.part) > sets*(1+1e-5) || value(s.part) < sets*(1-1e-5)) {
				t.Fatalf("%+v in %d: broken is %t at prices of %v, the mix needs %g sets", s, room, found, s.part, sets)
			}
		}
		if !found {
			no++
			for range 20 { // no prices show it
				part := make([]float64, len(s.part))
				for _, c := range s.rows {
					part[c] = r.Float64()
				}
				if most := best(s, part, room); value(part) > most*(broken+1e-6) {
					t.Fatalf("%+v in %d: by %v the mix is worth %g, any set at most %g", s, room, part, value(part), most)
				}
			}
			continue
		}
		yes++
		if most := best(s, s.part, room); most > 1+1e-5 || value(s.part) <= broken {
			t.Fatalf("%+v in %d: by %v a set is worth %g, the mix %g", s, room, s.part, most, value(s.part))
		}
	}
	if min(yes, no) < 200 {
		t.Errorf("%d mixes are broken, %d are not", yes, no)
	}
}
