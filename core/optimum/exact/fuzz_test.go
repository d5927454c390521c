package exact

import (
	"math/rand/v2"
	"testing"
)

// decoded makes an instance of the data, with steps and jobs of up to about long*long seconds.
// next returns a number below the given one from the data that is left, or 0 if none is.
func decoded(data []byte, long, jobs int) (in *Instance, next func(below int) int) {
	next = func(below int) int {
		if len(data) == 0 {
			return 0
		}
		x := int(data[0])
		data = data[1:]
		return x % below
	}
	in = &Instance{Procs: 1 + next(64)}
	in.Free = []Step{{0, next(in.Procs + 1)}}
	for range next(5) {
		if s := in.Free[len(in.Free)-1]; s.Procs < in.Procs {
			in.Free = append(in.Free, Step{s.At + 1 + int64(next(long)*(1+next(long))), s.Procs + 1 + next(in.Procs-s.Procs)})
		}
	}
	last := in.Free[len(in.Free)-1].Procs
	for last > 0 && len(data) > 0 && len(in.Jobs) < jobs {
		in.Jobs = append(in.Jobs, Job{ID: int64(len(in.Jobs)), Procs: 1 + next(last), Estimate: 1 + int64(next(long)*(1+next(long)))})
	}
	return in, next
}

// FuzzSolve holds solutions of small instances, with and without limits, against all orders.
func FuzzSolve(f *testing.F) {
	f.Add([]byte{8, 3, 5, 4, 2, 2, 2, 2, 3, 3, 8, 1, 4, 4, 4, 4, 5, 1})
	f.Add([]byte{16, 0, 200, 8, 100, 16, 1, 255, 9, 3, 16, 40, 8, 8, 8, 8, 7, 90, 2, 2})
	f.Fuzz(func(t *testing.T, data []byte) {
		in, _ := decoded(data, 256, 8)
		best := optimum(in)
		want := in.Cost(best)
		got := solve(t, in, Options{MemoryMiB: 1})
		if !got.Optimal || got.Cost != want {
			t.Fatalf("%+v: %+v, the optimum is %d", in, got, want)
		}
		if len(in.Jobs) == 0 {
			return
		}
		r := rand.New(rand.NewPCG(uint64(want), 1))
		start := in.List(r.Perm(len(in.Jobs)))
		for _, o := range []Options{{Work: r.Float64() * got.Work, Start: start}, {Nodes: 1 + r.Int64N(got.Nodes+1)}} {
			if got := solve(t, in, o); got.Cost < want || got.Bound > want {
				t.Fatalf("%+v with %+v: %+v, the optimum is %d", in, o, got, want)
			}
		}
		for workers := 1; workers <= 3; workers++ {
			grow(t, in, best, r, 100, func(a *tree) { a.runOn(workers) })
		}
	})
}

// FuzzPropagation holds domains against all schedules, propagated and then narrowed by
// random prices.
func FuzzPropagation(f *testing.F) {
	f.Add([]byte{8, 3, 5, 4, 2, 2, 2, 2, 3, 3, 8, 1, 4, 4, 4, 4, 5, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3})
	f.Add([]byte{5, 5, 0, 2, 3, 3, 2, 3, 3, 2, 3, 3, 4, 1, 1, 0, 6, 0, 7, 1, 7, 2, 3, 0, 4, 1})
	f.Fuzz(func(t *testing.T, data []byte) {
		in, next := decoded(data, 4, 4)
		p := newProblem(in)
		dom := whole(p)
		for i, d := range dom {
			from := min(d.least()+int64(next(16)), d.most())
			dom[i] = domain{{from, min(from+int64(next(8)), d.most())}}
			if hole := from + int64(next(8)); hole > from {
				dom[i] = dom[i].without(hole, hole+int64(next(4)))
			}
		}
		left, some, _ := propagate(t, p, dom)
		if !some || p.n == 0 {
			return
		}
		u := newDual(p, 1+int64(next(int(p.end))), 1+next(8))
		x := make([]int64, u.k)
		for k := range x {
			x[k] = int64(next(256)) * u.one / 100
		}
		u.set(x)
		u.bound(left)
		limit := (u.total/u.one + int64(next(64))) * u.one
		fixed := clone(left)
		some = u.fix(fixed, limit)
		p.schedules(left, func(starts []int64) {
			for i, s := range starts {
				if p.cost(starts)*u.one <= limit && !(some && fixed[i].has(s)) {
					t.Fatalf("%+v in %v: %v costs %d, at most %d/%d, and is lost: %v", in, left, starts, p.cost(starts), limit, u.one, fixed)
				}
			}
		})
	})
}
