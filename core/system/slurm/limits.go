package slurm

import (
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/system"
)

// limits are what QOS, accounts and users allow at the same time, and what they use.
type limits struct {
	sys      *system.System
	users    []used
	accounts []used
	qos      []used

	qosUser, qosAccount [][]used // of each QOS: of its users, and of its accounts

	test test // scratch of hold
}

// used is what running jobs hold together.
type used struct {
	jobs                       int64
	cores, memory, nodes, gpus float64
}

func newLimits(s *system.System) *limits {
	return &limits{sys: s, users: make([]used, len(s.Users)), accounts: make([]used, len(s.Accounts)), qos: make([]used, len(s.QOS)),
		qosUser: make([][]used, len(s.QOS)), qosAccount: make([][]used, len(s.QOS))}
}

// asks is what a job would hold.
func (l *limits) asks(j *system.Job, part int32) used {
	nodes := float64(j.MinNodes)
	return used{1, float64(j.Cores()), float64(l.sys.Partitions[part].Memory(j)), nodes, float64(nodes * float64(j.GPUs))}
}

// amount returns how much of a resource is used.
func (u *used) amount(name string) float64 {
	switch kind := strings.ToLower(name); {
	case kind == "cpu":
		return u.cores
	case kind == "mem":
		return u.memory
	case kind == "node":
		return u.nodes
	case strings.HasPrefix(kind, "gres/gpu"):
		return u.gpus
	}
	return 0
}

// A kind is a kind of limit; of those on resources there is one for each resource.
type kind uint8

const (
	grpJobs kind = iota
	grpTRES
	maxTRESPerJob
	maxTRESPerUser
	maxTRESPerAccount
	maxJobs // of a user: MaxJobs of associations, MaxJobsPerUser and MaxJobsPerAccount of a QOS
	maxWall
)

// A test looks at the limits of a job one after the other. Of each kind the first that sets one
// decides: the partition's QOS, the job's (the other way round with OverPartQOS), then all
// associations.
type test struct {
	ask  *used
	over bool

	set, now uint // kinds that are set: before this source, and with it
	tres     []resource
	before   int // how many of tres were set before this source
}

// A resource of which a limit is set.
type resource struct {
	kind
	name string
}

func (t *test) count(k kind, limit *int64, have int64) {
	if limit != nil && t.set>>k&1 == 0 {
		t.over = t.over || have > *limit
		t.now |= 1 << k
	}
}

func (t *test) amounts(k kind, limit system.TRES, use *used) {
	for name, most := range limit { // any of them: the order does not matter
		if !slices.Contains(t.tres[:t.before], resource{k, name}) {
			t.over = t.over || use.amount(name)+t.ask.amount(name) > most
			t.tres = append(t.tres, resource{k, name})
		}
	}
}

// next says that what follows is of another source.
func (t *test) next() {
	t.set, t.before = t.now, len(t.tres)
}

// hold tells whether a limit keeps a job from starting now.
func (l *limits) hold(j *system.Job, part int32) bool {
	p, ask := &l.sys.Partitions[part], l.asks(j, part)
	if p.Down || p.MaxTimeS > 0 && j.Limit > p.MaxTimeS || p.MaxNodes > 0 && int(j.MinNodes) > p.MaxNodes {
		return true
	}
	t := &l.test
	*t = test{ask: &ask, tres: t.tres[:0]}
	first, second := p.QOSIndex, j.QOS
	if second != system.None && l.sys.QOS[second].OverPartQOS {
		first, second = second, first
	}
	account := l.sys.Users[j.User].Parent
	if first == second {
		second = system.None
	}
	for _, q := range [...]int32{first, second} {
		if q == system.None {
			continue
		}
		lim := &l.sys.QOS[q].Limits
		l.group(t, lim, &l.qos[q], j)
		own, theirs := of(&l.qosUser[q], j.User), of(&l.qosAccount[q], account)
		t.count(maxJobs, lim.MaxJobsPerUser, own.jobs+1)
		t.count(maxJobs, lim.MaxJobsPerAccount, theirs.jobs+1)
		t.amounts(maxTRESPerUser, lim.MaxTRESPerUser, own)
		t.amounts(maxTRESPerAccount, lim.MaxTRESPerAccount, theirs)
		t.next()
	}
	user := l.sys.Users[j.User].Limits
	t.count(maxJobs, user.MaxJobs, l.users[j.User].jobs+1)
	l.group(t, user, &l.users[j.User], j)
	for a := account; a != system.None; a = l.sys.Accounts[a].Parent {
		l.group(t, l.sys.Accounts[a].Limits, &l.accounts[a], j)
	}
	return t.over
}

// group tests the limits of a group, and of each of its jobs.
func (l *limits) group(t *test, lim *system.Limits, use *used, j *system.Job) {
	t.count(grpJobs, lim.GrpJobs, use.jobs+1)
	t.amounts(grpTRES, lim.GrpTRES, use)
	t.amounts(maxTRESPerJob, lim.MaxTRESPerJob, &used{})
	t.count(maxWall, lim.MaxWallS, j.Limit)
}

// of returns what one of a list, which grows as needed, uses.
func of(list *[]used, i int32) *used {
	for int(i) >= len(*list) {
		*list = append(*list, used{})
	}
	return &(*list)[i]
}

// enter counts a job that starts.
func (l *limits) enter(j *system.Job, p *system.Placement) { l.count(j, p, 1) }

// leave counts a job that has ended.
func (l *limits) leave(j *system.Job, p *system.Placement) { l.count(j, p, -1) }

func (l *limits) count(j *system.Job, p *system.Placement, sign float64) {
	hold := used{jobs: int64(sign), nodes: sign * float64(len(p.Held.Nodes))}
	for k := range p.Held.Nodes {
		hold.cores += sign * float64(p.Held.Cores[k])
		hold.memory += sign * float64(p.Held.Memory[k])
		if p.Held.GPUs != nil {
			hold.gpus += sign * float64(p.Held.GPUs[k])
		}
	}
	all := []*used{&l.users[j.User]}
	for a := l.sys.Users[j.User].Parent; a != system.None; a = l.sys.Accounts[a].Parent {
		all = append(all, &l.accounts[a])
	}
	qos := []int32{j.QOS}
	if q := l.sys.Partitions[p.Partition].QOSIndex; q != j.QOS {
		qos = append(qos, q)
	}
	for _, q := range qos {
		if q != system.None {
			all = append(all, &l.qos[q], of(&l.qosUser[q], j.User), of(&l.qosAccount[q], l.sys.Users[j.User].Parent))
		}
	}
	for _, u := range all {
		u.jobs += hold.jobs
		u.cores += hold.cores
		u.memory += hold.memory
		u.nodes += hold.nodes
		u.gpus += hold.gpus
	}
}
