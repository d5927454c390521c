package twin

import (
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// limits are what QOS, accounts and users allow at the same time, and what they use.
type limits struct {
	sys      *cluster.System
	users    []used
	accounts []used
	qos      []used

	qosUser, qosAccount [][]used // of each QOS: of its users, and of its accounts

	ofUsers, ofAccounts, ofQOS []*bounds

	spends bool // there are limits of what is used over time

	test test // scratch of hold
}

// Resources that limits are on. The wall-clock time of a job is one second each second.
const (
	cpu = iota
	mem // MiB
	node
	gpu
	wall
	resources
)

// amounts are of each resource.
type amounts [resources]float64

// index returns the resource that a TRES names, or -1.
func index(name string) int {
	switch kind := strings.ToLower(name); {
	case kind == "cpu":
		return cpu
	case kind == "mem":
		return mem
	case kind == "node":
		return node
	case strings.HasPrefix(kind, "gres/gpu"):
		return gpu
	}
	return -1
}

// used is what the jobs of a group use.
type used struct {
	jobs  int64   // that run
	now   amounts // what they hold
	past  amounts // what was used, times seconds; it decays
	ahead amounts // what running jobs may still use until their limits, times seconds
}

func newLimits(s *cluster.System) *limits {
	l := &limits{sys: s, users: make([]used, len(s.Users)), accounts: make([]used, len(s.Accounts)), qos: make([]used, len(s.QOS)),
		qosUser: make([][]used, len(s.QOS)), qosAccount: make([][]used, len(s.QOS))}
	names := map[string]int32{}
	for i := range s.QOS {
		l.ofQOS = append(l.ofQOS, newBounds(&s.QOS[i].Limits, names))
	}
	for i := range s.Accounts {
		l.ofAccounts = append(l.ofAccounts, newBounds(s.Accounts[i].Limits, names))
	}
	for i := range s.Users {
		l.ofUsers = append(l.ofUsers, newBounds(s.Users[i].Limits, names))
	}
	for _, b := range slices.Concat(l.ofQOS, l.ofAccounts, l.ofUsers) {
		l.spends = l.spends || b.GrpTRESMins != nil || b.GrpTRESRunMins != nil || b.GrpWallS != nil
	}
	return l
}

// bounds are limits made ready for many questions.
type bounds struct {
	*cluster.Limits
	grpTRES, perJob, perUser, perAccount, minutes, runMinutes []bound

	none bool // of those that limits.group tests
}

// A bound is the limit on a resource, by the number of the resource's name.
type bound struct {
	name     int32
	resource int
	most     float64
}

func newBounds(lim *cluster.Limits, names map[string]int32) *bounds {
	read := func(t cluster.TRES) (list []bound) {
		for name, most := range t { // any of them: the order does not matter
			if i := index(name); i >= 0 {
				if _, seen := names[name]; !seen {
					names[name] = int32(len(names))
				}
				list = append(list, bound{names[name], i, most})
			}
		}
		return list
	}
	return &bounds{lim, read(lim.GrpTRES), read(lim.MaxTRESPerJob), read(lim.MaxTRESPerUser), read(lim.MaxTRESPerAccount),
		read(lim.GrpTRESMins), read(lim.GrpTRESRunMins),
		lim.GrpJobs == nil && lim.GrpTRES == nil && lim.MaxTRESPerJob == nil && lim.MaxWallS == nil && lim.GrpTRESMins == nil &&
			lim.GrpTRESRunMins == nil && lim.GrpWallS == nil}
}

// asks is what a job would hold.
func (l *limits) asks(j *cluster.Job, part int32) amounts {
	nodes := float64(j.MinNodes)
	return amounts{float64(j.Cores()), float64(l.sys.Partitions[part].Memory(j)), nodes, float64(nodes * float64(j.GPUs)), 1}
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
	grpTRESMins
	grpTRESRunMins
	grpWall
)

// A test looks at the limits of a job one after the other. Of each kind the first that sets one
// decides: the partition's QOS, the job's (the other way round with OverPartQOS), then all
// associations.
type test struct {
	ask  amounts
	over bool

	first broken // the first of those, by the order of kinds and resources

	qos      bool // the limits looked at are a QOS's
	set, now uint // kinds that are set: before this source, and with it
	tres     []resource
	before   int // how many of tres were set before this source
}

// A resource of which a limit is set.
type resource struct {
	kind
	name int32
}

func (t *test) count(k kind, limit *int64, have int64) {
	if limit != nil && t.set>>k&1 == 0 {
		t.fail(have > *limit, broken{kind: k})
		t.now |= 1 << k
	}
}

// most tests a limit on resources: what is used and what the job asks for, that long. Limits are in
// units of some seconds, or of none.
func (t *test) most(k kind, limit []bound, unit float64, have *amounts, long float64) {
	for _, b := range limit {
		if r := (resource{k, b.name}); !slices.Contains(t.tres[:t.before], r) {
			i := b.resource
			t.fail(have[i]+float64(t.ask[i]*long) > float64(b.most*unit), broken{kind: k, resource: i})
			t.tres = append(t.tres, r)
		}
	}
}

// fail notes a limit that is broken. Of several of one source it keeps the first by kind and resource,
// since the limits of a source are in no order.
func (t *test) fail(over bool, b broken) {
	if !over {
		return
	}
	b.qos = t.qos
	if f := &t.first; !t.over || f.qos == b.qos && (b.kind < f.kind || b.kind == f.kind && b.resource < f.resource) {
		t.first = b
	}
	t.over = true
}

// next says that what follows is of another source.
func (t *test) next() {
	t.set, t.before = t.now, len(t.tres)
}

// hold tells whether a limit keeps a job from starting now, as far as can be said before nodes are found for it.
func (l *limits) hold(j *cluster.Job, part int32) bool {
	return l.before(j, part) || l.after(j, part, l.asks(j, part))
}

// before tells whether a limit that Slurm tests before it looks for nodes keeps a job from starting now: one on a number of jobs
// or on wall-clock time.
func (l *limits) before(j *cluster.Job, part int32) bool {
	return !l.sys.Partitions[part].Takes(j) || l.walk(j, part, nil)
}

// after tells whether a limit that Slurm tests once it has looked for nodes keeps a job from starting now: one on resources, of
// which it would get some.
func (l *limits) after(j *cluster.Job, part int32, gets amounts) bool { return l.walk(j, part, &gets) }

// walk tests the limits of before, or those of after if it is known what the job would get.
func (l *limits) walk(j *cluster.Job, part int32, gets *amounts) bool {
	t := &l.test
	*t = test{tres: t.tres[:0], qos: true}
	count := gets == nil
	if !count {
		t.ask = *gets
	}
	first, second := l.sys.Partitions[part].QOSIndex, j.QOS
	if second != cluster.None && l.sys.QOS[second].OverPartQOS {
		first, second = second, first
	}
	account := l.sys.Users[j.User].Parent
	if first == second {
		second = cluster.None
	}
	for _, q := range [...]int32{first, second} {
		if q == cluster.None {
			continue
		}
		lim := l.ofQOS[q]
		l.group(t, lim, &l.qos[q], j, count)
		own, theirs := of(&l.qosUser[q], j.User), of(&l.qosAccount[q], account)
		if count {
			t.count(maxJobs, lim.MaxJobsPerUser, own.jobs+1)
			if over := t.over; lim.MaxJobsPerAccount != nil {
				t.count(maxJobs, lim.MaxJobsPerAccount, theirs.jobs+1)
				t.first.account = t.first.account || t.over && !over
			}
		} else {
			t.most(maxTRESPerUser, lim.perUser, 1, &own.now, 1)
			t.most(maxTRESPerAccount, lim.perAccount, 1, &theirs.now, 1)
		}
		t.next()
	}
	t.qos = false
	user := l.ofUsers[j.User]
	if count {
		t.count(maxJobs, user.MaxJobs, l.users[j.User].jobs+1)
	}
	l.group(t, user, &l.users[j.User], j, count)
	for a := account; a != cluster.None; a = l.sys.Accounts[a].Parent {
		l.group(t, l.ofAccounts[a], &l.accounts[a], j, count)
	}
	return t.over
}

// group tests the limits of a group, and of each of its jobs: of numbers and wall-clock time, or of resources.
func (l *limits) group(t *test, lim *bounds, use *used, j *cluster.Job, count bool) {
	if lim.none {
		return
	}
	if count {
		t.count(grpJobs, lim.GrpJobs, use.jobs+1)
		t.count(maxWall, lim.MaxWallS, j.Limit)
		t.count(grpWall, lim.GrpWallS, int64(use.past[wall])+1) // none is left
		return
	}
	t.most(grpTRES, lim.grpTRES, 1, &use.now, 1)
	t.most(maxTRESPerJob, lim.perJob, 1, &amounts{}, 1)
	if l.spends {
		both := use.past
		for i := range both {
			both[i] += use.ahead[i]
		}
		t.most(grpTRESMins, lim.minutes, 60, &both, float64(j.Limit))
		t.most(grpTRESRunMins, lim.runMinutes, 60, &use.ahead, float64(j.Limit))
	}
}

// of returns what one of a list, which grows as needed, uses.
func of(list *[]used, i int32) *used {
	for int(i) >= len(*list) {
		*list = append(*list, used{})
	}
	return &(*list)[i]
}

// enter counts a job that starts.
func (l *limits) enter(j *cluster.Job, p *cluster.Placement) {
	l.count(j, p, 1)
	if l.spends {
		l.spend(j, p, 0, float64(j.Limit))
	}
}

// leave counts a job that has ended, and whose use has been counted.
func (l *limits) leave(j *cluster.Job, p *cluster.Placement) {
	l.count(j, p, -1)
	if l.spends {
		l.spend(j, p, 0, -float64(max(p.Start+j.Limit-p.End, 0)))
	}
}

// use counts what a running job has used from a second until another, which is worth a number of
// seconds since it decays.
func (l *limits) use(j *cluster.Job, p *cluster.Placement, from, until int64, worth float64) {
	if l.spends {
		over := p.Start + j.Limit
		l.spend(j, p, worth, -float64(max(over-from, 0)-max(over-until, 0)))
	}
}

// decay leaves a part of what was used.
func (l *limits) decay(part float64) {
	if !l.spends {
		return
	}
	for _, list := range [][]used{l.users, l.accounts, l.qos} {
		for i := range list {
			for k := range list[i].past {
				list[i].past[k] *= part
			}
		}
	}
}

// holds is what a job holds that has these nodes.
func holds(p *cluster.Allocation) (a amounts) {
	a[node], a[wall] = float64(len(p.Nodes)), 1
	for k := range p.Nodes {
		a[cpu] += float64(p.Cores[k])
		a[mem] += float64(p.Memory[k])
		if p.GPUs != nil {
			a[gpu] += float64(p.GPUs[k])
		}
	}
	return a
}

// groups yields the groups to which a running job belongs: its user, the accounts above, and its
// QOS and the partition's.
func (l *limits) groups(j *cluster.Job, p *cluster.Placement) (all []*used, qos [2]int32) {
	all = append(all, &l.users[j.User])
	for a := l.sys.Users[j.User].Parent; a != cluster.None; a = l.sys.Accounts[a].Parent {
		all = append(all, &l.accounts[a])
	}
	if qos = [2]int32{j.QOS, l.sys.Partitions[p.Partition].QOSIndex}; qos[0] == qos[1] {
		qos[1] = cluster.None
	}
	for _, q := range qos {
		if q != cluster.None {
			all = append(all, &l.qos[q])
		}
	}
	return all, qos
}

// spend adds to what a job's groups have used, and to what they may still use, for some seconds, by the job's UsageFactor.
func (l *limits) spend(j *cluster.Job, p *cluster.Placement, past, ahead float64) {
	hold := holds(&p.Held)
	if f := l.sys.UsageFactor(j); f != 1 {
		past, ahead = float64(past*f), float64(ahead*f)
	}
	all, _ := l.groups(j, p)
	for _, u := range all {
		for i := range hold {
			u.past[i] += float64(hold[i] * past)
			u.ahead[i] += float64(hold[i] * ahead)
		}
	}
}

func (l *limits) count(j *cluster.Job, p *cluster.Placement, sign float64) {
	hold := holds(&p.Held)
	all, qos := l.groups(j, p)
	for _, q := range qos {
		if q != cluster.None {
			all = append(all, of(&l.qosUser[q], j.User), of(&l.qosAccount[q], l.sys.Users[j.User].Parent))
		}
	}
	for _, u := range all {
		u.jobs += int64(sign)
		for i := range hold {
			u.now[i] += float64(sign * hold[i])
		}
	}
}
