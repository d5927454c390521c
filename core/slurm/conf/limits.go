package conf

import (
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/internal/amount"
)

// A setting is Key=Value of sacctmgr; op is '=', '+' or '-' for =, += and -=.
type setting struct {
	pair
	op byte
}

// A target is what a setting changes: an association, or a QOS if q is set.
type target struct {
	limits *cluster.Limits
	node   *node
	q      *cluster.QOS
}

// tresLimit is a limit of resources; only names the one that an old key is about.
type tresLimit struct {
	field func(*cluster.Limits) *cluster.TRES
	only  string
}

// tresLimits are the limits of resources by canonical key.
var tresLimits = func() map[string]tresLimit {
	out := map[string]tresLimit{}
	for _, l := range []struct {
		keys, cpu, mem, node string
		field                func(*cluster.Limits) *cluster.TRES
	}{
		{"grptres", "grpcpus grpcpu", "grpmem grpmemory", "grpnodes grpnode", func(l *cluster.Limits) *cluster.TRES { return &l.GrpTRES }},
		{"grptresmins grptresmin", "grpcpumins grpcpumin", "", "", func(l *cluster.Limits) *cluster.TRES { return &l.GrpTRESMins }},
		{"grptresrunmins grptresrunmin", "grpcpurunmins grpcpurunmin", "", "",
			func(l *cluster.Limits) *cluster.TRES { return &l.GrpTRESRunMins }},
		{"maxtres maxtresperjob maxtrespj", "maxcpus maxcpusperjob maxcpuspj", "maxmemperjob", "maxnodes maxnodesperjob maxnodespj",
			func(l *cluster.Limits) *cluster.TRES { return &l.MaxTRESPerJob }},
		{"mintres mintresperjob mintrespj", "mincpus mincpusperjob mincpuspj", "", "minnodes minnodesperjob minnodespj",
			func(l *cluster.Limits) *cluster.TRES { return &l.MinTRESPerJob }},
		{"maxtresmins maxtresminsperjob maxtresminspj", "maxcpumins maxcpuminsperjob maxcpuminspj", "", "",
			func(l *cluster.Limits) *cluster.TRES { return &l.MaxTRESMinsPerJob }},
		{"maxtresrunminspu maxtresrunminsperuser", "", "", "", func(l *cluster.Limits) *cluster.TRES { return &l.MaxTRESRunMinsPerUser }},
		{"maxtresrunminspa maxtresrunminsperaccount maxtresrunminsperacct", "", "", "",
			func(l *cluster.Limits) *cluster.TRES { return &l.MaxTRESRunMinsPerAcct }},
		{"maxtrespn maxtrespernode", "", "", "", func(l *cluster.Limits) *cluster.TRES { return &l.MaxTRESPerNode }},
		{"maxtrespu maxtresperuser", "maxcpusperuser maxcpuspu", "maxmemperuser", "maxnodesperuser maxnodespu",
			func(l *cluster.Limits) *cluster.TRES { return &l.MaxTRESPerUser }},
		{"maxtrespa maxtresperaccount maxtresperacct", "maxcpusperaccount maxcpuspa", "", "maxnodesperaccount maxnodespa",
			func(l *cluster.Limits) *cluster.TRES { return &l.MaxTRESPerAccount }},
	} {
		for only, keys := range map[string]string{"": l.keys, "cpu": l.cpu, "mem": l.mem, "node": l.node} {
			for _, key := range strings.Fields(keys) {
				out[key] = tresLimit{l.field, only}
			}
		}
	}
	return out
}()

// counts are the limits that are one whole number, by key.
var counts = func() map[string]func(*cluster.Limits) **int64 {
	out := map[string]func(*cluster.Limits) **int64{}
	for _, l := range []struct {
		keys  string
		field func(*cluster.Limits) **int64
	}{
		{"grpjobs", func(l *cluster.Limits) **int64 { return &l.GrpJobs }},
		{"grpjobsaccrue", func(l *cluster.Limits) **int64 { return &l.GrpJobsAccrue }},
		{"maxjobsaccrue", func(l *cluster.Limits) **int64 { return &l.MaxJobsAccrue }},
		{"maxjobsaccruepu maxjobsaccrueperuser", func(l *cluster.Limits) **int64 { return &l.MaxJobsAccruePerUser }},
		{"maxjobsaccruepa maxjobsaccrueperaccount maxjobsaccrueperacct", func(l *cluster.Limits) **int64 { return &l.MaxJobsAccruePerAcct }},
		{"grpsubmitjobs grpsubmit", func(l *cluster.Limits) **int64 { return &l.GrpSubmitJobs }},
		{"maxjobs", func(l *cluster.Limits) **int64 { return &l.MaxJobs }},
		{"maxjobspu maxjobsperuser", func(l *cluster.Limits) **int64 { return &l.MaxJobsPerUser }},
		{"maxjobspa maxjobsperaccount maxjobsperacct", func(l *cluster.Limits) **int64 { return &l.MaxJobsPerAccount }},
		{"maxsubmitjobs maxsubmit", func(l *cluster.Limits) **int64 { return &l.MaxSubmitJobs }},
		{"maxsubmitpu maxsubmitperuser maxsubmitjobspu maxsubmitjobsperuser",
			func(l *cluster.Limits) **int64 { return &l.MaxSubmitPerUser }},
		{"maxsubmitpa maxsubmitperaccount maxsubmitjobspa maxsubmitjobsperaccount maxsubmitjobsperacct",
			func(l *cluster.Limits) **int64 { return &l.MaxSubmitPerAcct }},
		{"minpriothreshold minpriothresh minpriothres minprio", func(l *cluster.Limits) **int64 { return &l.MinPriority }},
	} {
		for _, key := range strings.Fields(l.keys) {
			out[key] = l.field
		}
	}
	return out
}()

// times are the limits in minutes or in Slurm's time formats, by key.
var times = map[string]func(*cluster.Limits) **int64{
	"grpwall":               func(l *cluster.Limits) **int64 { return &l.GrpWallS },
	"maxwall":               func(l *cluster.Limits) **int64 { return &l.MaxWallS },
	"maxwallpj":             func(l *cluster.Limits) **int64 { return &l.MaxWallS },
	"maxwallperjob":         func(l *cluster.Limits) **int64 { return &l.MaxWallS },
	"maxwalldurationperjob": func(l *cluster.Limits) **int64 { return &l.MaxWallS },
	"maxwallduration":       func(l *cluster.Limits) **int64 { return &l.MaxWallS },
}

// accountSilent are keys of sacctmgr that do not bear on scheduling.
var accountSilent = set("description organization desc org adminlevel admin defaultwckey defwckey wckeys comment coordinators " +
	"coordinator coord id lft rgt classification rpc controlhost controlport format flagsassoc email lineage")

// ofUser are the names that QOS have for limits of each user.
var ofUser = map[string]string{
	"maxjobs": "maxjobspu", "maxsubmitjobs": "maxsubmitpu", "maxsubmit": "maxsubmitpu", "maxjobsaccrue": "maxjobsaccruepu",
}

// isSettingKey tells whether a key is one of sacctmgr's.
func isSettingKey(key string) bool {
	switch key {
	case "fairshare", "share", "shares", "priority", "qos", "qoslevel", "defaultqos", "defqos", "defaultaccount", "partition", "parent",
		"preempt", "preemptmode", "preemptexempttime", "gracetime", "usagefactor", "usagethreshold",
		"limitfactor", "flags", "cluster", "account", "name", "user":
		return true
	}
	_, tres := tresLimits[key]
	return tres || counts[key] != nil || times[key] != nil || accountSilent[key] || strings.HasPrefix(key, "max") ||
		strings.HasPrefix(key, "grp") || strings.HasPrefix(key, "min")
}

// apply changes the target. What it does not know, it ignores aloud.
func (r *reader) apply(t target, s setting) error {
	key := s.key
	if to, ok := ofUser[key]; ok && t.q != nil {
		key = to
	}
	if l, ok := tresLimits[key]; ok {
		return setTRES(l.field(t.limits), l.only, s)
	}
	if field := counts[key]; field != nil {
		if s.value == "-1" {
			*field(t.limits) = nil
			return nil
		}
		n, err := s.pointer()
		*field(t.limits) = n
		return err
	}
	if field := times[key]; field != nil {
		seconds, err := amount.Limit(s.value)
		if err != nil {
			return s.wrong(err)
		}
		if *field(t.limits) = &seconds; seconds == amount.Unlimited {
			*field(t.limits) = nil
		}
		return nil
	}
	if accountSilent[key] {
		return nil
	}
	if t.q != nil {
		return r.applyQOS(t.q, s)
	}
	return r.applyNode(t.node, s)
}

// setTRES merges resources into a limit; -1 takes one away.
func setTRES(have *cluster.TRES, only string, s setting) error {
	value := s.value
	if only != "" {
		value = only + "=" + value
	}
	tres, err := amount.TRES(value)
	if err != nil {
		return s.wrong(err)
	}
	for name, v := range tres {
		if v < 0 {
			delete(*have, name)
			continue
		}
		if *have == nil {
			*have = cluster.TRES{}
		}
		(*have)[name] = v
	}
	if len(*have) == 0 {
		*have = nil
	}
	return nil
}

// applyNode changes an association.
func (r *reader) applyNode(n *node, s setting) (err error) {
	switch s.key {
	case "fairshare", "share", "shares":
		n.shares, err = s.share()
	case "priority":
		n.priority = 0
		if s.value != "-1" {
			n.priority, err = s.whole()
		}
	case "qos", "qoslevel":
		n.qos, err = s.change(r.book.effective(n))
		n.ownQOS = len(n.qos) > 0
	case "defaultqos", "defqos":
		if n.defaultQOS = s.value; s.value == "-1" {
			n.defaultQOS = ""
		}
	default:
		r.ignore(s.at, s.text(), why("association", s.name))
	}
	return err
}

// share returns the shares of an association: -1 are those of its parent.
func (s setting) share() (*int64, error) {
	const ofParent = 1<<31 - 1 // how the database has it
	if strings.EqualFold(s.value, "parent") {
		v := int64(-1)
		return &v, nil
	}
	if s.value == "-1" {
		return nil, nil
	}
	n, err := s.pointer()
	if err == nil && *n == ofParent {
		*n = -1
	}
	return n, err
}

// applyQOS changes a QOS.
func (r *reader) applyQOS(q *cluster.QOS, s setting) (err error) {
	switch s.key {
	case "priority":
		q.Priority = 0
		if s.value != "-1" {
			q.Priority, err = s.whole()
		}
	case "preempt":
		q.Preempt, err = s.change(q.Preempt)
	case "preemptmode":
		q.PreemptMode, q.PreemptWithin = r.preemptMode(s.pair), has(s.value, "WITHIN")
	case "preemptexempttime":
		q.PreemptExemptS, err = s.seconds(amount.Seconds)
	case "gracetime":
		q.GraceS, err = s.seconds(amount.Lone)
	case "usagefactor":
		v, bad := amount.Number(s.value)
		if bad != nil {
			return s.wrong(bad)
		}
		q.UsageFactor = &v
	case "flags":
		r.qosFlags(q, s)
	case "limitfactor":
		if q.LimitFactor = nil; s.value == "-1" {
			return nil
		}
		v, bad := amount.Number(s.value)
		if bad != nil {
			return s.wrong(bad)
		}
		if v > 0 {
			q.LimitFactor = &v
		}
	case "usagethres", "usagethreshold":
		if v, bad := amount.Number(s.value); bad != nil || v != 0 {
			r.ignore(s.at, s.text(), why("QOS", s.name))
		}
	default:
		r.ignore(s.at, s.text(), why("QOS", s.name))
	}
	return err
}

// qosFlags are the flags of a QOS that a Description has, by name.
var qosFlags = map[string]func(*cluster.QOS) *bool{
	"overpartqos":        func(q *cluster.QOS) *bool { return &q.OverPartQOS },
	"denyonlimit":        func(q *cluster.QOS) *bool { return &q.DenyOnLimit },
	"noreserve":          func(q *cluster.QOS) *bool { return &q.NoReserve },
	"nodecay":            func(q *cluster.QOS) *bool { return &q.NoDecay },
	"usagefactorsafe":    func(q *cluster.QOS) *bool { return &q.FactorSafe },
	"partitionminnodes":  func(q *cluster.QOS) *bool { return &q.PassMinNodes },
	"partitionmaxnodes":  func(q *cluster.QOS) *bool { return &q.PassMaxNodes },
	"partitiontimelimit": func(q *cluster.QOS) *bool { return &q.PassTime },
}

func (r *reader) qosFlags(q *cluster.QOS, s setting) {
	if s.op == '=' {
		for _, flag := range qosFlags {
			*flag(q) = false
		}
		delete(r.book.relative, q.Name)
	}
	for flag := range strings.SplitSeq(s.value, ",") {
		f := strings.ToLower(strings.TrimSpace(flag))
		if of := qosFlags[f]; of != nil {
			*of(q) = s.op != '-'
			continue
		}
		switch f {
		case "relative":
			if r.book.relative[q.Name] = s.at; s.op == '-' {
				delete(r.book.relative, q.Name)
			}
		case "", "-1", "none", "notset":
		default:
			r.ignore(s.at, s.name+"="+strings.TrimSpace(flag), why("QOS Flags", strings.TrimSpace(flag)))
		}
	}
}

// change returns a list after a setting of it: =a,b replaces it, +=a and =+a,-b change it.
func (s setting) change(have []string) ([]string, error) {
	out := slices.Clone(have)
	replaced := s.op != '='
	for item := range strings.SplitSeq(s.value, ",") {
		item = strings.TrimSpace(item)
		op := s.op
		if op == '=' && item != "" && (item[0] == '+' || item[0] == '-') {
			op, item, replaced = item[0], item[1:], true
		}
		if !replaced {
			out, replaced = nil, true
		}
		switch {
		case item == "" || item == "1" && op == '-': // =-1 and '' clear the list
			if item == "1" {
				out = nil
			}
		case op == '-':
			out = slices.DeleteFunc(out, func(q string) bool { return q == item })
		default:
			if out = addNew(out, item); len(out) > maxFew {
				return nil, s.wrong(ErrFew)
			}
		}
	}
	return out, nil
}
