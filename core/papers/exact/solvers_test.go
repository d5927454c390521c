package exact

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/optimum/exact"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/chart"
	"github.com/backfill-lab/backfill/internal/measured"
	"github.com/backfill-lab/backfill/internal/papertest"
)

// Gaps and seconds can be compared if all calls of a step are of one instance, all have the
// same time, and every step is in a class.
func TestStoredCallsCanBeCompared(t *testing.T) {
	m := stored()
	first := map[string]measured.Call{}
	for _, c := range m.calls {
		f, again := first[c.SHA256]
		if again && (f.Now != c.Now || f.Waiting != c.Waiting) {
			t.Errorf("second %d has the digest of second %d", c.Now, f.Now)
		}
		first[c.SHA256] = c
		if c.Limit != m.calls[0].Limit {
			t.Errorf("second %d: %v has %g s, others have %g s", c.Now, c.Setup, c.Limit, m.calls[0].Limit)
		}
		if c.Status == "refuted" || c.Status == "missing" {
			t.Errorf("second %d: %v is %s", c.Now, c.Setup, c.Status)
		}
	}
	in := 0
	for _, class := range classes {
		in += len(m.of(class))
	}
	if in != len(m.calls) || len(m.remarks) == 0 {
		t.Errorf("%d of %d calls are in a class, and there are %d remarks on machines", in, len(m.calls), len(m.remarks))
	}
}

// The steps are those of the real log, at the paper's size.
func TestStoredStepsAreThoseOfTheLog(t *testing.T) {
	if papertest.Traces() == nil {
		t.Skip("set BACKFILL_TRACES to a folder with the CTC log")
	}
	w, err := Paper().Loader(paper.First(paper.Full), papertest.Traces()).JobSet(log)
	if err != nil {
		t.Fatal(err)
	}
	a := solvers(paper.Full, stored()).Runs[0].Task.Params.(again)
	a.Most = 0 // solve none
	out := paper.NewSummary()
	if err := a.do(t.Context(), w, nil, out); err != nil {
		t.Fatal(err)
	}
	for i, s := range stored().steps() {
		if out.Series[there][i] != 1 || !math.IsNaN(out.Series[costToday][i]) {
			t.Errorf("second %d with %d jobs: in the log %v, cost %v", s.Now, s.Waiting, out.Series[there][i], out.Series[costToday][i])
		}
	}
}

// Measured steps are found by their digests, and only the small ones are solved again.
func TestStepsAreFoundAndSolvedAgain(t *testing.T) {
	w := made(t, log)
	all, err := of(t.Context(), decider, w)
	if err != nil {
		t.Fatal(err)
	}
	most := slices.MaxFunc(all, func(a, b *exact.Instance) int { return len(a.Jobs) - len(b.Jobs) })
	few := all[slices.IndexFunc(all, func(in *exact.Instance) bool { return len(in.Jobs) == 4 })]
	other := *few
	other.Procs++
	a := again{Jobs: w.Len(), Most: 4, Work: 0.01, Steps: []string{other.SHA256(), few.SHA256(), most.SHA256()}}
	out := paper.NewSummary()
	if err := a.do(t.Context(), w, nil, out); err != nil {
		t.Fatal(err)
	}
	if got := out.Series[there]; !slices.Equal(got, chart.Numbers{0, 1, 1}) {
		t.Errorf("in the log: %v", got)
	}
	r, err := exact.Solve(t.Context(), few, exact.Options{Work: 0.01})
	if err != nil {
		t.Fatal(err)
	}
	costs, bounds := out.Series[costToday], out.Series[boundToday]
	if !math.IsNaN(costs[0]) || costs[1] != float64(r.Cost) || bounds[1] != float64(r.Bound) || !math.IsNaN(costs[2]) {
		t.Errorf("costs %v, bounds %v", costs, bounds)
	}
}

// Setups of the invented comparison.
var (
	oursSetup = measured.Setup{Solver: measured.Own, Workers: 1, Limit: 60}
	cpsat     = measured.Setup{Solver: "cpsat", Workers: 1, Limit: 60}
	coarse    = measured.Setup{Solver: "highs", Scale: "paper", Workers: 1, Limit: 60}
	fine      = measured.Setup{Solver: "highs", Scale: "60", Workers: 1, Limit: 60}
)

// inventedCalls satisfy every claim: a small step, two of the middle and a large one, each
// with a call of every setup.
func inventedCalls() (calls []measured.Call) {
	for i, waiting := range []int{15, 30, 31, 100} {
		for _, setup := range []measured.Setup{oursSetup, cpsat, coarse, fine} {
			c := measured.Call{Now: int64(i), Waiting: waiting, SHA256: strings.Repeat(string(rune('a'+i)), 64), Setup: setup, Slot: 1,
				Status: "feasible", Cost: 1000, Bound: 900, Seconds: 60}
			switch setup {
			case oursSetup:
				if c.Bound = 998; waiting == 15 {
					c.Bound = 1000
				}
			case cpsat:
				if waiting == 15 {
					c.Bound = 1000
				}
			case coarse:
				c.Cost, c.Relaxed = 1020, 60
			}
			calls = append(calls, c)
		}
	}
	return calls
}

// judgedCalls returns the verdicts on the comparison of those calls if today's costs and
// bounds are these.
func judgedCalls(t *testing.T, calls []measured.Call, cost, bound float64) map[string]paper.Verdict {
	t.Helper()
	m := compared(calls, nil)
	x := solvers(paper.Quick, m)
	x.Runs[0].Task = &paper.Task{Name: againLabel, Version: 1,
		Do: func(_ context.Context, _ *trace.Workload, _ *paper.Aid, out *paper.Summary) error {
			for range m.steps() {
				out.Series[there] = append(out.Series[there], 1)
				out.Series[costToday] = append(out.Series[costToday], cost)
				out.Series[boundToday] = append(out.Series[boundToday], bound)
			}
			return nil
		}}
	invented := *Paper()
	invented.Experiments = func(paper.Setting) []paper.Experiment { return []paper.Experiment{x} }
	all, err := paper.Catalogue{&invented}.Evaluate(t.Context(), paper.Options{Scale: paper.Quick})
	if err != nil {
		t.Fatal(err)
	}
	verdicts := map[string]paper.Verdict{}
	for _, c := range all[0].Claims {
		verdicts[strings.TrimPrefix(c.ID, x.ID+"/")] = c.Verdict
		if c.Note == "" {
			t.Errorf("%s has no note", c.ID)
		}
	}
	return verdicts
}

func TestClaimsOnSolversCanHoldAndFail(t *testing.T) {
	const at = 4 // calls of a step: ours, cpsat, coarse, fine
	change := func(i int, f func(c *measured.Call)) func([]measured.Call) {
		return func(all []measured.Call) { f(&all[i]) }
	}
	for _, c := range []struct {
		claim  string
		change func(all []measured.Call)
	}{
		{"consistent", change(1, func(c *measured.Call) { c.Bound = 1001 })},
		{"proves-all", change(at+1, func(c *measured.Call) { c.Bound = 1000 })},
		{"cheapest", change(3*at+3, func(c *measured.Call) { c.Cost = 999 })},
		{"cheapest", change(0, func(c *measured.Call) { c.Cost = 0 })},
		{"highest", change(2*at+2, func(c *measured.Call) { c.Bound = 999 })},
		{"small", change(0, func(c *measured.Call) { c.Bound = 999 })},
		{"middle", func(all []measured.Call) { all[at].Bound, all[2*at].Bound = 990, 990 }},
		{"large", change(3*at, func(c *measured.Call) { c.Bound = 984 })},
		{"large", change(3*at, func(c *measured.Call) { c.Cost = 0 })},
		{"finer-slots", change(at+3, func(c *measured.Call) { c.Cost = 1200 })},
	} {
		calls := inventedCalls()
		for claim, v := range judgedCalls(t, calls, 1000, 1000) {
			if v != paper.Holds {
				t.Fatalf("%s: %q of the invented calls", claim, v)
			}
		}
		c.change(calls)
		if v := judgedCalls(t, calls, 1000, 1000)[c.claim]; v != paper.Fails {
			t.Errorf("%s: %q of the changed calls", c.claim, v)
		}
	}
	calls := inventedCalls()
	calls[at].Bound = 990
	if v := judgedCalls(t, calls, 1000, 1000)["middle"]; v != paper.Holds {
		t.Errorf("middle: %q with one step that is off", v)
	}
}

// What is found today is held against what is stored.
func TestTodayIsHeldAgainstWhatIsStored(t *testing.T) {
	for _, c := range []struct {
		cost, bound float64
		want        paper.Verdict
	}{
		{1000, 1000, paper.Holds}, {1100, 900, paper.Holds}, {997, 900, paper.Fails}, {1100, 1001, paper.Fails},
		{math.NaN(), math.NaN(), paper.Undecided},
	} {
		if v := judgedCalls(t, inventedCalls(), c.cost, c.bound)["again"]; v != c.want {
			t.Errorf("cost %v, bound %v today: %q, want %s", c.cost, c.bound, v, c.want)
		}
	}
}

// Without our calls, what they are compared for is undecided.
func TestClaimsOnOursNeedOurs(t *testing.T) {
	others := slices.DeleteFunc(inventedCalls(), func(c measured.Call) bool { return c.Solver == measured.Own })
	verdicts := judgedCalls(t, others, math.NaN(), math.NaN())
	for _, claim := range []string{"proves-all", "cheapest", "highest", "small", "middle", "large"} {
		if verdicts[claim] != paper.Undecided {
			t.Errorf("%s: %q without our calls", claim, verdicts[claim])
		}
	}
	if v := verdicts["consistent"]; v != paper.Holds {
		t.Errorf("consistent: %q without our calls", v)
	}
}

// A step that ours was not measured on changes no row of a class: the best bound known of it
// is worse than ours would be.
func TestClassesCoverTheStepsOfOurs(t *testing.T) {
	calls := inventedCalls()
	more := calls[5] // CP-SAT on a step of the middle
	more.SHA256, more.Now, more.Cost, more.Bound = strings.Repeat("f", 64), 77, 1000, 100
	gaps := func(calls []measured.Call) map[string]float64 {
		at := map[string]float64{}
		for _, c := range solvers(paper.Quick, compared(calls, nil)).Cells {
			if c.Column == "gap" || c.Column == "to best" {
				at[c.Row+", "+c.Column] = c.Value(nil)
			}
		}
		return at
	}
	few, many := gaps(calls), gaps(append(slices.Clone(calls), more))
	for row, gap := range few {
		if many[row] != gap && !math.IsNaN(gap) {
			t.Errorf("%s: %v, and %v with the other step", row, gap, many[row])
		}
	}
	if gap := gaps([]measured.Call{more})["23 to 40 jobs: cpsat, gap"]; gap != 90 {
		t.Errorf("a gap of %v without ours", gap)
	}
}

// The rows say what was measured, and the chart has a point for every call.
func TestTheComparisonIsShown(t *testing.T) {
	m := compared(inventedCalls(), nil)
	x := solvers(paper.Quick, m)
	at := map[paper.At]float64{}
	for _, c := range x.Cells {
		if c.Row != there && c.Row != "solved again" && c.Row != "proven again" {
			at[paper.At{Row: c.Row, Column: c.Column}] = c.Value(nil)
		}
	}
	for want, v := range map[paper.At]float64{
		{Row: "13 to 22 jobs: own", Column: "proven"}:                 1,
		{Row: "23 to 40 jobs: own", Column: "gap"}:                    0.2,
		{Row: "41 to 128 jobs: highs, paper slots", Column: "gap"}:    100 * 120. / 1020,
		{Row: "41 to 128 jobs: cpsat", Column: "to best"}:             0.2,
		{Row: "23 to 40 jobs: highs, slots of 60 s", Column: "steps"}: 2,
		{Row: "all", Column: "steps"}:                                 4,
		{Row: "second 0", Column: "gap of the best"}:                  0,
		{Row: "second 1", Column: "gap, own"}:                         0.2,
	} {
		if got, ok := at[want]; !ok || math.Abs(got-v) > 1e-12 {
			t.Errorf("%v: %v, want %v", want, got, v)
		}
	}
	if gap := at[paper.At{Row: "second 1", Column: "gap, highs, slots of 60 s"}]; !math.IsNaN(gap) {
		t.Errorf("a gap of %v without a bound to the second", gap)
	}
	c := m.chart(nil)
	if n := len(c.Panels[0].Series); n != 4 {
		t.Fatalf("%d series", n)
	}
	proofs := c.Panels[0].Series[0]
	if !slices.Equal(proofs.X, chart.Numbers{firstProof, 60, 120}) || !slices.Equal(proofs.Y, chart.Numbers{0, 1}) {
		t.Errorf("proofs of ours: %v at %v", proofs.Y, proofs.X)
	}
	for _, p := range c.Panels[1:] {
		for _, s := range p.Series {
			if !slices.Equal(s.X, chart.Numbers{15, 30, 31, 100}) || len(s.Y) != 4 {
				t.Errorf("%s, %s: %v at %v", p.Title, s.Name, s.Y, s.X)
			}
		}
	}
	if y := c.Panels[1].Series[0].Y; y[0] != leastGap {
		t.Errorf("a proven step stands at %v", y[0])
	}
}
