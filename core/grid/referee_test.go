package grid_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/backfill-lab/backfill/core/grid"
	"github.com/backfill-lab/backfill/core/job"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/verify"
)

// A trial is one small grid with its jobs.
type trial struct {
	Grid    grid.Grid
	Jobs    []job.Job
	Natures []grid.Nature
	Overrun sim.Overrun
}

// referee tells the trial in the referee's own words.
func (c *trial) referee() verify.Grid {
	g := verify.Grid{Extend: c.Overrun == sim.Extend, Slowest: c.Grid.MultiSite.Reading == "slowest"}
	for _, s := range c.Grid.Sites {
		g.Sites = append(g.Sites, verify.Site{Procs: s.Procs, Speed: s.Speed, Load: s.Load})
	}
	for i, j := range c.Jobs {
		g.Jobs = append(g.Jobs, verify.GridJob{Job: j, Home: int(c.Natures[i].Home), Slowdown: c.Natures[i].Slowdown})
	}
	return g
}

// rules tells the options in the referee's own words.
func rules(o grid.Options) verify.GridRules {
	r := verify.GridRules{Clusters: o.Scope == "home", List: o.Queue == "list", Site: o.Site, Split: o.Split,
		Mold: o.Mold, Power: o.Power, TakePower: o.Take == "power", SplitFirst: o.First == "split"}
	if r.Site == "fastest" {
		r.Site = ""
	}
	return r
}

// play runs the trial and returns what it came to in the referee's own words.
func (c *trial) play(tb testing.TB, p grid.Policy) []verify.GridPlacement {
	tb.Helper()
	e, err := grid.New(grid.Config{Grid: &c.Grid, Jobs: c.Jobs, Natures: c.Natures, Overrun: c.Overrun}, p)
	if err == nil {
		err = e.Run(context.Background(), nil)
	}
	if err != nil {
		tb.Fatal(err)
	}
	var placed []verify.GridPlacement
	for i, at := range e.Schedule().Placed {
		g := verify.GridPlacement{Placement: at.Placement}
		for _, p := range e.Schedule().Parts(i) {
			g.Parts = append(g.Parts, verify.Part{Site: int(p.Site), Procs: int(p.Procs)})
		}
		placed = append(placed, g)
	}
	return placed
}

func one[T any](r *rand.Rand, from ...T) T { return from[r.IntN(len(from))] }

// draw makes a trial with few sites, of which some are alike, and jobs that
// crowd them: seconds coincide, some jobs have no length or fill their home.
func draw(r *rand.Rand) *trial {
	c := &trial{Overrun: one(r, sim.Cut, sim.Extend)}
	speeds, loads := []float64{1, 1, 2, 3, 5}, []float64{0, 1, 2}
	if r.IntN(4) == 0 {
		speeds, loads = []float64{0, 0.1, 0.3, 0.7, 1.1, 2.1, 3.3}, []float64{0.1, 0.7, 1, 1.3}
	}
	for s := range 1 + r.IntN(4) {
		c.Grid.Sites = append(c.Grid.Sites, grid.Site{Name: fmt.Sprint(s), Procs: 1 + r.IntN(8), Speed: one(r, speeds...), Load: one(r, loads...)})
	}
	c.Grid.MultiSite = grid.MultiSite{Overhead: one(r, 0, 0.1, 0.5, 2), Spread: one(r, "", "uniform", "normal"), Reading: one(r, "", "home", "slowest")}
	c.Grid.Seed = r.Uint64()
	submit, homes := int64(0), []int32{}
	for i := range r.IntN(18) {
		submit += one(r, int64(0), 0, 0, 1, 2, 5)
		home := r.Int32N(int32(len(c.Grid.Sites)))
		run := r.Int64N(13)
		homes = append(homes, home)
		c.Jobs = append(c.Jobs, job.Job{ID: int64(i + 1), Submit: submit, Run: run,
			Estimate: one(r, max(1, run), run+1+r.Int64N(9), 1+r.Int64N(12)), Procs: 1 + r.Int32N(int32(c.Grid.Sites[home].Procs))})
	}
	c.Natures = c.Grid.Natures(c.Jobs, homes)
	return c
}

// drawOptions draws what a Scheduler may do.
func drawOptions(r *rand.Rand) grid.Options {
	return grid.Options{
		Scope: one(r, "", "", "", "", "grid", "home"),
		Queue: one(r, "", "fcfs", "list"),
		Site:  one(r, "", "fastest", "best-fit", "most-power", "most-free", "random", "home"),
		Split: one(r, "", "larger", "faster", "adaptive"),
		Mold:  r.IntN(2) == 0,
		Power: one(r, 0, 0.07, 0.1, 0.3, 0.5, 0.7, 1),
		Take:  one(r, "", "asked", "power"),
		First: one(r, "", "mold", "split"),
	}
}

// show tells all of a trial, to be read in a failure.
func show(c *trial, o any) string {
	text, _ := json.Marshal(map[string]any{"options": o, "trial": c})
	return string(text)
}

// checkReferee is the law: the schedule is legal, it follows the rules at every
// second, and it is the one that the oracle works out.
func checkReferee(t *testing.T, c *trial, o grid.Options) {
	t.Helper()
	if err := o.Validate(); err != nil {
		t.Fatal(err)
	}
	g, r := c.referee(), rules(o)
	placed := c.play(t, grid.NewScheduler(o))
	if err := verify.Err(verify.FollowsGrid(g, r, placed)); err != nil {
		t.Fatalf("%v\n%s", err, show(c, o))
	}
	if o.Site == "random" { // the oracle does not know what is drawn
		return
	}
	want, err := verify.ExpectGrid(g, r)
	if err != nil {
		t.Fatalf("%v\n%s", err, show(c, o))
	}
	if diff := cmp.Diff(want, placed, cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("the oracle (-), the scheduler (+)\n%s%s", diff, show(c, o))
	}
}

func TestTheRefereeAndTheSchedulerAgree(t *testing.T) {
	const trials = 6000
	kinds := map[string]int{}
	for seed := range uint64(trials) {
		r := rand.New(rand.NewPCG(seed, 2009))
		c, o := draw(r), drawOptions(r)
		checkReferee(t, c, o)
		for i, at := range c.play(t, grid.NewScheduler(o)) {
			switch {
			case len(at.Parts) > 1:
				kinds["split "+o.Split]++
			case at.Parts[0].Procs < int(c.Jobs[i].Procs):
				kinds["molded"+o.Take]++
			case at.Parts[0].Site != int(c.Natures[i].Home):
				kinds["away "+o.Site]++
			}
		}
	}
	for _, kind := range []string{"split larger", "split faster", "split adaptive", "molded", "moldedasked", "moldedpower",
		"away fastest", "away best-fit", "away most-power", "away most-free", "away random", "away home"} {
		if kinds[kind] < 100 {
			t.Errorf("%d jobs were %s, expected at least 100", kinds[kind], kind)
		}
	}
}

func FuzzTheRefereeAndTheSchedulerAgree(f *testing.F) {
	for seed := range uint64(8) {
		f.Add(seed, seed)
	}
	f.Fuzz(func(t *testing.T, workload, options uint64) {
		checkReferee(t, draw(rand.New(rand.NewPCG(workload, 1))), drawOptions(rand.New(rand.NewPCG(options, 2))))
	})
}

// Each law of the referee is seen to bite: with the options of another scheduler
// it accepts a schedule only if that scheduler would have made the same.
func TestTheRefereeTellsSchedulersApart(t *testing.T) {
	apart := 0
	for seed := range uint64(1500) {
		r := rand.New(rand.NewPCG(seed, 7))
		c, o, other := draw(r), drawOptions(r), drawOptions(r)
		if o.Site == "random" || other.Site == "random" {
			continue
		}
		placed := c.play(t, grid.NewScheduler(o))
		same := cmp.Equal(placed, c.play(t, grid.NewScheduler(other)), cmpopts.EquateEmpty())
		if accepted := len(verify.FollowsGrid(c.referee(), rules(other), placed)) == 0; accepted != same {
			t.Fatalf("schedules are equal: %t, the referee accepts it: %t\n%s\nnot %+v", same, accepted, show(c, o), other)
		}
		if !same {
			apart++
		}
	}
	if apart < 300 {
		t.Errorf("%d schedules differed, expected at least 300", apart)
	}
}
