package grid

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/platform/internal/telling"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// Wait is what a Span tells on a grid.
type Wait struct {
	Sites []SiteFree `json:"sites"` // on which the job may run, in the grid's order

	// What the policy allows beside a run on one site with the processors asked for.
	HomeOnly bool    `json:"home_only,omitempty"` // not even that: Sites is the home site
	Split    bool    `json:"split,omitempty"`     // several sites
	Mold     bool    `json:"mold,omitempty"`      // fewer processors
	Power    float64 `json:"power,omitempty"`     // the least computing power with which it starts on fewer

	AheadMin  int   `json:"ahead_min"` // fewest and most jobs before it in its queue in these passes
	AheadMax  int   `json:"ahead_max"`
	Head      int64 `json:"head_job"` // the first of them, which nothing may pass, or -1
	HeadProcs int   `json:"head_procs,omitempty"`

	Planned int64   `json:"planned_s"`            // its planned start in the last pass, or -1
	On      string  `json:"planned_on,omitempty"` // where
	For     []int64 `json:"waits_for,omitempty"`  // the jobs that are expected to end then
}

// A SiteFree is the fewest and most free processors of a site in some passes.
type SiteFree struct {
	Site  string  `json:"site"`
	Min   int     `json:"free_min"`
	Max   int     `json:"free_max"`
	Speed float64 `json:"speed"`
}

// A question asks a policy for several sites: a platform.Question and an Observer.
type question struct {
	Job  int64 // its number
	Grid *Grid

	ask     Explainer
	mute    bool
	j       *Job // once submitted
	begun   []*Job
	held    map[*Job][]Part
	ended   []*Job // since the last pass
	start   int64
	started bool
	spans   []platform.Span
	room    []int64
	where   string
}

// Question implements platform.Explained.
func (g Platform) Question(job int64) platform.Question { return &question{Job: job, Grid: g.Grid} }

// Hooks implements platform.Question.
func (q *question) Hooks() platform.Hooks {
	return platform.Hooks{On: []any{Observe(q.observe)}, Until: q.Answered}
}

// observe returns q as the observer of a run of that policy.
func (q *question) observe(p Policy) Observer {
	q.ask, _ = p.(Explainer)
	q.mute, q.held = q.ask == nil, map[*Job][]Part{}
	return q
}

// Answered tells whether the job has started, or the policy cannot say why it waits.
func (q *question) Answered() bool { return q.started || q.mute }

// Answer returns the story of the job, once Answered. It is an error if the policy cannot tell it.
func (q *question) Answer() (platform.Answer, error) {
	if q.mute {
		return platform.Answer{}, errors.New("this policy cannot explain itself: it does not implement grid.Explainer")
	}
	if !q.started {
		return platform.Answer{}, nil
	}
	j := q.j
	if n := len(q.spans); n > 0 {
		q.spans[n-1].To = float64(q.start)
	}
	return platform.Answer{Job: j.ID, Needs: numeral.Plural(int(j.Procs), "processor"), Procs: int(j.Procs), Estimate: j.Estimate,
		Submit: float64(j.Submit), Start: float64(q.start), Spans: q.spans, Room: q.room, On: q.where}, nil
}

// on names parts: site a, or 3 processors of site a and 5 of b.
func (q *question) on(parts []Part, j *Job) string {
	if len(parts) == 1 && parts[0].Procs == j.Procs {
		return "site " + q.Grid.Sites[parts[0].Site].Name
	}
	var texts []string
	for k, p := range parts {
		text := numeral.Whole(p.Procs)
		if k == 0 {
			text = numeral.Plural(int(p.Procs), "processor")
		}
		site := " of "
		if k == 0 {
			site = " of site "
		}
		texts = append(texts, text+site+q.Grid.Sites[p.Site].Name)
	}
	return numeral.List(texts)
}

// Submitted implements Observer.
func (q *question) Submitted(_ int64, j *Job) {
	if j.ID == q.Job {
		q.j = j
	}
}

// Started implements Observer.
func (q *question) Started(now int64, j *Job, parts []Part) {
	q.begun = append(q.begun, j)
	q.held[j] = slices.Clone(parts)
	if j == q.j {
		q.start, q.started, q.where = now, true, q.on(parts, j)
		if len(q.spans) > 0 {
			q.room = q.madeRoom(parts)
		}
	}
}

// madeRoom returns the jobs that ended since the last pass on a site of parts; if there are none, all
// that ended: they let others start, behind which the job waited.
func (q *question) madeRoom(parts []Part) (jobs []int64) {
	var others []int64
	for _, j := range q.ended {
		here := slices.ContainsFunc(q.held[j], func(p Part) bool {
			return slices.ContainsFunc(parts, func(o Part) bool { return o.Site == p.Site })
		})
		if others = append(others, j.ID); here {
			jobs = append(jobs, j.ID)
		}
	}
	if jobs == nil {
		return others
	}
	return jobs
}

// Ended implements Observer.
func (q *question) Ended(_ int64, j *Job, _ bool) { q.ended = append(q.ended, j) }

// Passed implements Observer.
func (q *question) Passed(now int64) {
	if q.j != nil && !q.started && !q.mute {
		q.pass(now)
	}
	for _, j := range q.ended {
		delete(q.held, j)
	}
	q.begun, q.ended = q.begun[:0], q.ended[:0]
}

func (q *question) pass(now int64) {
	s, _ := q.span(now, q.j)
	g := s.Detail.(*Wait)
	q.spans = platform.Join(q.spans, s, func(last *platform.Span) bool {
		l := last.Detail.(*Wait)
		if l.Head != g.Head || l.On != g.On || !slices.Equal(l.For, g.For) {
			return false
		}
		for i, s := range g.Sites {
			l.Sites[i].Min, l.Sites[i].Max = min(l.Sites[i].Min, s.Min), max(l.Sites[i].Max, s.Max)
		}
		l.AheadMin, l.AheadMax, l.Planned = min(l.AheadMin, g.AheadMin), max(l.AheadMax, g.AheadMax), g.Planned
		return true
	})
}

// span asks why a job waits after the pass of second now, which has started the jobs of begun.
func (q *question) span(now int64, j *Job) (platform.Span, Reason) {
	r := q.ask.Explain(j, q.begun)
	g := &Wait{HomeOnly: r.Site >= 0, Split: r.Split, Mold: r.Mold, Power: r.Power, AheadMin: r.Ahead, AheadMax: r.Ahead,
		Head: -1, Planned: r.Start}
	for i, n := range r.Free {
		if r.Site < 0 || r.Site == int32(i) {
			g.Sites = append(g.Sites, SiteFree{q.Grid.Sites[i].Name, int(n), int(n), q.Grid.SpeedOf(int32(i))})
		}
	}
	if r.Head != nil {
		g.Head, g.HeadProcs = r.Head.ID, int(r.Head.Procs)
	}
	if r.Start >= 0 {
		g.On = q.on(r.Parts, j)
		for _, j := range r.For {
			g.For = append(g.For, j.ID)
		}
	}
	return platform.Span{From: float64(now), Passes: 1, Cause: r.Cause, Detail: g}, r
}

// Key implements platform.Detail.
func (*Wait) Key() string { return "grid" }

// Others implements platform.Detail.
func (s *Wait) Others() []int64 { return append([]int64{s.Head}, s.For...) }

// Sentence says what was free on each site, who stood before the job, and where it is planned.
func (s *Wait) Sentence(a *platform.Answer, _ *platform.Span) string {
	var b strings.Builder
	fmt.Fprintf(&b, "it needs %s on ", numeral.Plural(a.Procs, "processor"))
	several := a.Procs > 1 // only then it can have fewer or be split
	switch {
	case s.HomeOnly:
		b.WriteString("its home site")
	case s.Split && several:
		b.WriteString("one site or several")
	default:
		b.WriteString("one site")
	}
	switch {
	case s.Mold && several && s.Power > 0:
		fmt.Fprintf(&b, ", or fewer with a computing power of %s", numeral.Short(s.Power))
	case s.Mold && several:
		b.WriteString(", or fewer")
	}
	b.WriteString("; " + s.free(several) + s.before(a))
	if s.Planned >= 0 {
		fmt.Fprintf(&b, "; it should end soonest on %s, from %s on", s.On, numeral.Whole(s.Planned))
		if len(s.For) > 0 {
			b.WriteString(", when " + a.Expected(s.For))
		}
	}
	return b.String()
}

// before says who stands before the job.
func (s *Wait) before(a *platform.Answer) string {
	in := ""
	if s.HomeOnly {
		in = " in that site's queue"
	}
	first := ""
	if s.Head >= 0 {
		first = fmt.Sprintf("job %s, which needs %s", a.Label(s.Head), numeral.Plural(s.HeadProcs, "processor"))
	}
	switch {
	case s.AheadMax == 0 && s.Planned < 0 && s.HomeOnly:
		return "; it is the head of that site's queue"
	case s.AheadMax == 0 && s.Planned < 0:
		return "; it is the head of the queue"
	case s.AheadMax == 0:
		return ""
	case s.AheadMin == 1 && s.AheadMax == 1 && first != "":
		return "; before it" + in + " stands " + first
	case s.AheadMin == 1 && s.AheadMax == 1:
		return "; before it" + in + " stands 1 job"
	case first != "":
		first = ", first " + first
	}
	return "; before it" + in + " stand " + telling.Between(s.AheadMin, s.AheadMax) + " jobs" + first
}

// free says how many processors of each site are free, and their computing power if it matters; of many sites,
// of those with the most.
func (s *Wait) free(power bool) string {
	const most = 5
	shown, rest := s.Sites, 0
	if len(shown) > most {
		shown = slices.Clone(shown)
		slices.SortStableFunc(shown, func(a, b SiteFree) int { return cmp.Compare(b.Max, a.Max) })
		shown, rest = shown[:most], len(shown)-most
	}
	var texts []string
	for k, f := range shown {
		text := f.Site + " " + telling.Between(f.Min, f.Max)
		if k == 0 {
			text = f.Site + " has " + telling.Between(f.Min, f.Max) + " free"
		}
		if power && s.Mold && s.Power > 0 && f.Speed != 1 {
			text += " (power " + numeral.Short(float64(f.Min)*f.Speed)
			if f.Max > f.Min {
				text += " to " + numeral.Short(float64(f.Max)*f.Speed)
			}
			text += ")"
		}
		texts = append(texts, text)
	}
	if rest > 0 {
		texts = append(texts, fmt.Sprintf("the other %d have no more", rest))
	}
	return strings.Join(texts, ", ")
}
