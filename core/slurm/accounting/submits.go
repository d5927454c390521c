package accounting

import (
	"cmp"
	"slices"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// A crowd is who shares a limit on submissions: an association, an account, a QOS, or a user or an account in a QOS.
type crowd struct {
	kind byte // u, a, q; U and A of a QOS
	qos  int32
	of   int32
}

// A quota is a crowd and how many jobs it may have in the queue and running.
type quota struct {
	crowd
	most *int64
}

// quotas are the limits on submissions that hold for a job in its first partition. A QOS's lift those of associations.
func quotas(s *cluster.System, j *cluster.Job, persons []int32) (all []quota) {
	account := s.Users[j.User].Parent
	grp, own := true, true
	qos := []int32{s.Partitions[j.Partitions[0]].QOSIndex, j.QOS}
	for _, q := range slices.Compact(qos) {
		if q == cluster.None {
			continue
		}
		l := &s.QOS[q].Limits
		all = append(all, quota{crowd{'q', q, 0}, l.GrpSubmitJobs}, quota{crowd{'U', q, persons[j.User]}, l.MaxSubmitPerUser},
			quota{crowd{'A', q, account}, l.MaxSubmitPerAcct})
		grp = grp && l.GrpSubmitJobs == nil
		own = own && l.MaxSubmitPerUser == nil && l.MaxSubmitPerAcct == nil
	}
	l := s.LimitsOf(j.User)
	if own {
		all = append(all, quota{crowd{'u', 0, j.User}, l.MaxSubmitJobs})
	}
	if grp {
		all = append(all, quota{crowd{'g', 0, j.User}, l.GrpSubmitJobs})
		for a := account; a != cluster.None; a = s.Accounts[a].Parent {
			all = append(all, quota{crowd{'a', 0, a}, s.Accounts[a].Limits.GrpSubmitJobs})
		}
	}
	return slices.DeleteFunc(all, func(q quota) bool { return q.most == nil })
}

// refused counts the jobs of the log that came when there were as many of their user, account or QOS as limits on submissions allow, as
// long as those were in the log: Slurm would have refused them under the limits of the description.
func (l *Log) refused(s *cluster.System) (n int) {
	persons := s.Persons()
	type leaving struct {
		at     int64
		quotas []quota
	}
	var leave []leaving // by time
	have := map[crowd]int64{}
	for k := range l.Jobs {
		j, row := &l.Jobs[k], l.Recorded[k].Row
		limits := quotas(s, j, persons)
		if len(limits) == 0 {
			continue
		}
		for len(leave) > 0 && leave[0].at <= j.Submit {
			for _, q := range leave[0].quotas {
				have[q.crowd]--
			}
			leave = leave[1:]
		}
		if slices.ContainsFunc(limits, func(q quota) bool { return have[q.crowd] >= *q.most }) {
			n++
		}
		for _, q := range limits {
			have[q.crowd]++
		}
		if row == nil || row.End < row.Submit {
			continue
		}
		gone := leaving{row.End - l.UnixStart, limits}
		at, _ := slices.BinarySearchFunc(leave, gone, func(a, b leaving) int { return cmp.Compare(a.at, b.at) })
		leave = slices.Insert(leave, at, gone)
	}
	return n
}
