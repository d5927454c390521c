package cluster

import (
	"slices"

	"github.com/backfill-lab/backfill/core/sim/event"
)

// A Change is what somebody does while jobs run, or what happens to nodes.
type Change struct {
	At    int64 // second
	AtUs  int64 // microseconds beyond it
	Kind  ChangeKind
	Job   int32   // of the run, for what is done to jobs
	Nodes Bits    // for what happens to nodes
	Value int64   // of SetLimit (seconds), SetPriority, SetNice and SetNodes; 1 of Top by an operator, and of Requeue as if it had not run
	Parts []int32 // of SetPartitions

	late     bool  // a Cancel by a job's deadline: it ends no run
	period   int64 // of a Notice that repeats
	repeated bool  // it has
}

// A ChangeKind is what is done.
type ChangeKind uint8

const (
	Cancel  ChangeKind = iota // a job: it ends, or leaves the queue
	Hold                      // a waiting job: it does not start
	Release                   // a job that is held
	Requeue                   // a running job: it ends and is back in the queue
	Drain                     // nodes: no job starts on them
	Down                      // nodes: and what runs there is lost
	Resume                    // nodes: they are back
	Notice                    // nothing: a reservation begins or ends

	Suspend       // a running job: it stops, and its cores are free for others
	Continue      // a suspended job: it goes on, on its cores
	SetLimit      // a job: its time limit
	SetPriority   // a waiting job: its priority stays as somebody sets it
	SetNice       // a waiting job: its nice value
	SetNodes      // a waiting job: its number of nodes
	SetPartitions // a waiting job
	Top           // a waiting job: before the others of its user, or before all; a Scheduler may change their nice values

	Clearing // nodes: they clear up after a job that has ended; none starts there, but a Scheduler may plan them
	Cleared  // nodes: they have
)

// patience is how often a reservation comes again while nothing happens, before no job is taken to
// wait for its end.
const patience = 100

// change carries out a Change.
func (e *Engine) change(k int32) {
	c := &e.changes[k]
	if !c.repeated {
		e.Coming--
	}
	switch c.Kind {
	case Cancel, Hold, Release, Requeue:
		if c.late {
			e.expired(c.Job)
		} else {
			e.changeJob(c)
		}
	case Suspend, Continue:
		e.suspend(c.Job, byPerson, c.Kind == Suspend)
	case SetLimit, SetNice, SetNodes, SetPartitions:
		e.alter(c)
	case Drain, Down, Resume, Clearing, Cleared:
		for i := range c.Nodes.All {
			switch c.Kind {
			case Resume:
				e.away[i] = max(e.away[i]-1, 0)
			case Clearing:
				e.clears[i]++
			case Cleared:
				e.clears[i]--
			default:
				e.away[i]++
			}
			e.Up.Put(i, e.away[i] == 0 && e.clears[i] == 0)
			e.Completing.Put(i, e.away[i] == 0 && e.clears[i] > 0)
		}
		if c.Kind == Down {
			e.lose(c.Nodes)
		}
	case Notice:
		if e.idle++; c.period > 0 && (e.Coming > 0 || len(e.Running) > 0 || e.idle < patience*len(e.Reserved)) {
			again := *c
			again.At, again.repeated = c.At+c.period, true
			e.plan(again)
		}
	}
	e.Scheduler.Changed(e, c)
}

// plan puts a Change into the calendar, unless it is too late to matter.
func (e *Engine) plan(c Change) {
	if c.At > lastSecond {
		return
	}
	e.calendar.Push(c.At*Second+c.AtUs, event.Change, int32(len(e.changes)))
	e.changes = append(e.changes, c)
}

func (e *Engine) changeJob(c *Change) {
	i, kind := c.Job, c.Kind
	switch phase := e.Phase[i]; {
	case kind == Cancel && phase == Waiting:
		e.Phase[i], e.Placed[i].End, e.Placed[i].How = Done, e.Now, Cancelled
		e.Left--
	case kind == Cancel && phase == Running:
		e.Stop(i, 0, Cancelled, false)
	case kind == Hold && phase == Waiting:
		e.Held[i] = true
	case kind == Release:
		e.Held[i] = false
	case kind == Requeue && phase == Running && e.returns(i): // else Slurm refuses
		if e.Stop(i, 0, Requeued, true); c.Value != 0 {
			e.unseen[i] = true
		}
	}
}

// Unseen tells whether a job is back in the queue as if it had not run, with its first submission: Slurm does that with jobs whose node
// did not answer.
func (e *Engine) Unseen(i int32) bool { return e.unseen[i] }

// returns tells whether a job goes back to the queue when somebody ends it.
func (e *Engine) returns(i int32) bool {
	all := e.System.Description.Scheduling.Requeue
	return !e.Jobs[i].NoRequeue && (all == nil || *all)
}

// lose stops what runs on nodes.
func (e *Engine) lose(nodes Bits) {
	var lost []int32
	for _, i := range e.Running {
		if slices.ContainsFunc(e.Placed[i].Held.Nodes, func(n int32) bool { return nodes.Has(int(n)) }) {
			lost = append(lost, i)
		}
	}
	slices.Sort(lost)
	for _, i := range lost {
		e.Stop(i, 0, NodeFail, e.returns(i))
	}
}

// requeueDelay returns the seconds after which a job that is back in the queue may start.
func (s *Scheduling) requeueDelay() int64 {
	if s.RequeueDelayS == nil {
		return 121
	}
	return *s.RequeueDelayS
}
