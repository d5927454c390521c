package grid_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/slow"
	"github.com/backfill-lab/backfill/core/platform/grid"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/verify"
	referee "github.com/backfill-lab/backfill/core/verify/grid"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// A trial is one small grid with its jobs.
type trial struct {
	Grid    grid.Grid
	Jobs    []job.Job
	Natures []grid.Nature
	Overrun sim.Overrun
}

func (c *trial) config() grid.Config {
	return grid.Config{Grid: &c.Grid, Jobs: c.Jobs, Natures: c.Natures, Overrun: c.Overrun}
}

// play runs the trial and returns its schedule in the referee's own words.
func (c *trial) play(tb testing.TB, policy string) []referee.Placement {
	_, placed := c.told(tb, policy)
	return placed
}

// told runs the trial and returns it and its schedule in the referee's own words.
func (c *trial) told(tb testing.TB, policy string) (referee.Problem, []referee.Placement) {
	tb.Helper()
	p, err := grid.All.Parse(policy)
	if err != nil {
		tb.Fatal(err)
	}
	e, err := grid.New(c.config(), p)
	if err == nil {
		err = e.Run(context.Background(), nil)
	}
	if err != nil {
		tb.Fatal(err)
	}
	return grid.Retold(c.config(), e.Schedule())
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
		c.Grid.Sites = append(c.Grid.Sites, grid.Site{Name: fmt.Sprint(s), Procs: 1 + r.IntN(8),
			Speed: one(r, speeds...), Load: one(r, loads...)})
	}
	c.Grid.MultiSite = grid.MultiSite{Overhead: one(r, 0, 0.1, 0.5, 2), Spread: one(r, "", "uniform", "normal"),
		Reading: one(r, "", "home", "slowest")}
	c.Grid.Speedup = one(r, grid.Speedup{}, grid.Speedup{}, grid.Speedup{Model: "amdahl", Serial: one(r, 0, 0.1, 1)},
		grid.Speedup{Model: "downey", Average: one(r, 0, 1, 2.5, 6), Variance: one(r, 0, 0.5, 1, 3)})
	c.Grid.Speedup.Spread = one(r, "", "uniform")
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

// drawPolicy draws what a scheduler may do, by its name. Orders whose keys have
// roots or logarithms are left out: the referee works them out otherwise to the last bit.
func drawPolicy(r *rand.Rand) string {
	base := one(r, "grid-independent", "grid-sharing", "grid-multisite", "grid-multisite", "grid-moldable", "grid-moldable",
		"grid-combined", "grid-combined", "grid-plan", "grid-plan")
	var options []string
	maybe := func(name string, values ...string) {
		if r.IntN(2) == 0 {
			options = append(options, name+"="+one(r, values...))
		}
	}
	if base == "grid-plan" {
		maybe("split", "none", "faster")
		maybe("mold", "none", "halving")
	} else {
		maybe("queue", "fcfs", "list")
	}
	maybe("order", "submission", "sjf", "ljf", "saf", "laf", "narrow", "wide", "lxf", "wfp3")
	if base != "grid-independent" && base != "grid-plan" {
		maybe("site", "fastest", "best-fit", "most-power", "most-free", "random", "home")
	}
	if base == "grid-multisite" || base == "grid-combined" {
		maybe("split", "larger", "faster", "adaptive", "adaptive")
		maybe("count", "queue", "list", "each")
		maybe("tie", "faster", "larger")
	}
	if base == "grid-moldable" || base == "grid-combined" {
		maybe("power", "0", "0.07", "0.1", "0.3", "0.7", "1")
		maybe("take", "asked", "power")
	}
	if base == "grid-combined" {
		maybe("first", "mold", "split")
	}
	if base == "grid-multisite" || base == "grid-combined" {
		maybe("single", "site", "most-free", "best-fit")
	}
	if len(options) == 0 {
		return base
	}
	return base + ":" + strings.Join(options, ",")
}

// show tells all of a trial, to be read in a failure.
func show(c *trial, policy string) string {
	text, _ := json.Marshal(c)
	return policy + " on " + string(text)
}

// firstOf returns the first submission, 0 without jobs.
func firstOf(jobs []job.Job) int64 {
	if len(jobs) == 0 {
		return 0
	}
	return jobs[0].Submit
}

// checkReferee is the law: the schedule is legal, it follows the rules at every
// second, and it is the one that the oracle works out.
func checkReferee(t *testing.T, c *trial, policy string) []referee.Placement {
	t.Helper()
	g, placed := c.told(t, policy)
	r, err := referee.Parse(policy, firstOf(c.Jobs))
	if err != nil {
		t.Fatal(err)
	}
	if err := verify.Err(referee.Follows(g, r, placed)); err != nil {
		t.Fatalf("%v\n%s", err, show(c, policy))
	}
	if r.Site == "random" { // the oracle does not know what is drawn
		return placed
	}
	want, err := referee.Expect(g, r)
	if err != nil {
		t.Fatalf("%v\n%s", err, show(c, policy))
	}
	if reflect.DeepEqual(want, placed) {
		return placed // cmp takes as long as all else
	}
	if diff := cmp.Diff(want, placed, cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("the oracle (-), the scheduler (+)\n%s%s", diff, show(c, policy))
	}
	return placed
}

func TestTheRefereeAndTheSchedulerAgree(t *testing.T) {
	slow.Law(t)
	const trials = 6000
	kinds := map[string]int{}
	for seed := range uint64(trials) {
		r := rand.New(rand.NewPCG(seed, 2009))
		c, policy := draw(r), drawPolicy(r)
		name, options, _ := strings.Cut(policy, ":")
		for i, at := range checkReferee(t, c, policy) {
			what := ""
			switch {
			case len(at.Parts) > 1:
				what = "split"
			case at.Parts[0].Procs < int(c.Jobs[i].Procs):
				what = "molded " + c.Grid.Speedup.Model
			case at.Parts[0].Site != int(c.Natures[i].Home):
				what = "away"
			default:
				continue
			}
			kinds[what+" "+name]++
			for option := range strings.SplitSeq(options, ",") {
				kinds[what+" "+option]++
			}
		}
	}
	// What the trials are good for: in this many jobs the option was at work.
	for _, kind := range []string{
		"away grid-sharing", "away queue=list", "away order=sjf", "away order=wfp3", "away site=best-fit", "away site=most-power",
		"away site=most-free", "away site=random", "away site=home", "away single=most-free", "away single=best-fit",
		"split grid-multisite", "split grid-combined", "split split=larger", "split split=faster", "split split=adaptive",
		"split count=list", "split count=each", "split tie=larger", "split first=split", "split queue=list",
		"molded  grid-moldable", "molded amdahl grid-moldable", "molded downey grid-moldable", "molded  grid-combined",
		"molded  power=0", "molded  power=0.3", "molded  power=1", "molded  take=power", "molded  first=split",
		"away grid-plan", "molded  mold=halving", "split grid-plan",
	} {
		if kinds[kind] < 20 {
			t.Errorf("%q: %d jobs, expected at least 20", kind, kinds[kind])
		}
	}
}

func FuzzTheRefereeAndTheSchedulerAgree(f *testing.F) {
	for seed := range uint64(8) {
		f.Add(seed, seed)
	}
	f.Fuzz(func(t *testing.T, workload, options uint64) {
		checkReferee(t, draw(rand.New(rand.NewPCG(workload, 1))), drawPolicy(rand.New(rand.NewPCG(options, 2))))
	})
}

// With the options of another scheduler the referee accepts a schedule only if
// that scheduler makes the same.
func TestTheRefereeTellsSchedulersApart(t *testing.T) {
	slow.AsWebAssembly(t)
	apart := 0
	for seed := range uint64(1500) {
		r := rand.New(rand.NewPCG(seed, 7))
		c, policy, other := draw(r), drawPolicy(r), drawPolicy(r)
		rules, err := referee.Parse(other, firstOf(c.Jobs))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(policy+other, "random") {
			continue
		}
		g, placed := c.told(t, policy)
		same := fmt.Sprint(placed) == fmt.Sprint(c.play(t, other))
		if accepted := len(referee.Follows(g, rules, placed)) == 0; accepted != same {
			t.Fatalf("schedules are equal: %t, the referee accepts it: %t\n%s\nnot %s", same, accepted, show(c, policy), other)
		}
		if !same {
			apart++
		}
	}
	if apart < 300 {
		t.Errorf("%d schedules differed, expected at least 300", apart)
	}
}
