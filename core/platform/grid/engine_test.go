package grid

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/policy/policytest"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// A script is a policy that does in every Pass what a test says.
type script struct {
	m    *Machine
	jobs []*Job
	pass func(s *script)
}

func (s *script) Reset(m *Machine)        { s.m, s.jobs = m, nil }
func (s *script) Submit(j *Job)           { s.jobs = append(s.jobs, j) }
func (s *script) End(*Job, []Part, int64) {}
func (s *script) Pass()                   { s.pass(s) }

// two is a grid of two sites, 4 processors of speed 1 and 8 of speed 2.
func two() *Grid {
	return &Grid{Sites: []Site{{Name: "a", Procs: 4}, {Name: "b", Procs: 8, Speed: 2}}}
}

// plain gives jobs the first site as home and nothing drawn.
func plain(n int) []Nature {
	all := make([]Nature, n)
	for i := range all {
		all[i].Slowdown = 1
	}
	return all
}

func TestErrorsOfAPolicyEndTheRunInWords(t *testing.T) {
	for want, pass := range map[string]func(s *script){
		"but on no processors":                               func(s *script) { s.m.Start(s.jobs[0]) },
		"but the grid has no site 2":                         func(s *script) { s.m.Start(s.jobs[0], Part{2, 1}) },
		"but the grid has no site -1":                        func(s *script) { s.m.Start(s.jobs[0], Part{-1, 1}) },
		"but twice on site b":                                func(s *script) { s.m.Start(s.jobs[0], Part{0, 1}, Part{1, 1}, Part{1, 1}) },
		"but on 0 processors of site a, of which 4 are free": func(s *script) { s.m.Start(s.jobs[0], Part{0, 0}) },
		"but on 9 processors of site b, of which 8 are free": func(s *script) { s.m.Start(s.jobs[0], Part{0, 1}, Part{1, 9}) },
		"but on 2 processors of several sites instead of 3":  func(s *script) { s.m.Start(s.jobs[0], Part{0, 1}, Part{1, 1}) },
		"but it is running already": func(s *script) {
			s.m.Start(s.jobs[0], Part{0, 3})
			s.m.Start(s.jobs[0],
				Part{1, 3})
		},
		"but it is not submitted yet":                           func(s *script) { s.m.Start(&s.m.e.jobs[1], Part{0, 3}) },
		"woken at second 0, which is not in the future":         func(s *script) { s.m.WakeAt(0) },
		"leaves 2 jobs waiting for ever (job 1 is the first)":   func(s *script) {},
		"woken 1000000 times in a row at second 1000007 withou": func(s *script) { s.m.WakeAt(s.m.Now() + 1) },
	} {
		g := two()
		jobs := []job.Job{policytest.Job(1, 0, 5, 5, 3), policytest.Job(2, 7, 5, 5, 3)}
		p := &script{pass: pass}
		e, err := New(Config{Grid: g, Jobs: jobs, Natures: plain(2)}, p)
		if err != nil {
			t.Fatal(err)
		}
		err = e.Run(context.Background(), nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v; want %q in it", err, want)
		}
		for i, f := range e.m.free {
			held := int32(0)
			for k := range e.m.clock.Running() {
				for _, q := range e.schedule.Parts(int(k)) {
					if int(q.Site) == i {
						held += q.Procs
					}
				}
			}
			if f+held != int32(g.Sites[i].Procs) {
				t.Errorf("%q leaves %d of site %d free and %d held", want, f, i, held)
			}
		}
	}
}

func TestNewRefusesWhatCannotBePlayed(t *testing.T) {
	good := policytest.Job(1, 0, 5, 5, 3)
	with := func(change func(j *job.Job)) []job.Job {
		j := good
		change(&j)
		return []job.Job{j}
	}
	for want, c := range map[string]Config{
		"the grid has no site":                {Jobs: []job.Job{good}, Natures: plain(1)},
		"0 natures for 1 jobs":                {Grid: two(), Jobs: []job.Job{good}},
		"submit -1":                           {Grid: two(), Jobs: with(func(j *job.Job) { j.Submit = -1 }), Natures: plain(1)},
		"run 100000000001":                    {Grid: two(), Jobs: with(func(j *job.Job) { j.Run = job.MaxSeconds + 1 }), Natures: plain(1)},
		"estimate 0 is out of range":          {Grid: two(), Jobs: with(func(j *job.Job) { j.Estimate = 0 }), Natures: plain(1)},
		"asks for 13 processors of a grid of": {Grid: two(), Jobs: with(func(j *job.Job) { j.Procs = 13 }), Natures: plain(1)},
		"not in order":                        {Grid: two(), Jobs: []job.Job{good, good}, Natures: plain(2)},
		"home is site 2 of a grid of 2":       {Grid: two(), Jobs: []job.Job{good}, Natures: []Nature{{Home: 2, Slowdown: 1}}},
		"slowdown on several sites is NaN":    {Grid: two(), Jobs: []job.Job{good}, Natures: []Nature{{Slowdown: math.NaN()}}},
		"speed-up": {Grid: two(), Jobs: []job.Job{good},
			Natures: []Nature{{Slowdown: 1, Speedup: Curve{Model: Downey}}}},
		"job 1 would wait for ever: it asks for 9 processors, no site has more than 8": {Grid: two(),
			Jobs: with(func(j *job.Job) { j.Procs = 9 }), Natures: plain(1)},
	} {
		if _, err := New(c, NewScheduler(Options{})); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v; want %q in it", err, want)
		}
	}
	wide := Config{Grid: two(), Jobs: with(func(j *job.Job) { j.Procs = 12 }), Natures: []Nature{{Home: 1, Slowdown: 1}}}
	for name, want := range map[string]string{
		"grid-independent":                    "its home site b has 8",
		"grid-sharing":                        "no site has more than 8",
		"grid-multisite":                      "",
		"grid-moldable:power=0.5":             "",
		"grid-moldable:power=0.67":            "times the computing power of site b",
		"grid-combined:power=1":               "",
		"grid-plan":                           "no site has more than 8",
		"grid-plan:split=faster":              "",
		"grid-plan:mold=halving":              "",
		"grid-plan:mold=halving,split=faster": "",
	} {
		p, _ := All.Parse(name)
		e, err := New(wide, p)
		if err == nil {
			err = e.Run(context.Background(), nil)
		}
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v; want %q in it", name, err, want)
		}
	}
}

func TestValidateSaysWhatIsWrong(t *testing.T) {
	for want, change := range map[string]func(g *Grid){
		"no site":                                  func(g *Grid) { g.Sites = nil },
		"at most 10000":                            func(g *Grid) { g.Sites = make([]Site, MaxSites+1) },
		"site 2 of the grid has no name":           func(g *Grid) { g.Sites[1].Name = "a" },
		"sites[0].procs is 0: give":                func(g *Grid) { g.Sites[0].Procs = 0 },
		"sites[0].speed is -1: give 0 or a number": func(g *Grid) { g.Sites[0].Speed = -1 },
		"sites[0].speed is NaN":                    func(g *Grid) { g.Sites[0].Speed = math.NaN() },
		"sites[0].speed is 1e-07":                  func(g *Grid) { g.Sites[0].Speed = 1e-7 },
		"sites[0].load is +Inf":                    func(g *Grid) { g.Sites[0].Load = math.Inf(1) },
		"processors together":                      func(g *Grid) { g.Sites[0].Procs = job.MaxProcs },
		`a and b both take the jobs from`:          func(g *Grid) { g.Sites[0].From, g.Sites[1].From = []string{"*"}, []string{"1", "*"} },
		"cannot be chosen by":                      func(g *Grid) { g.Home = "moon" },
		"multisite.overhead is -1":                 func(g *Grid) { g.MultiSite.Overhead = -1 },
		`"wide" is unknown`:                        func(g *Grid) { g.MultiSite.Spread = "wide" },
		`"best" is unknown`:                        func(g *Grid) { g.MultiSite.Reading = "best" },
		`speed-up model "magic"`:                   func(g *Grid) { g.Speedup.Model = "magic" },
		"speedup.serial is 1.5":                    func(g *Grid) { g.Speedup.Serial = 1.5 },
		"speedup.average is 0.5":                   func(g *Grid) { g.Speedup.Average = 0.5 },
		"speedup.variance is +Inf":                 func(g *Grid) { g.Speedup.Variance = math.Inf(1) },
		`spread of speed-ups "far"`:                func(g *Grid) { g.Speedup.Spread = "far" },
	} {
		g := two()
		if err := g.Validate(); err != nil {
			t.Fatal(err)
		}
		if change(g); g.Validate() == nil || !strings.Contains(g.Validate().Error(), want) {
			t.Errorf("%v; want %q in it", g.Validate(), want)
		}
	}
}

// A teller writes down what an Observer hears.
type teller struct{ heard []string }

func (o *teller) Submitted(now int64, j *Job)             { o.tell("submit", now, j.ID) }
func (o *teller) Started(now int64, j *Job, parts []Part) { o.tell("start", now, j.ID, len(parts)) }
func (o *teller) Ended(now int64, j *Job, killed bool)    { o.tell("end", now, j.ID, killed) }
func (o *teller) Passed(now int64)                        { o.tell("pass", now) }
func (o *teller) tell(what ...any) {
	o.heard = append(o.heard, strings.TrimSpace(fmt.Sprintln(what...)))
}

func TestTheSecondsOfARunAreAsSaid(t *testing.T) {
	// Job 1 is on b until 3. Job 2 fits on no site, but on both; it needs no time, and
	// so ends in a further pass of its second. Job 3, cut at its estimate of 4, needs
	// both sites and takes twice as long there.
	jobs := []job.Job{policytest.Job(1, 0, 6, 9, 4), policytest.Job(2, 1, 0, 5, 8), policytest.Job(3, 1, 20, 4, 10)}
	n := plain(3)
	n[2].Slowdown = 2
	o := &teller{}
	e, err := New(Config{Grid: two(), Jobs: jobs, Natures: n, Observers: []Observer{o}}, NewScheduler(Options{Split: "larger"}))
	if err == nil {
		err = e.Run(context.Background(), nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	want := "submit 0 1, start 0 1 1, pass 0, submit 1 2, submit 1 3, start 1 2 2, pass 1, end 1 2 false, pass 1, " +
		"end 3 1 false, start 3 3 2, pass 3, end 11 3 true, pass 11"
	if got := strings.Join(o.heard, ", "); got != want {
		t.Errorf("%s\n%s is what was said", got, want)
	}
	if e.Done() != 3 || e.Job(2).ID != 3 || e.Now() != 11 || e.Schedule().Procs(2) != 10 {
		t.Errorf("done %d, job %d, second %d, %d processors", e.Done(), e.Job(2).ID, e.Now(), e.Schedule().Procs(2))
	}
}

// TestExtremesDoNotOverflow plays the longest jobs on the slowest sites.
func TestExtremesDoNotOverflow(t *testing.T) {
	g := &Grid{Sites: []Site{{Name: "a", Procs: 1 << 29, Speed: 1e-6, Load: 1e6}, {Name: "b", Procs: 1 << 28, Speed: 1e6, Load: 5e-324}},
		MultiSite: MultiSite{Overhead: 1e6, Reading: "slowest"}, Speedup: Speedup{Model: "downey", Variance: 1e6}}
	jobs := make([]job.Job, 8)
	for i := range jobs {
		jobs[i] = policytest.Job(int64(i+1), job.MaxSeconds, job.MaxSeconds, int64(1+i), 1<<29)
	}
	jobs[3].Procs = 1<<29 + 1
	for _, overrun := range []sim.Overrun{sim.Cut, sim.Extend} {
		for _, name := range []string{"grid-multisite", "grid-combined:power=0", "grid-plan:split=faster,mold=halving"} {
			p, _ := All.Parse(name)
			homes := []int32{0, 1, 0, 1, 0, 1, 0, 1}
			e, err := New(Config{Grid: g, Jobs: jobs, Natures: g.Natures(jobs, homes), Overrun: overrun}, p)
			if err == nil {
				err = e.Run(context.Background(), nil)
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			for i, at := range e.Schedule().Placed {
				if at.End <= at.Start || at.End-at.Start > job.MaxSeconds {
					t.Errorf("%s: job %d runs from %d to %d", name, i+1, at.Start, at.End)
				}
			}
		}
	}
}

func TestLengthsAreRoundedUp(t *testing.T) {
	g := &Grid{Sites: []Site{{Name: "a", Procs: 9, Speed: 3, Load: 2}, {Name: "b", Procs: 9, Speed: 0.1}, {Name: "c", Procs: 9, Speed: 0.3}}}
	slowest := *g
	slowest.MultiSite.Reading = "slowest"
	for _, c := range []struct {
		g     *Grid
		n     Nature
		run   int64
		procs int32
		parts []Part
		want  int64
	}{
		{g, Nature{}, 0, 4, []Part{{1, 4}}, 0},
		{g, Nature{}, 1, 4, []Part{{0, 4}}, 1},         // 2/3
		{g, Nature{}, 3, 4, []Part{{0, 4}}, 2},         // 2
		{g, Nature{}, 3, 4, []Part{{0, 3}}, 3},         // 8/3
		{g, Nature{}, 3, 4, []Part{{0, 8}}, 1},         // 1
		{g, Nature{Home: 1}, 1, 4, []Part{{1, 4}}, 10}, // 10, which 1/0.1 just is
		{g, Nature{Home: 1}, 3, 4, []Part{{2, 4}}, 10}, // 10, though 3/0.3 is more in float64
		{g, Nature{Home: 1}, 3, 1, []Part{{2, 3}}, 4},  // 10/3
		{g, Nature{Slowdown: 1.5}, 3, 4, []Part{{0, 2}, {1, 2}}, 3},
		{g, Nature{Home: 1, Slowdown: 1.5}, 3, 4, []Part{{0, 2}, {1, 2}}, 45},
		{&slowest, Nature{Slowdown: 1.5}, 3, 4, []Part{{0, 2}, {1, 2}}, 90},
		{&slowest, Nature{Slowdown: 1.5}, 3, 4, []Part{{1, 2}, {2, 2}}, 90},
		{&slowest, Nature{Slowdown: 1.5}, 3, 4, []Part{{2, 2}, {0, 2}}, 30},
		{g, Nature{Speedup: Curve{Model: Amdahl, Serial: 1}}, 3, 4, []Part{{0, 1}}, 2},
		{g, Nature{Speedup: Curve{Model: Amdahl, Serial: 0.5}}, 30, 4, []Part{{0, 1}}, 32}, // 20 x 1.6
		{g, Nature{Speedup: Curve{Model: Downey, Average: 2}}, 30, 4, []Part{{0, 2}}, 20},
		{g, Nature{Speedup: Curve{Model: Downey, Average: 2}}, 30, 4, []Part{{0, 1}}, 40},
	} {
		if got := c.g.Length(&c.n, c.run, c.procs, c.parts); got != c.want {
			t.Errorf("%+v, %d s on %d, takes %d s on %v, not %d", c.n, c.run, c.procs, got, c.parts, c.want)
		}
	}
}
