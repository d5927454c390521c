package twin

import (
	"cmp"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/internal/det"
	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// A fairness is the decaying usage of a tree of accounts and users, in billing units times seconds, and
// the factor of each user's priority that follows from it.
type fairness struct {
	sys      *cluster.System
	second   float64   // what a second leaves of usage
	usage    []float64 // of users
	accounts []float64 // of accounts: what is below them
	factors  []float64 // of each user, 0 to 1; NaN while it is not worked out (classic)

	seconds int64   // for which used was last asked: all running jobs are counted together
	worth   float64 // what it said of a billing of 1

	tree   bool
	above  []int32   // of each account, that on whose level its shares are: those with shares of their parent are no level
	sums   []int64   // of each account, the shares of all that is below it
	below  []below   // of each account
	ranked []sibling // scratch of level
	classic
}

// below are the accounts and users directly below an account.
type below struct{ accounts, users []int32 }

// A classic fair share works out the factor of a user when a job first needs it, once in a period,
// from what is known of the user's usage at that moment, and of the accounts' at its begin.
type classic struct {
	dampening float64
	norm      []float64 // shares of accounts, of all
	effective []float64 // usage of accounts, with a part of the siblings', at the begin of the period
}

func newFairness(s *cluster.System) *fairness {
	p := &s.Description.Priority
	f := &fairness{sys: s, second: 1, tree: p.FairTree == nil || *p.FairTree}
	f.dampening = float64(or(p.DampeningFact, 1))
	if half := or(p.HalfLifeS, 604_800); half > 0 {
		f.second = 1 - 0.693/float64(half)
	}
	f.usage = make([]float64, len(s.Users))
	f.accounts, f.factors = make([]float64, len(s.Accounts)), make([]float64, len(s.Users))
	f.shares()
	f.forget()
	return f
}

// add adds to the usage of a user.
func (f *fairness) add(user int32, use float64) {
	f.usage[user] += use
	for a := f.sys.Users[user].Parent; a != cluster.None; a = f.sys.Accounts[a].Parent {
		f.accounts[a] += use
	}
}

// decay lets s seconds pass over all usage, and returns the part that they leave.
func (f *fairness) decay(s int64) float64 {
	d := det.Pow(f.second, float64(s))
	for u := range f.usage {
		f.usage[u] *= d
	}
	for a := range f.accounts {
		f.accounts[a] *= d
	}
	return d
}

// used returns what a job of a billing adds in s seconds, which decays as it is used.
func (f *fairness) used(billing float64, s int64) float64 {
	if s != f.seconds {
		f.seconds, f.worth = s, float64(float64(s)*det.Pow(f.second, float64(s)))
	}
	return float64(billing * f.worth)
}

// rank works out every user's factor by the fair tree.
func (f *fairness) rank() {
	rank, shown := len(f.usage), len(f.usage)
	f.level([]int32{0}, &rank, &shown, false)
}

// A sibling is an account or a user below the same accounts.
type sibling struct {
	level   float64 // share over usage, of its parent's; infinite without usage
	account int32   // or None
	user    int32
}

// siblings appends what is below an account.
func (f *fairness) siblings(list []sibling, parent int32) []sibling {
	level := func(a *cluster.Assoc, use float64) float64 {
		switch {
		case a.Shares == 0:
			return 0
		case use == 0, a.Shares < 0:
			return math.Inf(1)
		}
		return float64(a.Shares) / float64(f.sums[parent]) / (use / f.accounts[parent])
	}
	for _, i := range f.below[parent].accounts {
		list = append(list, sibling{level(&f.sys.Accounts[i], f.accounts[i]), i, cluster.None})
	}
	for _, i := range f.below[parent].users {
		list = append(list, sibling{level(&f.sys.Users[i], f.usage[i]), cluster.None, i})
	}
	return list
}

// level ranks all users below accounts that are tied: from the highest level down, depth
// first. Tied users have the same rank, and those below an account that is tied with what came
// before share its rank, too (Slurm: fair tree).
func (f *fairness) level(parents []int32, rank, shown *int, tied bool) {
	begin := len(f.ranked)
	list := f.ranked[begin:]
	for _, p := range parents {
		list = f.siblings(list, p)
	}
	f.ranked = append(f.ranked[:begin], list...)
	defer func() { f.ranked = f.ranked[:begin] }()
	slices.SortStableFunc(list, func(a, b sibling) int { // users before accounts of the same level
		return cmp.Or(cmp.Compare(b.level, a.level), cmp.Compare(a.account, b.account))
	})
	for k := 0; k < len(list); {
		var accounts []int32
		same, level := tied && k == 0, list[k].level
		for ; k < len(list) && list[k].level == level; k++ {
			if u := list[k].user; u == cluster.None {
				accounts = append(accounts, list[k].account)
				continue
			} else if !same {
				*shown, same = *rank, true
			}
			f.factors[list[k].user] = float64(*shown) / float64(len(f.usage))
			*rank--
		}
		if accounts != nil {
			f.level(accounts, rank, shown, same)
		}
	}
}

// shares works out what does not change.
func (f *fairness) shares() {
	n := len(f.accounts)
	f.norm, f.effective = make([]float64, n), make([]float64, n)
	f.above, f.sums, f.below = make([]int32, n), make([]int64, n), make([]below, n)
	for i := 1; i < n; i++ {
		a := &f.sys.Accounts[i]
		if f.above[i] = f.levelOf(a.Parent); a.Shares >= 0 {
			parent := f.above[i]
			f.sums[parent] += a.Shares
			f.below[parent].accounts = append(f.below[parent].accounts, int32(i))
		}
	}
	for i := range f.sys.Users {
		parent := f.levelOf(f.sys.Users[i].Parent)
		f.sums[parent] += max(f.sys.Users[i].Shares, 0)
		f.below[parent].users = append(f.below[parent].users, int32(i))
	}
	f.norm[0] = 1
	for i := 1; i < n; i++ {
		f.norm[i] = f.norm[f.above[i]] * f.part(&f.sys.Accounts[i])
	}
}

// levelOf returns the account whose shares those below an account have a part of: itself, or the first above that has shares.
func (f *fairness) levelOf(account int32) int32 {
	for account > 0 && f.sys.Accounts[account].Shares < 0 {
		account = f.sys.Accounts[account].Parent
	}
	return account
}

// part returns the shares of an association, of those below the same account.
func (f *fairness) part(a *cluster.Assoc) float64 {
	if parent := f.levelOf(a.Parent); f.sums[parent] > 0 && a.Shares >= 0 {
		return float64(a.Shares) / float64(f.sums[parent])
	}
	return 1
}

// forget begins a period of classic fair shares: those of accounts are of its begin, and those of
// users are worked out anew when they are needed.
func (f *fairness) forget() {
	for u := range f.factors {
		f.factors[u] = math.NaN()
	}
	f.effective[0] = 1
	for a := 1; a < len(f.accounts); a++ { // parents come first
		f.effective[a] = f.bears(&f.sys.Accounts[a], f.accounts[a])
	}
}

// bears returns the effective usage of an association: its own, and a part of what is above it.
func (f *fairness) bears(a *cluster.Assoc, use float64) float64 {
	if f.accounts[0] == 0 {
		use = 0
	} else {
		use /= f.accounts[0]
	}
	parent := f.levelOf(a.Parent)
	if parent == 0 && a.Shares >= 0 {
		return use
	}
	return use + float64((f.effective[parent]-use)*f.part(a))
}

// factor returns a user's factor: by the fair tree, or 2^(-usage/shares/dampening).
func (f *fairness) factor(user int32) float64 {
	if !math.IsNaN(f.factors[user]) {
		return f.factors[user]
	}
	a := &f.sys.Users[user]
	x := 0.0
	if n := f.norm[f.levelOf(a.Parent)] * f.part(a); n > 0 {
		x = det.Pow(2, -(f.bears(a, f.usage[user]) / n / f.dampening))
	}
	f.factors[user] = x
	return x
}
