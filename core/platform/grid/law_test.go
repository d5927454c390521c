package grid_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/slow"
	"github.com/backfill-lab/backfill/core/platform/grid"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/policy/plan"
	"github.com/backfill-lab/backfill/core/policy/policytest"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/verify"
	referee "github.com/backfill-lab/backfill/core/verify/grid"
)

// single is the trial of one site of speed 1 that a case of one machine is.
func single(c policytest.Case) *trial {
	t := &trial{Jobs: c.Jobs, Overrun: c.Overrun, Grid: grid.Grid{Sites: []grid.Site{{Name: "a", Procs: c.Procs}}}}
	t.Natures = t.Grid.Natures(c.Jobs, make([]int32, len(c.Jobs)))
	return t
}

// TestOneSiteIsOneMachine holds every discipline and order against core/policy
// and core/policy/plan on core/sim.
func TestOneSiteIsOneMachine(t *testing.T) {
	slow.AsWebAssembly(t)
	r := rand.New(rand.NewPCG(1, 1))
	for n := range 150 {
		c := policytest.Random(r, 40)
		for _, o := range policy.Orders {
			name := o.Name
			if name == "" {
				name = "submission"
			}
			for policy, same := range map[string]sim.Policy{
				"grid-independent:order=" + name:            policy.NewFCFS(o),
				"grid-independent:queue=list,order=" + name: policy.NewList(o),
				"grid-sharing:order=" + name:                policy.NewFCFS(o),
				"grid-sharing:queue=list,order=" + name:     policy.NewList(o),
				"grid-multisite:queue=list,order=" + name:   policy.NewList(o), // nothing to split over
				"grid-plan:order=" + name:                   plan.New(o),
				"grid-plan:split=faster,order=" + name:      plan.New(o),
				"grid-sharing:since=log,order=" + name:      policy.NewFCFS(o.Counting("log")),
				"grid-plan:since=log,order=" + name:         plan.New(o.Counting("log")),
			} {
				want, err := policytest.Simulate(c, same)
				if err != nil {
					t.Fatal(err)
				}
				for i, p := range single(c).play(t, policy) {
					if p.Placement != want[i] {
						t.Fatalf("case %d, %s: job %d is at %+v, and on one machine at %+v\n%+v", n, policy, i+1, p.Placement, want[i], c)
					}
				}
			}
		}
	}
}

// policies is one policy of every kind.
var policies = []string{
	"grid-independent", "grid-independent:queue=list", "grid-sharing", "grid-sharing:site=best-fit,queue=list",
	"grid-sharing:site=random", "grid-sharing:site=home", "grid-sharing:site=most-power,order=narrow", "grid-multisite",
	"grid-multisite:split=larger,site=most-free", "grid-multisite:split=faster,queue=list",
	"grid-multisite:count=each,tie=larger", "grid-multisite:count=list", "grid-moldable",
	"grid-moldable:power=0,take=power", "grid-moldable:power=1,queue=list", "grid-combined",
	"grid-combined:first=split,order=wide", "grid-plan", "grid-plan:split=faster", "grid-plan:mold=halving",
	"grid-plan:split=faster,mold=halving,order=sjf",
}

func each(t *testing.T, trials int, law func(r *rand.Rand, c *trial, policy string)) {
	for seed := range uint64(trials) {
		for _, policy := range policies {
			r := rand.New(rand.NewPCG(seed, 5))
			law(r, draw(r), policy)
		}
	}
}

// TestSchedulesAreLegal: no site is ever over its capacity, all parts of a job
// are held for just as long as it takes, and no job starts before it is there.
func TestSchedulesAreLegal(t *testing.T) {
	slow.AsWebAssembly(t)
	each(t, 200, func(r *rand.Rand, c *trial, policy string) {
		g, placed := c.told(t, policy)
		g.Mold = strings.Contains(policy, "mold") || strings.Contains(policy, "combined")
		g.Split = strings.Contains(policy, "split=") || strings.Contains(policy, "multisite") || strings.Contains(policy, "combined")
		if err := verify.Err(referee.Check(g, placed)); err != nil {
			t.Fatalf("%v\n%s", err, show(c, policy))
		}
	})
}

// TestWorkIsConserved: with linear speed-up a job does its work, processors times
// seconds of its home's load on processors of speed 1, to the last second,
// whatever it got.
func TestWorkIsConserved(t *testing.T) {
	molded := 0
	each(t, 200, func(r *rand.Rand, c *trial, policy string) {
		c.Grid.Speedup = grid.Speedup{}
		homes := make([]int32, len(c.Jobs))
		for i := range homes {
			homes[i] = c.Natures[i].Home
		}
		c.Natures = c.Grid.Natures(c.Jobs, homes)
		for i, p := range c.play(t, policy) {
			if len(p.Parts) > 1 {
				continue
			}
			j, got := &c.Jobs[i], p.Parts[0]
			if got.Procs != int(j.Procs) {
				molded++
			}
			a := job.Job{Run: j.Run, Estimate: j.Estimate}
			work := float64(a.Length(c.Overrun == sim.Cut)) * float64(j.Procs) * c.Grid.LoadOf(homes[i])
			rate := float64(got.Procs) * c.Grid.SpeedOf(int32(got.Site))
			if seconds := float64(p.End - p.Start); rate*seconds < work*(1-1e-8) || rate*(seconds-1) >= work*(1+1e-8) && work > 0 {
				t.Fatalf("job %d: work of %v in %v s at %v\n%s", j.ID, work, seconds, rate, show(c, policy))
			}
		}
	})
	if molded < 1000 {
		t.Errorf("only %d jobs got fewer or more processors than they asked for", molded)
	}
}

// TestIdenticalSitesAreInterchangeable: with all sites alike their order in the
// grid, and that of the homes with it, changes nothing but names. Policies that
// look at the home site break ties by place and are left out, as is chance.
func TestIdenticalSitesAreInterchangeable(t *testing.T) {
	each(t, 100, func(r *rand.Rand, c *trial, policy string) {
		if strings.Contains(policy, "=home") || strings.Contains(policy, "random") {
			return
		}
		procs := 0
		for i := range c.Grid.Sites {
			c.Grid.Sites[i].Speed, c.Grid.Sites[i].Load = c.Grid.Sites[0].Speed, c.Grid.Sites[0].Load
			procs = max(procs, c.Grid.Sites[i].Procs)
		}
		for i := range c.Grid.Sites {
			c.Grid.Sites[i].Procs = procs
		}
		before := c.play(t, policy)
		to := r.Perm(len(c.Grid.Sites))
		for i := range c.Natures {
			c.Natures[i].Home = int32(to[c.Natures[i].Home])
		}
		for i, p := range c.play(t, policy) {
			if p.Placement != before[i].Placement || len(p.Parts) != len(before[i].Parts) {
				t.Fatalf("job %d is at %+v, and with sites renamed at %+v\n%s", i+1, before[i], p, show(c, policy))
			}
		}
	})
}

// TestTimeAndLaterJobsChangeNothing: all submissions moved by a day move all
// starts by a day; jobs after the end of everything leave what was before.
func TestTimeAndLaterJobsChangeNothing(t *testing.T) {
	each(t, 60, func(r *rand.Rand, c *trial, policy string) {
		before, end := c.play(t, policy), int64(0)
		for i := range before {
			end = max(end, before[i].End)
		}
		jobs, natures := c.Jobs, c.Natures
		c.Jobs, c.Natures = slices.Clone(jobs), slices.Clone(natures)
		c.Jobs = append(c.Jobs, policytest.Job(1000, end+1, 5, 5, 1), policytest.Job(1001, end+1, 5, 5, 1))
		c.Natures = append(c.Natures, grid.Nature{Slowdown: 1}, grid.Nature{Slowdown: 1})
		same(t, c, policy, "jobs after the end", before, c.play(t, policy)[:len(jobs)], 0)
		c.Jobs, c.Natures = slices.Clone(jobs), natures
		for i := range c.Jobs {
			c.Jobs[i].Submit += 86400
		}
		same(t, c, policy, "a day later", before, c.play(t, policy), 86400)
	})
}

func same(t *testing.T, c *trial, policy, law string, before, after []referee.Placement, shift int64) {
	t.Helper()
	for i, p := range after {
		if p.Start != before[i].Start+shift || p.End != before[i].End+shift || !slices.Equal(p.Parts, before[i].Parts) {
			t.Fatalf("%s: job %d is at %+v, and was at %+v\n%s", law, i+1, p, before[i], show(c, policy))
		}
	}
}

// TestStepsTellWhatWasDecided: there is one for every job that starts where there
// was a choice, it names the sites that the schedule has, what it chose was judged
// best, and listening changes nothing.
func TestStepsTellWhatWasDecided(t *testing.T) {
	kinds := map[string]int{}
	each(t, 60, func(r *rand.Rand, c *trial, policy string) {
		quiet := c.play(t, policy)
		p, _ := grid.All.Parse(policy)
		steps := map[int32]sim.Step{}
		p.(grid.Stepper).OnStep(func(s *sim.Step) {
			if _, twice := steps[s.Job.Index]; twice {
				t.Fatalf("%s: two steps for job %d", policy, s.Job.ID)
			}
			copied := *s
			copied.Options = slices.Clone(s.Options)
			steps[s.Job.Index] = copied
		})
		e, err := grid.New(grid.Config{Grid: &c.Grid, Jobs: c.Jobs, Natures: c.Natures, Overrun: c.Overrun}, p)
		if err == nil {
			err = e.Run(context.Background(), nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		for i, at := range e.Schedule().Placed {
			if at.Placement != quiet[i].Placement {
				t.Fatalf("%s: job %d moves when somebody listens", policy, i+1)
			}
			s, ok := steps[int32(i)]
			if independent := strings.HasPrefix(policy, "grid-independent"); ok == independent {
				t.Fatalf("%s: job %d has a step: %t", policy, i+1, ok)
			} else if independent {
				continue
			}
			kinds[s.Kind]++
			var names []string
			for _, q := range e.Schedule().Parts(i) {
				names = append(names, c.Grid.Sites[q.Site].Name)
			}
			procs := e.Schedule().Procs(i)
			kind := "site"
			switch {
			case len(names) > 1:
				kind = "split"
			case procs != int(c.Jobs[i].Procs):
				kind = "mold"
			}
			if s.Time != at.Start || s.After != strings.Join(names, "+") || s.Kind != kind && !(s.Kind == "mold" && kind == "site") ||
				s.Waiting < 1 && !strings.HasPrefix(policy, "grid-plan") {
				t.Fatalf("%s: job %d starts at %d on %v (%s); the step is %+v", policy, i+1, at.Start, names, kind, s)
			}
			judged(t, policy, s)
		}
	})
	for _, kind := range []string{"site", "split", "mold"} {
		if kinds[kind] < 100 {
			t.Errorf("only %d steps of kind %s", kinds[kind], kind)
		}
	}
}

// judged checks that what a step chose is the best of its options.
func judged(t *testing.T, policy string, s sim.Step) {
	t.Helper()
	if s.Kind == "split" && s.Case == "adaptive" {
		if len(s.Options) != 2 || s.Options[0].Name != "larger" || s.Options[1].Name != "faster" {
			t.Fatalf("%s: %+v", policy, s)
		}
		return
	}
	if s.Case == "larger" || s.Case == "faster" {
		return
	}
	sign := 1.0
	if s.Case == "earliest end" {
		sign = -1
	}
	best, chosen := math.Inf(-1), math.Inf(-1)
	for _, o := range s.Options {
		if best = max(best, sign*o.Value); o.Name == s.After {
			chosen = max(chosen, sign*o.Value)
		}
	}
	if chosen < best-1e-9*math.Abs(best) {
		t.Fatalf("%s: %+v chose %v of at most %v", policy, s, chosen, best)
	}
}

// FuzzRun plays any policy that has a name on any grid of three sites.
func FuzzRun(f *testing.F) {
	for _, p := range policies {
		f.Add(p, []byte("0a1b2c3d4e5f6g7h"), uint64(1))
	}
	f.Fuzz(func(t *testing.T, policy string, script []byte, seed uint64) {
		p, err := grid.All.Parse(policy)
		if err != nil {
			return
		}
		r := rand.New(rand.NewPCG(seed, 0))
		c := draw(r)
		c.Jobs = policytest.Parse(script[:min(len(script), 80)]).Jobs
		homes := make([]int32, len(c.Jobs))
		for i := range homes {
			homes[i] = r.Int32N(int32(len(c.Grid.Sites)))
		}
		c.Natures = c.Grid.Natures(c.Jobs, homes)
		e, err := grid.New(grid.Config{Grid: &c.Grid, Jobs: c.Jobs, Natures: c.Natures, Overrun: c.Overrun}, p)
		if err != nil {
			return // some job fits on no site
		}
		if err := e.Run(context.Background(), nil); err != nil {
			t.Fatalf("%v\n%s", err, show(c, policy))
		}
		if err := verify.Err(referee.Check(c.told(t, policy))); err != nil {
			t.Fatalf("%v\n%s", err, show(c, policy))
		}
	})
}

// TestEventsDoNotAllocate: what a run allocates does not grow with its events.
func TestEventsDoNotAllocate(t *testing.T) {
	for _, policy := range policies {
		allocs := func(n int) float64 {
			c := &trial{Grid: grid.Grid{Sites: []grid.Site{{Name: "a", Procs: 4}, {Name: "b", Procs: 8, Speed: 2}, {Name: "c", Procs: 8, Speed: 3}}}}
			r := rand.New(rand.NewPCG(4, 4))
			homes := make([]int32, n)
			for i := range n {
				homes[i] = r.Int32N(3)
				c.Jobs = append(c.Jobs, policytest.Job(int64(i+1), int64(9*i), 1+r.Int64N(40), 20+r.Int64N(40), 1+r.IntN(4)))
			}
			c.Natures = c.Grid.Natures(c.Jobs, homes)
			p, _ := grid.All.Parse(policy)
			return testing.AllocsPerRun(1, func() {
				e, err := grid.New(grid.Config{Grid: &c.Grid, Jobs: c.Jobs, Natures: c.Natures}, p)
				if err == nil {
					err = e.Run(context.Background(), nil)
				}
				if err != nil {
					t.Fatal(err)
				}
			})
		}
		if few, many := allocs(1000), allocs(4000); many > few+60 {
			t.Errorf("%s: %v allocations for 1000 jobs and %v for 4000", policy, few, many)
		}
	}
}
