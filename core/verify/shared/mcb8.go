package shared

import (
	"cmp"
	"math/big"
	"slices"
)

// mapAll maps all jobs by MCB8 (section 4.3) or MCB8-stretch (section 4.7). It leaves out jobs
// of the lowest priority until the rest fit at some yield.
func (w *world) mapAll() {
	in := w.byPriority(func(int) bool { return true })
	for ; len(in) > 0; in = in[:len(in)-1] {
		mapped, yields := w.search(slices.Sorted(slices.Values(in)))
		if mapped == nil {
			continue
		}
		for i := range w.jobs {
			w.jobs[i].tasks = mapped[i]
			if w.r.Stretch {
				w.jobs[i].floor = int(yields[i])
			}
		}
		return
	}
	for i := range w.jobs {
		w.jobs[i].tasks = nil
	}
}

// search looks for the highest step at which jobs, in order of submission, can be packed: first
// at the highest, then by halving. It returns the tasks of each on each node, or nil, and the
// yields. A step is a hundredth of a yield, up to what the sum of all needs allows, or a fiftieth
// of what it allows if it is over 50 times the cluster.
func (w *world) search(jobs []int) (mapped map[int][]int, best map[int]int64) {
	need := int64(0)
	for _, i := range jobs {
		need += w.c.Jobs[i].need(w.c.Jobs[i].Tasks)
	}
	capacity := int64(w.c.Nodes) * Whole
	unit := int64(Whole / 100)
	if need > 50*capacity {
		unit = max(capacity*(Whole/50)/need, 1)
	}
	low, high := int64(0), min(100, max(1, capacity*Whole/need/unit))+1
	yield := func(_ int, step int64) int64 { return step * unit }
	if w.r.Stretch {
		low, high = -1, 101
		top := w.bestInverse(jobs)
		yield = func(i int, step int64) int64 { return max(unit, w.yieldFor(i, top, step)) }
	}
	for at := high - 1; high-low > 1; at = (low + high) / 2 {
		yields := make(map[int]int64)
		for _, i := range jobs {
			yields[i] = min(yield(i, at), Whole)
		}
		if m := w.pack(jobs, yields); m != nil {
			low, mapped, best = at, m, yields
		} else {
			high = at
		}
	}
	return mapped, best
}

// inverse returns the inverse of the stretch of job i at the next period if it has that yield
// until then.
func (w *world) inverse(i int, yield int64) *big.Rat {
	virtual := new(big.Int).Add(big.NewInt(w.jobs[i].virtual), product(w.ahead(), yield))
	flow := product(w.now+w.ahead()-w.c.Jobs[i].Submit, Whole)
	return new(big.Rat).SetFrac(virtual, flow)
}

// ahead returns the time to the next period.
func (w *world) ahead() int64 {
	return w.r.Period - (w.now-w.c.Jobs[0].Submit)%w.r.Period
}

// bestInverse returns the highest inverse of the largest stretch at which no job needs a yield
// above 1.
func (w *world) bestInverse(jobs []int) *big.Rat {
	top := big.NewRat(1, 1)
	for _, i := range jobs {
		if x := w.inverse(i, Whole); x.Cmp(top) < 0 {
			top = x
		}
	}
	return top
}

// yieldFor returns the yield, rounded up, at which the inverse of the stretch of job i is step
// hundredths of top at the next period.
func (w *world) yieldFor(i int, top *big.Rat, step int64) int64 {
	y := new(big.Rat).Mul(top, big.NewRat(step, 100))
	y.Sub(y, w.inverse(i, 0))
	y.Mul(y, new(big.Rat).SetFrac(product(w.now+w.ahead()-w.c.Jobs[i].Submit, Whole), big.NewInt(w.ahead())))
	up := new(big.Int).Add(y.Num(), new(big.Int).Sub(y.Denom(), big.NewInt(1)))
	return up.Div(up, y.Denom()).Int64()
}

// pinned reports whether MCB8 may stop job i but not move it.
func (w *world) pinned(i int) bool {
	s := &w.jobs[i]
	return s.tasks != nil && (w.now-w.c.Jobs[i].Submit < w.r.MinFT || s.virtual < w.r.MinVT*Whole)
}

// pack is the vector packing. Node by node it takes the first task that fits from the list that
// counters the imbalance, else from the other. One list holds the jobs that need more CPU than
// memory, the other the rest, both sorted by the larger need, falling, then by submission (the
// latest first if Problem.NewestFirst).
func (w *world) pack(jobs []int, yields map[int]int64) map[int][]int {
	mapped := make(map[int][]int)
	cpu, mem := make([]int64, w.c.Nodes), make([]int64, w.c.Nodes) // free, in parts of Whole*Whole
	for node := range cpu {
		cpu[node], mem[node] = Whole*Whole, Whole*Whole
	}
	wants := func(i int) (c, m int64) {
		return int64(w.c.Jobs[i].CPU) * yields[i], int64(w.c.Jobs[i].Memory) * Whole
	}
	left := make(map[int]int)
	var lists [2][]int // by CPU, by memory
	if w.c.NewestFirst {
		jobs = slices.Clone(jobs)
		slices.Reverse(jobs)
	}
	for _, i := range jobs {
		c, m := wants(i)
		if w.pinned(i) {
			mapped[i] = w.jobs[i].tasks
			for node, n := range mapped[i] {
				cpu[node] -= c * int64(n)
				mem[node] -= m * int64(n)
			}
			continue
		}
		mapped[i] = make([]int, w.c.Nodes)
		left[i] = w.c.Jobs[i].Tasks
		if c > m {
			lists[0] = append(lists[0], i)
		} else {
			lists[1] = append(lists[1], i)
		}
	}
	if slices.Min(cpu) < 0 || slices.Min(mem) < 0 {
		return nil
	}
	for _, list := range lists {
		slices.SortStableFunc(list, func(a, b int) int {
			ca, ma := wants(a)
			cb, mb := wants(b)
			return cmp.Compare(max(cb, mb), max(ca, ma))
		})
	}
	for node := range cpu {
		for {
			order := slices.Concat(lists[0], lists[1])
			if mem[node] > cpu[node] {
				order = slices.Concat(lists[1], lists[0])
			}
			k := slices.IndexFunc(order, func(i int) bool {
				c, m := wants(i)
				return left[i] > 0 && c <= cpu[node] && m <= mem[node]
			})
			if k < 0 {
				break
			}
			i := order[k]
			c, m := wants(i)
			cpu[node] -= c
			mem[node] -= m
			left[i]--
			mapped[i][node]++
		}
	}
	for _, n := range left {
		if n > 0 {
			return nil
		}
	}
	return mapped
}
