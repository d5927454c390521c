package verify

import (
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// Expect works out the schedule of discipline d with the queue in the order of key. It is
// an oracle: every second in which something happens begins with nothing but the jobs and
// their starts so far. A second costs up to O(n) for each waiting job, O(n²) under
// Conservative and Planned.
//
// A second has its ends, its submissions, then a pass; a job with a run time of 0 ends in the
// second it starts, which gives a further pass. A job that is out of range or wider than the
// machine is an error.
func Expect(p Problem, d Discipline, key Key) ([]job.Placement, error) {
	w, err := expect(p, nil, d, key, seen{})
	if err != nil {
		return nil, err
	}
	return w.Placed, nil
}

// Promises returns the start that Conservative promises each job at its submission. No job
// starts later, unless Problem.Extend.
func Promises(p Problem, key Key) ([]int64, error) {
	promises := slices.Repeat([]int64{job.None}, len(p.Jobs))
	if _, err := expect(p, nil, Conservative, key, seen{promised: func(_ *world, i int, by int64) { promises[i] = by }}); err != nil {
		return nil, err
	}
	return promises, nil
}

// seen is told what is expected of jobs when it happens. Its functions may be nil.
type seen struct {
	started  func(w *world, i int)
	promised func(w *world, i int, by int64)
}

// expect returns the world after Expect's schedule. given is another one of the same jobs, which seen may be interested in, or nil.
func expect(p Problem, given []job.Placement, d Discipline, key Key, see seen) (*world, error) {
	if err := p.sane(); err != nil {
		return nil, err
	}
	w := newWorld(&p, key, given)
	plan := newPlan(w, d)
	plan.promised = see.promised
	for {
		t, ok := plan.after()
		if !ok {
			return w, nil
		}
		w.Now = t
		for again := true; again; {
			again = false
			ended := w.End()
			arrived := w.Arrive()
			var starts []int
			switch {
			case d.promises():
				starts = plan.pass(ended, arrived)
			case d == Planned:
				starts = plan.anew()
			default:
				for _, v := range w.pass(d) {
					if v.start {
						starts = append(starts, v.job)
					}
				}
			}
			for _, i := range starts {
				w.start(i)
				if see.started != nil {
					see.started(w, i)
				}
				again = again || p.length(w.jobs[i]) == 0
			}
		}
	}
}

// sane returns what makes the problem impossible to schedule.
func (p *Problem) sane() error {
	for j := range p.each(nil) {
		if j.Procs < 1 || int64(j.Procs) > int64(p.Procs) {
			return fmt.Errorf("job %d asks for %d processors of a machine of %d", j.ID, j.Procs, p.Procs)
		}
		if err := InRange(j); err != nil {
			return err
		}
	}
	return nil
}

// InRange returns an error if a time of j is out of range.
func InRange(j *job.Job) error {
	in := func(x, least int64) bool { return least <= x && x <= job.MaxSeconds }
	if !in(j.Submit, 0) || !in(j.Run, 0) || !in(j.Estimate, 1) {
		return fmt.Errorf("job %d: submit %d, run %d or estimate %d is out of range", j.ID, j.Submit, j.Run, j.Estimate)
	}
	return nil
}

// A plan is what Conservative has promised, or Planned plans.
type plan struct {
	w        *world
	d        Discipline
	slot     []int64                         // planned start of each waiting job, or job.None
	believed map[int]int64                   // expected end of each running job in the last pass
	promised func(w *world, i int, by int64) // told of the first slot of a job, or nil
}

func newPlan(w *world, d Discipline) *plan {
	p := &plan{w: w, d: d, believed: map[int]int64{}}
	if w.p.Feed != nil {
		w.follow(func(to []int) {
			p.slot = rearrange(p.slot, to)
			believed := map[int]int64{}
			for i, end := range p.believed {
				if k := to[i]; k != over {
					believed[k] = end
				}
			}
			p.believed = believed
		})
	}
	return p
}

// after returns the first second after now in which the world changes or a planned job is due.
func (p *plan) after() (t int64, ok bool) {
	t, ok = p.w.After()
	for len(p.slot) < len(p.w.jobs) {
		p.slot = append(p.slot, job.None)
	}
	for _, i := range p.w.Waiting {
		if s := p.slot[i]; s > p.w.Now && (!ok || s < t) {
			t, ok = s, true
		}
	}
	return t, ok
}

// pass updates the plan and returns the jobs that are due.
func (p *plan) pass(ended, arrived []int) (starts []int) {
	queue := p.w.Queue()
	planned := slices.DeleteFunc(slices.Clone(queue), func(i int) bool { return p.slot[i] == job.None })
	over := p.overtaken()
	if over {
		for _, i := range planned {
			p.slot[i] = job.None
		}
	}
	early := slices.ContainsFunc(ended, func(i int) bool { return p.believed[i] > p.w.Now })
	if over || p.d == Conservative && len(ended) > 0 || p.d == ConservativeEarly && early {
		for _, i := range planned {
			p.slot[i] = p.earliest(i)
		}
	}
	for _, i := range arrived {
		if p.slot[i] = p.earliest(i); p.promised != nil {
			p.promised(p.w, i, p.slot[i])
		}
	}
	for _, i := range queue {
		if p.slot[i] == p.w.Now {
			starts = append(starts, i)
			p.believed[i] = p.w.Now + p.w.jobs[i].Estimate
		}
	}
	return starts
}

// anew makes the plan from nothing and returns the jobs that are due.
func (p *plan) anew() (starts []int) {
	queue := p.w.Queue()
	for _, i := range queue {
		p.slot[i] = job.None
	}
	for _, i := range queue {
		if p.slot[i] = p.earliest(i); p.slot[i] == p.w.Now {
			starts = append(starts, i)
		}
	}
	return starts
}

// overtaken reports whether a running job outlives the end that the last pass expected, and so
// needs processors that may be promised to others.
func (p *plan) overtaken() (any bool) {
	for _, i := range p.w.Running {
		end := p.w.Expected(i)
		any = any || p.believed[i] != end
		p.believed[i] = end
	}
	return any
}

// earliest returns the first second from now on at which job i fits for its estimate beside the
// other planned jobs and, until their expected ends, the running ones. It tries now and the end
// of each.
func (p *plan) earliest(i int) int64 {
	type span struct{ from, to, procs int64 }
	var spans []span
	jobs := p.w.jobs
	for _, k := range p.w.Running {
		spans = append(spans, span{p.w.Now, p.w.Expected(k), int64(jobs[k].Procs)})
	}
	for _, k := range p.w.Waiting {
		if k != i && p.slot[k] != job.None {
			spans = append(spans, span{p.slot[k], p.slot[k] + jobs[k].Estimate, int64(jobs[k].Procs)})
		}
	}
	busy := func(t int64) (procs int64) {
		for _, s := range spans {
			if s.from <= t && t < s.to {
				procs += s.procs
			}
		}
		return procs
	}
	tries := []int64{p.w.Now}
	for _, s := range spans {
		tries = append(tries, s.to)
	}
	slices.Sort(tries)
	room := int64(p.w.p.Procs) - int64(jobs[i].Procs)
	for _, t := range tries {
		fits := busy(t) <= room
		for _, s := range spans { // more processors become busy only where a span begins
			if t < s.from && s.from < t+jobs[i].Estimate {
				fits = fits && busy(s.from) <= room
			}
		}
		if fits {
			return t
		}
	}
	panic("verify: a job that fits the empty machine fits nowhere") // after all spans everything is free
}
