package verify

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/backfill-lab/backfill/core/internal/slow"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// withSpare sets spare while a test runs.
func withSpare(t testing.TB, n int) {
	before := spare
	spare = n
	t.Cleanup(func() { spare = before })
}

// fed returns p with a Feed for its jobs, which are by submission and number.
func fed(p Problem, placed []job.Placement) Problem {
	jobs := p.Jobs
	p.Jobs = nil
	p.Feed = func() Feed {
		i, j := -1, job.Job{}
		return func() (*job.Job, job.Placement, bool) {
			if i++; i >= len(jobs) {
				return nil, job.Placement{}, false
			}
			j = jobs[i] // the one before is gone
			return &j, placed[i], true
		}
	}
	return p
}

// judgements are all that this package says of a schedule.
func judgements(p Problem, placed []job.Placement, d Discipline, key Key) (all []string) {
	add := func(name string, found []Violation) {
		for _, v := range found {
			all = append(all, fmt.Sprint(name, " ", v))
		}
	}
	add("order", SubmissionOrder(p, placed))
	add("greedy", Greedy(p, placed))
	add("head", HeadOnTime(p, placed, key))
	add("promises", PromisesKept(p, placed, key))
	for _, d := range []Discipline{d, FCFS, Planned} {
		add("follows "+string(d), Follows(p, placed, d, key))
	}
	return append(all, fmt.Sprint(Effort(p, placed, false), Effort(p, placed, true)))
}

func TestAFeedIsJudgedAsItsJobs(t *testing.T) {
	withSpare(t, 0)
	rapid.Check(t, func(t *rapid.T) {
		p, placed, _, _ := draw(t, rapid.Bool().Draw(t, "extend"))
		d, key, err := Parse(policies().Draw(t, "other policy"), 0)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := judgements(fed(p, placed), nil, d, key), judgements(p, placed, d, key); !slices.Equal(got, want) {
			t.Fatalf("of a feed\n%q\nas a whole\n%q", got, want)
		}
	})
}

// Some of these jobs wait and run while many come and go.
func TestALongFeedIsJudgedAsItsJobs(t *testing.T) {
	withSpare(t, 10)
	r := rand.New(rand.NewPCG(2, 9))
	for n := range 12 {
		p := Problem{Procs: 16, Extend: n%2 == 1}
		now := int64(0)
		for i := range 90 {
			now += r.Int64N(40)
			run := r.Int64N(50) + r.Int64N(2)*r.Int64N(2)*r.Int64N(900)
			p.Jobs = append(p.Jobs, job.Job{
				ID: int64(i + 1), Submit: now, Run: run, Estimate: max(1, run+r.Int64N(60)-30), Procs: int32(1 + r.IntN(6)*r.IntN(3)),
			})
		}
		d := []Discipline{EASY, Conservative, List}[n%3]
		placed, err := Expect(p, d, OrderKey("sjf", 0))
		if err != nil {
			t.Fatal(err)
		}
		key := OrderKey("sjf", 0)
		for _, judge := range []Discipline{d, Conservative} {
			if got, want := judgements(fed(p, placed), nil, judge, key), judgements(p, placed, judge, key); !slices.Equal(got, want) {
				t.Fatalf("%s by %s: of a feed\n%q\nas a whole\n%q", d, judge, got, want)
			}
		}
	}
}

// The overloads of a Feed leave out the jobs that start before their submission.
func TestAFeedIsCheckedAsItsJobs(t *testing.T) {
	withSpare(t, 0)
	rapid.Check(t, func(t *rapid.T) {
		p, placed, _, _ := draw(t, rapid.Bool().Draw(t, "extend"))
		for range rapid.IntRange(1, 3).Draw(t, "changes") {
			if len(placed) == 0 {
				break
			}
			i := rapid.IntRange(0, len(placed)-1).Draw(t, "job")
			by := rapid.Int64Range(-12, 12).Draw(t, "seconds")
			switch rapid.IntRange(0, 4).Draw(t, "change") {
			case 0:
				placed[i].Start, placed[i].End = placed[i].Start+by, placed[i].End+by
			case 1:
				placed[i].End += by
			case 2:
				placed[i].Killed = !placed[i].Killed
			case 3:
				p.Jobs[i].ID = p.Jobs[0].ID
			case 4:
				placed[i] = job.Placement{Start: job.None, End: job.None}
			}
		}
		got, want := Check(fed(p, placed), nil), Check(p, placed)
		capacity := func(v Violation) bool { return v.Rule == RuleCapacity }
		rest, overloads := CheckJobs(p, placed)
		if less := slices.DeleteFunc(slices.Clone(want), capacity); len(want)-len(less) != overloads || !slices.Equal(rest, less) {
			t.Fatalf("%d overloads, %v, but all are %v", overloads, rest, want)
		}
		if slices.ContainsFunc(want, func(v Violation) bool { return v.Rule == RuleSubmit }) {
			got, want = slices.DeleteFunc(got, capacity), slices.DeleteFunc(want, capacity)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("of a feed\n%v\nas a whole\n%v", got, want)
		}
	})
}

// endless hands over n jobs of 20 s on a machine for two of them, in the order of submission.
func endless(n int) Problem {
	return Problem{Procs: 2, Feed: func() Feed {
		i, j := 0, job.Job{Run: 20, Estimate: 30, Procs: 1}
		return func() (*job.Job, job.Placement, bool) {
			i++
			j.ID, j.Submit = int64(i), int64(10*i)
			return &j, job.Placement{Start: j.Submit, End: j.Submit + 20}, i <= n
		}
	}}
}

// heapOf judges n jobs and returns the bytes of the heap that are in use on the way, at most.
func heapOf(t *testing.T, n int) (most uint64) {
	t.Helper()
	p := endless(n)
	read := p.Feed
	p.Feed = func() Feed {
		next, k := read(), 0
		return func() (*job.Job, job.Placement, bool) {
			if k++; k%(n/8) == 0 {
				var m runtime.MemStats
				runtime.GC()
				runtime.ReadMemStats(&m)
				most = max(most, m.HeapAlloc)
			}
			return next()
		}
	}
	for _, d := range []Discipline{EASY, Conservative} {
		if found := Follows(p, nil, d, nil); len(found) > 0 {
			t.Fatalf("%s: %v", d, found[0])
		}
	}
	if found := slices.Concat(HeadOnTime(p, nil, nil), PromisesKept(p, nil, nil), SubmissionOrder(p, nil)); len(found) > 0 {
		t.Fatal(found[0])
	}
	return most
}

func TestMemoryOfTheRefereeFollowsTheBacklog(t *testing.T) {
	slow.AsWebAssembly(t)
	few, many := heapOf(t, 20_000), heapOf(t, 200_000)
	if many > few+2<<20 { // 200,000 jobs take 17 MB; their numbers a bit each
		t.Errorf("%d KiB for 20,000 jobs, %d for 200,000", few>>10, many>>10)
	}
}
