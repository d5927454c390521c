package grid

import (
	"context"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/platform/internal/stories"
	"github.com/backfill-lab/backfill/core/policy/policytest"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// old has four processors, new three of twice the speed; jobs 1 to 4 are at home on old, 5 on new.
var twoSites = Grid{Sites: []Site{{Name: "old", Procs: 4}, {Name: "new", Procs: 3, Speed: 2}}}

var gridJobs = []job.Job{
	policytest.Job(1, 0, 20, 20, 3),
	policytest.Job(2, 1, 10, 10, 4),
	policytest.Job(3, 2, 8, 8, 1),
	policytest.Job(4, 3, 4, 4, 2),
	policytest.Job(5, 4, 6, 6, 3),
}

// onGrid plays jobs on a grid and asks about one.
func onGrid(t *testing.T, cfg Config, policy string, id int64) (platform.Answer, *Schedule) {
	t.Helper()
	p, err := All.Parse(policy)
	if err != nil {
		t.Fatal(err)
	}
	q := &question{Job: id, Grid: cfg.Grid}
	cfg.Observers = []Observer{q.observe(p)}
	e, err := New(cfg, p)
	if err == nil {
		err = e.Run(context.Background(), nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	a, err := q.Answer()
	if err != nil || !q.Answered() {
		t.Fatal(err)
	}
	a.Name(func(j int64) string { return strconv.FormatInt(j, 10) })
	return a, e.Schedule()
}

func TestStoriesWaits(t *testing.T) {
	homes := []int32{0, 0, 0, 0, 1}
	for _, c := range []struct {
		policy string
		job    int64
		want   string
	}{
		{"grid-independent", 2, `
1-20 too few processors free: it needs 4 processors on its home site; old has 1 free; it is the head of that site's queue
Job 2 waited 19 s: too few processors free; it started on site old when job 1 ended.`},
		{"grid-independent", 3, `
2-20 behind the head of the queue: it needs 1 processor on its home site; old has 1 free;
	before it in that site's queue stands job 2, which needs 4 processors
20-30 too few processors free: it needs 1 processor on its home site; old has 0 free; it is the head of that site's queue
Job 3 waited 28 s: behind the head of the queue (64 %), too few processors free (36 %);
	it started on site old when job 2 ended.`},
		{"grid-sharing", 2, "Job 2 started at once on site old."}, // job 1 is on new, the faster site
		{"grid-sharing", 5, `
4-10 too few processors free: it needs 3 processors on one site; old has 0 free, new 0;
	before it stand 2 jobs, first job 3, which needs 1 processor
10-11 too few processors free: it needs 3 processors on one site; old has 0 free, new 0; it is the head of the queue
Job 5 waited 7 s: too few processors free; it started on site old when job 2 ended.`},
		{"grid-sharing:queue=list", 5, `
4-11 too few processors free: it needs 3 processors on one site; old has 0 free, new 0; before it stand 0 to 2 jobs
Job 5 waited 7 s: too few processors free; it started on site old when job 2 ended.`},
		{"grid-plan", 5, `
4-11 too few processors free: it needs 3 processors on one site; old has 0 free, new 0; before it stand 0 to 2 jobs;
	it should end soonest on site new, from 14 on, when job 3 is expected to end
11-14 planned for later: it needs 3 processors on one site; old has 4 free, new 0 to 2;
	it should end soonest on site new, from 14 on, when job 3 is expected to end
Job 5 waited 10 s: too few processors free (70 %), planned for later (30 %);
	it started on site new when job 3 ended.`},
	} {
		a, _ := onGrid(t, Config{Grid: &twoSites, Jobs: gridJobs, Natures: twoSites.Natures(gridJobs, homes)}, c.policy, c.job)
		if got := stories.Told(&a); got != stories.Unfold(c.want) {
			t.Errorf("%s, job %d:\n%s\nnot\n%s", c.policy, c.job, got, stories.Unfold(c.want))
		}
	}
}

// A job as wide as the old site while both are in use: it is split, or starts on fewer processors.
func TestStoriesOfSplitAndMoldedJobs(t *testing.T) {
	jobs := []job.Job{policytest.Job(1, 0, 20, 20, 3), policytest.Job(2, 0, 30, 30, 2), policytest.Job(3, 1, 10, 10, 4)}
	homes := []int32{0, 0, 0}
	for _, c := range []struct{ policy, want string }{
		// On new job 1 runs until 10; then it has 3 free, and old 2.
		{"grid-multisite", `
1-10 too few processors free: it needs 4 processors on one site or several; old has 2 free, new 0; it is the head of the queue
Job 3 waited 9 s: too few processors free; it started on 3 processors of site new and 1 of old when job 1 ended.`},
		{"grid-moldable:power=0.6", `
1-10 too few processors free: it needs 4 processors on one site, or fewer with a computing power of 2.4;
	old has 2 free, new 0 (power 0); it is the head of the queue
Job 3 waited 9 s: too few processors free; it started on 3 processors of site new when job 1 ended.`},
		{"grid-moldable", "Job 3 started at once on 2 processors of site old."},
		{"grid-plan:split=faster", "Job 3 started at once on site old."}, // job 2 is planned on new, where it ends sooner
	} {
		a, _ := onGrid(t, Config{Grid: &twoSites, Jobs: jobs, Natures: twoSites.Natures(jobs, homes)}, c.policy, 3)
		if got := stories.Told(&a); got != stories.Unfold(c.want) {
			t.Errorf("%s:\n%s\nnot\n%s", c.policy, got, stories.Unfold(c.want))
		}
	}
}

// Of many sites those with the most free processors are told.
func TestManySitesAreTold(t *testing.T) {
	g := &Wait{Planned: -1, Head: -1}
	for i := range 9 {
		g.Sites = append(g.Sites, SiteFree{string(rune('a' + i)), 0, i % 5, 1})
	}
	if got, want := g.free(false), "e has 0 to 4 free, d 0 to 3, i 0 to 3, c 0 to 2, h 0 to 2, the other 4 have no more"; got != want {
		t.Errorf("%s, not %s", got, want)
	}
}

var gridPolicies = []string{
	"grid-independent", "grid-independent:queue=list,order=sjf", "grid-sharing", "grid-sharing:site=random,queue=list", "grid-multisite",
	"grid-multisite:queue=list,order=wfp3", "grid-moldable", "grid-moldable:power=1,queue=list", "grid-combined:first=split", "grid-plan",
	"grid-plan:split=faster,order=lxf", "grid-plan:mold=halving",
}

// The spans of an answer cover the wait without a gap, their reasons are true, and whatever made room ended
// when the job started.
func TestEveryWaitOnAGridIsCovered(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for range 60 {
		c := policytest.Random(r, 25)
		g := Grid{Seed: r.Uint64(), MultiSite: MultiSite{Overhead: 0.5}}
		for k := range 1 + r.IntN(3) {
			g.Sites = append(g.Sites, Site{Name: string(rune('a' + k)), Procs: c.Procs, Speed: float64(1 + r.IntN(3))})
		}
		homes := make([]int32, len(c.Jobs))
		for i := range homes {
			homes[i] = r.Int32N(int32(len(g.Sites)))
		}
		cfg := Config{Grid: &g, Jobs: c.Jobs, Natures: g.Natures(c.Jobs, homes), Overrun: c.Overrun}
		for _, name := range gridPolicies {
			i := r.IntN(len(c.Jobs))
			a, s := onGrid(t, cfg, name, c.Jobs[i].ID)
			if a.Start != float64(s.Placed[i].Start) {
				t.Fatalf("%s: job %d starts at %v in the answer, at %d in the run", name, a.Job, a.Start, s.Placed[i].Start)
			}
			stories.Covered(t, name, &a)
			for k := range a.Spans {
				checkSites(t, name, &a, a.Spans[k].Detail.(*Wait), a.Spans[k].Cause)
			}
			for _, j := range a.Room {
				if end := s.Placed[stories.Index(c.Jobs, j)].End; float64(end) != a.Start || len(a.Spans) == 0 {
					t.Fatalf("%s: job %d ended at %d and made room for job %d at %v", name, j, end, a.Job, a.Start)
				}
			}
		}
	}
}

// checkSites holds a span's cause against the free processors that it tells.
func checkSites(t *testing.T, name string, a *platform.Answer, g *Wait, cause sim.Cause) {
	least, most, sum := 0, 0, 0
	for _, s := range g.Sites {
		least, most, sum = max(least, s.Min), max(most, s.Max), sum+s.Max
	}
	enough := most >= a.Procs || g.Split && sum >= a.Procs || g.Mold && most > 0
	if cause == sim.TooFew && (least >= a.Procs) || cause != sim.TooFew && !enough || cause == sim.BehindHead && g.Head < 0 {
		t.Fatalf("%s: job %d of %d processors, %s: %+v", name, a.Job, a.Procs, cause, g)
	}
}
