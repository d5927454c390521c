package conf

import (
	"reflect"
	"slices"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// A node is an association: the cluster's root, an account, or a user in an account.
type node struct {
	at         place
	name       string // of the account or the user
	parent     string // account above; "" is root
	partition  string // of a user
	isDefault  bool   // the account is the user's default
	shares     *int64
	priority   int64
	qos        []string // if ownQOS; else those of the parent
	ownQOS     bool
	flat       bool   // an account of a table that does not tell its parent
	defaultQOS string // "" is that of the parent
	limits     cluster.Limits
}

// A book is the accounts, users and QOS of a cluster.
type book struct {
	root     *node
	accounts []*node
	account  map[string]*node
	users    []*node
	user     map[string][]*node // associations by user
	qos      []*cluster.QOS
	relative map[string]place // QOS whose limits are percents, and where it says so
	scripted bool             // a command of sacctmgr was read: QOS normal was there before
}

func (b *book) init() {
	b.root = &node{name: "root"}
	b.account, b.user, b.relative = map[string]*node{}, map[string][]*node{}, map[string]place{}
}

// findQOS returns a QOS by name, or nil.
func (b *book) findQOS(name string) *cluster.QOS {
	for _, q := range b.qos {
		if q.Name == name {
			return q
		}
	}
	return nil
}

// addQOS adds a QOS.
func (b *book) addQOS(name string) *cluster.QOS {
	q := &cluster.QOS{Name: name}
	b.qos = append(b.qos, q)
	return q
}

// addAccount adds an account.
func (b *book) addAccount(at place, name, parent string) *node {
	n := &node{at: at, name: name, parent: parent}
	b.accounts = append(b.accounts, n)
	b.account[name] = n
	return n
}

// findUser returns an association of a user, or nil.
func (b *book) findUser(name, account, partition string) *node {
	for _, u := range b.user[name] {
		if u.parent == account && u.partition == partition {
			return u
		}
	}
	return nil
}

// addUser adds an association of a user. The account of the first is the default.
func (b *book) addUser(at place, name, account, partition string) *node {
	n := &node{at: at, name: name, parent: account, partition: partition}
	n.isDefault = len(b.user[name]) == 0 || b.user[name][0].parent == account && b.user[name][0].isDefault
	b.users = append(b.users, n)
	b.user[name] = append(b.user[name], n)
	return n
}

// setDefault makes an account the default of a user.
func (b *book) setDefault(name, account string) {
	for _, u := range b.user[name] {
		u.isDefault = u.parent == account
	}
}

// removeUsers removes the associations that match.
func (b *book) removeUsers(match func(*node) bool) {
	b.users = slices.DeleteFunc(b.users, match)
	for name, all := range b.user {
		if all = slices.DeleteFunc(all, match); len(all) == 0 {
			delete(b.user, name)
		} else {
			b.user[name] = all
		}
	}
}

// removeQOS removes a QOS from everywhere.
func (b *book) removeQOS(name string) {
	is := func(q string) bool { return q == name }
	b.qos = slices.DeleteFunc(b.qos, func(q *cluster.QOS) bool { return q.Name == name })
	for _, q := range b.qos {
		q.Preempt = slices.DeleteFunc(q.Preempt, is)
	}
	for _, n := range slices.Concat([]*node{b.root}, b.accounts, b.users) {
		n.qos = slices.DeleteFunc(n.qos, is)
		if n.defaultQOS == name {
			n.defaultQOS = ""
		}
	}
}

// above returns the association above n, or nil above the root.
func (b *book) above(n *node) *node {
	if n == b.root {
		return nil
	}
	if p := b.account[n.parent]; p != nil {
		return p
	}
	return b.root
}

// effective returns the QOS that n may ask for, its own or inherited ones.
func (b *book) effective(n *node) []string {
	for range maxDepth + 2 { // more steps are refused at the end
		if n == nil || n.ownQOS {
			break
		}
		n = b.above(n)
	}
	if n == nil || !n.ownQOS {
		return nil
	}
	return n.qos
}

// effectiveDefault returns the QOS of jobs of n that ask for none, or "".
func (b *book) effectiveDefault(n *node) string {
	for range maxDepth + 2 {
		if n == nil || n.defaultQOS != "" {
			break
		}
		n = b.above(n)
	}
	if n == nil {
		return ""
	}
	return n.defaultQOS
}

// finish writes the accounts, users and QOS into the description.
func (b *book) finish(r *reader, given bool) error {
	if !given {
		r.assume("No file of sacctmgr is given: there are no accounts, shares or limits, and every user has the same share.")
		return nil
	}
	if err := b.checkParents(); err != nil {
		return err
	}
	if len(b.accounts) > 1 && slices.ContainsFunc(b.accounts, func(n *node) bool { return n.flat }) {
		r.assume("The table of associations names no parents: all accounts are below root. " +
			"sacctmgr show assoc -P tree, or ParentName in its format, tells them.")
	}
	limited := func(l cluster.Limits) bool { return !reflect.ValueOf(l).IsZero() }
	any := false
	for _, n := range slices.Concat(b.accounts, b.users) {
		any = any || limited(n.limits)
	}
	for _, q := range b.qos {
		any = any || limited(q.Limits)
	}
	drop := any && !r.enforced()
	limits := func(l cluster.Limits) cluster.Limits {
		if drop {
			return cluster.Limits{}
		}
		return l
	}
	for _, q := range b.qos {
		q.Limits = limits(q.Limits)
		r.d.QOS = append(r.d.QOS, *q)
	}
	index := map[string]int{}
	for i, n := range b.accounts {
		index[n.name] = i
		r.d.Accounts = append(r.d.Accounts,
			cluster.Account{Name: n.name, Parent: n.parent, Shares: n.shares, Priority: n.priority, Limits: limits(n.limits)})
	}
	for _, n := range b.users {
		a := &r.d.Accounts[index[n.parent]]
		a.Users = append(a.Users, cluster.User{Name: n.name, Shares: n.shares, Priority: n.priority, Partition: n.partition,
			QOS: slices.Clone(b.effective(n)), DefaultQOS: b.effectiveDefault(n), Default: n.isDefault, Limits: limits(n.limits)})
	}
	return nil
}

// checkParents makes sure that every account is below the root.
func (b *book) checkParents() error {
	const unseen, open, done = 0, 1, 2
	state, depth := map[string]int{}, map[string]int{}
	for _, n := range b.accounts {
		var path []string
		for m := n; state[m.name] != done; {
			if state[m.name] == open {
				return m.at.wrong("Account", m.name, ErrCycle)
			}
			state[m.name] = open
			path = append(path, m.name)
			if m.parent == "" {
				break
			}
			up := b.account[m.parent]
			if up == nil {
				return m.at.wrong("Account", m.parent, ErrParent)
			}
			m = up
		}
		for _, name := range slices.Backward(path) {
			m := b.account[name]
			state[name] = done
			if depth[name] = depth[m.parent] + 1; depth[name] > maxDepth {
				return m.at.wrong("Account", name, ErrDepth)
			}
		}
	}
	return nil
}
