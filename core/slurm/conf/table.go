package conf

import (
	"slices"
	"strings"
)

// A table is the header of a table that sacctmgr show prints with -P or -p.
type table struct {
	columns []string // in lower case, without spaces
	names   []string // as they are
	qos     bool     // of QOS; else of associations
	depth   []string // accounts above the next row, if names are indented
}

// header returns a table if the fields are a header.
func header(fields []string) *table {
	t := &table{}
	for _, f := range fields {
		t.names = append(t.names, strings.TrimSpace(f))
		t.columns = append(t.columns, strings.ToLower(strings.ReplaceAll(strings.TrimSpace(f), " ", "")))
	}
	has := func(name string) bool { return slices.Contains(t.columns, name) }
	t.qos = has("name") && !has("account")
	if t.qos && (has("priority") || has("preempt") || has("flags") || has("maxwall") || has("gracetime") || has("usagefactor")) {
		return t
	}
	if has("account") && (has("user") || has("share") || has("fairshare") || has("cluster")) {
		return t
	}
	return nil
}

// tableLine reads a header or a row.
func (m *manager) tableLine(at place, s string) error {
	fields := strings.Split(s, "|")
	if n := len(fields); n > 1 && fields[n-1] == "" && (m.table == nil || n == len(m.table.columns)+1) {
		fields = fields[:n-1] // -p ends each row with a bar
	}
	if t := header(fields); t != nil {
		m.table = t
		return nil
	}
	if m.table == nil {
		return at.wrong("", s, ErrForm)
	}
	if len(fields) != len(m.table.columns) {
		return at.wrong("", s, ErrColumns)
	}
	row := map[string]string{}
	var settings []setting
	for i, key := range m.table.columns {
		value := fields[i]
		row[key] = strings.TrimSpace(value)
		switch key {
		case "name", "cluster", "account", "user", "partition", "parentname", "parname", "defaultaccount", "defacct", "", "parentqos":
			continue
		}
		if row[key] != "" {
			settings = append(settings, setting{pair{at: at, key: key, name: m.table.names[i], value: row[key]}, '='})
		}
	}
	if m.table.qos {
		return m.qosRow(at, row["name"], settings)
	}
	if c, name := row["cluster"], m.r.d.Name; c != "" && name != "" && !strings.EqualFold(c, name) {
		m.r.ignore(at, s, "it is for another cluster")
		return nil
	}
	account := fields[slices.Index(m.table.columns, "account")]
	return m.assocRow(at, s, account, row, settings)
}

func (m *manager) qosRow(at place, name string, settings []setting) error {
	if name == "" {
		return at.wrong("", "", ErrNoName)
	}
	q := m.r.book.findQOS(name)
	if q == nil {
		if len(m.r.book.qos) >= maxFew {
			return at.wrong("", name, ErrFew)
		}
		q = m.r.book.addQOS(name)
	}
	return m.applyAll(target{limits: &q.Limits, q: q}, settings)
}

// assocRow reads a row of associations: of the root, an account, or a user in an account.
func (m *manager) assocRow(at place, s, indented string, row map[string]string, settings []setting) error {
	b := &m.r.book
	account, user := row["account"], row["user"]
	if account == "" {
		return at.wrong("", s, ErrNoName)
	}
	above := m.above(indented, user == "")
	if account == "root" {
		if user == "" {
			return m.rootSettings(settings)
		}
		if user != "root" {
			m.r.ignore(at, s, whyRootUser)
		}
		return nil
	}
	n := b.account[account]
	if n == nil {
		n = b.addAccount(at, account, "")
		n.flat = true
	}
	if user == "" {
		parent, known := row["parentname"]
		if !known {
			parent, known = row["parname"]
		}
		if !known {
			parent, known = above, above != ""
		}
		if known {
			n.parent, n.flat = accountName(parent), false
		}
		return m.applyAll(target{&n.limits, n, nil}, settings)
	}
	u := b.findUser(user, account, row["partition"])
	if u == nil {
		u = b.addUser(at, user, account, row["partition"])
	}
	for _, key := range []string{"defaultaccount", "defacct"} {
		if first := row[key]; first != "" {
			b.setDefault(user, first)
		}
	}
	return m.applyAll(target{&u.limits, u, nil}, settings)
}

// above returns the account above one whose name is indented, as sacctmgr show assoc tree
// prints it, or "" if names are not.
func (m *manager) above(indented string, isAccount bool) string {
	t := m.table
	depth := len(indented) - len(strings.TrimLeft(indented, " "))
	if !isAccount || depth > 1000 {
		return ""
	}
	for len(t.depth) <= depth {
		t.depth = append(t.depth, "")
	}
	t.depth = t.depth[:depth+1]
	t.depth[depth] = strings.TrimSpace(indented)
	if depth == 0 {
		return ""
	}
	return t.depth[depth-1]
}
