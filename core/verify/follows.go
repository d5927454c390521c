package verify

import (
	"cmp"
	"slices"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// Follows returns how a schedule departs from discipline d with the queue in the order of key,
// or the violations of Check if there are any. It judges each second of FCFS, List and EASY by
// the schedule's own past, so one mistake is one or a few violations. The plans of Conservative
// and Planned do not show in a schedule: for these it reports the first second at which the
// schedule differs from Expect's.
func Follows(p Problem, placed []job.Placement, d Discipline, key Key) []Violation {
	if found := Check(p, placed); len(found) > 0 {
		return found
	}
	if d.Plans() {
		return followsPlan(p, placed, d, key)
	}
	var found Report
	w := newWorld(&p, key, placed)
	for range w.along() {
		w.judge(&found, d)
	}
	return found
}

// judge compares what discipline d starts now with what the schedule starts, and leaves the
// world in the schedule's state.
func (w *world) judge(found *Report, d Discipline) {
	before := map[int]reason{} // the last reason why a job had to wait
	var expected []int
	w.End()
	w.Arrive()
	for again := true; again; {
		again = false
		for _, v := range w.pass(d) {
			if !v.start {
				before[v.job] = v.why
				continue
			}
			expected = append(expected, v.job)
			if w.given[v.job].Start != w.Now {
				found.Add(RuleMissed, w.jobs[v.job].ID, w.Now, "starts at %d, %s starts it at %d: %s",
					w.given[v.job].Start, d, w.Now, v.why.text(w, v.job))
			}
		}
		// A job of no length ends at once, which gives a further pass.
		for _, i := range expected {
			if slices.Contains(w.Waiting, i) {
				w.start(i)
				again = again || w.p.length(w.jobs[i]) == 0
			}
		}
		w.End()
	}
	for _, i := range expected {
		if w.given[i].Start != w.Now { // the schedule makes it wait
			w.Running = slices.DeleteFunc(w.Running, func(k int) bool { return k == i })
			w.Placed[i] = job.Placement{Start: job.None, End: job.None}
			w.Waiting = append(w.Waiting, i)
		}
	}
	slices.SortFunc(w.Waiting, w.submission)
	for _, i := range slices.Clone(w.Waiting) {
		if w.given[i].Start == w.Now {
			found.Add(RuleEarly, w.jobs[i].ID, w.Now, "starts at %d, %s makes it wait: %s", w.Now, d, before[i].text(w, i))
			w.start(i)
		}
	}
	w.End()
}

func followsPlan(p Problem, placed []job.Placement, d Discipline, key Key) []Violation {
	var found Report
	var departures Departures[*job.Job]
	_, err := expect(p, placed, d, key, seen{started: func(w *world, i int) {
		departures.Add(w.jobs[i], w.given[i].Start, w.Now, true)
	}})
	if err != nil {
		found.Add(RuleWidth, job.None, job.None, "%v", err)
		return found
	}
	all := departures.All
	slices.SortFunc(all, func(a, b Departure[*job.Job]) int {
		return cmp.Or(cmp.Compare(a.Of.Submit, b.Of.Submit), cmp.Compare(a.Of.ID, b.Of.ID))
	})
	for _, a := range all {
		if a.Rule == RuleEarly {
			found.Add(a.Rule, a.Of.ID, a.Got, "starts at %d, %s makes it wait until %d", a.Got, d, a.Want)
		} else {
			found.Add(a.Rule, a.Of.ID, a.Want, "starts at %d, %s starts it at %d", a.Got, d, a.Want)
		}
	}
	return found
}

// Departures are the jobs on which a schedule differs from the expected one in the first second at which they do.
type Departures[Job any] struct {
	All   []Departure[Job] // in the order of Add
	first int64            // their second
}

// A Departure is a job with its start and the expected one. Rule is RuleEarly, RuleMissed, or "" if these are equal.
type Departure[Job any] struct {
	Of        Job
	Rule      string
	Got, Want int64
}

// Add compares a job's two starts; same says whether all else is the same.
func (d *Departures[Job]) Add(of Job, got, want int64, same bool) {
	at, rule := min(got, want), ""
	switch {
	case got < want:
		rule = RuleEarly
	case got > want:
		rule = RuleMissed
	case same:
		return
	}
	if len(d.All) == 0 || at < d.first {
		d.All, d.first = d.All[:0], at
	}
	if at == d.first {
		d.All = append(d.All, Departure[Job]{of, rule, got, want})
	}
}

// Effort estimates the steps of about 100 ns that Follows takes, from the jobs that wait and run
// whenever something happens.
func Effort(p Problem, placed []job.Placement, planned bool) (steps float64) {
	type change struct {
		at         int64
		wait, runs float64
	}
	wait, runs, now := 0., 0., int64(0)
	weigh := func() {
		if n := wait + runs; planned { // each waiting job tries the end of every job beside all others
			steps += wait * n * n / 40
		} else {
			steps += n
		}
	}
	t := timeline[change]{at: func(c change) int64 { return c.at }, compare: func(a, b change) int { return cmp.Compare(a.at, b.at) },
		take: func(c change) {
			if c.at != now {
				weigh()
			}
			now, wait, runs = c.at, wait+c.wait, runs+c.runs
		}}
	for j, at := range p.each(placed) {
		t.add(p.floor(j), change{j.Submit, 1, 0}, change{at.Start, -1, 1}, change{at.End, 0, -1})
	}
	t.close()
	return steps
}
