package shared

import (
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/platform/internal/telling"
	"github.com/backfill-lab/backfill/core/platform/machine"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// How jobs come to hold shared nodes.
const (
	MappedNew    = "mapped when it came"
	MappedLater  = "mapped from the queue"
	MappedAnew   = "mapped when all jobs were packed again"
	ResumedLater = "resumed"
)

// moments follow a run of an algorithm: a platform.Watcher.
type moments struct {
	platform.Watch
	e      *Engine
	begun  []Event
	on     []string // parallel to begun
	forced map[int][]int64
	came   bool // jobs, in this instant
}

// Watcher implements platform.Explained.
func (Platform) Watcher(s *platform.Setting, policy string) platform.Watcher {
	if e, err := s.Find(policy); err == nil && !Shares(e) {
		return machine.NewWatcher("node")
	}
	return &moments{Watch: platform.NewWatch(), forced: map[int][]int64{}}
}

// Hooks implements platform.Watcher.
func (q *moments) Hooks() platform.Hooks { return platform.Hooks{On: []any{Observer(q.see)}} }

// see is an Observer.
func (q *moments) see(e *Engine, v Event) {
	q.e = e
	switch v.Kind {
	case Submission:
		q.came = true
	case Start, Resumption:
		q.begun, q.on = append(q.begun, v), append(q.on, nodes(v.To))
	case Pause, Migration:
		if v.For >= 0 {
			q.forced[v.For] = append(q.forced[v.For], e.Job(v.Job).ID)
		}
	case Settled:
		q.settled()
	}
}

func (q *moments) settled() {
	now, started := seconds(q.e.Now()), false
	var told []platform.Started
	for k := range q.begun {
		started = started || q.begun[k].Kind == Start
		if q.Tells(now) {
			told = append(told, q.start(k))
		}
	}
	q.Note(now, told, len(q.begun) > 0, started || q.came || q.e.Packed())
	q.begun, q.on, q.came = q.begun[:0], q.on[:0], false
	clear(q.forced)
}

// start says how the k-th job of this instant came to hold nodes.
func (q *moments) start(k int) platform.Started {
	v := &q.begun[k]
	j := q.e.Job(v.Job)
	s := platform.Started{Job: j.ID, Procs: int(j.Tasks), Submit: seconds(j.Submit), Kind: MappedLater, Free: -1, Behind: -1,
		Shadow: -1, Before: -1,
		On: q.on[k]}
	switch {
	case v.Kind == Resumption:
		s.Kind = ResumedLater
	case q.e.Packed():
		s.Kind = MappedAnew
	case j.Submit == q.e.Now():
		s.Kind = MappedNew
	}
	how := ""
	if v.Kind == Resumption {
		how = "memory is free for its tasks again"
		if q.e.Packed() {
			how = "all jobs were packed again"
		}
	}
	yield := fmt.Sprintf("it gets %s of the CPU that it needs", share(q.e.Yield(v.Job)))
	gave, has := slices.Clone(q.forced[v.Job]), "it has "+needs(j)
	s.Words = func(id func(int64) string) string {
		return telling.Clauses("on "+s.On, has, how, gaveWay(gave, id), yield)
	}
	return s
}

// gaveWay says which jobs were paused or moved.
func gaveWay(jobs []int64, id func(int64) string) string {
	switch len(jobs) {
	case 0:
		return ""
	case 1:
		return "job " + id(jobs[0]) + " was paused or moved for it"
	}
	return fmt.Sprintf("%s jobs, job %s among them, were paused or moved for it", numeral.Whole(len(jobs)), id(jobs[0]))
}

// Moment tells of the end of the last instant, with why the first most jobs without nodes have none, and job.
func (q *moments) Moment(most int, job int64) platform.Moment {
	m := q.Begin()
	if q.e == nil {
		return m
	}
	full := 0
	for _, k := range q.e.Active() {
		i := int(k)
		if q.e.State(i) == Running {
			full++
			continue
		}
		m.Waiting++
		j := q.e.Job(i)
		if m.Waiting > most && j.ID != job {
			continue
		}
		n, cause := nodesSpan(q.e, i)
		a := platform.Answer{Job: j.ID, Needs: needs(j)}
		m.Waits = append(m.Waits, platform.Waiting{Job: j.ID, Procs: int(j.Tasks), Submit: seconds(j.Submit), Planned: -1,
			Span: platform.Span{From: q.Now(), Passes: 1, Cause: sim.Cause(cause), Detail: n}, Of: a})
	}
	idle := q.e.Idle()
	m.Free = numeral.Plural(idle, "node") + " without a task, " + numeral.Plural(full, "job") + " on the others"
	return m
}

// nodesSpan asks why a job holds no nodes.
func nodesSpan(e *Engine, i int) (*Wait, Cause) {
	r, j := e.Explain(i), e.Job(i)
	n := &Wait{Tasks: int(j.Tasks), RoomMin: int(r.Room), RoomMax: int(r.Room), NodesMin: r.Nodes, NodesMax: r.Nodes,
		Next: -1, Arrivals: r.Arrivals, Ends: r.Ends, Above: r.Above, Last: -1, For: -1}
	if r.Next != None {
		n.Next = seconds(r.Next)
	}
	if r.Last != None {
		n.Last = e.Job(r.Last).ID
	}
	return n, r.Cause
}
