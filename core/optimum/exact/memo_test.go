package exact

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// A placed is a state of a search with all that has run: what a memo remembers is less.
type placed struct {
	*level
	at []int64 // by job
}

// walk returns the state after at most k jobs, each chosen at random among those that the
// search may place next.
func (c *chrono) walk(r *rand.Rand, k int) placed {
	p := c.p
	c.run(whole(p), 0) // only begins
	s := placed{at: make([]int64, p.n)}
	for d := range k {
		l := &c.level[d]
		i := r.IntN(p.n)
		if t := l.since[i]; !l.set.has(i) && (t > l.tau || t == l.tau && i > l.last) {
			c.place(d, i)
			s.at[i] = t
			continue
		}
		k = d
		break
	}
	l := c.level[k]
	l.end, l.procs = slices.Clone(l.end), slices.Clone(l.procs)
	s.level = &l
	return s
}

// running returns the processors that jobs of s hold at second t.
func (s placed) running(p *problem, t int64) (held int64) {
	for i, at := range s.at {
		if s.set.has(i) && at <= t && t < at+p.d[i] {
			held += p.w[i]
		}
	}
	return held
}

// dominates is the definition, second by second.
func (s placed) dominates(p *problem, o placed, last int64) bool {
	if s.set != o.set || s.cost > o.cost || s.tau > o.tau || s.cost == o.cost && s.tau == o.tau && s.last > o.last {
		return false
	}
	for t := o.tau; t <= last; t++ {
		if s.running(p, t) > o.running(p, t) {
			return false
		}
	}
	return true
}

// A memo finds a state dominated if the definition does, and nothing else. One that is
// full forgets, and may find less.
func TestDominanceIsThatOfEverySecond(t *testing.T) {
	for _, c := range []struct {
		name        string
		full, heads int
		forgets     bool
	}{
		{"with room", 1 << 16, 1 << 12, false},
		{"too few words", 40, 1 << 12, true},
		{"few heads at first", 1 << 16, 1, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(40, 1))
			found, missed := 0, 0
			for range 400 {
				p := newProblem(random(r, 3+r.IntN(3)))
				s, m := newChrono(p, newDual(p, p.end, 1), nil, newMemo(1, &p.ticks)), newMemo(1, &p.ticks)
				m.full, m.heads = c.full, make([]int32, c.heads)
				var kept []placed
				for range longestChain {
					l := s.walk(r, 2+r.IntN(p.n-1))
					last := l.tau + r.Int64N(20)
					want := slices.ContainsFunc(kept, func(o placed) bool { return o.dominates(p, l, last) })
					got := m.dominated(l.level, last)
					switch {
					case got && !want, want && !got && !c.forgets:
						t.Fatalf("jobs %b from %v: dominated is %t, expected %t", l.set[0], l.at, got, want)
					case got:
						found++
					case want:
						missed++
					}
					if !got {
						if kept = append(kept, l); !m.dominated(l.level, last) {
							t.Fatalf("jobs %b from %v: a state that is remembered does not dominate itself", l.set[0], l.at)
						}
					}
				}
			}
			if found < 100 || c.forgets && missed < 10 {
				t.Errorf("%d states are dominated, %d are missed: too few", found, missed)
			}
		})
	}
}

// A memo keeps to its memory, whatever it is asked to remember.
func TestAMemoKeepsToItsMemory(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 1))
	const mib = 1
	m := newMemo(mib, new(int64))
	const few = 64
	m.heads = make([]int32, few)
	for n := range 30_000 {
		l := &level{set: set{r.Uint64(), r.Uint64()}}
		for range 1 + r.IntN(8) {
			l.end, l.procs = append(l.end, r.Int64N(100)), append(l.procs, 1)
		}
		m.dominated(l, 100)
		if len(m.used) > len(m.heads) {
			t.Fatalf("%d heads of %d are used", len(m.used), len(m.heads))
		}
		if n%10_000 == 9999 {
			m.reset()
		}
		if bytes := 8*cap(m.data) + 4*cap(m.heads) + 4*cap(m.used); bytes > mib<<20 {
			t.Fatalf("%d MiB become %d bytes", mib, bytes)
		}
	}
	if len(m.heads) == few {
		t.Error("no more heads for more states")
	}
}

// States of the same hash are told apart by all of their jobs.
func TestStatesWithOtherJobsDominateNone(t *testing.T) {
	m := newMemo(1, new(int64))
	l := &level{set: set{1, 2}, end: []int64{5}, procs: []int64{1}}
	m.dominated(l, 9)
	seen := 0
	for x := range uint64(1 << 16) {
		for _, other := range []set{{1, x}, {x, 2}} {
			if o := (&level{set: other, cost: 1, end: l.end, procs: l.procs}); other != l.set && m.hash(other) == m.hash(l.set) {
				if seen++; m.dominated(o, 9) {
					t.Fatalf("jobs %b are dominated by jobs %b", other, l.set)
				}
				m.reset()
				m.dominated(l, 9)
			}
		}
	}
	if seen < 8 {
		t.Errorf("%d sets have the hash of another", seen)
	}
}

// What one search remembers says nothing of the next: its domains are others.
func TestAResetMemoKnowsNothing(t *testing.T) {
	p := newProblem(busy(1, 6))
	s, m := newChrono(p, newDual(p, p.end, 1), nil, newMemo(1, &p.ticks)), newMemo(1, &p.ticks)
	l := s.walk(rand.New(rand.NewPCG(42, 1)), 3)
	for round := range 2 {
		if m.dominated(l.level, p.end) || !m.dominated(l.level, p.end) {
			t.Fatalf("round %d: a state is dominated at first, or not by itself", round)
		}
		m.reset()
	}
}

// A search that prunes a state by a cheaper one with a later last start misses the optimum
// of this instance: what ran before that start is not remembered.
func TestACheaperStateDominatesOnlyFromItsLastStartOn(t *testing.T) {
	in := &Instance{Procs: 9, Free: []Step{{0, 9}},
		Jobs: []Job{{0, 3, 1, 0}, {1, 5, 6, 0}, {2, 3, 6, 0}, {3, 6, 4, 0}, {4, 1, 2, 0}, {5, 3, 1, 0}}}
	p := newProblem(in)
	u := newDual(p, p.end, 1)
	best := &incumbent{cost: p.end * in.width()}
	u.set(make([]int64, u.k))
	c := newChrono(p, u, best, newMemo(1, &p.ticks))
	c.stop = goOn
	if want := in.Cost(optimum(in)) - p.fixed; !c.run(whole(p), never) || best.cost != want {
		t.Errorf("the search finds %d, the optimum is %d", best.cost, want)
	}
}
