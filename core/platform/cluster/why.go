package cluster

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/slurm/hostlist"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// Wait is what a Span tells on nodes with resources.
type Wait struct {
	Partition string `json:"partition"` // that it is about
	Tasks     int    `json:"tasks"`     // of the job
	TasksMin  int    `json:"room_min"`  // fewest and most of them for which free nodes had room in these passes
	TasksMax  int    `json:"room_max"`
	NodesMin  int    `json:"nodes_min"` // fewest and most nodes with room for one
	NodesMax  int    `json:"nodes_max"`

	AheadMin int   `json:"ahead_min"` // fewest and most jobs before it for nodes of the partition
	AheadMax int   `json:"ahead_max"`
	First    int64 `json:"first_job"` // the first of them, or -1
	Shadow   int64 `json:"shadow_s"`  // the second for which that had a reservation in the last pass, or -1
	Planned  int64 `json:"planned_s"` // that for which the job itself was planned, or -1

	After []int64 `json:"depends_on,omitempty"` // jobs of which something must become first
	Last  []int64 `json:"last,omitempty"`       // those of them for which it waited longest, if these are fewer
	Begin int64   `json:"begin_s,omitempty"`    // before which it may not start
	Ran   string  `json:"ran,omitempty"`        // where it ran in this time
}

// A question asks a scheduler: a platform.Question.
type question struct {
	Job    int64                 // its number
	Number func(job int32) int64 // of the jobs of the run; -1 for none

	ask   Explainer
	mute  bool
	at    int32 // its index, or -1
	start int64 // of its present run
	over  bool
	ended []ending // since the scheduler last decided that it waits, or it had no place
	after []int32  // what it depended on when last asked
	runs  int      // earlier ones that are told

	answer platform.Answer
}

// An ending is a job that has given back nodes, or on which the asked one depended.
type ending struct {
	job    int64
	nodes  []int32
	at     int64
	needed bool
}

// Question implements platform.Explained.
func (Platform) Question(job int64) platform.Question { return &question{Job: job} }

// Hooks implements platform.Question.
func (q *question) Hooks() platform.Hooks {
	around := func(s Scheduler, number func(k int32) int64) Scheduler {
		q.Number = number
		return q.watch(s)
	}
	return platform.Hooks{On: []any{Around(around)}, Until: q.Answered}
}

// watch returns q as the scheduler of a run that decides as s does.
func (q *question) watch(s Scheduler) Scheduler {
	q.ask, _ = s.(Explainer)
	q.mute, q.at = q.ask == nil, -1
	return Watch(&endings{s, q}, q.passed)
}

// endings tells a question what ends.
type endings struct {
	Scheduler
	q *question
}

func (w *endings) Ended(e *Engine, i int32) {
	if i != w.q.at {
		w.q.ended = append(w.q.ended, ending{w.q.Number(i), e.Placed[i].Held.Nodes, e.Now, slices.Contains(w.q.after, i)})
	}
	w.Scheduler.Ended(e, i)
}

// Answered tells whether the job has ended, or the scheduler cannot say why it waits.
func (q *question) Answered() bool { return q.over || q.mute }

// Answer implements platform.Question: the story of the job once it has ended, or else at the end of the run.
func (q *question) Answer() (platform.Answer, error) {
	switch {
	case q.mute:
		return platform.Answer{}, errors.New("this policy cannot explain itself: it does not implement cluster.Explainer")
	case !q.over || q.start < 0:
		return platform.Answer{}, platform.LeftOut(q.never())
	}
	return q.answer, nil
}

// never says why the job never started.
func (q *question) never() string {
	n := len(q.answer.Spans)
	switch {
	case q.at < 0:
		return "it is not among the simulated jobs: the system has no place for it, or it is an earlier run of a job"
	case q.over:
		return "it was cancelled while it waited"
	case n == 0:
		return "it never started"
	}
	last := &q.answer.Spans[n-1]
	return fmt.Sprintf("it never started; when the run ended, it waited since second %s: %s (%s)", numeral.Whole(int64(last.From)), last.Cause,
		last.Code)
}

// passed looks at the job after a pass.
func (q *question) passed(e *Engine, started []int32) {
	if q.at < 0 {
		for i := range e.Jobs {
			if q.Number(int32(i)) == q.Job {
				q.at = int32(i)
			}
		}
		if q.start = -1; q.at < 0 {
			q.over = true
			return
		}
		j := &e.Jobs[q.at]
		q.answer = platform.Answer{Job: q.Job, Needs: needsOf(e.System, j), Procs: int(j.Cores()), Estimate: j.Limit, Submit: float64(j.Submit)}
	}
	if q.over || q.mute {
		return
	}
	q.returned(e)
	switch now := e.Phase[q.at]; {
	case now == Waiting:
		q.wait(e, started)
	case now == Done:
		q.over = true
		q.started(e) // a job of no length may have begun and ended
	default:
		q.started(e)
		q.ended = q.ended[:0]
	}
}

// returned tells the runs that ended with the job's return to the queue.
func (q *question) returned(e *Engine) {
	runs := 0
	for k := range e.Earlier {
		if e.Earlier[k].Job != q.at {
			continue
		}
		if runs++; runs <= q.runs {
			continue
		}
		p := &e.Earlier[k].Placement
		q.began(e, p)
		q.runs, q.ended, q.after = runs, q.ended[:0], nil
		q.answer.Spans = append(q.answer.Spans, platform.Span{From: float64(p.Start), To: float64(p.End), Passes: 1, Cause: returns[p.How],
			Ran: true, Detail: &Wait{Partition: e.System.Partitions[p.Partition].Name, First: -1, Shadow: -1, Planned: -1, Ran: where(e.System, p)}})
	}
}

// started notes the present run of the job.
func (q *question) started(e *Engine) {
	if p := &e.Placed[q.at]; p.Start != None && p.Start != q.start {
		q.began(e, p)
	}
}

// began notes that the job has begun a run.
func (q *question) began(e *Engine, p *Placement) {
	a := &q.answer
	if p.Start == q.start {
		return
	}
	q.start, a.Start, a.On, a.Room, a.Late = p.Start, float64(p.Start), where(e.System, p), nil, false
	if q.forget(p.Start); len(a.Spans) == 0 {
		return
	}
	if last := &a.Spans[len(a.Spans)-1]; !last.Ran {
		last.To = a.Start
	}
	for _, o := range q.ended {
		if o.job >= 0 && (o.needed || slices.ContainsFunc(o.nodes, func(n int32) bool { return slices.Contains(p.Held.Nodes, n) })) {
			a.Room, a.Late = append(a.Room, o.job), a.Late || o.at < p.Start
		}
	}
}

// forget drops the last span of the wait if it began at this second: several passes may be in one.
func (q *question) forget(now int64) {
	spans := q.answer.Spans
	if n := len(spans); n > 0 && !spans[n-1].Ran && spans[n-1].From == float64(now) {
		q.answer.Spans = spans[:n-1]
	}
}

// where names the nodes of a run: n[1-2] of partition p.
func where(s *System, p *Placement) string {
	var names []string
	for _, i := range p.Held.Nodes {
		names = append(names, s.Nodes[i].Name)
	}
	return hostlist.Compress(names) + " of partition " + s.Partitions[p.Partition].Name
}

// wait asks why the job waits.
func (q *question) wait(e *Engine, started []int32) {
	span, r := q.span(e, q.at, started)
	s := span.Detail.(*Wait)
	if !r.Fits || r.Decided {
		q.ended = q.ended[:0]
	}
	if r.After != nil {
		q.after = r.After
	}
	q.forget(e.Now)
	spans := q.answer.Spans
	if n := len(spans); n > 0 && spans[n-1].Ran {
		q.answer.Spans = append(spans, span) // after a run, whose end is known
		return
	}
	q.answer.Spans = platform.Join(spans, span, func(last *platform.Span) bool { return last.Detail.(*Wait).add(s) })
}

// span asks why a job waits after a pass that has started the jobs of started.
func (q *question) span(e *Engine, i int32, started []int32) (platform.Span, Reason) {
	r, j := q.ask.Explain(e, i, started), &e.Jobs[i]
	s := &Wait{Partition: e.System.Partitions[r.Partition].Name, Tasks: int(j.Tasks), TasksMin: int(r.Tasks), TasksMax: int(r.Tasks),
		NodesMin: int(r.Nodes), NodesMax: int(r.Nodes), AheadMin: int(r.Ahead), AheadMax: int(r.Ahead), First: -1, Shadow: -1, Planned: -1}
	if r.First != None {
		s.First = q.Number(r.First)
	}
	s.Shadow, s.Planned = max(r.Shadow, -1), max(r.Start, -1)
	for _, i := range r.After {
		s.After = append(s.After, q.Number(i))
	}
	if r.Code == NotBegun {
		s.Begin = e.Begin[i]
	}
	return platform.Span{From: float64(e.Now), Passes: 1, Cause: causeOf(&r), Code: r.Code, Detail: s}, r
}

// add adds what one more pass tells, if it is about the same jobs.
func (s *Wait) add(o *Wait) bool {
	if s.Partition != o.Partition || s.First != o.First || s.Begin != o.Begin || len(o.After) == 0 != (len(s.After) == 0) ||
		slices.ContainsFunc(o.After, func(j int64) bool { return !slices.Contains(s.After, j) }) {
		return false
	}
	if s.Last = o.After; len(s.Last) == len(s.After) {
		s.Last = nil
	}
	s.TasksMin, s.TasksMax = min(s.TasksMin, o.TasksMin), max(s.TasksMax, o.TasksMax)
	s.NodesMin, s.NodesMax = min(s.NodesMin, o.NodesMin), max(s.NodesMax, o.NodesMax)
	s.AheadMin, s.AheadMax = min(s.AheadMin, o.AheadMin), max(s.AheadMax, o.AheadMax)
	s.Shadow, s.Planned = o.Shadow, o.Planned
	return true
}

// needsOf says what a job asks for.
func needsOf(s *System, j *Job) string {
	var b strings.Builder
	b.WriteString(numeral.Plural(int(j.Cores()), "core"))
	least, most := int(j.MinNodes), int(j.MaxNodes)
	each := " a node"
	switch {
	case least == 1 && (most == 1 || j.TasksPerNode >= j.Tasks): // so many tasks a node, or none
		each = ""
		b.WriteString(" on 1 node")
	case least == most:
		b.WriteString(" on " + numeral.Plural(least, "node"))
	case most > 0:
		fmt.Fprintf(&b, " on %s to %s", numeral.Whole(least), numeral.Plural(most, "node"))
	case least > 1:
		fmt.Fprintf(&b, " on %s nodes or more", numeral.Whole(least))
	}
	if each != "" && j.TasksPerNode > 0 {
		b.WriteString(" (" + numeral.Plural(int(j.TasksPerNode), "task") + " a node)")
	}
	var with []string
	if mib, perCore := s.Partitions[j.Partitions[0]].Asks(j); mib > 0 {
		per := each
		if perCore {
			per = " a core"
		}
		with = append(with, memory(mib)+per)
	}
	if j.GPUs > 0 {
		name := "GPU"
		if j.GPUType >= 0 && s.GPUTypes[j.GPUType] != "" {
			name = s.GPUTypes[j.GPUType] + " GPU"
		}
		with = append(with, numeral.Plural(int(j.GPUs), name)+each)
	}
	if j.Asks != nil {
		for _, n := range j.Asks.Gres {
			with = append(with, s.Gres[n.Kind].String()+":"+numeral.Whole(n.Count)+each)
		}
	}
	if len(j.Features) > 0 {
		with = append(with, "feature "+features(s, j.Features))
	}
	if len(with) > 0 {
		b.WriteString(" with " + strings.Join(with, ", "))
	}
	if j.WholeNodes {
		b.WriteString(", alone on its nodes")
	}
	return b.String()
}

// memory prints whole GiB as such.
func memory(mib int64) string {
	if mib%1024 == 0 {
		return numeral.Whole(mib/1024) + " GiB"
	}
	return numeral.Whole(mib) + " MiB"
}

// features prints sets of features as Slurm does: ib&big|new is both of the first two, or the third.
func features(s *System, sets []uint64) string {
	var all []string
	for _, set := range sets {
		var names []string
		for ; set != 0; set &= set - 1 {
			names = append(names, s.Features[bits.TrailingZeros64(set)])
		}
		all = append(all, strings.Join(names, "&"))
	}
	return strings.Join(all, "|")
}
