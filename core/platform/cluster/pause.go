package cluster

import (
	"slices"

	"github.com/backfill-lab/backfill/core/sim/event"
)

// A pause is what is known of a job that has been suspended.
type pause struct {
	by    uint8   // who suspends it; 0 while it runs
	since int64   // microsecond
	total int64   // seconds before that, of a clock that shows whole ones
	cores []int32 // that it had, which others may have meanwhile
	on    []Bits
}

// Who suspends jobs.
const (
	byPerson uint8 = 1 << iota // others may have its cores
	byGang                     // it shares its cores with others, which run
)

// A Span is microseconds from one on until another.
type Span struct{ From, Until int64 }

// Paused returns for how many seconds a running job has been suspended, without a pause that lasts.
func (e *Engine) Paused(i int32) int64 {
	if p := e.paused[i]; p != nil {
		return p.total
	}
	return 0
}

// Suspended tells whether a running job is suspended.
func (e *Engine) Suspended(i int32) bool { return e.paused[i] != nil && e.paused[i].by != 0 }

// Halt suspends a running job, which keeps all that it holds, or lets it go on: gang scheduling does that to jobs that share cores.
func (e *Engine) Halt(i int32, stop bool) { e.suspend(i, byGang, stop) }

// suspend stops a running job or lets it go on. While a person suspends it, its cores are free for others, its memory and GPUs are not;
// when it goes on it shares its cores with those that have them now.
func (e *Engine) suspend(i int32, by uint8, stop bool) {
	p := e.paused[i]
	if p == nil {
		p = &pause{}
	}
	if e.Phase[i] != Running || (p.by&by != 0) == stop {
		return
	}
	e.paused[i] = p
	if by == byPerson {
		e.lendCores(i, p, stop)
	}
	was := p.by
	if p.by ^= by; was == 0 {
		p.since = e.NowUs
	} else if p.by == 0 {
		e.goesOn(i, p)
		if s := &e.stop[i]; s.how < Cancelled { // else it has been ended, which does not wait
			s.at += e.NowUs - p.since
			e.calendar.Push(s.at, event.End, i)
		}
	}
}

// lendCores gives away the cores of a job, or takes them back.
func (e *Engine) lendCores(i int32, p *pause, give bool) {
	held := &e.Placed[i].Held
	e.Free.Give(held)
	if give {
		p.cores, p.on = held.Cores, held.On
		held.Cores, held.On = make([]int32, len(held.Nodes)), make([]Bits, len(held.On))
	} else {
		held.Cores, held.On = p.cores, p.on
	}
	e.Free.Take(held)
}

// goesOn ends a pause.
func (e *Engine) goesOn(i int32, p *pause) {
	p.total += e.Now - p.since/Second
	if p.by = 0; e.System.Description.Preemption.Gang {
		e.Placed[i].Pauses = append(e.Placed[i].Pauses, Span{p.since, e.NowUs})
	}
}

// wakeUp gives a suspended job its cores back.
func (e *Engine) wakeUp(i int32) {
	if !e.Suspended(i) {
		return
	}
	p := e.paused[i]
	if p.by&byPerson != 0 {
		e.lendCores(i, p, false)
	}
	e.goesOn(i, p)
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
