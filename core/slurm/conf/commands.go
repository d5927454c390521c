package conf

import (
	"slices"
	"strings"
)

const (
	whyThere     = "it exists already: sacctmgr adds nothing"
	whyNothing   = "no match: sacctmgr changes nothing"
	whyCondition = "an unsupported condition: nothing is changed"
	whyRemoved   = "there is one cluster, and it stays"
	whyRootUser  = "users of the account root have no part in the shares"
)

// add reads a command that adds accounts, users or QOS.
func (m *manager) add(c command) error {
	if len(c.names) == 0 {
		return c.at.wrong("", c.text, ErrNoName)
	}
	switch c.entity {
	case "account":
		return m.addAccounts(c)
	case "user":
		return m.addUsers(c)
	}
	b := &m.r.book
	for _, name := range c.names {
		if b.findQOS(name) != nil {
			m.r.ignore(c.at, c.text, whyThere)
			continue
		}
		if len(b.qos) >= maxFew {
			return c.at.wrong("", c.text, ErrFew)
		}
		q := b.addQOS(name)
		if err := m.applyAll(target{limits: &q.Limits, q: q}, c.settings); err != nil {
			return err
		}
	}
	return nil
}

func (m *manager) addAccounts(c command) error {
	b := &m.r.book
	parent, settings := "", []setting(nil)
	for _, s := range c.settings {
		if s.key != "parent" {
			settings = append(settings, s)
			continue
		}
		if parent = accountName(s.value); parent != "" && b.account[parent] == nil {
			return s.wrong(ErrAccount)
		}
	}
	for _, name := range c.names {
		if b.account[name] != nil || name == "root" {
			m.r.ignore(c.at, c.text, whyThere)
			continue
		}
		n := b.addAccount(c.at, name, parent)
		if err := m.applyAll(target{&n.limits, n, nil}, settings); err != nil {
			return err
		}
	}
	return nil
}

// accountName returns the name of an account; root is "".
func accountName(s string) string {
	if s == "root" {
		return ""
	}
	return s
}

// addUsers adds users to the accounts of the command and to their default account: a user
// has an association with it in any case.
func (m *manager) addUsers(c command) error {
	b := &m.r.book
	var accounts, partitions []string
	var settings []setting
	first := ""
	for _, s := range c.settings {
		switch s.key {
		case "account", "accounts", "acct":
			accounts = append(accounts, list(s.value)...)
		case "defaultaccount", "defacct":
			first = s.value
		case "partition", "partitions":
			partitions = append(partitions, list(s.value)...)
		default:
			settings = append(settings, s)
		}
	}
	if first != "" {
		accounts = addNew(accounts, first)
	}
	if len(accounts) == 0 {
		return c.at.wrong("account", c.text, ErrNoName)
	}
	if len(partitions) == 0 {
		partitions = []string{""}
	}
	if len(accounts)*len(partitions)*len(c.names) > maxAllRow {
		return c.at.wrong("", c.text, ErrMany)
	}
	for _, account := range accounts {
		if account == "root" {
			m.r.ignore(c.at, c.text, whyRootUser)
			continue
		}
		if b.account[account] == nil {
			return c.at.wrong("account", account, ErrAccount)
		}
		for _, name := range c.names {
			for _, partition := range partitions {
				if b.findUser(name, account, partition) != nil {
					m.r.ignore(c.at, c.text, whyThere)
					continue
				}
				n := b.addUser(c.at, name, account, partition)
				if err := m.applyAll(target{&n.limits, n, nil}, settings); err != nil {
					return err
				}
			}
			if first != "" {
				b.setDefault(name, first)
			}
		}
	}
	return nil
}

func (m *manager) applyAll(t target, settings []setting) error {
	for _, s := range settings {
		if err := m.r.apply(t, s); err != nil {
			return err
		}
	}
	return nil
}

// spend counts the associations that a command looks at.
func (m *manager) spend(c command, nodes int) error {
	if m.work += nodes * (1 + len(c.settings) + len(c.where)); m.work > maxWork {
		return c.at.wrong("", c.text, ErrWork)
	}
	return nil
}

// matching returns the associations that a command is about, or false if it has a condition
// that is not read.
func (m *manager) matching(c command) (found []*node, ok bool, err error) {
	b := &m.r.book
	var accounts, parents, partitions []string
	for _, s := range c.where {
		switch s.key {
		case "account", "accounts", "acct":
			accounts = append(accounts, list(s.value)...)
		case "parent":
			parents = append(parents, list(s.value)...)
		case "partition", "partitions":
			partitions = append(partitions, list(s.value)...)
		default:
			return nil, false, nil
		}
	}
	var all []*node
	switch {
	case c.entity == "account" && len(c.names) == 0:
		all = b.accounts
	case c.entity == "account":
		for _, name := range c.names {
			if n := b.account[name]; n != nil {
				all = append(all, n)
			}
		}
	case len(c.names) == 0:
		all = b.users
	default:
		for _, name := range c.names {
			all = append(all, b.user[name]...)
		}
	}
	if c.entity == "user" {
		parents = append(parents, accounts...)
	}
	if err := m.spend(c, len(all)); err != nil {
		return nil, false, err
	}
	in := func(list []string, s string) bool { return len(list) == 0 || slices.Contains(list, s) }
	for _, n := range all {
		if in(parents, n.parent) && in(partitions, n.partition) {
			found = append(found, n)
		}
	}
	return found, true, nil
}

// modify reads a command that changes accounts, users or QOS.
func (m *manager) modify(c command) error {
	b := &m.r.book
	if c.entity == "qos" {
		return m.modifyQOS(c)
	}
	if c.entity == "account" && slices.Equal(c.names, []string{"root"}) {
		return m.rootSettings(c.settings)
	}
	found, ok, err := m.matching(c)
	if err != nil {
		return err
	}
	if !ok {
		m.r.ignore(c.at, c.text, whyCondition)
		return nil
	}
	if len(found) == 0 {
		m.r.ignore(c.at, c.text, whyNothing)
	}
	for _, n := range found {
		for _, s := range c.settings {
			switch {
			case s.key == "parent" && c.entity == "account":
				if n.parent = accountName(s.value); n.parent != "" && b.account[n.parent] == nil {
					return s.wrong(ErrAccount)
				}
			case s.key == "defaultaccount" && c.entity == "user":
				b.setDefault(n.name, s.value)
			default:
				if err := m.r.apply(target{&n.limits, n, nil}, s); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (m *manager) modifyQOS(c command) error {
	if len(c.where) > 0 {
		m.r.ignore(c.at, c.text, whyCondition)
		return nil
	}
	changed := false
	for _, q := range m.r.book.qos {
		if len(c.names) > 0 && !slices.Contains(c.names, q.Name) {
			continue
		}
		changed = true
		if err := m.applyAll(target{limits: &q.Limits, q: q}, c.settings); err != nil {
			return err
		}
	}
	if !changed {
		m.r.ignore(c.at, c.text, whyNothing)
	}
	return nil
}

// remove reads a command that removes accounts with all below them, users or QOS.
func (m *manager) remove(c command) error {
	b := &m.r.book
	if c.entity == "qos" {
		for _, name := range c.names {
			b.removeQOS(name)
		}
		return nil
	}
	found, ok, err := m.matching(c)
	if err == nil {
		err = m.spend(c, len(b.users))
	}
	if err != nil {
		return err
	}
	if !ok || len(c.names) == 0 && len(c.where) == 0 {
		m.r.ignore(c.at, c.text, strings.Replace(whyCondition, "changed", "removed", 1))
		return nil
	}
	gone := map[*node]bool{}
	for _, n := range found {
		gone[n] = true
	}
	if c.entity == "account" {
		var below []*node
		for _, n := range b.accounts {
			if m.below(n, gone) {
				below = append(below, n)
			}
		}
		for _, n := range below {
			gone[n] = true
		}
		b.accounts = slices.DeleteFunc(b.accounts, func(n *node) bool { return gone[n] })
		for n := range gone {
			delete(b.account, n.name)
		}
		b.removeUsers(func(u *node) bool { return b.account[u.parent] == nil })
		return nil
	}
	b.removeUsers(func(u *node) bool { return gone[u] })
	return nil
}

// below tells whether an account is below one of those.
func (m *manager) below(n *node, those map[*node]bool) bool {
	b := &m.r.book
	for range maxDepth + 2 {
		n = b.account[n.parent]
		if n == nil {
			return false
		}
		if those[n] {
			return true
		}
	}
	return false
}
