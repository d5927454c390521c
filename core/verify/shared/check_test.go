package shared

import (
	"fmt"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/verify"
)

const half, quarter = Whole / 2, Whole / 4

// sec is that many seconds in microseconds.
func sec(s int64) int64 { return s * secondMicros }

// twoNodes is a legal schedule with a penalty of 3 s. Job 1 has both nodes to
// itself for 2 s and halves of them for 8 s, which is 6 s of work; it is paused,
// resumed at 12 and stands still until 15, where 4 s are left. Job 2 has half a
// node for 8 s. Job 3 works for 8 s, is moved at 10 and works on from 13 to 15.
func twoNodes() (Problem, []Run) {
	both := []Part{{0, 1}, {1, 1}}
	return Problem{Nodes: 2, Penalty: sec(3), Jobs: []Job{
			{ID: 1, Submit: 0, Run: sec(10), Tasks: 2, CPU: Whole, Memory: half},
			{ID: 2, Submit: sec(1), Run: sec(4), Tasks: 1, CPU: Whole, Memory: half},
			{ID: 3, Submit: sec(2), Run: sec(10), Tasks: 1, CPU: half, Memory: quarter},
		}}, []Run{
			{Start: 0, End: sec(19), Pauses: 1, Held: []Held{
				{0, sec(2), 0, Whole, both}, {sec(2), sec(10), 0, half, both},
				{sec(12), sec(15), sec(15), half, both}, {sec(15), sec(19), sec(15), Whole, both}}},
			{Start: sec(2), End: sec(10), Held: []Held{{sec(2), sec(10), sec(2), half, []Part{{0, 1}}}}},
			{Start: sec(2), End: sec(15), Migrations: 1, Moved: 1, Held: []Held{
				{sec(2), sec(10), sec(2), Whole, []Part{{1, 1}}},
				{sec(10), sec(15), sec(13), Whole, []Part{{0, 1}}}}},
		}
}

func TestCheckFindsEveryKindOfViolation(t *testing.T) {
	type schedule = []Run
	for _, c := range []struct {
		name   string
		change func(c *Problem, s schedule) schedule
		want   []string // the violations, without the words
		says   string   // something that the words must contain
	}{
		{"nothing", nil, nil, ""},
		{"a run is missing", func(_ *Problem, s schedule) schedule { return s[:2] }, []string{"length"}, "3 jobs, found 2"},
		{"a number occurs twice", func(c *Problem, s schedule) schedule { c.Jobs[2].ID = 1; return s }, []string{"twice 1"}, "more than once"},
		{"nodes are held before the submission", func(c *Problem, s schedule) schedule { c.Jobs[1].Submit = sec(3); return s },
			[]string{"submit 2 @2"}, "before its submission at 3000000"},
		{"a start is recorded before the submission", func(c *Problem, s schedule) schedule { s[1].Start = 0; return s },
			[]string{"submit 2 @0"}, "starts at 0"},
		{"a start is recorded late", func(c *Problem, s schedule) schedule { s[1].Start++; return s },
			[]string{"placed 2 @2"}, "recorded from 2000001"},
		{"something is held after the end", func(c *Problem, s schedule) schedule { s[0].End--; return s },
			[]string{"placed 1 @0"}, "to 18999999, but holds nodes from 0 to 19000000"},
		{"a job never runs", func(c *Problem, s schedule) schedule { s[1] = Run{Start: -1, End: -1}; return s },
			[]string{"submit 2"}, "starts at -1"},
		{"a job holds nothing", func(c *Problem, s schedule) schedule { s[1].Held = nil; return s },
			[]string{"placed 2 @1"}, "never held nodes"},
		{"a job of no length holds nodes", func(c *Problem, s schedule) schedule { c.Jobs[1].Run = 0; return s },
			[]string{"placed 2 @2", "work 2 @10"}, "has no length"},
		{"times overlap", func(_ *Problem, s schedule) schedule { s[0].Held[1].From--; return s },
			[]string{"held 1 @1"}, "expected some time from 2000000 on"},
		{"a time is empty", func(_ *Problem, s schedule) schedule { s[1].Held[0].To = sec(2); return s },
			[]string{"held 2 @2"}, "from 2000000 to 2000000"},
		{"a node is not of the cluster", func(_ *Problem, s schedule) schedule { s[1].Held[0].Nodes = []Part{{2, 1}}; return s },
			[]string{"held 2 @2"}, "[{2 1}] of 2 nodes"},
		{"a node is held twice", func(_ *Problem, s schedule) schedule { s[0].Held[0].Nodes = []Part{{1, 1}, {1, 1}}; return s },
			[]string{"held 1 @0"}, "[{1 1} {1 1}]"},
		{"a task is missing", func(_ *Problem, s schedule) schedule { s[0].Held[0].Nodes = []Part{{1, 1}}; return s },
			[]string{"held 1 @0"}, "1 tasks on nodes, expected all 2"},
		{"a yield is above 1", func(_ *Problem, s schedule) schedule { s[2].Held[1].Yield++; return s }, []string{"yield 3 @10"}, "1000001"},
		{"a yield is negative", func(_ *Problem, s schedule) schedule { s[2].Held[1].Yield = -1; return s }, []string{"yield 3 @10"}, "-1"},
		{"a part of work is lost", func(_ *Problem, s schedule) schedule { s[1].Held[0].Yield--; return s },
			[]string{"work 2 @10"}, "has done 3999992000000 parts"},
		{"the last microsecond is not needed", func(c *Problem, s schedule) schedule { c.Jobs[1].Run--; return s },
			[]string{"work 2 @10"}, "3999999500000 a microsecond earlier, expected 3999999000000"},
		{"a microsecond of rounding is needed", func(c *Problem, s schedule) schedule { s[1].Held[0].Yield++; c.Jobs[1].Run += 8; return s },
			[]string{"capacity @2"}, "node 0"},
		{"a start costs the penalty", func(_ *Problem, s schedule) schedule { s[1].Held[0].Ready = sec(5); return s },
			[]string{"work 2 @10", "penalty 2 @2"}, "stands still until 5000000, expected until 2000000"},
		{"a resumption is free", func(_ *Problem, s schedule) schedule { s[0].Held[2].Ready, s[0].Held[3].Ready = 0, 0; return s },
			[]string{"work 1 @19", "penalty 1 @12"}, "expected until 15000000"},
		{"a penalty is short", func(_ *Problem, s schedule) schedule { s[2].Held[1].Ready--; return s },
			[]string{"work 3 @15", "penalty 3 @10"}, "until 12999999, expected until 13000000"},
		{"a yield's change costs the penalty", func(_ *Problem, s schedule) schedule { s[0].Held[3].Ready += 3; return s },
			[]string{"work 1 @19", "penalty 1 @15"}, "until 15000003"},
		{"a pause is not counted", func(_ *Problem, s schedule) schedule { s[0].Pauses = 0; return s },
			[]string{"count 1 @19"}, "0 pauses, 0 migrations and 0 tasks moved, expected 1, 0 and 0"},
		{"a migration counts as a pause", func(_ *Problem, s schedule) schedule { s[2].Pauses, s[2].Migrations = 1, 0; return s },
			[]string{"count 3 @15"}, "expected 0, 1 and 1"},
		{"moved tasks are not counted", func(_ *Problem, s schedule) schedule { s[2].Moved = 0; return s },
			[]string{"count 3 @15"}, "expected 0, 1 and 1"},
		{"memory is overcommitted by a millionth", func(c *Problem, s schedule) schedule { c.Jobs[1].Memory++; return s },
			[]string{"capacity @2"}, "1000001 millionths of its memory"},
		{"CPU is overcommitted by a millionth", func(c *Problem, s schedule) schedule { c.Jobs[1].CPU--; c.Jobs[2].CPU++; return s },
			[]string{"capacity @2", "capacity @12"}, "node 1 has 750000 millionths of its memory in use and 1000001000000 of 1e12"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, s := twoNodes()
			if c.change != nil {
				s = c.change(&p, s)
			}
			expectViolations(t, Check(p, s), c.want, c.says)
		})
	}
}

// Within one microsecond a job of no length may come and push another aside:
// what that does to the other is neither seen in what it holds nor forbidden.
func TestCheckAllowsAPauseOfNoLength(t *testing.T) {
	node := []Part{{0, 1}}
	p := Problem{Nodes: 1, Penalty: sec(3), Jobs: []Job{
		{ID: 1, Run: sec(10), Tasks: 1, CPU: Whole, Memory: Whole}, {ID: 2, Submit: sec(4), Tasks: 1, CPU: Whole, Memory: Whole}}}
	runs := []Run{
		{End: sec(13), Pauses: 1, Held: []Held{{0, sec(4), 0, Whole, node}, {sec(4), sec(13), sec(7), Whole, node}}},
		{Start: sec(4), End: sec(4)}}
	if err := verify.Err(Check(p, runs)); err != nil {
		t.Error(err)
	}
	p.Jobs[1].Submit, runs[1].Start, runs[1].End = sec(5), sec(5), sec(5)
	if got := told(Check(p, runs)); !slices.Equal(got, []string{"penalty 1 @4", "count 1 @13"}) {
		t.Errorf("without a reason for it: %q", got)
	}
	p.Jobs[1].Submit = sec(4)
	got, err := Expect(p, Rules{Submission: "GreedyP", Star: true, Goal: "MIN"})
	if err != nil || fmt.Sprint(got[0].Held) != fmt.Sprint(runs[0].Held) || got[0].Pauses != 1 {
		t.Errorf("the oracle makes %+v of it, %v", got, err)
	}
}
