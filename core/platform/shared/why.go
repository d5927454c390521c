package shared

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/platform/internal/telling"
	"github.com/backfill-lab/backfill/core/platform/machine"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// Causes of what happens to a job on shared nodes after its start. Those of its wait are this package's.
const (
	PausedForNew   sim.Cause = "paused for a new job"
	PausedByPacker sim.Cause = "paused by the packing"
	MovedForNew    sim.Cause = "moved for a new job"
	MovedByPacker  sim.Cause = "moved by the packing"
)

// Wait is what a Span tells on shared nodes.
type Wait struct {
	Tasks    int `json:"tasks"`
	RoomMin  int `json:"room_min"` // fewest and most of its tasks for which there was memory
	RoomMax  int `json:"room_max"`
	NodesMin int `json:"nodes_min"` // fewest and most nodes with memory for a task
	NodesMax int `json:"nodes_max"`

	Next     float64 `json:"next_s"`             // when the algorithm's next period begins, or -1
	Arrivals bool    `json:"arrivals,omitempty"` // it looks whenever a job arrives
	Ends     bool    `json:"ends,omitempty"`     // whenever a job ends

	Above int   `json:"above,omitempty"` // jobs that the packing gave nodes to, all of a higher priority
	Last  int64 `json:"last_job"`        // that of the lowest priority among them, or -1
	For   int64 `json:"new_job"`         // for which the job was paused or moved, or -1

	Moved string `json:"moved,omitempty"` // from where to where
}

// A question asks an algorithm: see is the observer.
type question struct {
	Job int64 // its number

	at      int // its index, once submitted
	asked   bool
	started bool
	over    bool
	answer  platform.Answer
	ended   []int64 // in this instant
}

// answers asks an algorithm, or a policy for one machine whose processors are the nodes.
type answers struct {
	whole  platform.Question
	shared question
}

// Question implements platform.Explained.
func (Platform) Question(job int64) platform.Question {
	return &answers{machine.NewQuestion(job, "node"), question{Job: job}}
}

// Hooks implements platform.Question.
func (q *answers) Hooks() platform.Hooks {
	h := q.whole.Hooks()
	whole := h.Until
	h.On, h.Until = []any{Observer(q.shared.see)}, func() bool { return whole() || q.shared.over }
	return h
}

// Answer implements platform.Question.
func (q *answers) Answer() (platform.Answer, error) {
	if q.shared.over {
		return q.shared.answer, nil
	}
	a, err := q.whole.Answer()
	if err == nil && a.Job != q.shared.Job {
		err = platform.LeftOut("its tasks need more nodes than there are")
	}
	return a, err
}

// see is an Observer.
func (q *question) see(e *Engine, v Event) {
	if v.Kind == Submission && e.Job(v.Job).ID == q.Job {
		q.at, q.asked = v.Job, true
		q.submitted(e)
	}
	switch {
	case q.over || !q.asked && v.Kind != End && v.Kind != Settled:
	case v.Kind == Settled:
		q.settled(e)
	case v.Kind == End && q.asked && v.Job == q.at:
		q.closeAfter(e)
		q.over = true
	case v.Kind == End:
		q.ended = append(q.ended, e.Job(v.Job).ID)
	case v.Job == q.at:
		q.happened(e, v)
	case v.For == q.at && (v.Kind == Pause || v.Kind == Migration):
		q.answer.Forced = append(q.answer.Forced, e.Job(v.Job).ID)
	}
}

func (q *question) submitted(e *Engine) {
	j := e.Job(q.at)
	q.answer = platform.Answer{Job: j.ID, Needs: needs(j), Submit: seconds(j.Submit)}
}

// needs says what a job asks for.
func needs(j *Job) string {
	each := ""
	if j.Tasks > 1 {
		each = " each"
	}
	return fmt.Sprintf("%s with %s of a node's memory%s", numeral.Plural(int(j.Tasks), "task"), share(j.Memory), each)
}

func share(part int32) string { return numeral.Short(float64(part)*100/Whole) + " %" }

func seconds(micros int64) float64 { return float64(micros) / Second }

// happened takes what happens to the job itself.
func (q *question) happened(e *Engine, v Event) {
	now, a := seconds(e.Now()), &q.answer
	switch v.Kind {
	case Start:
		q.started, a.Start = true, now
		if n := len(a.Spans); n > 0 {
			a.Spans[n-1].To = now
			a.Room = slices.Clone(q.ended)
		}
		a.On = nodes(v.To)
		a.Packed = e.Packed()
	case Pause, Migration, Resumption:
		q.closeAfter(e)
		if v.Kind == Resumption {
			return
		}
		wait, moved := &Wait{Next: -1, Last: -1, For: -1}, v.Kind == Migration
		s := platform.Span{From: now, Passes: 1, Cause: PausedByPacker, Detail: wait, Moved: moved}
		switch {
		case v.For >= 0 && moved:
			s.Cause = MovedForNew
		case v.For >= 0:
			s.Cause = PausedForNew
		case moved:
			s.Cause = MovedByPacker
		}
		if v.For >= 0 {
			wait.For = e.Job(v.For).ID
		}
		if moved {
			wait.Moved = "from " + nodes(v.From) + " to " + nodes(v.To)
			s.To = now + seconds(e.Penalty())
		}
		a.After = append(a.After, s)
	}
}

// closeAfter ends the last pause, and the penalty of a move that something else cuts short.
func (q *question) closeAfter(e *Engine) {
	now := seconds(e.Now())
	if n := len(q.answer.After); n > 0 {
		if s := &q.answer.After[n-1]; s.To == 0 || s.To > now && s.Moved {
			s.To = now
		}
	}
}

// settled asks why the job holds no nodes.
func (q *question) settled(e *Engine) {
	q.ended = q.ended[:0]
	if !q.asked || e.State(q.at) == Running || e.State(q.at) == Done {
		return
	}
	a := &q.answer
	n, cause := nodesSpan(e, q.at)
	if !q.started {
		a.Spans = platform.Join(a.Spans, platform.Span{From: seconds(e.Now()), Passes: 1, Cause: sim.Cause(cause), Detail: n},
			func(last *platform.Span) bool {
				last.Detail.(*Wait).add(n)
				return true
			})
		return
	}
	s := &a.After[len(a.After)-1] // the pause
	wait := s.Detail.(*Wait)
	if wait.Tasks == 0 {
		n.For = wait.For
		s.Detail = n
		return
	}
	s.Passes++
	last := wait.Last
	wait.add(n)
	wait.Last = last // that of the packing which paused it
}

// add adds what one more instant tells.
func (s *Wait) add(n *Wait) {
	s.RoomMin, s.RoomMax = min(s.RoomMin, n.RoomMin), max(s.RoomMax, n.RoomMax)
	s.NodesMin, s.NodesMax = min(s.NodesMin, n.NodesMin), max(s.NodesMax, n.NodesMax)
	s.Next = n.Next
	if n.Last >= 0 {
		s.Above, s.Last = n.Above, n.Last
	}
}

// Key implements platform.Detail.
func (*Wait) Key() string { return "shared" }

// Others implements platform.Detail.
func (s *Wait) Others() []int64 { return []int64{s.Last, s.For} }

// Sentence says for how many tasks there was memory, what came first, and when the algorithm looks.
func (s *Wait) Sentence(a *platform.Answer, of *platform.Span) string {
	switch of.Cause {
	case MovedForNew:
		return fmt.Sprintf("%s, for job %s, which came then; no progress in this time", s.Moved, a.Label(s.For))
	case MovedByPacker:
		return s.Moved + "; no progress in this time"
	case PausedForNew:
		return fmt.Sprintf("it gave way to job %s, which came then and found too little memory; %s", a.Label(s.For), s.memory("its own tasks"))
	case PausedByPacker:
		return s.priority(a) + s.memory("its own tasks")
	case sim.Cause(LeftOut):
		return fmt.Sprintf("it has %s; %s%s", a.Needs, s.priority(a), s.memory("them"))
	case sim.Cause(NotLooked):
		return fmt.Sprintf("it has %s; %s; the algorithm looks %s", a.Needs, s.memory("them"), s.looks())
	}
	return fmt.Sprintf("it has %s; %s", a.Needs, s.memory("them"))
}

// memory says for how many tasks of the job, or of them, there was memory.
func (s *Wait) memory(them string) string {
	on := ", on " + telling.Between(s.NodesMin, s.NodesMax) + " nodes"
	if s.NodesMax == 1 && s.NodesMin == 1 {
		on = ", on 1 node"
	}
	if s.Tasks == 1 {
		switch {
		case s.RoomMax == 0:
			return "no node has memory for it"
		case s.RoomMin == 0:
			return "at times memory is free for it" + on
		}
		return "memory is free for it" + on
	}
	switch {
	case s.RoomMax == 0:
		return "no node has memory for one of " + them
	case s.RoomMin == s.Tasks:
		return "memory is free for all of " + them + on
	}
	return "memory is free for " + telling.Between(s.RoomMin, s.RoomMax) + " of " + them + on
}

// priority says which jobs came first, if a packing decided.
func (s *Wait) priority(a *platform.Answer) string {
	switch {
	case s.Last < 0:
		return ""
	case s.Above == 1:
		return fmt.Sprintf("job %s, which got nodes, has a higher priority; ", a.Label(s.Last))
	}
	return fmt.Sprintf("the %s jobs that got nodes have higher priorities, job %s the lowest of them; ",
		numeral.Whole(s.Above), a.Label(s.Last))
}

// looks says when the algorithm looks again.
func (s *Wait) looks() string {
	var at []string
	switch {
	case s.Arrivals && s.Ends:
		at = append(at, "when a job arrives or ends")
	case s.Arrivals:
		at = append(at, "when a job arrives")
	case s.Ends:
		at = append(at, "when a job ends")
	}
	if s.Next >= 0 {
		at = append(at, "at "+numeral.Second(s.Next)+", when its next period begins")
	}
	return strings.Join(at, ", and ")
}

// nodes names the nodes of places: node 3, nodes 0-2, 5 (2 tasks).
func nodes(places []Place) string {
	if len(places) == 1 {
		return "node " + strconv.Itoa(int(places[0].Node)) // all of its tasks
	}
	list := strings.Split(NodeList(places), ",")
	for i, text := range list {
		if node, count, several := strings.Cut(text, "*"); several {
			list[i] = node + " (" + count + " tasks)"
			if strings.Contains(node, "-") {
				list[i] = node + " (" + count + " tasks each)"
			}
		}
	}
	return "nodes " + strings.Join(list, ", ")
}
