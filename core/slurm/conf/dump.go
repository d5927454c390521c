package conf

import (
	"slices"
	"strings"
)

// isDump tells whether a line is of sacctmgr dump: Account - 'a':Fairshare=1. Since Slurm 25.05 QOS are in it, too.
func isDump(s string) bool {
	kind, rest, ok := strings.Cut(s, " - ")
	switch strings.ToLower(kind) {
	case "cluster", "parent", "account", "user", "machine", "project", "qos":
		return ok && rest != "" && (rest[0] == '\'' || !strings.Contains(kind, "="))
	}
	return false
}

// dumpLine reads a line of a dump.
func (m *manager) dumpLine(at place, s string) error {
	kind, rest, _ := strings.Cut(s, " - ")
	fields, err := splitDump(rest)
	if err != nil {
		return at.wrong("", s, err)
	}
	name := strings.Trim(fields[0], "'")
	settings := dumpSettings(at, fields[1:])
	b := &m.r.book
	kind = strings.ToLower(kind)
	if kind == "cluster" || kind == "machine" {
		m.parent = ""
		if m.r.d.Name == "" {
			m.r.d.Name = name
		}
		if m.other = !strings.EqualFold(m.r.d.Name, name); m.other {
			m.r.ignore(at, s, "the dump is of another cluster than slurm.conf")
			return nil
		}
		return m.rootSettings(settings)
	}
	if kind == "qos" { // these come before the cluster: they are of all clusters
		return m.qosRow(at, name, settings)
	}
	if m.other {
		return nil
	}
	switch kind {
	case "parent":
		if m.parent = accountName(name); m.parent != "" && b.account[m.parent] == nil {
			return at.wrong("Parent", name, ErrAccount)
		}
		return nil
	case "account", "project":
		n := b.account[name]
		if n == nil {
			n = b.addAccount(at, name, m.parent)
		}
		n.parent = m.parent
		return m.applyAll(target{&n.limits, n, nil}, settings)
	}
	return m.dumpUser(at, s, name, settings)
}

func (m *manager) dumpUser(at place, s, name string, settings []setting) error {
	b := &m.r.book
	if m.parent == "" {
		if name != "root" {
			m.r.ignore(at, s, whyRootUser)
		}
		return nil
	}
	partition, first := "", ""
	settings = slices.DeleteFunc(settings, func(s setting) bool {
		switch s.key {
		case "partition":
			partition = s.value
		case "defaultaccount":
			first = s.value
		default:
			return false
		}
		return true
	})
	n := b.findUser(name, m.parent, partition)
	if n == nil {
		n = b.addUser(at, name, m.parent, partition)
	}
	if first != "" {
		b.setDefault(name, first)
	}
	return m.applyAll(target{&n.limits, n, nil}, settings)
}

// splitDump splits a line at colons outside of quotes; there is at least one field.
func splitDump(s string) (fields []string, err error) {
	from, quoted := 0, false
	for i := 0; i <= len(s); i++ {
		switch {
		case i < len(s) && s[i] == '\'':
			quoted = !quoted
		case i == len(s) || s[i] == ':' && !quoted:
			fields = append(fields, s[from:i])
			from = i + 1
		}
	}
	if quoted {
		return nil, ErrQuote
	}
	return fields, nil
}

// dumpSettings are the settings of a line. The type of a GPU stands behind a colon too:
// GrpTRES=gres/gpu:a100=2 is one setting.
func dumpSettings(at place, fields []string) (out []setting) {
	for _, f := range fields {
		s, ok := cutSetting(at, f)
		if n := len(out); n > 0 && (!ok || !isSettingKey(s.key)) {
			if _, tres := tresLimits[out[n-1].key]; tres || strings.Contains(out[n-1].key, "tres") {
				out[n-1].value += ":" + f
				continue
			}
		}
		if ok && s.value != "" {
			out = append(out, s)
		}
	}
	return out
}
