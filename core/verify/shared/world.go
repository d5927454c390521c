package shared

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
)

// A world is the cluster and its jobs at one microsecond. It works everything out anew each time.
type world struct {
	c    *Problem
	r    *Rules
	now  int64
	next int     // first job not yet submitted
	tick int64   // the next multiple of the period since the first submission
	jobs []state // parallel to c.Jobs
}

type state struct {
	active  bool  // submitted and not done
	started bool  // has held nodes before this instant
	tasks   []int // on each node, or nil without nodes
	was     []int // tasks before this instant
	work    int64 // microseconds times Whole
	virtual int64 // the same, in penalties too if Problem.VirtualInPenalty
	ready   int64
	yield   int
	floor   int // what MCB8-stretch has granted
	run     Run
}

func newWorld(c *Problem, r *Rules) (*world, error) {
	w := &world{c: c, r: r, jobs: make([]state, len(c.Jobs))}
	if c.Nodes < 1 || c.Penalty < 0 || c.Penalty > maxMicros {
		return nil, fmt.Errorf("%d nodes or a penalty of %d is out of range", c.Nodes, c.Penalty)
	}
	if r.Per && r.Period < 1 {
		return nil, fmt.Errorf("a period of %d is out of range", r.Period)
	}
	for i := range c.Jobs {
		j := &c.Jobs[i]
		switch {
		case j.Submit < 0 || j.Submit > 1<<53 || j.Run < 0 || j.Run > maxMicros,
			j.Tasks < 1 || j.CPU < 1 || j.CPU > Whole || j.Memory < 0 || j.Memory > Whole:
			return nil, fmt.Errorf("job %d is out of range", j.ID)
		case i > 0 && cmp.Or(cmp.Compare(c.Jobs[i-1].Submit, j.Submit), cmp.Compare(c.Jobs[i-1].ID, j.ID)) >= 0:
			return nil, fmt.Errorf("job %d is out of order", j.ID)
		case w.greedy(i) == nil:
			return nil, fmt.Errorf("job %d does not fit into %d nodes", j.ID, c.Nodes)
		}
	}
	if len(c.Jobs) > 0 {
		w.tick = c.Jobs[0].Submit
	}
	return w, nil
}

// maxMicros bounds run times and the penalty.
const maxMicros = 9_000_000 * secondMicros

// after returns the first microsecond from now on in which something happens, if any.
func (w *world) after() (t int64, ok bool) {
	if w.next < len(w.jobs) {
		t, ok = w.c.Jobs[w.next].Submit, true
	}
	waits := false
	for i := range w.jobs {
		waits = waits || w.jobs[i].active
		if end, will := w.end(i); will && (!ok || end < t) {
			t, ok = end, true
		}
	}
	if w.r.Per && waits && (!ok || w.tick < t) {
		t, ok = w.tick, true
	}
	return t, ok
}

// end returns the first microsecond at which job i is done if its yield stays.
func (w *world) end(i int) (micros int64, ok bool) {
	s := &w.jobs[i]
	left := w.c.Jobs[i].Run*Whole - s.work
	switch {
	case !s.active || s.tasks == nil:
		return 0, false
	case left <= 0:
		return w.now, true
	case s.yield == 0:
		return 0, false
	}
	return max(w.now, s.ready) + (left+int64(s.yield)-1)/int64(s.yield), true
}

// pass lets time pass until t.
func (w *world) pass(t int64) {
	for i := range w.jobs {
		if s := &w.jobs[i]; s.active && s.tasks != nil {
			s.work += int64(s.yield) * max(0, t-max(w.now, s.ready))
			if s.virtual += int64(s.yield) * (t - w.now); !w.c.VirtualInPenalty {
				s.virtual = s.work
			}
		}
	}
	w.now = t
}

// decide ends, admits and maps jobs.
func (w *world) decide() {
	for i := range w.jobs {
		w.jobs[i].was = w.jobs[i].tasks
	}
	all := w.endJobs()
	if all && w.r.Star && w.r.Submission != "MCB8" {
		for _, i := range w.byPriority(func(i int) bool { return w.jobs[i].tasks == nil }) {
			w.jobs[i].tasks = w.greedy(i)
		}
	}
	all = all && w.r.Star && w.r.Submission == "MCB8"
	for ; w.next < len(w.jobs) && w.c.Jobs[w.next].Submit == w.now; w.next++ {
		w.jobs[w.next].active = true
		switch w.r.Submission {
		case "MCB8":
			all = true
		case "Greedy", "GreedyP", "GreedyPM":
			w.admit(w.next)
		}
	}
	for w.r.Per && w.tick < w.now { // no job was there
		w.tick += w.r.Period
	}
	if w.r.Per && w.now == w.tick {
		all = true
		w.tick += w.r.Period
	}
	if all {
		w.mapAll()
	}
}

// endJobs takes away the jobs whose work is done.
func (w *world) endJobs() (any bool) {
	for i := range w.jobs {
		if end, ok := w.end(i); ok && end == w.now {
			any = true
			w.jobs[i].run.End = w.now
			w.jobs[i].active, w.jobs[i].tasks = false, nil
		}
	}
	return any
}

// settle counts what this instant changed for each job.
func (w *world) settle() {
	for i := range w.jobs {
		s := &w.jobs[i]
		switch {
		case !s.active || slices.Equal(s.was, s.tasks):
		case s.tasks == nil:
			s.run.Pauses++
		case !s.started:
			s.started = true
			s.run.Start, s.ready = w.now, w.now
		default:
			s.ready = w.now + w.c.Penalty
			if s.was != nil {
				s.run.Migrations++
				s.run.Moved += movedTasks(partsOf(s.was), partsOf(s.tasks))
			}
		}
	}
}

func partsOf(tasks []int) (held []Part) {
	for node, n := range tasks {
		if n > 0 {
			held = append(held, Part{node, n})
		}
	}
	return held
}

// hold records what the jobs hold until t.
func (w *world) hold(t int64) {
	if t == w.now {
		return
	}
	for i := range w.jobs {
		s := &w.jobs[i]
		if s.tasks == nil {
			continue
		}
		s.run.Hold(Held{From: w.now, To: t, Ready: s.ready, Yield: s.yield, Nodes: partsOf(s.tasks)})
	}
}

// byPriority returns the active jobs that which accepts by falling priority: flow time over
// virtual time squared, infinite at virtual time 0; ties in order of submission.
func (w *world) byPriority(which func(i int) bool) (jobs []int) {
	for i := range w.jobs {
		if w.jobs[i].active && which(i) {
			jobs = append(jobs, i)
		}
	}
	side := func(flow, virtual int) *big.Int { // a job without flow time has no virtual time either
		v := big.NewInt(w.jobs[virtual].virtual)
		return v.Mul(v, v).Mul(v, big.NewInt(max(1, w.now-w.c.Jobs[flow].Submit)))
	}
	slices.SortStableFunc(jobs, func(a, b int) int { return side(b, a).Cmp(side(a, b)) })
	return jobs
}
