package grid_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/slow"
	"github.com/backfill-lab/backfill/core/platform/grid"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/sim"
)

// A doubter asks after every pass about every job that waits, and checks what it is told against
// what it has seen start and end.
type doubter struct {
	t       *testing.T
	what    string
	policy  string
	sites   []grid.Site
	ask     grid.Explainer
	free    []int32 // now
	opened  []int32 // when the pass began
	held    map[*grid.Job][]grid.Part
	waiting []*grid.Job
	started []*grid.Job
	reasons int
}

func (d *doubter) Submitted(_ int64, j *grid.Job) { d.waiting = append(d.waiting, j) }

func (d *doubter) Started(_ int64, j *grid.Job, parts []grid.Part) {
	if len(d.started) == 0 {
		copy(d.opened, d.free)
	}
	d.started, d.held[j] = append(d.started, j), slices.Clone(parts)
	for _, p := range parts {
		d.free[p.Site] -= p.Procs
	}
	d.waiting = slices.DeleteFunc(d.waiting, func(o *grid.Job) bool { return o == j })
}

func (d *doubter) Ended(_ int64, j *grid.Job, _ bool) {
	for _, p := range d.held[j] {
		d.free[p.Site] += p.Procs
	}
}

func (d *doubter) Passed(now int64) {
	if len(d.started) == 0 {
		copy(d.opened, d.free)
	}
	for _, j := range d.waiting {
		d.reasons++
		d.check(now, j, d.ask.Explain(j, d.started))
	}
	d.started = nil
}

func (d *doubter) check(now int64, j *grid.Job, r grid.Reason) {
	fail := func(text string) {
		d.t.Fatalf("at %d, job %d of %d, free %v: %s: %+v\n%s", now, j.ID, j.Procs, d.free, text, r, d.what)
	}
	sum, most, power := int32(0), int32(0), 0.0
	for i, n := range r.Free {
		if n < d.free[i] || n > d.opened[i] {
			fail("so many were not free")
		}
		speed := max(d.sites[i].Speed, 0)
		if speed == 0 {
			speed = 1
		}
		if r.Site < 0 || r.Site == int32(i) {
			sum, most, power = sum+n, max(most, n), max(power, float64(n)*speed)
		}
	}
	plans := strings.HasPrefix(d.policy, "grid-plan")
	fits := most >= j.Procs || r.Split && sum >= j.Procs || r.Mold && most > 0 && (plans || power > r.Power*(1+1e-12))
	close := r.Mold && !plans && power > r.Power*(1-1e-12) && power <= r.Power*(1+1e-12)
	switch {
	case r.Cause == sim.TooFew && fits && !close:
		fail("there was enough")
	case r.Cause != sim.TooFew && !fits && !close:
		fail("there was not enough")
	case r.Cause == sim.BehindHead && (r.Head == nil || r.Head == j || r.Ahead < 1 || plans || strings.Contains(d.policy, "queue=list")):
		fail("nothing stands before it")
	case r.Head != nil && !slices.Contains(d.waiting, r.Head):
		fail("what stands before it does not wait")
	case plans && (r.Start <= now || len(r.For) == 0 || len(r.Parts) == 0):
		fail("a planned job has a later start, and something ends then")
	case !plans && r.Start >= 0, strings.Contains(d.policy, "independent") != (r.Site == j.Home && r.Site >= 0):
		fail("start or site")
	}
}

// Whatever a policy says about a job that waits is so.
func TestReasonsAreTrue(t *testing.T) {
	slow.AsWebAssembly(t)
	reasons := map[string]int{}
	each(t, 150, func(r *rand.Rand, c *trial, name string) {
		p, err := grid.All.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		d := &doubter{t: t, what: show(c, name), policy: name, sites: c.Grid.Sites, ask: p.(grid.Explainer),
			held: map[*grid.Job][]grid.Part{}, opened: make([]int32, len(c.Grid.Sites))}
		for _, s := range c.Grid.Sites {
			d.free = append(d.free, int32(s.Procs))
		}
		cfg := c.config()
		cfg.Observers = []grid.Observer{d}
		e, err := grid.New(cfg, p)
		if err == nil {
			err = e.Run(context.Background(), nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		reasons[name] += d.reasons
		// Asking changes nothing.
		asked := fmt.Sprint(e.Schedule())
		p, _ = grid.All.Parse(name)
		e, _ = grid.New(c.config(), p)
		if e.Run(context.Background(), nil) != nil || fmt.Sprint(e.Schedule()) != asked {
			t.Fatalf("with questions %s, without %v\n%s", asked, e.Schedule(), d.what)
		}
	})
	for name, n := range reasons {
		if n < 100 {
			t.Errorf("%s was asked only %d times", name, n)
		}
	}
}

// On one site the reasons are those of the policies for one machine.
func TestReasonsOnOneSiteAreThoseOfOneMachine(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	for range 100 {
		c := draw(r)
		c.Grid.Sites, c.Natures = c.Grid.Sites[:1], slices.Clone(c.Natures)
		c.Grid.Sites[0].Procs, c.Grid.Sites[0].Speed, c.Grid.Sites[0].Load = 8, 1, 1
		for i := range c.Natures {
			c.Natures[i].Home = 0
		}
		for name, same := range map[string]sim.Policy{"grid-sharing": policy.NewFCFS(policy.Orders[0]),
			"grid-independent:order=narrow": policy.NewFCFS(policy.OrderNamed("narrow")),
			"grid-sharing:queue=list":       policy.NewList(policy.Orders[0])} {
			var here, there []string
			g, _ := grid.All.Parse(name)
			cfg := c.config()
			cfg.Observers = []grid.Observer{&gridTeller{ask: g.(grid.Explainer), say: &here}}
			e, err := grid.New(cfg, g)
			if err != nil || e.Run(context.Background(), nil) != nil {
				t.Fatal(err, e.Err())
			}
			m, err := sim.New(sim.Config{Procs: 8, Jobs: c.Jobs, Overrun: c.Overrun,
				Observers: []sim.Observer{&simTeller{ask: same.(sim.Explainer), say: &there}}}, same)
			if err != nil || m.Run(context.Background(), nil) != nil {
				t.Fatal(err, m.Err())
			}
			if !slices.Equal(here, there) {
				t.Fatalf("%s: %v, on one machine %v\n%s", name, here, there, show(c, name))
			}
		}
	}
}

type gridTeller struct {
	ask     grid.Explainer
	waiting []*grid.Job
	started []*grid.Job
	say     *[]string
}

func (x *gridTeller) Submitted(_ int64, j *grid.Job) { x.waiting = append(x.waiting, j) }
func (x *gridTeller) Started(_ int64, j *grid.Job, _ []grid.Part) {
	x.started = append(x.started, j)
	x.waiting = slices.DeleteFunc(x.waiting, func(o *grid.Job) bool { return o == j })
}
func (x *gridTeller) Ended(int64, *grid.Job, bool) {}
func (x *gridTeller) Passed(now int64) {
	for _, j := range x.waiting {
		r := x.ask.Explain(j, x.started)
		head := int64(-1)
		if r.Head != nil {
			head = r.Head.ID
		}
		*x.say = append(*x.say, fmt.Sprint(now, j.ID, r.Cause, r.Free[0], head))
	}
	x.started = nil
}

type simTeller struct {
	ask     sim.Explainer
	waiting []*sim.Job
	say     *[]string
}

func (x *simTeller) Submitted(_ int64, j *sim.Job) { x.waiting = append(x.waiting, j) }
func (x *simTeller) Started(_ int64, j *sim.Job) {
	x.waiting = slices.DeleteFunc(x.waiting, func(o *sim.Job) bool { return o == j })
}
func (x *simTeller) Ended(int64, *sim.Job, bool) {}
func (x *simTeller) Passed(now int64) {
	for _, j := range x.waiting {
		r := x.ask.Explain(j)
		head := int64(-1)
		if r.Head != nil && r.Head != j {
			head = r.Head.ID
		}
		*x.say = append(*x.say, fmt.Sprint(now, j.ID, r.Cause, r.Free, head))
	}
}
