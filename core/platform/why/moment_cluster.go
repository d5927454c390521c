package why

import (
	"fmt"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// A ClusterWatch follows a run of a scheduler of nodes with resources: Watch returns what is played instead of it.
type ClusterWatch struct {
	Watch
	ask       Cluster
	scheduler cluster.Scheduler
	e         *cluster.Engine
	started   []int32 // in the last pass
}

// NewClusterWatch returns a Watch that has seen nothing.
func NewClusterWatch() *ClusterWatch { return &ClusterWatch{Watch: newWatch()} }

// Around returns a scheduler that decides as s does. number is of the jobs of the run; -1 for none.
func (q *ClusterWatch) Around(s cluster.Scheduler, number func(job int32) int64) cluster.Scheduler {
	q.scheduler = s
	q.ask.Number = number
	q.ask.ask, _ = s.(cluster.Explainer)
	return cluster.Watch(s, q.pass)
}

func (q *ClusterWatch) pass(e *cluster.Engine, started []int32) {
	q.e = e
	q.started = append(q.started[:0], started...)
	now := float64(e.Now)
	var told []Started
	began := false
	for _, i := range started {
		if q.ask.Number(i) < 0 {
			continue
		}
		began = true
		if q.tells(now) {
			told = append(told, q.start(i))
		}
	}
	q.passed(now, told, began, len(started) > 0 || q.anyWaits())
}

func (q *ClusterWatch) anyWaits() bool {
	for i := range q.e.Jobs {
		if q.e.Phase[i] == cluster.Waiting {
			return true
		}
	}
	return false
}

// start asks why a job started.
func (q *ClusterWatch) start(i int32) Started {
	j, p := &q.e.Jobs[i], &q.e.Placed[i]
	s := Started{Job: q.ask.Number(i), Procs: int(j.Cores()), Estimate: j.Limit, Submit: float64(j.Submit), Kind: Untold, Free: -1,
		Behind: -1, Shadow: -1, Before: -1, On: where(q.e.System, p)}
	has := "it asks for " + needsOf(q.e.System, j)
	teller, ok := q.scheduler.(cluster.StartExplainer)
	if !ok {
		s.words = func(func(int64) string) string { return clauses("on "+s.On, has, "this policy does not say why") }
		return s
	}
	r, now := teller.ExplainStart(q.e, i), q.e.Now
	s.Kind, s.Ahead, s.Order = r.Way, int(r.Ahead), r.Order
	if r.Head != cluster.None {
		s.Behind, s.Shadow = q.ask.Number(r.Head), float64(r.Shadow)
	}
	s.words = func(id func(int64) string) string {
		ahead := ""
		switch {
		case s.Ahead == 1:
			ahead = "1 job that is before it for nodes of its partition goes on waiting"
		case s.Ahead > 1:
			ahead = numeral.Whole(s.Ahead) + " jobs that are before it for nodes of its partition go on waiting"
		}
		beside := ""
		switch {
		case s.Behind < 0:
		case s.Kind == string(sim.EndsBefore):
			beside = fmt.Sprintf("job %s, which is before it for these nodes, has a reservation at %s, and this job ends at %s by its limit",
				id(s.Behind), Second(s.Shadow), numeral.Whole(now+s.Estimate))
		default:
			beside = fmt.Sprintf("job %s, which is before it for these nodes, has a reservation at %s, and still has room then beside this job",
				id(s.Behind), Second(s.Shadow))
		}
		return clauses("on "+s.On, has, beside, ahead, sorted(s.Order))
	}
	return s
}

// Moment tells of the end of the last pass, with what the first most waiting jobs wait for, and job.
func (q *ClusterWatch) Moment(most int, job int64) Moment {
	m := q.moment()
	if q.e == nil {
		return m
	}
	held, all := int64(0), int64(q.e.System.Cores)
	for _, i := range q.e.Running {
		for _, n := range q.e.Placed[i].Held.Cores {
			held += int64(n)
		}
	}
	m.Free = numeral.Plural(int(all-held), "core")
	if q.ask.ask == nil {
		return m
	}
	for i := range q.e.Jobs {
		number := q.ask.Number(int32(i))
		if q.e.Phase[i] != cluster.Waiting || number < 0 {
			continue
		}
		m.Waiting++
		if m.Waiting > most && number != job {
			continue
		}
		span, _ := q.ask.span(q.e, int32(i), q.started)
		j := &q.e.Jobs[i]
		m.Waits = append(m.Waits, Waiting{Job: number, Procs: int(j.Cores()), Estimate: j.Limit, Submit: float64(j.Submit),
			Planned: float64(span.Cluster.Planned), span: span, of: Answer{Job: number, Procs: int(j.Cores())}})
	}
	return m
}
