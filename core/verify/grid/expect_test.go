package grid

import (
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/verify"
)

// grids draws few sites, some of them alike, and jobs that crowd them.
func grids() *rapid.Generator[Problem] {
	return rapid.Custom(func(t *rapid.T) Problem {
		g := Problem{Extend: rapid.Bool().Draw(t, "extend"), Slowest: rapid.Bool().Draw(t, "slowest")}
		for range rapid.IntRange(1, 4).Draw(t, "sites") {
			g.Sites = append(g.Sites, Site{Procs: rapid.IntRange(1, 6).Draw(t, "procs"),
				Speed: rapid.SampledFrom([]float64{1, 1, 2, 3, 0.7}).Draw(t, "speed"), Load: rapid.SampledFrom([]float64{0, 2, 0.1}).Draw(t, "load")})
		}
		submit := int64(0)
		for i := range rapid.IntRange(0, 12).Draw(t, "jobs") {
			submit += rapid.SampledFrom([]int64{0, 0, 1, 2, 5}).Draw(t, "gap")
			home := rapid.IntRange(0, len(g.Sites)-1).Draw(t, "home")
			g.Jobs = append(g.Jobs, Job{Home: home, Slowdown: rapid.SampledFrom([]float64{1, 1.5, 3}).Draw(t, "slowdown"), Job: job.Job{
				ID: int64(i + 1), Submit: submit, Run: rapid.Int64Range(0, 12).Draw(t, "run"), Estimate: rapid.Int64Range(1, 20).Draw(t, "estimate"),
				Procs: int32(rapid.IntRange(1, g.Sites[home].Procs).Draw(t, "width"))}})
		}
		return g
	})
}

// policies are policies that differ in every option.
var policies = []string{
	"grid-independent", "grid-independent:queue=list", "grid-sharing", "grid-sharing:queue=list,site=best-fit",
	"grid-sharing:order=sjf,site=most-power", "grid-sharing:site=most-free", "grid-sharing:site=home", "grid-multisite",
	"grid-multisite:split=larger", "grid-multisite:split=faster,queue=list", "grid-multisite:count=each,tie=larger",
	"grid-multisite:single=most-free", "grid-moldable", "grid-moldable:power=0.1,queue=list", "grid-moldable:take=power", "grid-combined",
	"grid-combined:first=split,split=faster", "grid-plan", "grid-plan:order=sjf", "grid-plan:mold=halving",
	"grid-plan:split=faster",
}

// draw is a grid with the schedule of a policy.
func draw(t *rapid.T) (Problem, []Placement, string) {
	g, name := grids().Draw(t, "grid"), rapid.SampledFrom(policies).Draw(t, "policy")
	placed, _ := schedule(t, &g, name)
	return g, placed, name
}

func schedule(t *rapid.T, g *Problem, name string) ([]Placement, Rules) {
	r, err := Parse(name, 0)
	if err != nil {
		t.Fatal(err)
	}
	g.Mold, g.Split = r.Mold, r.Split != ""
	placed, err := Expect(*g, r)
	if err != nil {
		t.Fatal(err)
	}
	return placed, r
}

func TestExpectIsLegalAndFollowsItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, placed, name := draw(t)
		r, _ := Parse(name, 0)
		if err := verify.Err(Check(g, placed)); err != nil {
			t.Fatal(err)
		}
		if err := verify.Err(Follows(g, r, placed)); err != nil {
			t.Fatal(err)
		}
	})
}

func TestFollowsTellsRulesApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, placed, _ := draw(t)
		other, r := schedule(t, &g, rapid.SampledFrom(policies).Draw(t, "other policy"))
		found := Follows(g, r, placed)
		if equal := gocmp.Equal(placed, other); equal != (len(found) == 0) {
			t.Fatalf("schedules are equal: %t, but violations are %v", equal, found)
		}
	})
}

func TestFollowsSeesEveryDelay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, placed, name := draw(t)
		if len(placed) == 0 {
			return
		}
		r, _ := Parse(name, 0)
		at := &placed[rapid.IntRange(0, len(placed)-1).Draw(t, "job")]
		late := rapid.Int64Range(1, 10).Draw(t, "late")
		at.Start, at.End = at.Start+late, at.End+late
		if len(Follows(g, r, placed)) == 0 {
			t.Fatal("nobody sees it")
		}
	})
}

// A grid of one site of speed 1 is one machine: with fcfs or list, in any
// order, nothing about sites matters.
func TestAGridOfOneSiteIsOneMachine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := grids().Draw(t, "grid")
		p := verify.Problem{Procs: g.Sites[0].Procs, Extend: g.Extend}
		g.Sites = []Site{{Procs: p.Procs}}
		g.Jobs = slices.DeleteFunc(g.Jobs, func(j Job) bool { return j.Home > 0 })
		for _, j := range g.Jobs {
			p.Jobs = append(p.Jobs, j.Job)
		}
		queue := rapid.SampledFrom([]verify.Discipline{verify.FCFS, verify.List}).Draw(t, "queue")
		order := rapid.SampledFrom([]string{"submission", "sjf", "wide", "wfp3"}).Draw(t, "order")
		base := rapid.SampledFrom([]string{"grid-independent", "grid-sharing", "grid-multisite"}).Draw(t, "policy")
		placed, _ := schedule(t, &g, base+":queue="+string(queue)+",order="+order)
		want, err := verify.Expect(p, queue, verify.OrderKey(order, 0))
		if err != nil {
			t.Fatal(err)
		}
		var got []job.Placement
		for _, at := range placed {
			got = append(got, at.Placement)
		}
		if diff := gocmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("one machine (-), one site (+)\n%s", diff)
		}
	})
}

func TestFollowsSaysWhatShouldHaveHappened(t *testing.T) {
	g := Problem{Sites: []Site{{Procs: 4}, {Procs: 3, Speed: 2}}, Jobs: []Job{ // at 0 job 1 leaves 1 and 3, job 2 fits on no site
		{Job: job.Job{ID: 1, Submit: 0, Run: 10, Estimate: 10, Procs: 4}, Slowdown: 1},
		{Job: job.Job{ID: 2, Submit: 1, Run: 6, Estimate: 6, Procs: 4}, Slowdown: 1},
		{Job: job.Job{ID: 3, Submit: 1, Run: 4, Estimate: 4, Procs: 1}, Slowdown: 1},
	}}
	at := func(start, end int64, parts ...Part) Placement {
		return Placement{job.Placement{Start: start, End: end}, parts}
	}
	first := at(0, 10, Part{0, 4})
	for _, c := range []struct {
		policy string
		placed []Placement
		want   []string // none if the schedule follows
	}{
		{"grid-sharing", []Placement{first, at(10, 16, Part{0, 4}), at(10, 12, Part{1, 1})}, nil},
		{"grid-sharing", []Placement{first, at(10, 16, Part{0, 4}), at(1, 3, Part{1, 1})},
			[]string{"early: job 3: second 1: asks for 1 processors and starts at 1 on [{1 1}], the rules make it wait: job 2 waits before it"}},
		{"grid-sharing:queue=list", []Placement{first, at(10, 16, Part{0, 4}), at(1, 3, Part{1, 1})}, nil},
		{"grid-sharing:queue=list", []Placement{first, at(10, 16, Part{0, 4}), at(10, 12, Part{1, 1})},
			[]string{"missed: job 3: second 1: waits until 10 for 1 processors, expected a start at 1 on [{1 1}]: free are [0 3]"}},
		{"grid-sharing", []Placement{first, at(10, 16, Part{0, 4}), at(16, 20, Part{0, 1})},
			[]string{"missed: job 3: second 10: waits until 16",
				"site: job 3: second 16: asks for 1 processors at home on site 0 and starts on [{0 1}], expected [{1 1}]"}},
		{"grid-sharing:site=random", []Placement{first, at(10, 16, Part{0, 4}), at(10, 12, Part{1, 1})}, nil},
		{"grid-sharing", []Placement{first, at(1, 7, Part{1, 2}), at(1, 3, Part{1, 1})}, []string{"mold: job 2: second 1: holds 2"}},
		{"grid-moldable", []Placement{first, at(1, 5, Part{1, 3}), at(5, 7, Part{1, 1})}, nil},
		{"grid-moldable", []Placement{first, at(1, 7, Part{1, 2}), at(1, 3, Part{1, 1})},
			[]string{"site: job 2: second 1: asks for 4 processors at home on site 0 and starts on [{1 2}], expected [{1 3}]"}},
		{"grid-moldable", []Placement{first, at(10, 14, Part{1, 3}), at(10, 14, Part{0, 1})},
			[]string{"missed: job 2: second 1", "mold: job 2: second 10: starts on [{1 3}], expected all it asks for on [{0 4}]"}},
		{"grid-multisite", []Placement{first, at(10, 16, Part{1, 3}, Part{0, 1}), at(10, 14, Part{0, 1})},
			[]string{"split: job 2: second 10: starts on [{1 3} {0 1}], expected [{0 4}], one site"}},
		{"grid-independent", []Placement{first, at(10, 16, Part{0, 4}), at(16, 20, Part{0, 1})}, nil},
		{"grid-independent", []Placement{first, at(10, 16, Part{0, 4}), at(10, 12, Part{1, 1})},
			[]string{"early: job 3: second 10: asks for 1 processors and starts at 10 on [{1 1}], the rules make it wait: free are [0 3]"}},
	} {
		r, err := Parse(c.policy, 0)
		if err != nil {
			t.Fatal(err)
		}
		found := Follows(g, r, c.placed)
		var lines []string
		for _, v := range found {
			lines = append(lines, v.String())
		}
		if !slices.EqualFunc(lines, c.want, strings.HasPrefix) {
			t.Errorf("%s, %v:\n%s\nexpected\n%s", c.policy, c.placed, strings.Join(lines, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

func TestExpectRefusesWhatCannotBeScheduled(t *testing.T) {
	for _, c := range []struct {
		change func(g *Problem)
		want   string
	}{
		{func(g *Problem) { g.Sites[0].Procs = 0 }, "site 0"},
		{func(g *Problem) { g.Sites[1].Speed = -1 }, "site 1"},
		{func(g *Problem) { g.Jobs[0].Home = 2 }, "job 1: home site 2"},
		{func(g *Problem) { g.Jobs[0].Slowdown = 0.5 }, "slowdown 0.5"},
		{func(g *Problem) { g.Jobs[0].Procs = 9 }, "9 processors of a grid of 8"},
		{func(g *Problem) { g.Jobs[1].Procs = 5 }, "job 2 waits for ever"},
		{func(g *Problem) { g.Jobs[2].Estimate = 0 }, "job 3: submit"},
	} {
		g, _ := twoSites()
		c.change(&g)
		if _, err := Expect(g, Rules{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, expected one with %q", err, c.want)
		}
	}
}

func TestParseGridRefusesWhatIsNoPolicy(t *testing.T) {
	for _, name := range []string{"fcfs", "grid-", "grid-sharing:site", "grid-sharing:site=near", "grid-moldable:power=2",
		"grid-moldable:power=", "grid-sharing:order=best", "grid-sharing:,"} {
		if r, err := Parse(name, 0); err == nil {
			t.Errorf("%s is read as %+v", name, r)
		}
	}
}
