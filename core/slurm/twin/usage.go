package twin

import "github.com/backfill-lab/backfill/core/platform/cluster"

// enter counts a job that starts.
func (l *limits) enter(j *cluster.Job, p *cluster.Placement) {
	l.count(j, p, 1)
	l.spend(j, p, 0, 0, float64(j.Limit))
}

// leave counts a job that has ended, and whose use has been counted.
func (l *limits) leave(j *cluster.Job, p *cluster.Placement) {
	l.count(j, p, -1)
	l.spend(j, p, 0, 0, -float64(max(p.Start+j.Limit-p.End, 0)))
}

// use counts what a running job has used from a second until another, which is worth a number of
// seconds since it decays.
func (l *limits) use(j *cluster.Job, p *cluster.Placement, from, until int64, worth float64) {
	over := p.Start + j.Limit
	l.spend(j, p, float64(until-from), worth, -float64(max(over-from, 0)-max(over-until, 0)))
}

// spend adds to what a job's groups have used, of which worth is left after decay, and to what they may still use, for some seconds.
func (l *limits) spend(j *cluster.Job, p *cluster.Placement, past, worth, ahead float64) {
	if !l.spends {
		return
	}
	f := l.sys.UsageFactor(j)
	hold := l.bill.holds(j, p)
	have := l.amountsOf(&hold)
	past, worth, ahead = float64(past*f), float64(worth*f), float64(ahead*f)
	add := func(u *used, long float64) {
		u.wall += long
		for i := range have {
			u.past[i] += float64(have[i] * long)
			u.ahead[i] += float64(have[i] * ahead)
		}
	}
	for _, s := range l.sources(j, p.Partition) {
		if s.lim.keeps {
			add(s.use, past)
		} else {
			add(s.use, worth)
		}
		if s.user != nil {
			add(s.user, 0)
			add(s.account, 0)
		}
	}
}

// decay leaves a part of what was used.
func (l *limits) decay(part float64) {
	if !l.spends {
		return
	}
	fade := func(u *used) {
		u.wall *= part
		for k := range u.past {
			u.past[k] *= part
		}
	}
	for _, list := range [][]used{l.users, l.accounts} {
		for i := range list {
			fade(&list[i])
		}
	}
	for q := range l.qos {
		if !l.ofQOS[q].keeps {
			fade(&l.qos[q])
		}
	}
}

// count adds a job to its groups, or with sign -1 takes it away.
func (l *limits) count(j *cluster.Job, p *cluster.Placement, sign int64) {
	var have amounts
	if len(l.what) > 0 {
		hold := l.bill.holds(j, p)
		have = l.amountsOf(&hold)
	}
	for _, s := range l.sources(j, p.Partition) {
		l.add(s.use, p, have, sign)
		if s.user != nil {
			l.add(s.user, p, have, sign)
			l.add(s.account, p, have, sign)
		}
	}
}

// add adds a job to a group: each node counts once for all its jobs.
func (l *limits) add(u *used, p *cluster.Placement, have amounts, sign int64) {
	u.jobs += sign
	fresh := 0
	if l.nodes {
		if u.on == nil {
			u.on = make([]int32, len(l.sys.Nodes))
		}
		for _, i := range p.Held.Nodes {
			if before := u.on[i]; before == 0 || before == 1 && sign < 0 {
				fresh++
			}
			u.on[i] += int32(sign)
		}
	}
	for i := range have {
		x := have[i]
		if l.what[i].Kind == cluster.NodeCount {
			x = float64(fresh)
		}
		u.now[i] += float64(float64(sign) * x)
	}
}
