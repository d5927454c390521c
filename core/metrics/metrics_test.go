package metrics

import (
	"math"
	"regexp"
	"testing"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// byHand is a schedule of four jobs on four processors, drawn by hand:
//
//	seconds   0    5    10   15   20   25   30   35   40
//	job 1     ==========                                   2 processors, user 0
//	job 2     ==========                                   1 processor, user 0
//	job 3     ----------====================               4 processors, user 1
//	job 4          -------------------------=====|         2 processors, user 1, killed
//
// Job 1 is submitted at 0 and runs on [0, 10), job 2 likewise, job 3 is
// submitted at 0 and runs on [10, 30), job 4 is submitted at 5 and runs on
// [30, 35) before it is cut.
func byHand() Input {
	return Input{
		Procs: 4,
		Jobs: []job.Job{
			{ID: 1, Submit: 0, Run: 10, Estimate: 10, Procs: 2, User: 0},
			{ID: 2, Submit: 0, Run: 10, Estimate: 20, Procs: 1, User: 0},
			{ID: 3, Submit: 0, Run: 20, Estimate: 20, Procs: 4, User: 1},
			{ID: 4, Submit: 5, Run: 9, Estimate: 5, Procs: 2, User: 1},
		},
		Placed: []job.Placement{{Start: 0, End: 10}, {Start: 0, End: 10}, {Start: 10, End: 30}, {Start: 30, End: 35, Killed: true}},
	}
}

// The values of byHand, worked out on paper. Waits are 0, 0, 10, 25; responses
// 10, 10, 30, 30; runs 10, 10, 20, 5; areas 20, 10, 80, 10 (120 in all); widths 2,
// 1, 4, 2 (9 in all). Bounded slowdowns: with 10 s 1, 1, 1.5, 3; with 60 s and
// 300 s all 1; with 1 s 1, 1, 1.5, 6.
var byHandValues = map[string]float64{
	"jobs_ended":       4,
	"killed_share":     1. / 4,
	"makespan_s":       35,
	"throughput_per_h": 4 * 3600. / 35,
	"util":             120. / (4 * 35),
	"util_started":     120. / (4 * 35),
	// On [0, 10) one processor is idle while job 3 asks for four (and, from 5 on,
	// job 4 for two): 10. On [10, 30) nothing is idle. Then nothing waits.
	"loc":            10. / (4 * 35),
	"underutil":      10. / 120,
	"wait_mean_s":    35. / 4,
	"wait_p50_s":     0, // second of four
	"wait_p95_s":     25,
	"wait_p99_s":     25,
	"wait_max_s":     25,
	"art_s":          80. / 4,
	"artww_s":        (2*10 + 1*10 + 4*30 + 2*30) / 9.,
	"awrt_s":         (20*10 + 10*10 + 80*30 + 10*30) / 120.,
	"sld_mean":       (1 + 1 + 1.5 + 6) / 4,
	"sld_max":        6,
	"bsld_mean":      (1 + 1 + 1.5 + 3) / 4,
	"bsld_p50":       1,
	"bsld_p95":       3,
	"bsld_p99":       3,
	"bsld_max":       3,
	"sldww_60":       1,
	"sldww_300":      1,
	"sldwa":          (20*1 + 10*1 + 80*1.5 + 10*6) / 120.,
	"fairness_users": (1 + 2.25) * (1 + 2.25) / (2 * (1 + 2.25*2.25)), // users' means 1 and (1.5+3)/2
}

// same compares floats that were computed in two ways.
func same(a, b float64) bool {
	return a == b || math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) <= 1e-12*max(math.Abs(a), math.Abs(b))
}

func expect(t *testing.T, in Input, want map[string]float64) {
	t.Helper()
	for i, v := range Compute(in)[:len(All)] {
		w, ok := want[All[i].Name]
		if !ok {
			t.Errorf("%s = %v: no value was worked out by hand", All[i].Name, v)
		} else if !same(v, w) {
			t.Errorf("%s = %v, worked out by hand %v", All[i].Name, v, w)
		}
	}
	if len(want) != len(All) {
		t.Errorf("%d values worked out by hand for %d metrics", len(want), len(All))
	}
}

func TestByHand(t *testing.T) { expect(t, byHand(), byHandValues) }

func TestSlowdownBoundsByHand(t *testing.T) {
	// Two serial jobs of 30 s and 400 s; the first waits 90 s, the second 800 s.
	in := Input{Procs: 2, Jobs: []job.Job{
		{ID: 1, Run: 30, Estimate: 30, Procs: 1, User: job.None},
		{ID: 2, Run: 400, Estimate: 400, Procs: 2, User: job.None},
	}, Placed: []job.Placement{{Start: 90, End: 120}, {Start: 800, End: 1200}}}
	for name, want := range map[string]float64{
		"sld_mean":       (4 + 3) / 2.,
		"bsld_mean":      (4 + 3) / 2.,
		"sldww_60":       (1*2. + 2*3) / 3,                    // 120/60 and 1200/400
		"sldww_300":      (1*1. + 2*3) / 3,                    // 300/300 and 1200/400
		"sldwa":          (1*120 + 2*1200) / (1*30 + 2*400.0), // the run times cancel
		"util":           830. / 2400,
		"util_started":   830. / (2 * (1200 - 90)),
		"loc":            (90*2. + 30*1 + 680*2) / 2400, // both idle until 90, one until 120, both until 800
		"fairness_users": math.NaN(),
	} {
		if got := Compute(in)[Index(name)]; !same(got, want) {
			t.Errorf("%s = %v, worked out by hand %v", name, got, want)
		}
	}
}

func TestNoValueIsNaN(t *testing.T) {
	zero := []job.Job{{ID: 1, Submit: 7, Run: 0, Estimate: 1, Procs: 3, User: 4}}
	for _, c := range []struct {
		name string
		in   Input
		want map[string]float64 // NaN for the others
	}{
		{"no jobs", Input{Procs: 4}, map[string]float64{"jobs_ended": 0}},
		{"no job has ended", Input{Procs: 4, Jobs: zero, Placed: []job.Placement{{Start: 7, End: job.None}}},
			map[string]float64{"jobs_ended": 0}},
		{"one job of no length", Input{Procs: 4, Jobs: zero, Placed: []job.Placement{{Start: 7, End: 7}}}, map[string]float64{
			"jobs_ended": 1, "killed_share": 0, "makespan_s": 0,
			"wait_mean_s": 0, "wait_p50_s": 0, "wait_p95_s": 0, "wait_p99_s": 0, "wait_max_s": 0, "art_s": 0, "artww_s": 0,
			"sld_mean": 1, "sld_max": 1, "bsld_mean": 1, "bsld_p50": 1, "bsld_p95": 1, "bsld_p99": 1, "bsld_max": 1,
			"sldww_60": 1, "sldww_300": 1, "fairness_users": 1,
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for i, v := range Compute(c.in)[:len(All)] {
				w, ok := c.want[All[i].Name]
				if !ok {
					w = math.NaN()
				}
				if !same(v, w) {
					t.Errorf("%s = %v, expected %v", All[i].Name, v, w)
				}
			}
		})
	}
}

func TestAllIsWellFormed(t *testing.T) {
	name := regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)
	seconds := regexp.MustCompile(`_s$`)
	seen := map[string]bool{}
	for i, m := range All {
		if !name.MatchString(m.Name) || seen[m.Name] {
			t.Errorf("metric %d is named %q: names are snake_case and unique", i, m.Name)
		}
		seen[m.Name] = true
		if m.Title == "" || m.Unit == "" || m.Formula == "" || m.Source == "" {
			t.Errorf("%s lacks a title, unit, formula or source: %+v", m.Name, m)
		}
		if (m.Unit == "s") != seconds.MatchString(m.Name) {
			t.Errorf("%s is in %q: names of metrics in seconds, and of no others, end in _s", m.Name, m.Unit)
		}
		if Index(m.Name) != i {
			t.Errorf("Index(%q) = %d, expected %d", m.Name, Index(m.Name), i)
		}
	}
	if i := Index("no_such_metric"); i != -1 {
		t.Errorf("Index of an unknown name is %d, expected -1", i)
	}
}

func TestPlacedMustBeParallel(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("Compute took 4 jobs and 3 placements")
		}
	}()
	in := byHand()
	in.Placed = in.Placed[:3]
	Compute(in)
}
