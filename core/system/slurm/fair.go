package slurm

import (
	"cmp"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/internal/det"
	"github.com/backfill-lab/backfill/core/system"
)

// A fairness is the decaying usage of a tree of accounts and users, in billing units times seconds, and
// the factor of each user's priority that follows from it.
type fairness struct {
	sys      *system.System
	second   float64 // what a second leaves of usage
	usage    []float64
	accounts []float64
	Factor   []float64 // of each user, 0 to 1

	dampening float64
	tree      bool
}

func newFairness(s *system.System) *fairness {
	p := &s.Description.Priority
	f := &fairness{sys: s, second: 1, dampening: float64(max(or(p.DampeningFact, 1), 1)), tree: p.FairTree == nil || *p.FairTree}
	if half := or(p.HalfLifeS, 604_800); half > 0 {
		f.second = 1 - 0.693/float64(half)
	}
	f.usage = make([]float64, len(s.Users))
	f.accounts, f.Factor = make([]float64, len(s.Accounts)), make([]float64, len(s.Users))
	return f
}

// decay lets s seconds pass over all usage.
func (f *fairness) decay(s int64) {
	d := det.Pow(f.second, float64(s))
	for u := range f.usage {
		f.usage[u] *= d
	}
}

// used returns what a job of a billing adds in s seconds, which decays as it is used.
func (f *fairness) used(billing float64, s int64) float64 {
	return float64(billing * float64(float64(s)*det.Pow(f.second, float64(s))))
}

// update works out every user's factor.
func (f *fairness) update() {
	clear(f.accounts)
	for u, use := range f.usage {
		for a := f.sys.Users[u].Parent; a != system.None; a = f.sys.Accounts[a].Parent {
			f.accounts[a] += use
		}
	}
	if !f.tree {
		f.classic()
		return
	}
	rank, shown := len(f.usage), len(f.usage)
	f.level([]int32{0}, &rank, &shown, false)
}

// A sibling is an account or a user below the same accounts.
type sibling struct {
	level   float64 // share over usage, of its parent's; infinite without usage
	account int32   // or None
	user    int32
}

// siblings returns what is below an account.
func (f *fairness) siblings(parent int32) (list []sibling) {
	var shares int64
	each := func(assoc []system.Assoc, add func(i int32)) {
		for i := range assoc {
			if assoc[i].Parent == parent {
				shares += max(assoc[i].Shares, 0)
				add(int32(i))
			}
		}
	}
	each(f.sys.Accounts, func(i int32) { list = append(list, sibling{account: i, user: system.None}) })
	each(f.sys.Users, func(i int32) { list = append(list, sibling{account: system.None, user: i}) })
	for k := range list {
		s := &list[k]
		share, use := int64(0), 0.0
		if s.account != system.None {
			share, use = f.sys.Accounts[s.account].Shares, f.accounts[s.account]
		} else {
			share, use = f.sys.Users[s.user].Shares, f.usage[s.user]
		}
		switch {
		case share == 0:
			s.level = 0
		case use == 0:
			s.level = math.Inf(1)
		default:
			s.level = float64(share) / float64(shares) / (use / f.accounts[parent])
		}
	}
	return list
}

// level ranks all users below accounts that are tied: from the highest level down, depth
// first. Tied users have the same rank, and those below an account that is tied with what came
// before share its rank, too (Slurm: fair tree).
func (f *fairness) level(parents []int32, rank, shown *int, tied bool) {
	var list []sibling
	for _, p := range parents {
		list = append(list, f.siblings(p)...)
	}
	slices.SortStableFunc(list, func(a, b sibling) int { // users before accounts of the same level
		return cmp.Or(cmp.Compare(b.level, a.level), cmp.Compare(a.account, b.account))
	})
	for k := 0; k < len(list); {
		var accounts []int32
		same, level := tied && k == 0, list[k].level
		for ; k < len(list) && list[k].level == level; k++ {
			if u := list[k].user; u == system.None {
				accounts = append(accounts, list[k].account)
				continue
			} else if !same {
				*shown, same = *rank, true
			}
			f.Factor[list[k].user] = float64(*shown) / float64(len(f.usage))
			*rank--
		}
		if accounts != nil {
			f.level(accounts, rank, shown, same)
		}
	}
}

// classic works out 2^(-usage/shares/dampening) with the effective usage, in which a user
// bears a part of what the siblings used.
func (f *fairness) classic() {
	total := f.accounts[0]
	norm, eff := make([]float64, len(f.accounts)), make([]float64, len(f.accounts))
	norm[0], eff[0] = 1, 1
	sums := make([]int64, len(f.accounts))
	for _, list := range [][]system.Assoc{f.sys.Accounts[1:], f.sys.Users} {
		for i := range list {
			sums[list[i].Parent] += max(list[i].Shares, 0)
		}
	}
	of := func(a *system.Assoc, use float64) (n, e float64) {
		if total == 0 {
			use = 0
		} else {
			use /= total
		}
		part := 1.0
		if sums[a.Parent] > 0 && a.Shares >= 0 {
			part = float64(a.Shares) / float64(sums[a.Parent])
		}
		n = float64(norm[a.Parent] * part)
		if a.Parent == 0 {
			return n, use
		}
		return n, use + float64((eff[a.Parent]-use)*part)
	}
	for i := 1; i < len(f.accounts); i++ {
		norm[i], eff[i] = of(&f.sys.Accounts[i], f.accounts[i])
	}
	for u := range f.usage {
		n, e := of(&f.sys.Users[u], f.usage[u])
		if f.Factor[u] = 0; n > 0 {
			f.Factor[u] = det.Pow(2, -(e / n / f.dampening))
		}
	}
}
