package verify

import (
	"cmp"
	"math/big"
	"slices"
)

// GridRules are those of a scheduler over several sites that knows no run time,
// except for Planned.
// The zero value is load sharing: one queue, first come first served, a job
// starts on the fastest site that has enough free processors.
//
// The rules are those of
//
//	Huang, Shih, Chung: Using Moldability to Improve Scheduling Performance of
//	Parallel Jobs on Computational Grid
//
// Of sites that are equal by a rule the faster is taken, then the one with more
// free processors, then the first.
type GridRules struct {
	Clusters bool // each site has a queue of its own, of the jobs whose home it is, which run nowhere else; the rules below do not apply
	List     bool // whatever can start does, in queue order; otherwise nothing passes a job that cannot
	Order    Key  // of each queue; nil is that of submission

	// Site says which of the sites that a job fits on it gets: "" the fastest, "best-fit"
	// the one with the fewest processors left over, "most-power" the one with the
	// most free computing power, "most-free", "home" the home site, else the
	// fastest, or "random" any.
	Site string

	// Split says how a job that fits on no site gets several: "" not at all, "larger"
	// by the most free processors, "faster" by speed, or "adaptive" by that of the
	// two after which Count tells of more jobs behind it that could start at once, on
	// one site each; by speed if these are equally many, or else with TieLarger.
	Split     string
	TieLarger bool

	// Count says which these are: "" those that start one after the other, each on the
	// fastest site that it fits on, until the first that fits on none, which List
	// passes over; "list" the same, but such jobs are always passed over; "each" all
	// that fit if no other starts.
	Count string

	// Mold lets a job that fits on no site have what the site of the largest free
	// computing power has free, at most what it asks for, if that power is at least
	// Power times that of what it asks for on its home site. With TakePower it takes
	// no more than is needed for the power that it asks for.
	Mold      bool
	Power     float64
	TakePower bool

	SplitFirst bool // where both are allowed, splitting is tried before molding

	// Planned is a scheduler that does know estimates: in every pass it forgets all
	// plans and gives each waiting job, in the order of the queue, the place with the
	// earliest expected end beside the running jobs and those placed before it; jobs
	// whose place begins now start. A place is what the job asks for on one site; with
	// Mold also a half of it, a quarter and so on; with Split "faster" also the
	// fastest k sites together, for every k from 2, what each has free throughout,
	// the fastest first, from the first second at which that is enough, unless one
	// has enough by itself then. Of equal ends the faster site is taken, then the
	// first, then more processors, and several sites last. The other rules do not
	// apply.
	Planned bool
}

// A turn is one job's turn in a pass.
type turn struct {
	g      *Grid
	r      *GridRules
	job    int
	behind []int // the jobs that wait after it in its queue, in queue order
	free   []int // processors of each site
}

// allowed is the ways in which the job may start now: none, one, or with random
// sites several. single tells whether it fits on one site as it is.
func (t *turn) allowed() (ways [][]Part, single bool) {
	j := &t.g.Jobs[t.job]
	asked := int(j.Procs)
	if t.r.Clusters {
		if t.free[j.Home] >= asked {
			return [][]Part{{{j.Home, asked}}}, true
		}
		return nil, false
	}
	fits := t.sites(func(s int) bool { return t.free[s] >= asked })
	switch {
	case len(fits) == 0:
	case t.r.Site == "random":
		for _, s := range fits {
			ways = append(ways, []Part{{s, asked}})
		}
		return ways, true
	default:
		return [][]Part{{{t.best(fits), asked}}}, true
	}
	split, mold := t.split(), t.mold()
	switch {
	case split != nil && (mold == nil || t.r.SplitFirst):
		return [][]Part{split}, false
	case mold != nil:
		return [][]Part{mold}, false
	}
	return nil, false
}

// sites are those of which keep says so, the faster first, then those with more
// free processors, then in their own order.
func (t *turn) sites(keep func(s int) bool) (sites []int) {
	for s := range t.g.Sites {
		if keep(s) {
			sites = append(sites, s)
		}
	}
	slices.SortStableFunc(sites, func(a, b int) int {
		return cmp.Or(t.g.speed(b).Cmp(t.g.speed(a)), cmp.Compare(t.free[b], t.free[a]))
	})
	return sites
}

// best is the first of sites, which stand in the order of ties, that the rule
// Site likes most.
func (t *turn) best(sites []int) int {
	home := t.g.Jobs[t.job].Home
	return slices.MaxFunc(sites, func(a, b int) int {
		switch t.r.Site {
		case "best-fit":
			return cmp.Compare(t.free[b], t.free[a])
		case "most-free":
			return cmp.Compare(t.free[a], t.free[b])
		case "most-power":
			return t.power(a).Cmp(t.power(b))
		case "home":
			return cmp.Compare(count(a == home), count(b == home))
		}
		return 0
	})
}

func count(yes ...bool) (n int) {
	for _, y := range yes {
		if y {
			n++
		}
	}
	return n
}

// power is the free computing power of site s.
func (t *turn) power(s int) *big.Rat { return new(big.Rat).Mul(whole(t.free[s]), t.g.speed(s)) }

func (t *turn) idle(s int) bool { return t.free[s] > 0 }

// split is the parts on several sites, or nil.
func (t *turn) split() []Part {
	total := 0
	for _, f := range t.free {
		total += f
	}
	if t.r.Split == "" || total < int(t.g.Jobs[t.job].Procs) {
		return nil
	}
	faster := t.sites(t.idle)
	larger := slices.Clone(faster)
	slices.SortStableFunc(larger, func(a, b int) int { return cmp.Compare(t.free[b], t.free[a]) })
	if t.r.Split == "adaptive" {
		l, f := t.after(t.take(larger)), t.after(t.take(faster))
		if l > f || l == f && t.r.TieLarger {
			return t.take(larger)
		}
	}
	if t.r.Split == "larger" {
		return t.take(larger)
	}
	return t.take(faster)
}

// take fills the job's need from sites, in this order.
func (t *turn) take(sites []int) (parts []Part) {
	need := int(t.g.Jobs[t.job].Procs)
	for _, s := range sites {
		if n := min(need, t.free[s]); n > 0 {
			parts = append(parts, Part{s, n})
			need -= n
		}
	}
	return parts
}

// after is how many jobs behind this one could start at once after it has taken
// parts, as Count says.
func (t *turn) after(parts []Part) (n int) {
	then := turn{g: t.g, r: t.r, free: slices.Clone(t.free)}
	for _, p := range parts {
		then.free[p.Site] -= p.Procs
	}
	for _, i := range t.behind {
		j := &t.g.Jobs[i]
		fits := then.sites(func(s int) bool { return then.free[s] >= int(j.Procs) })
		switch {
		case len(fits) > 0:
			n++
			if t.r.Count != "each" {
				then.free[fits[0]] -= int(j.Procs)
			}
		case t.r.Count == "" && !t.r.List:
			return n
		}
	}
	return n
}

// mold is the one part with fewer processors than asked for, or nil.
func (t *turn) mold() []Part {
	idle := t.sites(t.idle)
	if !t.r.Mold || len(idle) == 0 {
		return nil
	}
	j := &t.g.Jobs[t.job]
	s := slices.MaxFunc(idle, func(a, b int) int { return t.power(a).Cmp(t.power(b)) })
	asked := new(big.Rat).Mul(whole(int(j.Procs)), t.g.speed(j.Home))
	if t.power(s).Cmp(new(big.Rat).Mul(decimal(t.r.Power), asked)) < 0 {
		return nil
	}
	n := min(int(j.Procs), t.free[s])
	if t.r.TakePower { // the fewest with at least the power asked for
		for n > 1 && new(big.Rat).Mul(whole(n-1), t.g.speed(s)).Cmp(asked) >= 0 {
			n--
		}
	}
	return []Part{{s, n}}
}
