package verify

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/backfill-lab/backfill/core/sim/job"
)

func TestExpectIsLegalAndFollowsItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, placed, d, key := draw(t, rapid.Bool().Draw(t, "extend"))
		if err := Err(Check(p, placed)); err != nil {
			t.Fatal(err)
		}
		if err := Err(Follows(p, placed, d, key)); err != nil {
			t.Fatal(err)
		}
	})
}

func TestFollowsTellsDisciplinesApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, placed, _, _ := draw(t, rapid.Bool().Draw(t, "extend"))
		d, key, err := Parse(policies().Draw(t, "other policy"), 0)
		if err != nil {
			t.Fatal(err)
		}
		other, err := Expect(p, d, key)
		if err != nil {
			t.Fatal(err)
		}
		found := Follows(p, placed, d, key)
		if equal := slices.Equal(placed, other); equal != (len(found) == 0) {
			t.Fatalf("schedules are equal: %t, but violations are %v", equal, found)
		}
	})
}

func TestFollowsSeesEveryDelay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, placed, d, key := draw(t, rapid.Bool().Draw(t, "extend"))
		if len(placed) == 0 {
			return
		}
		i := rapid.IntRange(0, len(placed)-1).Draw(t, "job")
		late := rapid.Int64Range(1, 10).Draw(t, "late")
		placed[i].Start += late
		placed[i].End += late
		if len(Follows(p, placed, d, key)) == 0 {
			t.Fatalf("job %d starts %d s late and nobody sees it", p.Jobs[i].ID, late)
		}
	})
}

func TestFollowsSaysWhatShouldHaveHappened(t *testing.T) {
	p := Problem{Procs: 5, Jobs: []job.Job{ // job 2 has its reservation at 10; job 3 may pass it, job 4 may not
		{ID: 1, Submit: 0, Run: 10, Estimate: 10, Procs: 3},
		{ID: 2, Submit: 1, Run: 5, Estimate: 5, Procs: 5},
		{ID: 3, Submit: 2, Run: 8, Estimate: 8, Procs: 1},
		{ID: 4, Submit: 2, Run: 9, Estimate: 9, Procs: 1},
	}}
	at := func(starts ...int64) (placed []job.Placement) {
		for i, s := range starts {
			placed = append(placed, job.Placement{Start: s, End: s + p.Jobs[i].Run})
		}
		return placed
	}
	for _, c := range []struct {
		starts []int64
		d      Discipline
		want   string
	}{
		{[]int64{0, 10, 2, 15}, EASY, ""},
		{[]int64{0, 10, 15, 15}, FCFS, ""},
		{[]int64{0, 11, 2, 2}, List, ""},
		{[]int64{0, 10, 2, 15}, Conservative, ""},
		{[]int64{0, 11, 2, 2}, EASY,
			"early: job 4: second 2: starts at 2, easy makes it wait: " +
				"it needs 1 of 1 free processors until 11, and job 2 has a reservation at 10 that leaves 0 processors over"},
		{[]int64{0, 10, 15, 15}, EASY,
			"missed: job 3: second 2: starts at 15, easy starts it at 2: " +
				"it needs 1 of 2 free processors until 10, and job 2 has a reservation at 10 that leaves 0 processors over"},
		{[]int64{0, 10, 2, 15}, FCFS,
			"early: job 3: second 2: starts at 2, fcfs makes it wait: it needs 1 processors, 2 are free, and job 2 waits before it"},
		{[]int64{0, 12, 2, 2}, List,
			"missed: job 2: second 11: starts at 12, list starts it at 11: it needs 5 processors, 5 are free, and no job before it waits"},
		{[]int64{0, 10, 16, 15}, Conservative, "missed: job 3: second 2: starts at 16, cons starts it at 2"},
		{[]int64{0, 11, 2, 2}, Conservative, "early: job 4: second 2: starts at 2, cons makes it wait until 15"},
		{[]int64{0, 9, 2, 15}, EASY, "capacity: job 2: second 9: 9 processors are held in the seconds from 9 to 10, expected at most 5"},
	} {
		got := ""
		if found := Follows(p, at(c.starts...), c.d, nil); len(found) > 0 {
			got = found[0].String()
		}
		if got != c.want {
			t.Errorf("%s, starts %v:\n got %s\nwant %s", c.d, c.starts, got, c.want)
		}
	}
}

func TestEachLawHoldsOfItsDiscipline(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, placed, d, key := draw(t, rapid.Bool().Draw(t, "extend"))
		laws := map[string][]Violation{}
		if d == List {
			laws["list is greedy"] = Greedy(p, placed)
		}
		if d == FCFS && key == nil {
			laws["fcfs keeps the order of submission"] = SubmissionOrder(p, placed)
		}
		if d == EASY || d == FCFS {
			laws["the head is on time"] = HeadOnTime(p, placed, key)
		}
		for law, found := range laws {
			if len(found) > 0 {
				t.Fatalf("%s: %v", law, Err(found))
			}
		}
	})
}

// greedyBySecond is the oracle of Greedy.
func greedyBySecond(p Problem, placed []job.Placement) bool {
	for s := int64(0); s < horizon; s++ {
		free := p.Procs
		for i, at := range placed {
			if at.Start <= s && s < at.End {
				free -= int(p.Jobs[i].Procs)
			}
		}
		for i, at := range placed {
			if p.Jobs[i].Submit <= s && s < at.Start && int(p.Jobs[i].Procs) <= free {
				return false
			}
		}
	}
	return true
}

// inOrder is the oracle of SubmissionOrder.
func inOrder(p Problem, placed []job.Placement) bool {
	for a := range placed {
		for b := range placed {
			earlier := p.Jobs[a].Submit < p.Jobs[b].Submit || p.Jobs[a].Submit == p.Jobs[b].Submit && p.Jobs[a].ID < p.Jobs[b].ID
			if earlier && placed[a].Start > placed[b].Start {
				return false
			}
		}
	}
	return true
}

// headBySecond is the oracle of HeadOnTime in the order of submission: in each
// second the head's start is compared with the first second at which the
// running jobs' estimates leave enough processors.
func headBySecond(p Problem, placed []job.Placement) bool {
	for s := int64(0); s < horizon/2; s++ {
		head := -1
		for i, at := range placed {
			if p.Jobs[i].Submit <= s && s < at.Start && head < 0 {
				head = i
			}
		}
		if head < 0 {
			continue
		}
		for u := s; u < placed[head].Start; u++ { // is there room for it at u, before its start?
			free := p.Procs
			for i, at := range placed {
				if at.Start <= s && s < at.End && u < at.Start+p.Jobs[i].Estimate {
					free -= int(p.Jobs[i].Procs)
				}
			}
			if free >= int(p.Jobs[head].Procs) {
				return false
			}
		}
	}
	return true
}

// TestLawsAreWhatTheOraclesFind judges legal schedules of every discipline, some with
// a job delayed to the end, by the laws and by their oracles.
func TestLawsAreWhatTheOraclesFind(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, placed, _, _ := draw(t, false)
		if len(placed) > 0 && rapid.Bool().Draw(t, "delay") {
			end := int64(0)
			for _, at := range placed {
				end = max(end, at.End)
			}
			i := rapid.IntRange(0, len(placed)-1).Draw(t, "job")
			placed[i].Start, placed[i].End = end, end+p.length(&p.Jobs[i])
		}
		for _, c := range []struct {
			law    string
			found  []Violation
			oracle bool
		}{
			{"greedy", Greedy(p, placed), greedyBySecond(p, placed)},
			{"order", SubmissionOrder(p, placed), inOrder(p, placed)},
			{"head", HeadOnTime(p, placed, nil), headBySecond(p, placed)},
		} {
			if c.oracle != (len(c.found) == 0) {
				t.Fatalf("%s: the oracle says %t, the law finds %v", c.law, c.oracle, c.found)
			}
			for _, v := range c.found {
				if v.Rule != c.law {
					t.Fatalf("the law of %s finds %v", c.law, v)
				}
			}
		}
	})
}

func TestAnOvertakenHeadHasNoClaim(t *testing.T) {
	p := Problem{Procs: 4, Jobs: []job.Job{ // by estimates, job 3 takes the head of the queue from job 2 at 2
		{ID: 1, Submit: 0, Run: 10, Estimate: 10, Procs: 3},
		{ID: 2, Submit: 1, Run: 20, Estimate: 20, Procs: 4},
		{ID: 3, Submit: 2, Run: 5, Estimate: 5, Procs: 2},
	}}
	placed := []job.Placement{{Start: 0, End: 10}, {Start: 15, End: 35}, {Start: 10, End: 15}}
	_, sjf, err := Parse("sjf-easy", 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := Err(HeadOnTime(p, placed, sjf)); err != nil {
		t.Error(err)
	}
	want := "job 2: second 10: starts at 15, expected by 10, its reservation as head of the queue at 1"
	if got := fmt.Sprint(HeadOnTime(p, placed, nil)); !strings.Contains(got, want) {
		t.Errorf("in the order of submission job 2 is not on time, but the law finds %s", got)
	}
}

func TestPromisesAreKept(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := problems(false).Draw(t, "problem")
		exact := rapid.Bool().Draw(t, "exact estimates")
		for i := range p.Jobs {
			if j := &p.Jobs[i]; exact {
				j.Run = j.Estimate
			}
		}
		_, key, err := Parse(rapid.SampledFrom([]string{"cons", "cons", "sjf-cons", "ljf-cons", "wfp3-cons"}).Draw(t, "policy"), 0)
		if err != nil {
			t.Fatal(err)
		}
		promised, err := Promises(p, key)
		if err != nil {
			t.Fatal(err)
		}
		placed, _ := Expect(p, Conservative, key)
		for i := range placed {
			if placed[i].Start > promised[i] || exact && placed[i].Start != promised[i] {
				t.Fatalf("job %d was promised %d and starts at %d, exact estimates %t", p.Jobs[i].ID, promised[i], placed[i].Start, exact)
			}
		}
		// A promise to every job is one to the head. With early ends it is not: the
		// head moves up after jobs that were planned before it, not before them.
		if exact && key == nil {
			if found := HeadOnTime(p, placed, nil); len(found) > 0 {
				t.Fatal(Err(found))
			}
		}
	})
}

func TestExpectOfExtendedRunsWithEnoughTimeIsThatOfCutOnes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, placed, d, key := draw(t, false)
		for i := range p.Jobs {
			if p.Jobs[i].Run > p.Jobs[i].Estimate {
				return // an overrun
			}
		}
		p.Extend = true
		extended, err := Expect(p, d, key)
		if err != nil || !slices.Equal(placed, extended) {
			t.Fatalf("without an overrun, extended %v, cut %v, error %v", extended, placed, err)
		}
	})
}

func TestTheOrderOfTheRowsDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, placed, d, key := draw(t, rapid.Bool().Draw(t, "extend"))
		slices.Reverse(p.Jobs)
		slices.Reverse(placed)
		if got, err := Expect(p, d, key); err != nil || !slices.Equal(got, placed) {
			t.Fatalf("with the rows reversed %v, expected %v, error %v", got, placed, err)
		}
		if err := Err(Follows(p, placed, d, key)); err != nil {
			t.Fatal(err)
		}
	})
}

func TestExpectRefusesWhatCannotRun(t *testing.T) {
	good := job.Job{ID: 1, Run: 5, Estimate: 5, Procs: 1}
	for _, spoil := range []func(j *job.Job){
		func(j *job.Job) { j.Procs = 5 }, func(j *job.Job) { j.Procs = 0 }, func(j *job.Job) { j.Submit = -1 },
		func(j *job.Job) { j.Run = -1 }, func(j *job.Job) { j.Estimate = 0 }, func(j *job.Job) { j.Submit = job.MaxSeconds + 1 },
	} {
		j := good
		spoil(&j)
		for _, d := range disciplines {
			if _, err := Expect(Problem{Procs: 4, Jobs: []job.Job{good, j}}, d, nil); err == nil {
				t.Errorf("%s schedules %+v on 4 processors", d, j)
			}
		}
	}
}

func TestParseRefusesUnknownNames(t *testing.T) {
	for _, name := range []string{"", "EASY", "-easy", "easy-", "sjf", "sjf-", "sjf-sjf-easy", "bogus-easy",
		"recorded", "plan", "plan-", "plan-easy", "plan-bogus", "sjf-plan"} {
		if _, _, err := Parse(name, 0); err == nil {
			t.Errorf("Parse(%q) finds a policy", name)
		}
	}
}
