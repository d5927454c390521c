package dynp

import (
	"cmp"
	"slices"

	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/profile"
)

// A standing is a program whose planned starts stand: a new job goes where it fits beside
// all that are planned, and starts change only when a job ends. A self-tuning step at an end
// judges what each policy would then make of the standing plan.
type standing struct {
	tuner
	queueList
	perEvent bool
	anew     bool // at an end jobs are placed anew, else they only move earlier
	m        *sim.Machine
	ended    []sim.Running
	pending  []sim.Running // the last of ended: in this step they still run
	arrived  []*sim.Job
	late     bool // a job runs past its estimate, where others may be planned
	woken    int64

	waiting []slot          // in the order of submission
	free    profile.Profile // what running jobs and slots leave
	tries   [3]draft        // what each policy would make of the plan
}

// A slot is a waiting job with its planned start.
type slot struct {
	job   *sim.Job
	start int64
}

// A draft is a plan by one policy, its slots in the policy's order.
type draft struct {
	slots []slot
	free  profile.Profile
}

func newStanding(p program) *standing {
	s := &standing{tuner: newTuner(p), queueList: queueList{handling: p.List}, perEvent: p.Steps == "event", anew: p.Place == "ends"}
	if s.decide == nil {
		s.handling = listSorted
	}
	return s
}

func (s *standing) Reset(m *sim.Machine) {
	s.tuner.reset()
	s.queueList.reset()
	s.m, s.ended, s.pending, s.arrived, s.late, s.woken, s.waiting = m, s.ended[:0], nil, s.arrived[:0], false, 0, s.waiting[:0]
	s.free.Reset(0, m.Procs())
}

func (s *standing) Submit(j *sim.Job)              { s.arrived = append(s.arrived, j) }
func (s *standing) End(r sim.Running)              { s.ended = append(s.ended, r) }
func (s *standing) Extend(_ *sim.Job, _, to int64) { s.late = true }

func (s *standing) Pass() {
	now := s.m.Now()
	s.free.Advance(now)
	if s.late {
		s.repair()
	}
	for i, r := range s.ended {
		if now < r.End {
			s.free.Release(now, r.End-now, int(r.Procs))
		}
		if s.pending = s.ended[i+1:]; s.perEvent {
			s.reschedule()
		}
	}
	if len(s.ended) > 0 && !s.perEvent {
		s.reschedule()
	}
	s.start()
	for _, j := range s.arrived {
		s.admit(j)
	}
	s.ended, s.arrived = s.ended[:0], s.arrived[:0]
	s.wake()
}

// admit places a new job beside all others.
func (s *standing) admit(j *sim.Job) {
	s.queueList.add(j)
	t, _ := s.free.Fit(s.m.Now(), j.Estimate, int(j.Procs))
	s.free.Take(t, j.Estimate, int(j.Procs))
	if t == s.m.Now() {
		s.m.Start(j)
		return
	}
	s.waiting = append(s.waiting, slot{j, t})
	if s.handling != listSorted {
		s.insert(s.current, j, s.waiting)
	}
}

// reschedule changes the plan after an end, by the policy in force or the one that a
// self-tuning step chooses.
func (s *standing) reschedule() {
	if s.decide == nil || len(s.waiting) < s.threshold {
		s.adopt(s.draft(s.runs(s.current)))
		return
	}
	var measured [3]int64
	begin := s.ofRunning(s.m, s.pending)
	for i := range measured {
		measured[i] = begin
		for _, r := range s.draft(i).slots {
			measured[i] = s.count(measured[i], r.job, r.start)
		}
	}
	s.choose(s.m.Now(), len(s.waiting), measured)
	chosen := &s.tries[s.runs(s.current)]
	s.adopt(chosen)
	s.leave(s.current, chosen.slots)
}

// draft makes what a policy would make of the plan.
func (s *standing) draft(policy int) *draft {
	d, now := &s.tries[policy], s.m.Now()
	d.slots = append(d.slots[:0], s.waiting...)
	slices.SortFunc(d.slots, func(a, b slot) int { return cmp.Compare(s.key(policy, a.job), s.key(policy, b.job)) })
	d.free.Copy(&s.free)
	if s.anew {
		for _, r := range s.waiting {
			d.free.Release(r.start, r.job.Estimate, int(r.job.Procs))
		}
	}
	for i := range d.slots {
		r := &d.slots[i]
		length, procs := r.job.Estimate, int(r.job.Procs)
		if s.anew {
			r.start, _ = d.free.Fit(now, length, procs)
			d.free.Take(r.start, length, procs)
		} else if t := d.free.Earlier(r.start, length, procs, r.start); t < r.start {
			d.free.Release(r.start, length, procs)
			d.free.Take(t, length, procs)
			r.start = t
		}
	}
	return d
}

// adopt makes a draft the plan and starts what it has in the present second.
func (s *standing) adopt(d *draft) {
	s.free.Copy(&d.free)
	s.waiting = append(s.waiting[:0], d.slots...)
	s.start()
	slices.SortFunc(s.waiting, func(a, b slot) int { return cmp.Compare(a.job.Index, b.job.Index) })
}

// start starts the jobs that are planned for the present second.
func (s *standing) start() {
	now := s.m.Now()
	for _, r := range s.waiting {
		if r.start == now {
			s.m.Start(r.job)
		}
	}
	s.waiting = slices.DeleteFunc(s.waiting, func(r slot) bool { return r.start == now })
}

// repair moves jobs that were to start where a running job goes on, in the order of their
// starts.
func (s *standing) repair() {
	now := s.m.Now()
	s.free.Reset(now, s.m.Procs())
	for _, r := range slices.Concat(s.m.Running(), s.ended) {
		if now < r.End {
			s.free.Take(now, r.End-now, int(r.Procs))
		}
	}
	slices.SortStableFunc(s.waiting, func(a, b slot) int { return cmp.Compare(a.start, b.start) })
	for i := range s.waiting {
		r := &s.waiting[i]
		r.start, _ = s.free.Fit(max(now, r.start), r.job.Estimate, int(r.job.Procs))
		s.free.Take(r.start, r.job.Estimate, int(r.job.Procs))
	}
	slices.SortFunc(s.waiting, func(a, b slot) int { return cmp.Compare(a.job.Index, b.job.Index) })
	s.late = false
}

// wake asks for a pass at the first planned start. Mostly a job ends then, but a job that was
// to hold the processors until then may have moved away.
func (s *standing) wake() {
	if len(s.waiting) == 0 {
		return
	}
	first := slices.MinFunc(s.waiting, func(a, b slot) int { return cmp.Compare(a.start, b.start) }).start
	if first != s.woken {
		s.m.WakeAt(first)
		s.woken = first
	}
}
