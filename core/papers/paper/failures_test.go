package paper_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/trace/builtin"
)

// oneRun is a paper of a single run.
func oneRun(run paper.Run, cells ...paper.Cell) paper.Catalogue {
	return paper.Catalogue{{
		Key: "one", JobSets: func(paper.Setting) []paper.JobSet {
			return []paper.JobSet{
				{Name: "broken", Make: func(*paper.Loader) (*trace.Workload, error) { return nil, errors.New("no luck") }},
				{Name: "missing", Make: func(l *paper.Loader) (*trace.Workload, error) { return l.JobSet("nowhere") }},
				{Name: "good", Make: func(l *paper.Loader) (*trace.Workload, error) {
					w, err := builtin.Load("")
					if err != nil {
						return nil, err
					}
					return w.Head(100), nil
				}},
			}
		},
		Experiments: func(paper.Setting) []paper.Experiment {
			return []paper.Experiment{{ID: "one/table1", Runs: []paper.Run{run}, Cells: cells}}
		},
	}}
}

func TestWhatFailsIsNamed(t *testing.T) {
	lost := errors.New("lost")
	for want, run := range map[string]paper.Run{
		`one/table1, run r: paper one has no job set "other"`:              paper.Simulate("r", "other", "easy", 1),
		"job set broken of paper one: no luck":                             paper.Simulate("r", "broken", "easy", 1),
		`job set missing of paper one: paper one has no job set "nowhere"`: paper.Simulate("r", "missing", "easy", 1),
		`one/table1 r: unknown policy "hard"`:                              paper.Simulate("r", "good", "hard", 1),
		"one/table1 r: policy recorded: the workload records no waits":     paper.Simulate("r", "good", "recorded", 1),
		"one/table1 r: lost": {Label: "r", JobSet: "good", Task: &paper.Task{Name: "t",
			Do: func(context.Context, *trace.Workload, *paper.Aid, *paper.Summary) error { return lost }}},
		"the log x.swf is needed": {Label: "r", Spec: experiment.Spec{Workload: experiment.Source{File: "x.swf"}, Policies: []string{"easy"}}},
	} {
		one := oneRun(run)
		_, err := one.Evaluate(context.Background(), paper.Options{Scale: paper.Quick})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

// A task sees the job set as the Spec changes it, and reports its progress like
// a simulation; what it keeps is cached like a simulation's.
func TestTasksAreRunsToo(t *testing.T) {
	calls := 0
	one := oneRun(paper.Run{Label: "r", JobSet: "good", Spec: experiment.Spec{Procs: 16, Shrink: 0.5},
		Task: &paper.Task{Name: "t", Params: map[string]int{"n": 3},
			Do: func(_ context.Context, w *trace.Workload, aid *paper.Aid, out *paper.Summary) error {
				calls++
				aid.Progress(1, 2)
				aid.Progress(2, 2)
				_, last := w.Span()
				out.Values["jobs"], out.Values["procs"], out.Values["last"] = float64(w.Len()), float64(w.Procs), float64(last)
				return nil
			}}}, paper.Cell{Row: "jobs", Column: "n", Value: paper.Value("r", "jobs")})
	cache := paper.Memory()
	for range 2 {
		e := evaluate(t, one, paper.Options{Cache: cache})[0]
		w, err := builtin.Load("")
		if err != nil {
			t.Fatal(err)
		}
		w = w.Head(100).Resize(16).ScaleInterarrival(0.5)
		_, last := w.Span()
		r := e.Results
		if float64(e.Numbers[0].Ours) != float64(w.Len()) || r.Value("r", "procs") != 16 || r.Value("r", "last") != float64(last) {
			t.Errorf("values %v: want %d jobs on 16 processors until second %d", e.Runs[0].Summary.Values, w.Len(), last)
		}
		if len(e.Simulated()) != 0 {
			t.Error("a task has no rows")
		}
	}
	if calls != 1 {
		t.Errorf("the task was done %d times, want once", calls)
	}
}

// A run can name a workload itself, like any experiment.
func TestARunCanBringItsOwnWorkload(t *testing.T) {
	one := oneRun(paper.Run{Label: "r", Spec: experiment.Spec{Policies: []string{"easy"}}},
		paper.Cell{Row: "jobs", Column: "n", Value: paper.Metric("r", "jobs_ended")})
	e := evaluate(t, one, paper.Options{})[0]
	if e.Numbers[0].Ours != 5000 || len(e.Origins) != 1 || e.Origins[0].JobSet != builtin.Default {
		t.Errorf("%v jobs of %+v", e.Numbers[0].Ours, e.Origins)
	}
}

// What a paper asks for and does not have is the paper's bug.
func TestAskingForWhatThereIsNotPanics(t *testing.T) {
	run := paper.Simulate("r", "good", "easy", 1)
	for what, value := range map[string]func(*paper.Results) float64{
		"run": paper.Metric("s", "art_s"), "metric": paper.Metric("r", "art"), "value": paper.Value("r", "art_s"),
		"series": func(r *paper.Results) float64 { return r.Series("r", "widths")[0] },
	} {
		one := oneRun(run, paper.Cell{Row: "a", Column: "b", Value: value})
		func() {
			defer func() {
				if p, ok := recover().(string); !ok || !strings.Contains(p, what) {
					t.Errorf("asking for a %s there is not: panic %q", what, p)
				}
			}()
			one.Evaluate(context.Background(), paper.Options{Scale: paper.Quick})
		}()
	}
}

func TestSharesOfNothing(t *testing.T) {
	one := oneRun(paper.Simulate("r", "good", "easy", 1),
		paper.Cell{Row: "half", Column: "", Value: paper.Share(func(*paper.Results) float64 { return 1 },
			func(*paper.Results) float64 { return 2 })},
		paper.Cell{Row: "none", Column: "", Value: paper.Share(func(*paper.Results) float64 { return 1 },
			func(*paper.Results) float64 { return 0 })})
	c := evaluate(t, one, paper.Options{})[0].Numbers
	if c[0].Ours != 50 || c[1].Ours == c[1].Ours {
		t.Errorf("shares %v and %v, want 50 and NaN", c[0].Ours, c[1].Ours)
	}
}
