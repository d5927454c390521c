package exact

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/trace/builtin"
	"github.com/backfill-lab/backfill/internal/chart"
)

// invented are steps that satisfy all claims that depend on them, as many as there are
// rows.
func invented() map[string]chart.Numbers {
	all := func(v float64) chart.Numbers { return slices.Repeat(chart.Numbers{v}, len(rows())) }
	s := map[string]chart.Numbers{
		jobsRow: all(20), makespan: all(100), bestPolicy: all(1), textScale: all(1), scale: all(5), scaleLow: all(5),
		scaleHigh: all(5), moved: all(100), mean: all(150),
		gap: all(0), inSlots: all(0.999), inSlots + found: all(0.999), toSecond: all(0.99), toSecond + found: all(0.99),
		ends + "fcfs": all(90), ends + "sjf": all(100), ends + "ljf": all(100),
	}
	for i := range rows() {
		s[place] = append(s[place], float64(i))
	}
	s[workSlots] = all(0)
	for i := range s[workSlots] {
		s[workSlots][i] = float64(1 + 9*(i%2))
	}
	s[inSlots][9], s[inSlots+found][9] = 0.89, 0.89
	s[inSlots][10], s[inSlots+found][10] = 1.01, 1.01
	return s
}

// judged returns the verdicts on the claims of table 1 if the printed rows and the
// averages had these steps.
func judged(t *testing.T, steps map[string]chart.Numbers, values paper.Numbers) map[string]paper.Verdict {
	t.Helper()
	task := func(label string, series map[string]chart.Numbers) paper.Run {
		return paper.Run{Label: label, JobSet: "any", Task: &paper.Task{Name: label, Version: 1, Params: nil,
			Do: func(_ context.Context, _ *trace.Workload, _ *paper.Aid, out *paper.Summary) error {
				maps.Copy(out.Series, series)
				maps.Copy(out.Values, values)
				return nil
			}}}
	}
	runs := []paper.Run{task(matchedLabel, steps), task(part(0), steps)}
	return invent(t, paper.Experiment{ID: "invented/table1", Runs: runs, Claims: table1Claims()})
}

// invent returns the verdicts on the claims of an invented experiment, whose runs have the job set any.
func invent(t *testing.T, x paper.Experiment) map[string]paper.Verdict {
	t.Helper()
	p := &paper.Paper{Key: "invented",
		JobSets: func(paper.Setting) []paper.JobSet {
			return []paper.JobSet{{Name: "any", Make: func(*paper.Loader) (*trace.Workload, error) { return builtin.Load("") }}}
		},
		Experiments: func(paper.Setting) []paper.Experiment { return []paper.Experiment{x} }}
	all, err := paper.Catalogue{p}.Evaluate(t.Context(), paper.Options{Scale: paper.Quick})
	if err != nil {
		t.Fatal(err)
	}
	verdicts := map[string]paper.Verdict{}
	for _, c := range all[0].Claims {
		verdicts[c.ID[len(x.ID)+1:]] = c.Verdict
		if c.Note == "" {
			t.Errorf("%s has no note", c.ID)
		}
	}
	return verdicts
}

// Every claim can hold and fail. Where schedules are not proven, it is undecided unless
// all that they leave open gives the same verdict.
func TestClaimsCanHoldFailAndBeUndecided(t *testing.T) {
	type change func(s map[string]chart.Numbers, v paper.Numbers)
	set := func(name string, value float64, steps ...int) change {
		return func(s map[string]chart.Numbers, _ paper.Numbers) {
			for i := range s[name] {
				if len(steps) == 0 || slices.Contains(steps, i) {
					s[name][i] = value
				}
			}
		}
	}
	both := func(name string, value float64, steps ...int) change {
		return func(s map[string]chart.Numbers, v paper.Numbers) {
			set(name, value, steps...)(s, v)
			set(name+found, value, steps...)(s, v)
		}
	}
	open := func(name string, low, high float64, steps ...int) change {
		return func(s map[string]chart.Numbers, v paper.Numbers) {
			set(name, low, steps...)(s, v)
			set(name+found, high, steps...)(s, v)
			set(map[string]string{inSlots: gap, toSecond: gapSecond}[name], 1, steps...)(s, v)
		}
	}
	vars := func(n float64) change { return func(_ map[string]chart.Numbers, v paper.Numbers) { v[variables] = n } }
	steady := set(workSlots, 1)
	for _, c := range []struct {
		claim   string
		change  change
		verdict paper.Verdict
	}{
		{"average", both(inSlots, 0.98), paper.Fails},
		{"average", open(inSlots, 0.97, 0.995), paper.Undecided},
		{"average", open(inSlots, 0.97, 0.98), paper.Fails},
		{"largest", both(inSlots, 0.95, 9), paper.Fails},
		{"largest", open(inSlots, 0.88, 0.95, 9), paper.Undecided},
		{"largest", open(inSlots, 0.92, 0.95, 9), paper.Fails},
		{"usual", both(inSlots, 0.97, 4), paper.Fails},
		{"usual", open(inSlots, 0.97, 0.99, 4), paper.Undecided},
		{"usual", open(inSlots, 0.981, 0.99, 4), paper.Holds},
		{"first-block-sjf", set(bestPolicy, 0, 3), paper.Fails},
		{"mostly-sjf", set(bestPolicy, 0), paper.Fails},
		{"mostly-sjf", open(toSecond, 0.99, 1), paper.Undecided},
		{"mostly-sjf", both(toSecond, 1), paper.Undecided},
		{"negative", both(inSlots, 0.99, 10), paper.Fails},
		{"negative", open(inSlots, 0.99, 1.01, 10), paper.Undecided},
		{"mostly-better", both(toSecond, 1), paper.Fails},
		{"mostly-better", open(toSecond, 0.99, 1), paper.Undecided},
		{"second-better", both(toSecond, 0.999), paper.Fails},
		{"second-better", open(toSecond, 0.99, 0.999), paper.Undecided},
		{"second-better", open(inSlots, 0.98, 0.999), paper.Undecided},
		{"ljf-last", set(ends+"ljf", 99), paper.Fails},
		{"million", vars(1e6), paper.Fails},
		{"forward-most", set(moved, 300), paper.Fails},
		{"forward-mean", set(mean, 30), paper.Fails},
		{"five-minutes", func(s map[string]chart.Numbers, v paper.Numbers) { set(scaleLow, 3)(s, v); set(scaleHigh, 4)(s, v) }, paper.Fails},
		{"five-minutes", set(scaleLow, 4), paper.Undecided},
		{"sample-rows", func(_ map[string]chart.Numbers, v paper.Numbers) { v[mostWaiting] = 39 }, paper.Fails},
		{"unpredictable", steady, paper.Fails},
		{"unpredictable", set(place, 7), paper.Fails}, // none is successive to another
		{"unpredictable", func(s map[string]chart.Numbers, v paper.Numbers) { steady(s, v); set(gap, 1)(s, v) }, paper.Undecided},
	} {
		steps, values := invented(), paper.Numbers{variables: 1.4e6, mostWaiting: 40, exampleJobs: 8, exampleMakespan: 172800}
		if v := judged(t, steps, values)[c.claim]; v != paper.Holds {
			t.Fatalf("%s: %q of the invented steps", c.claim, v)
		}
		c.change(steps, values)
		if v := judged(t, steps, values)[c.claim]; v != c.verdict {
			t.Errorf("%s: %q of the changed steps, want %s", c.claim, v, c.verdict)
		}
	}
}

// A span shows one number where its ends print alike.
func TestSpansShowBothEndsWhereTheyDiffer(t *testing.T) {
	for want, s := range map[string]span{"0.95 to 1.58 %": {0.951, 1.579}, "0.95 %": {0.951, 0.949}, "-0.14 %": {-0.14, -0.14}} {
		if got := fmt.Sprint(s); got != want {
			t.Errorf("%v, want %s", got, want)
		}
	}
}
