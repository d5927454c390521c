package twin

import (
	"slices"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// accrue lets waiting jobs grow older, as many as limits allow: those that do already, then the first by number that could start as far
// as people want. With ACCRUE_ALWAYS there are no such limits.
func (t *Twin) accrue(e *cluster.Engine) {
	if !t.limits.ages || t.sys.Description.Priority.AccrueAlways {
		return
	}
	var jobs []int32
	for k := range t.entries {
		if i := t.entries[k].job; e.Phase[i] == cluster.Waiting && t.eligible[i] <= e.Now {
			jobs = append(jobs, i)
		}
	}
	slices.Sort(jobs)
	jobs = slices.Compact(jobs)
	t.limits.rejuvenate()
	for _, i := range jobs {
		if t.ages[i] != never {
			t.limits.age(&e.Jobs[i])
		}
	}
	for _, i := range jobs {
		if j := &e.Jobs[i]; t.ages[i] == never && t.limits.mayAge(j) {
			t.limits.age(j)
			t.ages[i] = e.Now
		}
	}
}

// rejuvenate forgets which jobs grow older.
func (l *limits) rejuvenate() {
	for _, list := range slices.Concat([][]used{l.users, l.accounts, l.qos}, l.qosUser, l.qosAccount) {
		for i := range list {
			list[i].older = 0
		}
	}
}

// agers are what limits how many jobs grow older: of QOS, only the job's own.
func (l *limits) agers(j *cluster.Job) []source {
	return slices.DeleteFunc(l.sources(j, j.Partitions[0]), func(s source) bool {
		return s.user != nil && (j.QOS == cluster.None || s.use != &l.qos[j.QOS])
	})
}

// age counts a job that grows older.
func (l *limits) age(j *cluster.Job) {
	for _, s := range l.agers(j) {
		if s.use.older++; s.user != nil {
			s.user.older++
			s.account.older++
		}
	}
}

// mayAge tells whether one more job may grow older.
func (l *limits) mayAge(j *cluster.Job) bool {
	room := func(limit *int64, u *used) bool { return limit == nil || u.older < *limit }
	for _, s := range l.agers(j) {
		ok := room(s.lim.GrpJobsAccrue, s.use)
		switch {
		case s.user != nil:
			ok = ok && room(s.lim.MaxJobsAccruePerUser, s.user) && room(s.lim.MaxJobsAccruePerAcct, s.account)
		case s.alone:
			ok = ok && room(s.lim.MaxJobsAccrue, s.use)
		}
		if !ok {
			return false
		}
	}
	return true
}
