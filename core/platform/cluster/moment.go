package cluster

import (
	"fmt"

	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/platform/internal/telling"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// moments follow a run of a scheduler: a platform.Watcher.
type moments struct {
	platform.Watch
	ask       question
	scheduler Scheduler
	e         *Engine
	started   []int32 // in the last pass
}

// Watcher implements platform.Explained.
func (Platform) Watcher(*platform.Setting, string) platform.Watcher {
	return &moments{Watch: platform.NewWatch()}
}

// Hooks implements platform.Watcher.
func (q *moments) Hooks() platform.Hooks { return platform.Hooks{On: []any{Around(q.around)}} }

// around returns a scheduler that decides as s does. number is of the jobs of the run; -1 for none.
func (q *moments) around(s Scheduler, number func(job int32) int64) Scheduler {
	q.scheduler = s
	q.ask.Number = number
	q.ask.ask, _ = s.(Explainer)
	return Watch(s, q.pass)
}

func (q *moments) pass(e *Engine, started []int32) {
	q.e = e
	q.started = append(q.started[:0], started...)
	now := float64(e.Now)
	var told []platform.Started
	began := false
	for _, i := range started {
		if q.ask.Number(i) < 0 {
			continue
		}
		began = true
		if q.Tells(now) {
			told = append(told, q.start(i))
		}
	}
	q.Note(now, told, began, len(started) > 0 || q.anyWaits())
}

func (q *moments) anyWaits() bool {
	for i := range q.e.Jobs {
		if q.e.Phase[i] == Waiting {
			return true
		}
	}
	return false
}

// start asks why a job started.
func (q *moments) start(i int32) platform.Started {
	j, p := &q.e.Jobs[i], &q.e.Placed[i]
	s := platform.Started{Job: q.ask.Number(i), Procs: int(j.Cores()), Estimate: j.Limit, Submit: float64(j.Submit),
		Kind: platform.Untold, Free: -1,
		Behind: -1, Shadow: -1, Before: -1, On: where(q.e.System, p)}
	has := "it asks for " + needsOf(q.e.System, j)
	teller, ok := q.scheduler.(StartExplainer)
	if !ok {
		s.Words = func(func(int64) string) string {
			return telling.Clauses("on "+s.On, has, "this policy does not say why")
		}
		return s
	}
	r, now := teller.ExplainStart(q.e, i), q.e.Now
	s.Kind, s.Ahead, s.Order = r.Way, int(r.Ahead), r.Order
	if r.Head != None {
		s.Behind, s.Shadow = q.ask.Number(r.Head), float64(r.Shadow)
	}
	s.Words = func(id func(int64) string) string {
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
				id(s.Behind), numeral.Second(s.Shadow), numeral.Whole(now+s.Estimate))
		default:
			beside = fmt.Sprintf("job %s, which is before it for these nodes, has a reservation at %s, and still has room then beside this job",
				id(s.Behind), numeral.Second(s.Shadow))
		}
		return telling.Clauses("on "+s.On, has, beside, ahead, telling.Sorted(s.Order))
	}
	return s
}

// Moment tells of the end of the last pass, with what the first most waiting jobs wait for, and job.
func (q *moments) Moment(most int, job int64) platform.Moment {
	m := q.Begin()
	if q.e == nil {
		return m
	}
	free := 0 // of all jobs, which may share cores
	for _, n := range q.e.Free.Cores {
		free += int(n)
	}
	m.Free = numeral.Plural(free, "core")
	if q.ask.ask == nil {
		return m
	}
	for i := range q.e.Jobs {
		number := q.ask.Number(int32(i))
		if q.e.Phase[i] != Waiting || number < 0 {
			continue
		}
		m.Waiting++
		if m.Waiting > most && number != job {
			continue
		}
		span, _ := q.ask.span(q.e, int32(i), q.started)
		j := &q.e.Jobs[i]
		m.Waits = append(m.Waits, platform.Waiting{Job: number, Procs: int(j.Cores()), Estimate: j.Limit, Submit: float64(j.Submit),
			Planned: float64(span.Detail.(*Wait).Planned), Span: span, Of: platform.Answer{Job: number, Procs: int(j.Cores())}})
	}
	return m
}
