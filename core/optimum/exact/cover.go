package exact

import (
	"cmp"
	"math"
	"slices"
)

// partUnits is the value of the best set of jobs before rounding, a multiple of small
// denominators.
const partUnits = 27720

// A cutter finds the parts by which a mix, the average number of running jobs by class,
// violates a cut most. The least number of feasible sets that cover the mix is a linear
// program, whose columns a knapsack finds (Gilmore and Gomory, 1961). If that number
// exceeds one, no schedule has this mix, and the dual prices are the parts.
type cutter struct {
	u     *dual
	width []int64   // by class, in units
	most  []int64   // by class: jobs that can run in the bucket
	mix   []float64 // by class: jobs that run on average

	// The linear program: a row for each class in the mix.
	rows  []int
	inv   [][]float64 // the inverse of the basis
	cost  []float64   // of the basic columns: 1 for a set, 0 for one job too many
	level []float64   // of the basic columns
	part  []float64   // by class: the dual prices

	// The knapsacks.
	items []item
	value []float64 // greatest value, by free units
	taken [][]bool  // by item and free units
	whole []int64   // value in integers
}

func newCutter(u *dual) *cutter {
	n := len(u.width)
	return &cutter{u: u, width: make([]int64, n), most: make([]int64, n), mix: make([]float64, n), part: make([]float64, n)}
}

// An item of a knapsack is n jobs of a class at once.
type item struct {
	class int
	n     int64
}

// bundles fills items with bundles of 1, 2, 4, ... jobs of each valued class.
func (s *cutter) bundles(valued func(c int) bool) {
	s.items = s.items[:0]
	for c, most := range s.most {
		if !valued(c) {
			continue
		}
		for n := int64(1); most > 0; n *= 2 {
			n = min(n, most)
			s.items = append(s.items, item{c, n})
			most -= n
		}
	}
}

// knapsack returns the feasible set of greatest value by s.part, and the value.
func (s *cutter) knapsack(room int64) (set []int64, value float64) {
	s.bundles(func(c int) bool { return s.part[c] > 1e-9 })
	s.value = append(s.value[:0], make([]float64, room+1)...)
	for len(s.taken) < len(s.items) {
		s.taken = append(s.taken, nil)
	}
	for n, it := range s.items {
		w, v := s.width[it.class]*it.n, float64(s.part[it.class]*float64(it.n))
		taken := append(s.taken[n][:0], make([]bool, room+1)...)
		s.taken[n] = taken
		for m := room; m >= w; m-- {
			if x := s.value[m-w] + v; x > s.value[m] {
				s.value[m], taken[m] = x, true
			}
		}
	}
	s.u.p.ticks += int64(len(s.items)) * (room + 1)
	set = make([]int64, len(s.width))
	m := room
	for n := len(s.items) - 1; n >= 0; n-- {
		if s.taken[n][m] {
			it := s.items[n]
			set[it.class] += it.n
			m -= s.width[it.class] * it.n
		}
	}
	return set, s.value[room]
}

// fill sets whole[m] to the greatest sum of parts of jobs that fit m units, m <= room.
func (s *cutter) fill(part []int64, room int64) {
	s.bundles(func(c int) bool { return part[c] > 0 })
	s.whole = append(s.whole[:0], make([]int64, room+1)...)
	for _, it := range s.items {
		w, v := s.width[it.class]*it.n, part[it.class]*it.n
		for m := room; m >= w; m-- {
			s.whole[m] = max(s.whole[m], s.whole[m-w]+v)
		}
	}
	s.u.p.ticks += int64(len(s.items)) * (room + 1)
}

// lift gives each class without a part the largest that keeps the best set's value.
func (s *cutter) lift(part []int64, room int64) {
	order := make([]int, 0, len(part))
	for c := range part {
		if part[c] == 0 && s.fit(c, room) > 0 {
			order = append(order, c)
		}
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(s.width[b], s.width[a]), a-b) })
	for _, c := range order {
		s.fill(part, room)
		least := int64(math.MaxInt64)
		for n := int64(1); n <= s.fit(c, room); n++ {
			least = min(least, (s.whole[room]-s.whole[room-n*s.width[c]])/n)
		}
		part[c] = least
	}
}

// fit returns how many jobs of a class can run at once.
func (s *cutter) fit(c int, room int64) int64 {
	if s.width[c] == 0 {
		return s.most[c]
	}
	return min(s.most[c], room/s.width[c])
}

const coverRounds = 100 // most pivots of cover

// cover solves the linear program for the mix and reports whether the mix needs more than
// one set. It leaves the dual prices in part; by them no feasible set is worth more than 1.
func (s *cutter) cover(room int64) bool {
	n := len(s.rows)
	s.inv, s.cost, s.level = make([][]float64, n), make([]float64, n), make([]float64, n)
	clear(s.part)
	total := 0.0
	for r, c := range s.rows { // the first sets hold one class each
		s.inv[r] = make([]float64, n)
		most := float64(s.fit(c, room))
		s.inv[r][r] = 1 / most
		s.cost[r], s.level[r] = 1, s.mix[c]/most
		total += s.level[r]
	}
	column := make([]float64, n)
	for range coverRounds {
		if total <= broken {
			return false
		}
		enter := -1 // the row whose surplus column enters
		for j, c := range s.rows {
			s.part[c] = 0
			for r := range s.rows {
				s.part[c] += float64(s.cost[r] * s.inv[r][j])
			}
			if s.part[c] < -1e-9 && (enter < 0 || s.part[c] < s.part[s.rows[enter]]) {
				enter = j
			}
		}
		cost := 0.0
		if clear(column); enter >= 0 {
			column[enter] = -1
		} else {
			set, value := s.knapsack(room)
			if value <= 1+1e-6 {
				return true
			}
			cost = 1
			for j, c := range s.rows {
				column[j] = float64(set[c])
			}
		}
		if !s.pivot(column, cost) {
			return false
		}
		total = 0
		for r := range s.rows {
			total += float64(s.cost[r] * s.level[r])
		}
	}
	return false
}

// pivot brings a column into the basis; false means that none can leave.
func (s *cutter) pivot(column []float64, cost float64) bool {
	n := len(s.rows)
	s.u.p.ticks += int64(4 * n * n)
	way := make([]float64, n)
	leave, least := -1, math.Inf(1)
	for r := range n {
		for j, x := range column {
			way[r] += float64(s.inv[r][j] * x)
		}
		if way[r] > 1e-9 {
			if q := s.level[r] / way[r]; q < least {
				leave, least = r, q
			}
		}
	}
	if leave < 0 {
		return false
	}
	for j := range n {
		s.inv[leave][j] /= way[leave]
	}
	for r := range n {
		if r == leave {
			continue
		}
		for j := range n {
			s.inv[r][j] -= float64(way[r] * s.inv[leave][j])
		}
		s.level[r] = max(0, s.level[r]-float64(way[r]*least))
	}
	s.level[leave], s.cost[leave] = least, cost
	return true
}
