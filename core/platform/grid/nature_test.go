package grid

import (
	"math"
	"reflect"
	"testing"

	"github.com/backfill-lab/backfill/core/policy/policytest"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// numbered returns n jobs that ask for 1, 2, ... processors.
func numbered(n int) (jobs []job.Job, homes []int32) {
	for i := range n {
		jobs = append(jobs, policytest.Job(int64(i+1), 0, 1, 1, i+1))
	}
	return jobs, make([]int32, n)
}

// TestANatureBelongsToTheJob: other sites, other jobs and their order leave it.
func TestANatureBelongsToTheJob(t *testing.T) {
	jobs, homes := numbered(500)
	for _, spread := range []string{"", "uniform", "normal"} {
		g := Grid{Sites: []Site{{Name: "a", Procs: 600}}, MultiSite: MultiSite{Overhead: 2, Spread: spread},
			Speedup: Speedup{Model: "downey", Variance: 3, Spread: "uniform"}, Seed: 7}
		all := g.Natures(jobs, homes)
		other := g
		other.Sites = []Site{{Name: "x", Procs: 5, Speed: 3}, {Name: "y", Procs: 900, Load: 2}}
		other.MultiSite.Reading = "slowest"
		var some []job.Job
		for i := len(jobs) - 1; i >= 0; i -= 3 {
			some = append(some, jobs[i])
		}
		for i, n := range other.Natures(some, homes[:len(some)]) {
			if want := all[some[i].ID-1]; n != want {
				t.Fatalf("%q: job %d is %+v, and among others %+v", spread, some[i].ID, want, n)
			}
		}
		doubled := g
		doubled.MultiSite.Overhead = 4
		for i, n := range doubled.Natures(jobs, homes) {
			if d := (n.Slowdown - 1) - 2*(all[i].Slowdown-1); math.Abs(d) > 1e-12 {
				t.Fatalf("%q: twice the limit makes %v of %v", spread, n.Slowdown, all[i].Slowdown)
			}
		}
		g.Seed = 8
		if again := g.Natures(jobs, homes); reflect.DeepEqual(again, all) {
			t.Errorf("%q: another seed draws the same", spread)
		}
	}
}

// TestSlowdownsAreSpreadAsSaid looks at mean, variance and range, and whether
// the draws of neighbouring jobs are alike.
func TestSlowdownsAreSpreadAsSaid(t *testing.T) {
	const n, p = 20_000, 3.0
	jobs, homes := numbered(n)
	for spread, deviation := range map[string]float64{"uniform": p / math.Sqrt(12),
		"normal": p / 6 * 0.98658} { // normal: without its tails beyond 3 deviations
		g := Grid{Sites: []Site{{Name: "a", Procs: 1}}, MultiSite: MultiSite{Overhead: p, Spread: spread}, Seed: 1}
		mean, variance, serial, last := 0.0, 0.0, 0.0, p/2
		for _, x := range g.Natures(jobs, homes) {
			x := x.Slowdown - 1
			if x < 0 || x > p {
				t.Fatalf("%s: %v is beyond the limit", spread, x)
			}
			mean += x / n
			variance += (x - p/2) * (x - p/2) / n
			serial += (x - p/2) * (last - p/2) / n
			last = x
		}
		if d := math.Abs(mean-p/2) / deviation * math.Sqrt(n); d > 3.9 {
			t.Errorf("%s: mean %v, %.1f standard errors off", spread, mean, d)
		}
		if got := math.Sqrt(variance); math.Abs(got/deviation-1) > 0.02 {
			t.Errorf("%s: deviation %v, not %v", spread, got, deviation)
		}
		if d := math.Abs(serial) / variance * math.Sqrt(n); d > 3.9 {
			t.Errorf("%s: serial correlation of %.1f standard errors", spread, d)
		}
	}
}

func TestSpeedupsNeverFallNorExceedTheProcessors(t *testing.T) {
	jobs, homes := numbered(300)
	for _, s := range []Speedup{{}, {Model: "linear"}, {Model: "amdahl"}, {Model: "amdahl", Serial: 0.2},
		{Model: "amdahl", Serial: 1, Spread: "uniform"},
		{Model: "downey"}, {Model: "downey", Average: 12.5, Variance: 0.5}, {Model: "downey", Average: 1, Variance: 2}, {Model: "downey",
			Average: 40, Variance: 1},
		{Model: "downey", Average: 64, Variance: 4, Spread: "uniform"}, {Model: "downey", Variance: 1e6, Spread: "uniform"}} {
		g := Grid{Sites: []Site{{Name: "a", Procs: 1}}, Speedup: s, Seed: 1}
		if err := g.Validate(); err != nil {
			t.Fatal(err)
		}
		for _, n := range g.Natures(jobs, homes) {
			c := n.Speedup
			if err := c.validate(); err != nil {
				t.Fatal(err)
			}
			if c.At(1) != 1 && math.Abs(c.At(1)-1) > 1e-12 {
				t.Fatalf("%+v: one processor is %v", c, c.At(1))
			}
			for k := int32(1); k < 400; k++ {
				if x, y := c.At(k), c.At(k+1); y < x*(1-1e-12) || x > float64(k)*(1+1e-12) {
					t.Fatalf("%+v: %v on %d processors, %v on one more", c, x, k, y)
				}
			}
			if m := c.At(job.MaxProcs); c.Model == Downey && math.Abs(m-c.Average) > 1e-3*c.Average || c.Model == Amdahl &&
				m > 1/c.Serial*(1+1e-12) {
				t.Fatalf("%+v: %v on all processors there are", c, m)
			}
		}
	}
}

// TestSpeedupsAreThoseOfTheSources: numbers worked out by hand.
func TestSpeedupsAreThoseOfTheSources(t *testing.T) {
	for _, c := range []struct {
		c    Curve
		n    int32
		want float64
	}{
		{Curve{}, 7, 7},
		{Curve{Model: Amdahl, Serial: 0.1}, 10, 10 / 1.9},
		{Curve{Model: Amdahl, Serial: 0.5}, 2, 4.0 / 3},
		{Curve{Model: Downey, Average: 10}, 5, 5},
		{Curve{Model: Downey, Average: 10}, 30, 10},
		{Curve{Model: Downey, Average: 10, Variance: 1}, 10, 100 / 14.5},
		{Curve{Model: Downey, Average: 10, Variance: 1}, 15, 150 / 17.0},
		{Curve{Model: Downey, Average: 10, Variance: 1}, 19, 10},
		{Curve{Model: Downey, Average: 10, Variance: 0.5}, 15, 150 / (4.75 + 11.25)},
		{Curve{Model: Downey, Average: 10, Variance: 2}, 10, 300.0 / 48},
		{Curve{Model: Downey, Average: 10, Variance: 2}, 28, 10},
	} {
		if got := c.c.At(c.n); math.Abs(got-c.want) > 1e-12*c.want {
			t.Errorf("%+v is %v on %d processors, not %v", c.c, got, c.n, c.want)
		}
	}
}

func TestHomesAreByNameThenInTurn(t *testing.T) {
	named := func(queues ...int32) (jobs []job.Job) {
		for i, q := range queues {
			j := policytest.Job(int64(i+1), 0, 1, 1, 1)
			j.Queue = q
			jobs = append(jobs, j)
		}
		return jobs
	}
	key := func(j *job.Job) int32 { return j.Queue }
	jobs := named(3, 0, 1, 2, job.None, 3, 4, job.None, 99)
	names := []string{"short", "long", "wide", "night", "debug"}
	sites := []Site{{Name: "a", From: []string{"long", "no such queue"}}, {Name: "b", From: []string{"short"}}, {Name: "c"}}
	for _, c := range []struct {
		others string
		want   []int32
	}{
		{"", []int32{0, 1, 0, 1, 2, 0, 0, 2, 2}}, // night, wide, unnamed and debug are dealt to a, b, c, a
		{"*", []int32{2, 1, 0, 2, 2, 2, 2, 2, 2}},
	} {
		g := Grid{Sites: sites}
		if c.others != "" {
			g.Sites = append([]Site{}, sites...)
			g.Sites[2].From = []string{c.others}
		}
		if got := g.Homes(jobs, names, key); !reflect.DeepEqual(got, c.want) {
			t.Errorf("with %q: %v, not %v", c.others, got, c.want)
		}
	}
}
