package twin

import (
	"slices"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// limits are what QOS, accounts and users allow at the same time, and what they use.
type limits struct {
	sys      *cluster.System
	bill     *biller
	what     []cluster.Resource // that limits are on
	safe     bool
	users    []used
	accounts []used
	qos      []used
	persons  []int32 // of each association of a user: the first of the same user

	qosUser, qosAccount [][]used // of each QOS: of its users, and of its accounts

	ofUsers, ofAccounts, ofQOS []*bounds

	ages       bool // there are limits on how many jobs grow older
	spends     bool // there are limits of what is used over time
	thresholds bool // there are priorities from which on jobs have nodes reserved
	byNodes    bool // how many nodes a job gets decides about limits
	nodes      bool // there are limits on nodes, of which each counts once for all jobs of a group

	test    test     // scratch of before and after
	list    []source // scratch of sources
	amounts amounts  // scratch of amountsOf
}

// used is what the jobs of a group use.
type used struct {
	jobs  int64   // that run
	now   amounts // what they hold
	past  amounts // what was used, times seconds; it decays
	ahead amounts // what running jobs may still use until their limits, times seconds
	wall  float64 // seconds that its jobs ran; they decay
	on    []int32 // jobs of each node
	older int64   // waiting jobs that grow older
}

func newLimits(s *cluster.System, b *biller) *limits {
	safe := s.Description.Scheduling.SafeLimits
	l := &limits{sys: s, bill: b, safe: safe == nil || *safe,
		qosUser: make([][]used, len(s.QOS)), qosAccount: make([][]used, len(s.QOS))}
	l.what = resources(s)
	l.amounts = make(amounts, len(l.what))
	l.users, l.accounts, l.qos = l.none(len(s.Users)), l.none(len(s.Accounts)), l.none(len(s.QOS))
	for i := range s.QOS {
		b := l.ready(s.QOS[i].Limits)
		if b.keeps = s.QOS[i].NoDecay; s.QOS[i].LimitFactor != nil {
			b.factor = *s.QOS[i].LimitFactor
		}
		l.ofQOS = append(l.ofQOS, b)
	}
	for i := range s.Accounts {
		l.ofAccounts = append(l.ofAccounts, l.ready(*s.Accounts[i].Limits))
	}
	l.persons = s.Persons()
	for i := range s.Users {
		l.ofUsers = append(l.ofUsers, l.ready(s.LimitsOf(int32(i))))
	}
	return l
}

// none returns groups that use nothing.
func (l *limits) none(n int) []used {
	list := make([]used, n)
	for i := range list {
		list[i] = l.unused()
	}
	return list
}

func (l *limits) unused() used {
	n := len(l.what)
	return used{now: make(amounts, n), past: make(amounts, n), ahead: make(amounts, n)}
}

// bounds are limits made ready for many questions.
type bounds struct {
	cluster.Limits
	grp, minutes, runMinutes             []bound
	perJob, leastPerJob, perJobMinutes   []bound
	perNode, perUser, perAccount         []bound
	runMinutesPerUser, runMinutesPerAcct []bound

	keeps  bool    // what its jobs have used does not decay
	factor float64 // a QOS's LimitFactor, or 0
}

// ready makes limits ready, and notes what they need.
func (l *limits) ready(lim cluster.Limits) *bounds {
	read := func(t cluster.TRES) (list []bound) {
		for name, most := range t { // the order does not matter: they are sorted below
			if r, ok := l.sys.Resource(name); ok {
				list = append(list, bound{slices.Index(l.what, r), most})
			}
		}
		slices.SortFunc(list, func(a, b bound) int { return a.at - b.at })
		return list
	}
	b := &bounds{lim, read(lim.GrpTRES), read(lim.GrpTRESMins), read(lim.GrpTRESRunMins),
		read(lim.MaxTRESPerJob), read(lim.MinTRESPerJob), read(lim.MaxTRESMinsPerJob),
		read(lim.MaxTRESPerNode), read(lim.MaxTRESPerUser), read(lim.MaxTRESPerAccount),
		read(lim.MaxTRESRunMinsPerUser), read(lim.MaxTRESRunMinsPerAcct), false, 0}
	l.spends = l.spends || lim.GrpWallS != nil || len(b.minutes)+len(b.runMinutes)+len(b.runMinutesPerUser)+len(b.runMinutesPerAcct) > 0
	for _, n := range [...]*int64{lim.GrpJobsAccrue, lim.MaxJobsAccrue, lim.MaxJobsAccruePerUser, lim.MaxJobsAccruePerAcct} {
		l.ages = l.ages || n != nil
	}
	l.thresholds = l.thresholds || lim.MinPriority != nil
	l.byNodes = l.byNodes || len(b.perNode) > 0
	for _, r := range l.what {
		l.byNodes = l.byNodes || r.Kind == cluster.NodeCount || r.Kind == cluster.GPU || r.Kind == cluster.GresCount
	}
	for _, list := range [...][]bound{b.grp, b.perUser, b.perAccount} {
		l.nodes = l.nodes || slices.ContainsFunc(list, func(b bound) bool { return l.what[b.at].Kind == cluster.NodeCount })
	}
	return b
}

// A source is limits that hold for a job, and what they count.
type source struct {
	lim           *bounds
	use           *used // of all its jobs
	user, account *used // of a QOS: of the job's user, and of the job's account
	alone         bool  // limits on each job hold, too: an account's are those of its users
}

// sources returns what limits a job in a partition, in Slurm's order: of each kind of limit the first QOS that sets one counts (the
// partition's, or the job's if that has OverPartQOS), then all associations.
func (l *limits) sources(j *cluster.Job, part int32) []source {
	first, second := l.sys.Partitions[part].QOSIndex, j.QOS
	if second != cluster.None && l.sys.QOS[second].OverPartQOS {
		first, second = second, first
	}
	if first == second {
		second = cluster.None
	}
	account := l.sys.Users[j.User].Parent
	l.list = l.list[:0]
	for _, q := range [...]int32{first, second} {
		if q != cluster.None {
			l.list = append(l.list, source{l.ofQOS[q], &l.qos[q], l.of(&l.qosUser[q], l.persons[j.User]), l.of(&l.qosAccount[q], account), true})
		}
	}
	l.list = append(l.list, source{lim: l.ofUsers[j.User], use: &l.users[j.User], alone: true})
	for a := account; a != cluster.None; a = l.sys.Accounts[a].Parent {
		l.list = append(l.list, source{lim: l.ofAccounts[a], use: &l.accounts[a]})
	}
	return l.list
}

// of returns what one of a list, which grows as needed, uses.
func (l *limits) of(list *[]used, i int32) *used {
	for int(i) >= len(*list) {
		*list = append(*list, l.unused())
	}
	return &(*list)[i]
}

// before tells whether a limit that Slurm tests before it looks for nodes keeps a job from starting now: one on a number of jobs
// or on wall-clock time.
func (l *limits) before(j *cluster.Job, part int32) bool {
	if !l.sys.Partitions[part].Takes(j) || !l.sys.Admits(j, part) {
		return true
	}
	t := l.begin()
	for _, s := range l.sources(j, part) {
		t.qos = s.user != nil
		lim := s.lim
		t.count(grpJobs, lim.GrpJobs, s.use.jobs+1)
		if lim.GrpWallS != nil {
			used := int64(s.use.wall)
			if l.safe {
				used = used/60*60 + j.Limit
			} else {
				used++ // some must be left
			}
			t.count(grpWall, lim.GrpWallS, used)
		}
		switch {
		case t.qos:
			t.count(maxJobsPerAccount, lim.MaxJobsPerAccount, s.account.jobs+1)
			t.count(maxJobsPerUser, lim.MaxJobsPerUser, s.user.jobs+1)
		case s.alone && t.set&(1<<maxJobsPerAccount|1<<maxJobsPerUser) == 0:
			t.count(maxJobs, lim.MaxJobs, s.use.jobs+1)
		}
		if s.alone {
			t.count(maxWall, lim.MaxWallS, j.Limit)
		}
		t.next()
	}
	return t.over
}

// after tells whether a limit that Slurm tests once it has looked for nodes keeps a job from starting now: one on resources, of
// which it would get some.
func (l *limits) after(part int32, gets holding) bool {
	if len(l.what) == 0 {
		return false
	}
	t, j := l.begin(), gets.job
	t.ask = l.amountsOf(&gets)
	minutes := float64(j.Limit) / 60
	if j.QOS != cluster.None && l.safe && l.sys.QOS[j.QOS].FactorSafe {
		minutes = float64(minutes * l.sys.UsageFactor(j))
	}
	for _, s := range l.sources(j, part) {
		if t.qos = s.user != nil; t.qos && t.factor == 0 {
			t.factor = s.lim.factor
		}
		lim := s.lim
		t.minutes(grpTRESMins, lim.minutes, s.use, minutes, l.safe)
		l.most(grpTRES, lim.grp, s.use, &gets)
		t.running(grpTRESRunMins, lim.runMinutes, s.use, minutes)
		if s.alone {
			t.alone(maxTRESMinsPerJob, lim.perJobMinutes, minutes)
			t.alone(maxTRESPerJob, lim.perJob, 1)
			t.perNode(lim.perNode, gets.nodes)
		}
		if t.qos {
			l.most(maxTRESPerAccount, lim.perAccount, s.account, &gets)
			l.most(maxTRESPerUser, lim.perUser, s.user, &gets)
			t.running(maxTRESRunMinsPerAccount, lim.runMinutesPerAcct, s.account, minutes)
			t.running(maxTRESRunMinsPerUser, lim.runMinutesPerUser, s.user, minutes)
			t.least(lim.leastPerJob)
		}
		t.next()
	}
	return t.over
}

// threshold returns the priority from which on a job in a partition has nodes reserved: that of the first source that sets one, or 0.
func (l *limits) threshold(j *cluster.Job, part int32) int64 {
	if !l.thresholds {
		return 0
	}
	for _, s := range l.sources(j, part) {
		if s.alone && s.lim.MinPriority != nil {
			return *s.lim.MinPriority
		}
	}
	return 0
}

// amountsOf returns what limits are on of what a job holds.
func (l *limits) amountsOf(h *holding) amounts {
	for i, r := range l.what {
		l.amounts[i] = h.of(r)
	}
	return l.amounts
}

// most tests a limit on what the jobs of a group hold together. A node that has one of them already counts no second time.
func (l *limits) most(k kind, limit []bound, use *used, gets *holding) {
	for _, b := range limit {
		b = l.test.times(b)
		asks := l.test.ask[b.at]
		if l.what[b.at].Kind == cluster.NodeCount && gets.alloc != nil && use.on != nil {
			for _, i := range gets.alloc.Nodes {
				if use.on[i] > 0 {
					asks--
				}
			}
		}
		l.test.try(k, b, asks > b.most || asks > 0 && use.now[b.at]+asks > b.most)
	}
}
