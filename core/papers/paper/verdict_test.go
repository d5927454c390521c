package paper

import (
	"math"
	"testing"
)

// The verdict on an interval is that of every number in it, or Undecided.
func TestAnIntervalIsDecidedIfEveryNumberInItIs(t *testing.T) {
	const steps = 200
	for _, published := range []float64{-100, 0, 100} {
		printed := printedNumber{published, 2}
		for low := -130.0; low <= 130; low += 2.5 {
			for _, width := range []float64{0, 0.5, 1.5, 5, 17, 30, 240} {
				seen := map[Verdict]bool{}
				numbers := []float64{published}
				for i := range steps + 1 {
					numbers = append(numbers, low+float64(width*float64(i)/steps))
				}
				for _, ours := range numbers {
					if ours >= low && ours <= low+width {
						_, v := printed.judge(ours)
						seen[v] = true
					}
				}
				ratio, got := printed.judgeInterval(low, low+width)
				if len(seen) == 1 && !seen[got] || len(seen) > 1 && got != Undecided {
					t.Errorf("published %v, ours %v to %v: %s, its numbers %v", published, low, low+width, got, seen)
				}
				if single, _ := printed.judge(low); width == 0 && ratio != single && single == single || width > 0 && ratio == ratio {
					t.Errorf("published %v, ours %v to %v: the ratio %v", published, low, low+width, ratio)
				}
			}
		}
	}
	for _, ends := range [][2]float64{{math.NaN(), math.NaN()}, {1, math.NaN()}, {1, math.Inf(1)}} {
		if _, v := (printedNumber{1, 0.1}).judgeInterval(ends[0], ends[1]); v != None {
			t.Errorf("ours %v: %s", ends, v)
		}
	}
}

// Within and Majority rule as every number or count that is possible would.
func TestClaimsOnIntervalsAreDecidedIfEveryPossibilityIs(t *testing.T) {
	one := func(seen map[Verdict]bool) Verdict {
		if len(seen) > 1 {
			return Undecided
		}
		for v := range seen {
			return v
		}
		return ""
	}
	for low := range 6 {
		for high := low; high < 6; high++ {
			seen := map[Verdict]bool{}
			for v := low; v <= high; v++ {
				seen[Rule(v >= 2 && v < 4)] = true
			}
			if got := Within(float64(low), float64(high), 2, 4); got != one(seen) {
				t.Errorf("%d to %d within [2, 4): %s, its numbers %v", low, high, got, seen)
			}
		}
	}
	if v := Within(math.NaN(), math.NaN(), 2, 4); v != Fails {
		t.Errorf("no number: %s", v)
	}
	for cases := range 6 {
		for yes := range cases + 1 {
			for open := range cases - yes + 1 {
				seen := map[Verdict]bool{}
				for more := range open + 1 {
					seen[Rule(2*(yes+more) > cases)] = true
				}
				if got := Majority(yes, open, cases); got != one(seen) {
					t.Errorf("%d of %d and %d open: %s, want %v", yes, cases, open, got, seen)
				}
			}
		}
	}
}

func TestJudgeRange(t *testing.T) {
	r := bounds{Low: 90, High: 120}
	for _, c := range []struct {
		published float64
		want      Verdict
	}{{90, Inside}, {120, Inside}, {100, Inside}, {133, Near}, {134, Outside}, {82, Near},
		{81, Outside}, {-100, Outside}, {0, Outside}} {
		ratio, v := (printedNumber{Value: c.published}).judgeRange(100, r)
		if v != c.want || c.published != 0 && ratio != 100/c.published {
			t.Errorf("%v beside 90 to 120 is %s with ratio %v, want %s", c.published, v, ratio, c.want)
		}
	}
	if _, v := (printedNumber{Value: 1}).judgeRange(math.NaN(), r); v != None {
		t.Errorf("no number is judged %s", v)
	}
}
