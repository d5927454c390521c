package grid

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/verify"
)

// twoSites is a legal schedule: job 1 on its home site 0, job 2 on both sites for
// 1.5 x 10/1 = 15 s, job 3 molded to 2 of 4 processors of site 1, of speed 2, and
// cut at its estimate: 2 x 5/2 x 4/2 = 10 s.
func twoSites() (Problem, []Placement) {
	return Problem{Sites: []Site{{Procs: 4}, {Procs: 4, Speed: 2, Load: 2}}, Mold: true, Split: true, Jobs: []Job{
			{Job: job.Job{ID: 1, Submit: 0, Run: 10, Estimate: 20, Procs: 2}, Slowdown: 1},
			{Job: job.Job{ID: 2, Submit: 2, Run: 10, Estimate: 10, Procs: 4}, Slowdown: 1.5},
			{Job: job.Job{ID: 3, Submit: 3, Run: 9, Estimate: 5, Procs: 4}, Slowdown: 1, Home: 1},
		}}, []Placement{
			{job.Placement{Start: 0, End: 10}, []Part{{0, 2}}},
			{job.Placement{Start: 2, End: 17}, []Part{{1, 2}, {0, 2}}},
			{job.Placement{Start: 3, End: 13, Killed: true}, []Part{{1, 2}}},
		}
}

func TestCheckFindsEveryKindOfViolation(t *testing.T) {
	type schedule = []Placement
	for _, c := range []struct {
		name   string
		change func(g *Problem, s schedule) schedule
		want   []string // the violations, without the words
		says   string   // something that the words must contain
	}{
		{"nothing", nil, nil, ""},
		{"a placement is missing", func(_ *Problem, s schedule) schedule { return s[:2] }, []string{"length"}, "3 jobs, found 2"},
		{"a number occurs twice", func(g *Problem, s schedule) schedule { g.Jobs[2].ID = 1; return s }, []string{"twice 1"}, "more than once"},
		{"a job never starts", func(_ *Problem, s schedule) schedule {
			s[1] = Placement{job.Placement{Start: -1, End: -1}, nil}
			return s
		}, []string{"placed 2 @2"}, "never started"},
		{"a job never ends", func(_ *Problem, s schedule) schedule { s[1].End = job.None; return s }, []string{"placed 2 @2"}, "never ended"},
		{"a job starts before its submission", func(_ *Problem, s schedule) schedule { s[1].Start, s[1].End = 1, 16; return s },
			[]string{"submit 2 @1"}, "before its submission at 2"},
		{"a cut is not marked", func(_ *Problem, s schedule) schedule { s[2].Killed = false; return s },
			[]string{"killed 3 @13"}, "expected true"},
		{"a run is marked as cut", func(_ *Problem, s schedule) schedule { s[0].Killed = true; return s },
			[]string{"killed 1 @10"}, "expected false"},
		{"a job holds nothing", func(_ *Problem, s schedule) schedule { s[0].Parts = nil; return s }, []string{"parts 1 @0"}, "no processors"},
		{"a site is not of the grid", func(_ *Problem, s schedule) schedule { s[0].Parts[0].Site = 2; return s },
			[]string{"parts 1 @0"}, "site 2 of a grid of 2"},
		{"a site is below the grid", func(_ *Problem, s schedule) schedule { s[0].Parts[0].Site = -1; return s },
			[]string{"parts 1 @0"}, "site -1"},
		{"a part is empty", func(_ *Problem, s schedule) schedule { s[1].Parts[1].Procs = 0; return s },
			[]string{"parts 2 @2"}, "0 processors of site 0"},
		{"a part is wider than its site", func(_ *Problem, s schedule) schedule { s[1].Parts[1].Procs = 5; return s },
			[]string{"parts 2 @2"}, "5 processors of site 0, which has 4"},
		{"a site is held twice", func(_ *Problem, s schedule) schedule { s[1].Parts[1].Site = 1; return s },
			[]string{"parts 2 @2"}, "two parts of site 1"},
		{"splitting is not allowed", func(g *Problem, s schedule) schedule { g.Split = false; return s },
			[]string{"split 2 @2"}, "expected one site"},
		{"parts are too few", func(_ *Problem, s schedule) schedule { s[1].Parts[1].Procs = 1; return s },
			[]string{"split 2 @2"}, "holds 3 processors of 2 sites together, expected the 4"},
		{"molding is not allowed", func(g *Problem, s schedule) schedule { g.Mold = false; return s },
			[]string{"mold 3 @3"}, "holds 2 processors, expected the 4"},
		{"a job holds more than it asked for", func(_ *Problem, s schedule) schedule { s[0].Parts[0].Procs = 3; return s },
			[]string{"mold 1 @0", "end 1 @10", "capacity 2 @2"}, "holds 3 processors, expected the 2"},
		{"a part is given back before the other", func(_ *Problem, s schedule) schedule { s[1].End = 16; return s },
			[]string{"end 2 @16"}, "expected 15 s on [{1 2} {0 2}]"},
		{"the slowdown is left out", func(g *Problem, s schedule) schedule { g.Jobs[1].Slowdown = 1; return s },
			[]string{"end 2 @17"}, "expected 10 s"},
		{"of the home site, not of the slowest", func(g *Problem, s schedule) schedule { g.Jobs[1].Home, g.Slowest = 1, true; return s },
			[]string{"end 2 @17"}, "expected 30 s"},
		{"work is lost", func(_ *Problem, s schedule) schedule { s[2].End = 8; return s }, []string{"end 3 @8"}, "expected 10 s"},
		{"the load is left out", func(g *Problem, s schedule) schedule { g.Sites[0].Load = 2; return s },
			[]string{"end 1 @10", "end 2 @17"}, "expected 20 s"},
		{"the run is not cut", func(g *Problem, s schedule) schedule { g.Extend = true; return s },
			[]string{"killed 3 @13", "end 3 @13"}, "expected 18 s"},
		{"a site is over capacity", func(_ *Problem, s schedule) schedule { s[0].Parts[0].Site = 1; return s },
			[]string{"end 1 @10", "capacity 3 @3"}, "6 processors of site 1 are held in the seconds from 3 to 10, expected at most 4"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, s := twoSites()
			if c.change != nil {
				s = c.change(&g, s)
			}
			expectViolations(t, Check(g, s), c.want, c.says)
		})
	}
}

func TestLengthIsExact(t *testing.T) {
	for _, c := range []struct {
		speed, load float64
		run         int64
		asked, got  int
		curve       Speedup
		want        int64
	}{
		{1, 1, 0, 4, 4, Speedup{}, 0},
		{0, 0, 7, 4, 4, Speedup{}, 7},
		{3, 1, 10, 4, 4, Speedup{}, 4},    // 3.33
		{3, 1, 9, 4, 4, Speedup{}, 3},     // whole
		{0.3, 0.1, 3, 1, 1, Speedup{}, 1}, // 0.1*3/0.3 is above 1 in float64
		{1e6, 1, 1, 1, 1, Speedup{}, 1},   // never 0
		{1e-6, 1e6, job.MaxSeconds, 1, 1, Speedup{}, job.MaxSeconds},
		{2, 1, 10, 4, 3, Speedup{}, 7}, // 5 x 4/3
		{1, 1, 10, 5, 3, Speedup{}, 17},
		// S(4) = 1/(0.25 + 0.75/4) = 16/7 and S(2) = 8/5: 28 x (16/7)/(8/5) = 40.
		{1, 1, 28, 4, 2, Speedup{Model: "amdahl", Serial: 0.25}, 40},
		{1, 1, 28, 4, 2, Speedup{Model: "amdahl", Serial: 1}, 28},
		{1, 1, 28, 4, 2, Speedup{Model: "amdahl"}, 56},
		// A = 8, sigma = 0.5: S(4) = 32/(8+0.75) and S(2) = 16/(8+0.25): 35 x 2 x 8.25/8.75 = 66.
		{1, 1, 35, 4, 2, Speedup{Model: "downey", Average: 8, Variance: 0.5}, 66},
		// beyond A: S(10) = 80/(0.5 x 7.5 + 7.5) = 64/9, S(8) = 64/(8 + 1.75): 81 x 9.75/9 = 87.75.
		{1, 1, 81, 10, 8, Speedup{Model: "downey", Average: 8, Variance: 0.5}, 88},
		{1, 1, 81, 20, 15, Speedup{Model: "downey", Average: 8, Variance: 0.5}, 81}, // both A
		// sigma = 2: S(n) = 24n/(2(n+7)+8): S(4) = 96/30 = 3.2, S(2) = 48/26: 12 x 3.2 x 26/48 = 20.8.
		{1, 1, 12, 4, 2, Speedup{Model: "downey", Average: 8, Variance: 2}, 21},
		{1, 1, 12, 40, 22, Speedup{Model: "downey", Average: 8, Variance: 2}, 12}, // A from 8 + 16 - 2 on
	} {
		g := Problem{Sites: []Site{{Procs: 100, Speed: c.speed, Load: c.load}}, Jobs: []Job{
			{Job: job.Job{Run: c.run, Estimate: job.MaxSeconds, Procs: int32(c.asked)}, Slowdown: 1, Speedup: c.curve}}}
		if got := g.Length(0, []Part{{0, c.got}}); got != c.want {
			t.Errorf("%+v: %d s", c, got)
		}
	}
}

// bySecond is the oracle of Check: the rules that a schedule breaks, found
// by counting processors second by second.
func bySecond(g Problem, placed []Placement) map[string]bool {
	broken := map[string]bool{}
	held := map[[2]int64]int{}
	for i, at := range placed {
		j := g.Jobs[i]
		if at.Start < 0 || at.End < 0 {
			broken[verify.RulePlaced] = true
			continue
		}
		broken[verify.RuleSubmit] = broken[verify.RuleSubmit] || at.Start < j.Submit
		broken[verify.RuleKilled] = broken[verify.RuleKilled] || at.Killed != (!g.Extend && j.Run > j.Estimate)
		sites, sum := map[int]bool{}, 0
		for _, p := range at.Parts {
			sites[p.Site] = true
			sum += p.Procs
		}
		if len(sites) == 0 || len(sites) != len(at.Parts) {
			broken[RuleParts] = true
			continue
		}
		if len(sites) > 1 {
			broken[RuleSplit] = broken[RuleSplit] || !g.Split || sum != int(j.Procs)
		} else {
			broken[RuleMold] = broken[RuleMold] || sum > int(j.Procs) || sum < int(j.Procs) && !g.Mold
		}
		broken[verify.RuleEnd] = broken[verify.RuleEnd] || at.End != at.Start+g.Length(i, at.Parts)
		for s := at.Start; s < at.End; s++ {
			for _, p := range at.Parts {
				held[[2]int64{int64(p.Site), s}] += p.Procs
			}
		}
	}
	for at, n := range held {
		broken[verify.RuleCapacity] = broken[verify.RuleCapacity] || n > g.Sites[at[0]].Procs
	}
	for rule, is := range broken {
		if !is {
			delete(broken, rule)
		}
	}
	return broken
}

func TestCheckFindsWhatCountingBySecondFinds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, placed, _ := draw(t)
		for range rapid.IntRange(0, 3).Draw(t, "changes") {
			if len(placed) == 0 {
				break
			}
			a := &placed[rapid.IntRange(0, len(placed)-1).Draw(t, "job")]
			b := &placed[rapid.IntRange(0, len(placed)-1).Draw(t, "other job")]
			late := rapid.Int64Range(-12, 12).Draw(t, "seconds")
			switch rapid.IntRange(0, 7).Draw(t, "change") {
			case 0:
				a.Start, a.End = a.Start+late, a.End+late
			case 1:
				a.End += late
			case 2:
				a.Killed = !a.Killed
			case 3:
				*a, *b = *b, *a
			case 4:
				a.Parts = b.Parts
			case 5:
				a.End = job.None
			case 6:
				a.Parts = a.Parts[min(1, len(a.Parts)):]
			case 7:
				g.Mold, g.Split = false, !g.Split
			}
		}
		want, got := bySecond(g, placed), map[string]bool{}
		for _, v := range Check(g, placed) {
			got[v.Rule] = true
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("broken rules %v, counting by second %v", got, want)
		}
	})
}
