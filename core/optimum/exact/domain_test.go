package exact

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// whole returns the domains of all greedy schedules.
func whole(p *problem) []domain {
	dom := make([]domain, p.n)
	for i := range dom {
		dom[i] = domain{{p.early[i], p.end - p.d[i]}}
	}
	return dom
}

func randomDomain(r *rand.Rand, from, to int64) domain {
	d := domain{{from, to}}
	for range r.IntN(4) {
		a := from + r.Int64N(to-from+1)
		if e := slices.Clone(d).without(a, a+r.Int64N(6)); len(e) > 0 {
			d = e
		}
	}
	return d
}

// randomDomains returns domains in which each job of p has some starts.
func randomDomains(r *rand.Rand, p *problem) []domain {
	dom := whole(p)
	for i, d := range dom {
		dom[i] = randomDomain(r, d.least(), d.most())
	}
	return dom
}

func TestDomainsAreSets(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	for range 2000 {
		d := domain{{0, 63}}
		set := ^uint64(0)
		for range r.IntN(12) {
			a := r.Int64N(70) - 3
			b := a + r.Int64N(12) - 2
			d = d.without(a, b)
			for s := max(a, 0); s <= min(b, 63); s++ {
				set &^= 1 << s
			}
			within := func(a, b int64) bool {
				for s := max(a, 0); s <= min(b, 63); s++ {
					if set>>s&1 == 1 {
						return true
					}
				}
				return false
			}
			for s := range int64(64) {
				if d.has(s) != (set>>s&1 == 1) {
					t.Fatalf("after [%d, %d] %v has %d: %t", a, b, d, s, d.has(s))
				}
				if e := s + r.Int64N(9); d.within(s, e) != within(s, e) {
					t.Fatalf("%v has a start in [%d, %d]: %t", d, s, e, d.within(s, e))
				}
			}
			for k, s := range d {
				if s.from > s.to || k > 0 && s.from <= d[k-1].to+1 {
					t.Fatalf("the spans of %v do not stand apart in order", d)
				}
			}
			if len(d) == 0 {
				break
			}
			if l, m := d.least(), d.most(); !d.has(l) || !d.has(m) || within(-1, l-1) || within(m+1, 63) {
				t.Fatalf("%v is said to end at %d and %d", d, l, m)
			}
		}
	}
}

// schedules calls legal with the starts of every legal schedule of the domains in which
// equal jobs start in their order.
func (p *problem) schedules(dom []domain, legal func(starts []int64)) {
	starts, used := make([]int64, p.n), make([]int64, p.end)
	free := make([]int64, p.end)
	for t := range free {
		free[t] = p.sum(int64(t), int64(t)+1, func(free int64) int64 { return free })
	}
	var place func(i int)
	place = func(i int) {
		if i == p.n {
			legal(starts)
			return
		}
		for _, s := range dom[i] {
		next:
			for t := s.from; t <= s.to; t++ {
				if i > 0 && p.same(i-1, i) && t < starts[i-1] {
					continue
				}
				for u := t; u < t+p.d[i]; u++ {
					if used[u]+p.w[i] > free[u] {
						continue next
					}
				}
				starts[i] = t
				for u := t; u < t+p.d[i]; u++ {
					used[u] += p.w[i]
				}
				place(i + 1)
				for u := t; u < t+p.d[i]; u++ {
					used[u] -= p.w[i]
				}
			}
		}
	}
	place(0)
}

// crowded returns a small problem, often with equal jobs, and domains of few starts.
func crowded(r *rand.Rand) (*problem, []domain) {
	in := random(r, 2+r.IntN(3))
	for i := 1; i < len(in.Jobs); i++ {
		if r.IntN(2) == 0 {
			in.Jobs[i].Procs, in.Jobs[i].Estimate = in.Jobs[0].Procs, in.Jobs[0].Estimate
		}
	}
	p := newProblem(in)
	starts, _ := p.list(r.Perm(p.n))
	for a := range p.n {
		for b := a + 1; b < p.n && p.same(a, b); b++ {
			starts[a], starts[b] = min(starts[a], starts[b]), max(starts[a], starts[b])
		}
	}
	dom := whole(p)
	late := r.Int64N(8) / 5 // than the schedule: perhaps there is none
	for i, d := range dom {
		from := min(max(d.least(), starts[i]-r.Int64N(5)+late), d.most())
		dom[i] = randomDomain(r, from, min(from+2+r.Int64N(8), d.most()))
	}
	return p, dom
}

// propagate returns what propagation leaves of the domains, whether that is something, and
// the number of legal schedules. It fails if a start of one is gone, or if another pass of
// the rules would remove more.
func propagate(t *testing.T, p *problem, before []domain) (dom []domain, some bool, legal int) {
	t.Helper()
	dom = clone(before)
	prop := propagator{p: p}
	some = prop.run(dom)
	for some && prop.changed { // a run has a limit of passes
		some = prop.run(dom)
	}
	p.schedules(before, func(starts []int64) {
		legal++
		for i, s := range starts {
			if !some || !dom[i].has(s) {
				t.Fatalf("%+v in %v: job %d cannot start at %d any more, as it does in %v: %v", p, before, i, s, starts, dom)
			}
		}
	})
	want, feasible := fixedPoint(p, before)
	if some != feasible || some && !slices.EqualFunc(dom, want, slices.Equal) {
		t.Fatalf("%+v in %v: left are %v, %t, expected %v, %t", p, before, dom, some, want, feasible)
	}
	return dom, some, legal
}

// Propagation removes no start of a legal schedule. It ends with the greatest domains that
// its rules leave alone, or finds that there are none.
func TestPropagationLosesNoSchedule(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	less, nothing, undecided := 0, 0, 0
	for range 3000 {
		p, before := crowded(r)
		switch dom, some, legal := propagate(t, p, before); {
		case !some:
			nothing++
		case legal == 0:
			undecided++
		case size(dom) < size(before):
			less++
		}
	}
	if min(less, nothing, undecided) < 5 {
		t.Errorf("%d domains of 3000 shrink, %d are empty, %d hold no schedule all the same: too few", less, nothing, undecided)
	}
}

// Fixing removes exactly the starts at which the bound exceeds the limit, second by second.
func TestFixingRemovesTheStartsThatCostTooMuch(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 9))
	gone, empty := 0, 0
	for range 600 {
		u := priced(r)
		p := u.p
		dom := randomDomains(r, p)
		bound := u.bound(dom)
		i := r.IntN(p.n)
		s := dom[i][r.IntN(len(dom[i]))]
		// the limit is met exactly by some start, or missed by 1
		limit := bound - u.least[i] + u.slow(i, s.from+r.Int64N(s.to-s.from+1)) + r.Int64N(3) - 1
		left := clone(dom)
		some := u.fix(left, limit)
		for i := range dom {
			any := false
			for s := dom[i].least(); s <= dom[i].most(); s++ {
				want := dom[i].has(s) && bound-u.least[i]+u.slow(i, s) <= limit
				if some && left[i].has(s) != want {
					t.Fatalf("job %d may start at %d: %t, expected %t", i, s, left[i].has(s), want)
				}
				if any = any || want; dom[i].has(s) && !want {
					gone++
				}
			}
			if !any && some {
				t.Fatalf("job %d has no start, and fixing does not say so", i)
			}
			if !some && bound <= limit {
				t.Fatalf("fixing finds nothing, although the bound is %d, within the limit of %d", bound, limit)
			}
		}
		if !some {
			empty++
		}
	}
	if gone < 1000 || empty < 10 {
		t.Errorf("%d starts are gone, %d times all of a job: too few", gone, empty)
	}
}
