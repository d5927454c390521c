package slurm

import (
	"strings"

	"github.com/backfill-lab/backfill/core/system"
)

// limits are what QOS, accounts and users allow at the same time, and what they use.
type limits struct {
	sys      *system.System
	users    []used
	accounts []used
	qos      []used
	qosUser  map[[2]int32]*used // of a user in a QOS
}

// used is what running jobs hold together.
type used struct {
	jobs                       int64
	cores, memory, nodes, gpus float64
}

func newLimits(s *system.System) *limits {
	return &limits{sys: s, users: make([]used, len(s.Users)), accounts: make([]used, len(s.Accounts)), qos: make([]used, len(s.QOS)),
		qosUser: map[[2]int32]*used{}}
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

// exceeds tells whether use and more would be over a limit.
func exceeds(limit system.TRES, use, more *used) bool {
	for name, most := range limit { // any of them: the order does not matter
		if use.amount(name)+more.amount(name) > most {
			return true
		}
	}
	return false
}

func atMost(limit *int64, jobs int64) bool { return limit == nil || jobs < *limit }

// hold tells whether a limit keeps a job from starting now.
func (l *limits) hold(j *system.Job, part int32) bool {
	p, ask := &l.sys.Partitions[part], l.asks(j, part)
	none := &used{}
	if p.Down || p.MaxTimeS > 0 && j.Limit > p.MaxTimeS || p.MaxNodes > 0 && int(j.MinNodes) > p.MaxNodes {
		return true
	}
	user := &l.sys.Users[j.User]
	if u := &l.users[j.User]; !atMost(user.Limits.MaxJobs, u.jobs) || l.group(user.Limits, u, &ask, none, j) {
		return true
	}
	for a := user.Parent; a != system.None; a = l.sys.Accounts[a].Parent {
		if l.group(l.sys.Accounts[a].Limits, &l.accounts[a], &ask, none, j) {
			return true
		}
	}
	for _, q := range [...]int32{j.QOS, p.QOSIndex} {
		if q == system.None {
			continue
		}
		lim := &l.sys.QOS[q].Limits
		own := l.of(q, j.User)
		if l.group(lim, &l.qos[q], &ask, none, j) || !atMost(lim.MaxJobsPerUser, own.jobs) || exceeds(lim.MaxTRESPerUser, own, &ask) {
			return true
		}
	}
	return false
}

// group tells whether limits of a group, or of each of its jobs, keep a job from starting.
func (l *limits) group(lim *system.Limits, use, ask, none *used, j *system.Job) bool {
	return !atMost(lim.GrpJobs, use.jobs) || exceeds(lim.GrpTRES, use, ask) || exceeds(lim.MaxTRESPerJob, none, ask) ||
		lim.MaxWallS != nil && j.Limit > *lim.MaxWallS
}

func (l *limits) of(q, user int32) *used {
	key := [2]int32{q, user}
	u := l.qosUser[key]
	if u == nil {
		u = &used{}
		l.qosUser[key] = u
	}
	return u
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
			all = append(all, &l.qos[q], l.of(q, j.User))
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
