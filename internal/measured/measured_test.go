package measured

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

var (
	one = strings.Repeat("1", 64)
	two = strings.Repeat("2", 64)

	own   = Setup{Own, "", 1, 60}
	cpsat = Setup{"cpsat", "", 8, 60}
	highs = Setup{"highs", "paper", 1, 60}
)

// calls are answers to two instances: ours proves the first one's, and HiGHS has no bound of
// the second.
func calls() []Call {
	return []Call{
		{Now: 10, Waiting: 13, SHA256: one, Setup: own, Version: "1", Slot: 1, Status: "optimal", Cost: 100, Bound: 100, Seconds: 0.25, CPU: 0.5},
		{Now: 10, Waiting: 13, SHA256: one, Setup: cpsat, Version: "9", Slot: 1, Status: "feasible", Cost: 200, Bound: 80, Seconds: 60, CPU: 480},
		{Now: 10, Waiting: 13, SHA256: one, Setup: highs, Version: "2", Slot: 120, Status: "optimal", Cost: 125, Bound: 75,
			Seconds: 20, Relaxed: 60},
		{Now: 90, Waiting: 40, SHA256: two, Setup: own, Version: "1", Slot: 1, Status: "feasible", Cost: 1000, Bound: 900, Seconds: 60, CPU: 60},
		{Now: 90, Waiting: 40, SHA256: two, Setup: cpsat, Version: "9", Slot: 1, Status: "feasible", Cost: 1000, Bound: 950, Seconds: 60},
		{Now: 90, Waiting: 40, SHA256: two, Setup: highs, Version: "2", Slot: 300, Status: "nothing", Seconds: 60, Why: "Time limit reached"},
	}
}

func text(calls []Call, remarks ...string) string {
	s := Columns + "\n"
	for _, r := range remarks {
		s += "# " + r + "\n"
	}
	for _, c := range calls {
		s += c.Line() + "\n"
	}
	return s
}

func TestCallsAreReadAsTheyAreWritten(t *testing.T) {
	got, remarks, err := Read("t", strings.NewReader(text(calls(), "2026-11-22: a machine")))
	if err != nil || !slices.Equal(got, calls()) || !slices.Equal(remarks, []string{"2026-11-22: a machine"}) {
		t.Errorf("%v, remarks %q, error %v", got, remarks, err)
	}
}

func TestDamagedFilesAreRefused(t *testing.T) {
	good := text(calls())
	for _, c := range []struct{ old, new, want string }{
		{"second\t", "now\t", "t:1: the columns are"},
		{"\t13\t", "\tmany\t", `t:2: waiting is "many"`},
		{"\t0.250\t", "\t-0.25\t", `t:2: seconds is "-0.25"`},
		{"\t0.250\t", "\tNaN\t", `t:2: seconds is "NaN"`},
		{"\t0.250", "", "t:2: 15 columns, want 16"},
		{one, "11", `t:2: the SHA-256 "11"`},
		{"optimal", "-", "the status \"\" is none"},
		{"\t100\t100\t", "\t100\t-1\t", `t:2: bound is "-1"`},
		{"cpsat\t-\t8", "own\t-\t1", "t:3: line 2 is the same call of own"},
	} {
		if !strings.Contains(good, c.old) {
			t.Fatalf("the file has no %q", c.old)
		}
		_, _, err := Read("t", strings.NewReader(strings.Replace(good, c.old, c.new, 1)))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want %s", c.new, err, c.want)
		}
	}
}

func TestBestIsWhatAnyCallKnows(t *testing.T) {
	best := Best(calls())
	if want := (Known{100, 100, own}); best[one] != want {
		t.Errorf("%+v, want %+v", best[one], want)
	}
	if want := (Known{1000, 950, cpsat}); best[two] != want {
		t.Errorf("%+v, want %+v", best[two], want)
	}
}

// Only bounds of the instance itself count: an optimum in slots proves nothing.
func TestSummariesAreMeansOfWhatThereIs(t *testing.T) {
	all := calls()
	got := Summarise(all, Best(all))
	want := []Summary{
		{own, 2, 1, 2, (0. + 10) / 2, 10, (0. + 5) / 2, 5, 30.125, 30.25},
		{cpsat, 2, 0, 2, (60. + 5) / 2, 60, (50. + 5) / 2, 50, 60, 240},
		{highs, 2, 0, 1, 40, 40, 20, 20, 70, 0},
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v, want %v", got, want)
	}
	unbounded := []Call{all[2]}
	unbounded[0].Relaxed, unbounded[0].Bound = 0, 0
	if s := Summarise(unbounded, Best(all))[0]; !math.IsNaN(s.Gap) || !math.IsNaN(s.GapMost) || s.Best != 20 {
		t.Errorf("without a bound of the instance: %+v", s)
	}
	unbounded[0].Cost = 0
	if s := Summarise(unbounded, Best(all))[0]; !math.IsNaN(s.Best) || !math.IsNaN(s.BestMost) || s.Schedules != 0 || s.Proven != 0 {
		t.Errorf("without a schedule: %+v", s)
	}
}

func TestABoundAboveAScheduleIsAContradiction(t *testing.T) {
	all := calls()
	if wrong := Contradictions(all); wrong != nil {
		t.Errorf("%q", wrong)
	}
	all[4].Bound = 1001 // and both costs are 1000
	wrong := Contradictions(all)
	if len(wrong) != 1 || !strings.Contains(wrong[0], "second 90: cpsat, 8 workers says that no schedule costs less than 1001") ||
		!strings.Contains(wrong[0], "that of own costs 1000") {
		t.Errorf("%q", wrong)
	}
}

func TestSetupsAreNamedAndOrdered(t *testing.T) {
	all := []Setup{{"highs", "60", 2, 60}, highs, cpsat, {"cbc", "printed", 1, 60}, {"cpsat", "", 1, 60}, own}
	slices.SortFunc(all, Setup.Compare)
	want := "[own cbc, printed slots cpsat cpsat, 8 workers highs, paper slots highs, slots of 60 s, 2 workers]"
	if got := fmt.Sprint(all); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
