package grid

import (
	"cmp"
	"math/big"
	"slices"

	"github.com/backfill-lab/backfill/core/verify"
)

// Rules describe a scheduler over several sites, which knows no run times unless
// Planned. The zero value is load sharing: one queue, first come, first served, in which a
// job starts on the fastest site with enough free processors. The rules come from
//
//	Huang, Shih, Chung: Using Moldability to Improve Scheduling Performance of
//	Parallel Jobs on Computational Grid
//
// Ties between sites go to the faster, then to the one with more free processors, then to
// the first.
type Rules struct {
	Clusters bool       // jobs queue and run at their home sites only, and the fields from Site on mean nothing
	List     bool       // every job that can start does, in queue order; otherwise none passes a job that cannot
	Order    verify.Key // of each queue; nil is that of submission

	// Site chooses among the sites on which a job fits: "" the fastest, "best-fit" that with
	// the fewest processors left over, "most-power" that with the most free computing power,
	// "most-free" processors, "home" the home site, else the fastest, "random" any.
	Site string

	// Single, if not "", lets Split choose among these sites instead: "larger" by the rule of
	// Site that Single names, "faster" the fastest, "adaptive" the one of these two that lets
	// more jobs behind it start, with ties as below.
	Single string

	// Split says how a job that fits on no site takes several: "" not at all, "larger" that with
	// the most free processors first, "faster" the fastest first, "adaptive" the way that lets
	// more jobs behind it start at once, each on one site; if both let the same number start,
	// the fastest first, with TieLarger the largest.
	Split     string
	TieLarger bool

	// Count says how adaptive splitting counts these jobs: "" one after the other, each on
	// the fastest site on which it fits, up to the first that fits on none, which List
	// skips; "list" always skips it; "each" counts all that fit if no other starts.
	Count string

	// Mold starts a job that fits on no site on the one with the most free computing power, on
	// all free processors there up to what it asks for, if that power is at least Power times
	// what the job asks for on its home site. With TakePower the job takes no more processors
	// than it needs for the power that it asks for.
	Mold      bool
	Power     float64
	TakePower bool

	SplitFirst bool // try splitting before molding

	// Planned is a scheduler that knows estimates. Every pass makes a new plan: each waiting
	// job, in queue order, gets the place with the earliest expected end beside the running
	// jobs and those planned before it; jobs whose place begins now start. A place is what the
	// job asks for on one site; with Mold also a half of it, a quarter and so on; with Split
	// "faster" also the fastest k sites together, for every k from 2: what each has free
	// throughout, the fastest first, from the first second at which that is enough, unless one
	// site is enough then. Of equal ends the faster site wins, then the first, then more
	// processors, then fewer sites. The other rules do not apply.
	Planned bool
}

// A turn is one job's turn in a pass.
type turn struct {
	g      *Problem
	r      *Rules
	job    int
	behind []int // the jobs that wait after it in its queue, in queue order
	free   []int // processors of each site
}

// allowed returns the ways in which the job may start now: none, one, or several if sites are
// random. single reports whether all that it asks for fits on one site.
func (t *turn) allowed() (ways [][]Part, single bool) {
	j := &t.g.Jobs[t.job]
	asked := int(j.Procs)
	fits := t.sites(func(s int) bool { return t.free[s] >= asked && (!t.r.Clusters || s == j.Home) })
	switch {
	case len(fits) == 0:
	case t.r.Single != "":
		fits = []int{t.bySplit(fits)}
	case t.r.Site != "random":
		fits = []int{t.best(fits, t.r.Site)}
	}
	for _, s := range fits {
		ways = append(ways, []Part{{s, asked}})
	}
	if ways != nil || t.r.Clusters {
		return ways, ways != nil
	}
	switch split, mold := t.split(), t.mold(); {
	case split != nil && (mold == nil || t.r.SplitFirst):
		ways = [][]Part{split}
	case mold != nil:
		ways = [][]Part{mold}
	}
	return ways, false
}

// sites returns the sites that keep accepts, the fastest first, then those with more free
// processors, then in the grid's order.
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

// bySplit returns the site on which the job fits that Split prefers.
func (t *turn) bySplit(sites []int) int {
	larger, faster := t.best(sites, t.r.Single), t.best(sites, "")
	asked := int(t.g.Jobs[t.job].Procs)
	l, f := t.after([]Part{{larger, asked}}), t.after([]Part{{faster, asked}})
	if t.r.Split == "larger" || t.r.Split == "adaptive" && (l > f || l == f && t.r.TieLarger) {
		return larger
	}
	return faster
}

// best returns the site that a rule of Site prefers, the first of equals.
func (t *turn) best(sites []int, rule string) int {
	if home := t.g.Jobs[t.job].Home; rule == "home" && slices.Contains(sites, home) {
		return home
	}
	return slices.MaxFunc(sites, func(a, b int) int {
		switch rule {
		case "best-fit":
			return cmp.Compare(t.free[b], t.free[a])
		case "most-free":
			return cmp.Compare(t.free[a], t.free[b])
		case "most-power":
			return t.power(a).Cmp(t.power(b))
		}
		return 0
	})
}

// power returns the free computing power of site s.
func (t *turn) power(s int) *big.Rat { return new(big.Rat).Mul(whole(t.free[s]), t.g.speed(s)) }

func (t *turn) idle(s int) bool { return t.free[s] > 0 }

// split returns the parts on several sites, or nil.
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

// after returns how many jobs behind this one could start at once after it takes parts, as Count
// says.
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

// mold returns the one part with fewer processors than asked for, or nil.
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
