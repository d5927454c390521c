package cluster

import (
	"slices"

	"github.com/backfill-lab/backfill/core/sim/event"
)

// A pause is what is known of a job that has been suspended.
type pause struct {
	since int64   // microsecond; None while it runs
	total int64   // microseconds before that
	cores []int32 // that it had, which others may have meanwhile
}

// Paused returns for how many seconds a running job has been suspended, without a pause that lasts.
func (e *Engine) Paused(i int32) int64 {
	if p := e.paused[i]; p != nil {
		return p.total / Second
	}
	return 0
}

// Suspended tells whether a running job is suspended.
func (e *Engine) Suspended(i int32) bool { return e.paused[i] != nil && e.paused[i].since != None }

// suspend stops a running job or lets it go on. Meanwhile its cores are free for others, its memory and GPUs are not; when it goes on
// it shares its cores with those that have them now.
func (e *Engine) suspend(i int32, stop bool) {
	if e.Phase[i] != Running || e.Suspended(i) == stop {
		return
	}
	if !stop {
		p := e.paused[i]
		lasted := e.NowUs - p.since
		p.total += lasted
		e.wakeUp(i)
		if s := &e.stop[i]; s.how < Cancelled { // else it has been ended, which does not wait
			s.at += lasted
			e.calendar.Push(s.at, event.End, i)
		}
		return
	}
	held := &e.Placed[i].Held
	e.Free.Give(held)
	p := e.paused[i]
	if p == nil {
		p = &pause{}
		e.paused[i] = p
	}
	p.since, p.cores = e.NowUs, held.Cores
	held.Cores = make([]int32, len(held.Nodes))
	e.Free.Take(held)
}

// wakeUp gives a suspended job its cores back.
func (e *Engine) wakeUp(i int32) {
	if !e.Suspended(i) {
		return
	}
	held, p := &e.Placed[i].Held, e.paused[i]
	e.Free.Give(held)
	held.Cores, p.since = p.cores, None
	e.Free.Take(held)
}

// alter changes what a job asks for.
func (e *Engine) alter(c *Change) {
	j := &e.Jobs[c.Job]
	if c.Kind == SetLimit {
		if j.Limit = c.Value; e.Placed[c.Job].Limit > 0 {
			e.Placed[c.Job].Limit = c.Value
		}
		e.expire(c.Job)
		e.relimit(c.Job)
		return
	}
	if e.Phase[c.Job] != Waiting && e.Phase[c.Job] != Coming {
		return
	}
	switch c.Kind {
	case SetNice:
		j.Nice = c.Value
	case SetNodes:
		if j.MinNodes = int32(c.Value); j.MaxNodes > 0 { // which stays, as Slurm has it
			j.MaxNodes = max(j.MaxNodes, j.MinNodes)
		}
		j.Tasks = max(j.Tasks, j.MinNodes)
	case SetPartitions:
		j.Partitions = slices.Clone(c.Parts)
	}
}

// relimit works out again when a running job ends whose limit has changed, if limits end jobs.
func (e *Engine) relimit(i int32) {
	s, j := &e.stop[i], &e.Jobs[i]
	if e.Phase[i] != Running || !e.Cut && j.Wishes == nil || s.how >= Cancelled {
		return
	}
	start := e.Placed[i].Start
	length, _, how := e.length(i)
	if s.how = how; how == TimedOut {
		length = max(length, e.Now-start)
	}
	s.at = (start+length)*Second + e.Paused(i)*Second
	e.calendar.Push(s.at, event.End, i)
}
