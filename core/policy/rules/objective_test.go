package rules

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/policy/policytest"
	"github.com/backfill-lab/backfill/core/sim/job"
)

func TestObjectivesAreSums(t *testing.T) {
	s := Scores{AWRT: 2, ByGroup: [NumGroups]float64{3, 5, 7, 11, math.NaN()}, U: 0.5}
	for text, want := range map[string]float64{
		"10*awrt1 + 4*awrt2":      50,
		"awrt":                    2,
		"-u":                      -0.5,
		"awrt3*2-1e1*u":           9,
		"+ .5*awrt4":              5.5,
		"awrt1+awrt1+awrt1":       9,
		" awrt - awrt2 ":          -3,
		"1.5e+1*awrt + 2e-1*u":    30.1,
		"4*awrt5 + awrt":          2, // a group without users
		PaperObjective + " - u*2": 49,
	} {
		o, err := ParseObjective(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
		} else if got := o.Of(s); math.Abs(got-want) > 1e-12 || o.String() != text {
			t.Errorf("%q is %v, not %v", text, got, want)
		}
	}
}

func TestBadObjectivesAreOneClearError(t *testing.T) {
	for text, want := range map[string]string{
		"":           "a term is missing",
		"  ":         "a term is missing",
		"awrt +":     "a term is missing",
		"awrt + + u": "a term is missing",
		"awrt6": `unknown score "awrt6"; write a sum such as 10*awrt1 + 4*awrt2 ` +
			`of awrt, awrt1, awrt2, awrt3, awrt4, awrt5, u`,
		"10*awrt1 4*awrt2":         "is neither a name nor a number times a name",
		"10":                       "is neither",
		"10*4":                     "is neither",
		"awrt*u":                   "is neither",
		"awrt*+":                   "is neither",
		"10**awrt":                 "is neither",
		"2*3*awrt":                 "is neither",
		"1.2.3*awrt":               `"1.2.3" is not a number`,
		"1e*awrt":                  `"1e" is not a number`,
		"1e999*awrt":               "is not a number",
		"1e16*awrt":                "the weight of awrt is not between",
		"0*awrt":                   "all weights are 0",
		"awrt - awrt":              "all weights are 0",
		"awrt / 2":                 `'/' at byte 6 is not part of a sum`,
		"AWRT":                     `'A' at byte 1 is not part of a sum`,
		"awrt + ü":                 `'ü' at byte 8 is not part of a sum`,
		"awrt + \xff":              "at byte 8",
		strings.Repeat("u+", 1000): "more than 1000 bytes",
	} {
		if _, err := ParseObjective(text); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v, not %q", text, err, want)
		}
	}
}

func FuzzParseObjective(f *testing.F) {
	f.Add("10*awrt1 + 4*awrt2")
	f.Add("1e-5*u-.5e+3*awrt")
	f.Fuzz(func(t *testing.T, text string) {
		o, err := ParseObjective(text)
		if err == nil && math.IsNaN(o.Of(Scores{AWRT: 1, U: 1})) {
			t.Fatalf("%q has no value", text)
		}
	})
}

// TestScoresAreThoseOfTheMetrics: the average over all jobs is the metric awrt, the
// groups' averages weighted by their areas add up to it, and a group that holds
// every user has it alone.
func TestScoresAreThoseOfTheMetrics(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 1))
	for n := range 100 {
		c := policytest.Random(r, 40)
		groups := users(r, &c)
		placed, err := policytest.Simulate(c, New(wild{uint64(n)}, Options{Groups: groups}))
		if err != nil {
			t.Fatal(err)
		}
		s := Score(c.Procs, c.Jobs, placed, groups)
		want := metrics.Compute(metrics.Input{Procs: c.Procs, Jobs: c.Jobs, Placed: placed})[metrics.Index("awrt_s")]
		if math.IsNaN(want) != math.IsNaN(s.AWRT) || math.Abs(want-s.AWRT) > 1e-9*want {
			t.Fatalf("awrt is %v, the metric says %v", s.AWRT, want)
		}
		if math.IsNaN(want) {
			continue
		}
		var sum, area, busy float64
		first, last := int64(math.MaxInt64), int64(0)
		for g := range NumGroups {
			of := 0.0
			for i := range c.Jobs {
				if groups.Of(c.Jobs[i].User) == g+1 {
					of += float64(c.Jobs[i].Procs) * float64(placed[i].End-placed[i].Start)
				}
			}
			area += of
			if of > 0 {
				sum += of * s.ByGroup[g]
			} else if !math.IsNaN(s.ByGroup[g]) {
				t.Fatalf("a group without jobs has %v", s.ByGroup[g])
			}
		}
		for _, at := range placed {
			first, last = min(first, at.Start), max(last, at.End)
		}
		busy = area / float64(c.Procs) / float64(last-first)
		if math.Abs(sum/area-s.AWRT) > 1e-9*s.AWRT || math.Abs(s.U-busy) > 1e-12 {
			t.Fatalf("the groups make %v of %v, utilisation %v of %v", sum/area, s.AWRT, s.U, busy)
		}
		if all := Score(c.Procs, c.Jobs, placed, nil); all.ByGroup[NumGroups-1] != s.AWRT {
			t.Fatalf("everybody's group has %v of %v", all.ByGroup, s.AWRT)
		}
	}
}

func TestUsersAreGroupedByTheirShare(t *testing.T) {
	var jobs []job.Job
	for u, area := range []int64{800, 801, 200, 201, 100, 101, 10, 11, 0} { // of 10,000
		j := policytest.Job(int64(u), 0, area, 2*area+1, 1)
		j.User = int32(u)
		jobs = append(jobs, j)
	}
	cut := policytest.Job(50, 0, 9999, 7776, 1) // cut at its estimate; nobody's
	jobs = append(jobs, cut)
	got := GroupUsers(jobs, DefaultBounds)
	if !slices.Equal(got, Groups{2, 1, 3, 2, 4, 3, 5, 4, 5}) {
		t.Fatalf("the groups are %v", got)
	}
	if got.Of(-1) != 5 || got.Of(9) != 5 || got.Of(1) != 1 || len(GroupUsers(nil, DefaultBounds)) != 0 {
		t.Fatal("a user who is not known is not in group 5")
	}
	for _, b := range []Bounds{{8, 2, 2, 1}, {101, 2, 1, 0}, {8, 2, 1, -1}, {math.NaN(), 2, 1, 0}} {
		if b.Check() == nil {
			t.Errorf("%v is accepted", b)
		}
	}
}

func TestLotsGiveEveryStrategyToEverySituation(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 6))
	lots := DrawLots(r, 192, 5)
	if len(lots) != 65 {
		t.Fatalf("%d rule bases", len(lots))
	}
	values := make([]float64, len(lots))
	favourite := func(i int) Strategy { return Strategy(i % NumStrategies) }
	for i := range 192 {
		var times [NumStrategies]int
		for k, choice := range lots {
			times[choice[i]]++
			if choice[i] == favourite(i) {
				values[k]-- // the objective is the number of situations without their favourite
			}
		}
		for s, n := range times {
			if n != 5 {
				t.Fatalf("situation %d has %s %d times", i, Strategy(s), n)
			}
		}
	}
	best, err := lots.Best(values)
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range best {
		var sums [NumStrategies]float64
		for k, choice := range lots {
			sums[choice[i]] += values[k]
		}
		if at := slices.Index(sums[:], slices.Min(sums[:])); s != Strategy(at) {
			t.Fatalf("situation %d has %s, not %s", i, s, Strategy(at))
		}
	}
	if _, err := lots.Best(values[1:]); err == nil {
		t.Fatal("a value is missing and nobody says so")
	}
}
