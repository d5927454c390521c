package conf

import (
	"strings"
)

// A manager reads the lines of sacctmgr in any of their three forms: commands, the dump of a
// cluster, tables of show. The first line that says something tells which; another form may
// follow.
type manager struct {
	r      *reader
	table  *table
	parent string // of the dump: "" is root
	other  bool   // the dump is of another cluster
	work   int    // associations that commands looked at
}

// readSacctmgr reads accounts, users and QOS.
func (r *reader) readSacctmgr(f *File) error {
	m := &manager{r: r}
	return eachRawLine(f, func(at place, s string) error {
		plain := strings.TrimSpace(s)
		switch {
		case plain == "" || plain[0] == '#' || strings.Trim(plain, "-|+ ") == "":
			return nil
		case isDump(plain):
			m.table = nil
			return m.dumpLine(at, plain)
		case strings.Contains(plain, "|"):
			return m.tableLine(at, s)
		}
		m.table = nil
		return m.command(at, plain)
	})
}

// A command is a line of a script: sacctmgr reads it word by word.
type command struct {
	at       place
	text     string
	entity   string
	names    []string
	where    []setting // conditions other than names
	settings []setting
	cluster  []string
}

// verbs are the commands that matter; those of silentVerbs change nothing.
var (
	verbs = map[string]string{
		"add": "add", "create": "add", "modify": "modify", "update": "modify", "delete": "remove", "remove": "remove",
	}
	silentVerbs = set("list show exit quit dump load archive version help ping reconfigure shutdown clear problem " +
		"associations oneliner parsable readonly verbose quiet")
	entities = map[string]string{"account": "account", "accounts": "account", "acct": "account", "acc": "account",
		"user": "user", "users": "user", "qos": "qos", "cluster": "cluster", "clusters": "cluster"}
)

// command reads a command: sacctmgr [options] verb entity words.
func (m *manager) command(at place, s string) error {
	words, err := splitWords(s)
	if err != nil {
		return at.wrong("", s, err)
	}
	for len(words) > 0 && (strings.HasSuffix(words[0], "sacctmgr") || strings.HasPrefix(words[0], "-")) {
		words = words[1:]
	}
	if len(words) == 0 {
		return nil
	}
	verb := strings.ToLower(words[0])
	if silentVerbs[verb] {
		return nil
	}
	if verbs[verb] == "" || len(words) < 2 {
		return at.wrong("", s, ErrForm)
	}
	verb = verbs[verb]
	m.startScript()
	c := command{at: at, text: s, entity: entities[strings.ToLower(words[1])]}
	if c.entity == "" {
		m.r.ignore(at, s, "of sacctmgr only accounts, users, QOS and clusters are modelled")
		return nil
	}
	c.words(verb, words[2:])
	if c.foreign(m.r.d.Name) {
		m.r.ignore(at, s, "it is for another cluster")
		return nil
	}
	if c.entity == "cluster" {
		return m.cluster(verb, c)
	}
	switch verb {
	case "add":
		return m.add(c)
	case "modify":
		return m.modify(c)
	}
	return m.remove(c)
}

// startScript adds what Slurm has before the first command: QOS normal, which everybody may
// ask for.
func (m *manager) startScript() {
	b := &m.r.book
	if !b.scripted && b.findQOS("normal") == nil {
		b.addQOS("normal")
	}
	if !b.scripted && !b.root.ownQOS {
		b.root.qos, b.root.ownQOS = []string{"normal"}, true
	}
	b.scripted = true
}

// words sorts the words behind the entity into names, conditions and settings. A word
// without "=" is a name, even behind "set".
func (c *command) words(verb string, words []string) {
	setting := verb == "add"
	for _, w := range words {
		switch strings.ToLower(w) {
		case "set":
			setting = true
			continue
		case "where", "with":
			setting = false
			continue
		}
		s, ok := cutSetting(c.at, w)
		if !ok {
			c.names = append(c.names, list(w)...)
			continue
		}
		switch named := entities[s.key]; {
		case s.key == "name" || s.key == "names" || named == c.entity && s.op == '=' && !(c.entity == "qos" && s.key == "qos" && setting):
			c.names = append(c.names, list(s.value)...)
		case named == "cluster":
			c.cluster = append(c.cluster, list(s.value)...)
		case setting:
			c.settings = append(c.settings, s)
		default:
			c.where = append(c.where, s)
		}
	}
}

// cutSetting splits Key=Value, Key+=Value or Key-=Value.
func cutSetting(at place, w string) (s setting, ok bool) {
	name, value, ok := strings.Cut(w, "=")
	s.op = '='
	if n := len(name); ok && n > 0 && (name[n-1] == '+' || name[n-1] == '-') {
		s.op, name = name[n-1], name[:n-1]
	}
	s.pair = pair{at: at, key: strings.ToLower(name), name: name, value: strings.Trim(strings.TrimSpace(value), `'"`)}
	return s, ok && name != ""
}

// foreign tells whether the command names clusters and not this one.
func (c *command) foreign(name string) bool {
	if len(c.cluster) == 0 || name == "" {
		return false
	}
	for _, cluster := range c.cluster {
		if strings.EqualFold(cluster, name) {
			return false
		}
	}
	return true
}

// splitWords splits a command as sacctmgr does: at spaces outside of quotes.
func splitWords(s string) (words []string, err error) {
	var b strings.Builder
	in, quote := false, byte(0)
	for i := range len(s) {
		switch c := s[i]; {
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote, in = c, true
		case quote == 0 && (c == ' ' || c == '\t'):
			if in {
				words = append(words, b.String())
			}
			b.Reset()
			in = false
		case quote == 0 && c == '#' && !in:
			return words, nil
		default:
			b.WriteByte(c)
			in = true
		}
	}
	if quote != 0 {
		return nil, ErrQuote
	}
	if in {
		words = append(words, b.String())
	}
	return words, nil
}

// cluster reads a command about a cluster, which changes the root of the accounts.
func (m *manager) cluster(verb string, c command) error {
	if verb == "remove" {
		m.r.ignore(c.at, c.text, whyRemoved)
		return nil
	}
	c.cluster = c.names
	if c.foreign(m.r.d.Name) {
		m.r.ignore(c.at, c.text, "it is for another cluster")
		return nil
	}
	if m.r.d.Name == "" && len(c.names) == 1 {
		m.r.d.Name = c.names[0]
	}
	return m.rootSettings(c.settings)
}

// rootSettings changes the root: QOS are inherited, limits of the whole cluster ignored.
func (m *manager) rootSettings(settings []setting) error {
	b := &m.r.book
	for _, s := range settings {
		switch s.key {
		case "fairshare", "share", "shares", "rpc", "controlhost", "controlport", "classification", "adminlevel", "defaultaccount":
		case "qos", "qoslevel", "defaultqos", "defqos":
			if err := m.r.apply(target{&b.root.limits, b.root, nil}, s); err != nil {
				return err
			}
		default:
			if !accountSilent[s.key] {
				m.r.ignore(s.at, s.text(), "limits of the whole cluster are not modelled")
			}
		}
	}
	return nil
}
