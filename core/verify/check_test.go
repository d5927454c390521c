package verify

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// three is a legal schedule of three jobs on four processors: jobs 1 and 2 side
// by side, job 3 cut at its estimate.
func three() (Problem, []job.Placement) {
	return Problem{Procs: 4, Jobs: []job.Job{
			{ID: 1, Submit: 0, Run: 10, Estimate: 20, Procs: 2},
			{ID: 2, Submit: 2, Run: 10, Estimate: 10, Procs: 2},
			{ID: 3, Submit: 3, Run: 10, Estimate: 5, Procs: 4},
		}}, []job.Placement{
			{Start: 0, End: 10}, {Start: 2, End: 12}, {Start: 12, End: 17, Killed: true},
		}
}

func TestCheckFindsEveryKindOfViolation(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(p *Problem, s []job.Placement) []job.Placement
		want   []string // the violations, without the words
		says   string   // something that the words must contain
	}{
		{"nothing", nil, nil, ""},
		{"a placement is missing", func(_ *Problem, s []job.Placement) []job.Placement { return s[:2] },
			[]string{"length"}, "3 jobs, found 2"},
		{"a number occurs twice", func(p *Problem, s []job.Placement) []job.Placement { p.Jobs[2].ID = 1; return s },
			[]string{"twice 1"}, "more than once"},
		{"a job never starts", func(_ *Problem, s []job.Placement) []job.Placement {
			s[1] = job.Placement{Start: job.None, End: job.None}
			return s
		}, []string{"placed 2 @2"}, "never started"},
		{"a job never ends", func(_ *Problem, s []job.Placement) []job.Placement { s[1].End = job.None; return s },
			[]string{"placed 2 @2"}, "never ended"},
		{"a job is too wide", func(p *Problem, s []job.Placement) []job.Placement { p.Jobs[2].Procs = 5; return s },
			[]string{"width 3 @12", "capacity 3 @12"}, "5 processors of a machine of 4"},
		{"a job starts before its submission", func(_ *Problem, s []job.Placement) []job.Placement {
			s[1] = job.Placement{Start: 1, End: 11}
			return s
		}, []string{"submit 2 @1"}, "expected no start before its submission at 2"},
		{"a job ends late", func(_ *Problem, s []job.Placement) []job.Placement { s[0].End = 11; return s },
			[]string{"end 1 @11"}, "expected 10 s: its run time is 10"},
		{"a job ends early", func(_ *Problem, s []job.Placement) []job.Placement { s[0].End = 9; return s },
			[]string{"end 1 @9"}, "9 s from 0 to 9"},
		{"a job ends before it starts", func(_ *Problem, s []job.Placement) []job.Placement {
			s[2] = job.Placement{Start: 12, End: 7, Killed: true}
			return s
		}, []string{"end 3 @7"}, "-5 s"},
		{"a job is not cut", func(_ *Problem, s []job.Placement) []job.Placement { s[2].End = 22; return s },
			[]string{"end 3 @22"}, "cut at its estimate of 5"},
		{"a cut is not marked", func(_ *Problem, s []job.Placement) []job.Placement { s[2].Killed = false; return s },
			[]string{"killed 3 @17"}, "killed is false, expected true"},
		{"a completed job is marked", func(_ *Problem, s []job.Placement) []job.Placement { s[1].Killed = true; return s },
			[]string{"killed 2 @12"}, "killed is true, expected false"},
		{"an allowed overrun is cut", func(p *Problem, s []job.Placement) []job.Placement { p.Extend = true; return s },
			[]string{"end 3 @17", "killed 3 @17"}, "expected 10 s: its run time is 10"},
		{"an allowed overrun", func(p *Problem, s []job.Placement) []job.Placement {
			p.Extend = true
			s[2] = job.Placement{Start: 12, End: 22}
			return s
		}, nil, ""},
		{"one second too many", func(_ *Problem, s []job.Placement) []job.Placement {
			s[2] = job.Placement{Start: 11, End: 16, Killed: true}
			return s
		}, []string{"capacity 3 @11"}, "6 processors are held in the seconds from 11 to 12"},
		{"two overloads", func(_ *Problem, s []job.Placement) []job.Placement {
			s[2] = job.Placement{Start: 8, End: 13, Killed: true}
			return s
		}, []string{"capacity 3 @8", "capacity @10"}, "8 processors are held in the seconds from 8 to 10"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, s := three()
			if c.change != nil {
				s = c.change(&p, s)
			}
			expectViolations(t, Check(p, s), c.want, c.says)
		})
	}
}

// told gives violations without their words.
func told(found []Violation) (lines []string) {
	for _, v := range found {
		line := v.Rule
		if v.Job != job.None {
			line += fmt.Sprint(" ", v.Job)
		}
		if v.At != job.None {
			line += fmt.Sprint(" @", v.At)
		}
		lines = append(lines, line)
	}
	return lines
}

// expectViolations compares what was found, as "rule job @second", with want, and
// its error with says.
func expectViolations(t *testing.T, found []Violation, want []string, says string) {
	t.Helper()
	if got := told(found); !slices.Equal(got, want) {
		t.Errorf("violations %q, expected %q", got, want)
	}
	if err := Err(found); (err == nil) != (len(want) == 0) || err != nil && !strings.Contains(err.Error(), says) {
		t.Errorf("error %v, expected one with %q", err, says)
	}
}

func TestEndAndStartInOneSecondAreNoOverlap(t *testing.T) {
	p := Problem{Procs: 1, Jobs: []job.Job{
		{ID: 1, Run: 5, Estimate: 5, Procs: 1}, {ID: 2, Run: 5, Estimate: 5, Procs: 1},
		{ID: 3, Run: 0, Estimate: 1, Procs: 1}, {ID: 4, Run: 0, Estimate: 1, Procs: 1},
	}}
	// Jobs 3 and 4 have no length: they hold nothing, even in the middle of job 1.
	if err := Err(Check(p, []job.Placement{{Start: 0, End: 5}, {Start: 5, End: 10}, {Start: 3, End: 3}, {Start: 5, End: 5}})); err != nil {
		t.Error(err)
	}
}

func TestExtremeTimesDoNotWrapAround(t *testing.T) {
	p := Problem{Procs: 1, Jobs: []job.Job{{ID: 1, Run: 5, Estimate: 5, Procs: 1}}}
	for _, s := range []job.Placement{
		{Start: math.MaxInt64, End: 3}, {Start: 0, End: math.MaxInt64}, {Start: math.MaxInt64, End: math.MaxInt64},
		{Start: math.MinInt64, End: 4},
	} {
		if len(Check(p, []job.Placement{s})) == 0 {
			t.Errorf("%+v is taken for a run of 5 s", s)
		}
	}
}

// bySecond is the oracle of Check: the rules that a schedule breaks, found by
// counting processors second by second.
func bySecond(p Problem, placed []job.Placement) map[string]bool {
	broken := map[string]bool{}
	held := map[int64]int64{}
	for i, at := range placed {
		j := p.Jobs[i]
		if at.Start < 0 || at.End < 0 {
			broken[RulePlaced] = true
			continue
		}
		if at.Start < j.Submit {
			broken[RuleSubmit] = true
		}
		length := j.Run
		if !p.Extend && j.Estimate < j.Run {
			length = j.Estimate
		}
		if at.Start+length != at.End {
			broken[RuleEnd] = true
		}
		if at.Killed != (length < j.Run) {
			broken[RuleKilled] = true
		}
		for s := at.Start; s < at.End; s++ {
			held[s] += int64(j.Procs)
		}
	}
	for _, n := range held {
		if n > int64(p.Procs) {
			broken[RuleCapacity] = true
		}
	}
	return broken
}

func TestCheckFindsWhatCountingBySecondFinds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, placed, _, _ := draw(t, rapid.Bool().Draw(t, "extend"))
		// A few wild changes to a legal schedule.
		for range rapid.IntRange(0, 3).Draw(t, "changes") {
			if len(placed) == 0 {
				break
			}
			a := rapid.IntRange(0, len(placed)-1).Draw(t, "job")
			b := rapid.IntRange(0, len(placed)-1).Draw(t, "other job")
			c := rapid.Int64Range(-12, 12).Draw(t, "seconds")
			switch rapid.IntRange(0, 5).Draw(t, "change") {
			case 0:
				placed[a].Start += c
				placed[a].End += c
			case 1:
				placed[a].End += c
			case 2:
				placed[a].Killed = !placed[a].Killed
			case 3:
				placed[a], placed[b] = placed[b], placed[a]
			case 4:
				placed[a] = job.Placement{Start: placed[b].Start, End: placed[b].Start + p.length(&p.Jobs[a]), Killed: placed[a].Killed}
			case 5:
				placed[a].End = job.None
			}
		}
		want, got := bySecond(p, placed), map[string]bool{}
		for _, v := range Check(p, placed) {
			got[v.Rule] = true
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("broken rules %v, counting by second %v", got, want)
		}
	})
}

func TestErrIsShort(t *testing.T) {
	var many []Violation
	for i := range int64(25) {
		many = append(many, Violation{Rule: RuleSubmit, Job: i, At: 2 * i, Text: "too early"})
	}
	lines := strings.Split(Err(many).Error(), "\n")
	if len(lines) != 11 || lines[3] != "submit: job 3: second 6: too early" || lines[10] != "and 15 more violations" {
		t.Errorf("25 violations are reported as %q", lines)
	}
}
