package metrics

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/study/stats"
)

// waiting returns the Blocks of a job a day whose wait is drawn for it.
func waiting(days int64, wait func(day int64) int64) *Blocks {
	b := NewBlocks(4 * 86400) // a Monday
	for k := range days {
		at := k * 86400
		b.Add(&Ended{Submit: at, Start: at + wait(k), End: at + wait(k) + 100, Procs: 1})
	}
	return b
}

func means(p *Paired, metric string) (v []float64) {
	for _, s := range p.Sums(metric) {
		v = append(v, s.Mean())
	}
	return v
}

// Two schedules are alike where they are not apart, whichever is the first; of fewer than ten weeks nobody knows.
func TestTwoAreAlikeThatAreNotApart(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	wait := All[Index("wait_mean_s")]
	seen := map[Likeness]int{}
	for round := range 300 {
		by, days := r.Int64N(60), int64(200)
		if round%3 == 0 {
			days = 55 // eight weeks
		}
		p := Pair([]*Blocks{
			waiting(days, func(int64) int64 { return 100 + r.Int64N(200) }),
			waiting(days, func(int64) int64 { return 100 + by + r.Int64N(200) }),
		})
		sides := p.Sums(wait.Name)
		c := stats.Compare(sides[0], sides[1], stats.Level)
		got := Likenesses(wait, means(p, wait.Name), p)
		want := Different
		if !c.Apart() {
			if want = Alike; c.Effective < 10 {
				want = Unknown
			}
		}
		if got[0][1] != want || got[1][0] != want || got[0][0] != Different || got[1][1] != Different {
			t.Fatalf("%v, of %+v", got, c)
		}
		seen[want]++
	}
	if seen[Alike] < 20 || seen[Different] < 20 || seen[Unknown] < 20 {
		t.Errorf("too few of one kind: %v", seen)
	}
}

// Whoever is best is like no other, and only who is the first and like no other is the best.
func TestTheBestIsLikeNoOther(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	wait := All[Index("wait_mean_s")]
	seen := map[Standing]int{}
	for range 100 {
		var all []*Blocks
		for range 4 {
			by := r.Int64N(150)
			all = append(all, waiting(7*12, func(int64) int64 { return 100 + by + r.Int64N(300) }))
		}
		p := Pair(all)
		values := means(p, wait.Name)
		alike := Likenesses(wait, values, p)
		for k, at := range Standings(wait, values, p) {
			if seen[at]++; at != Behind && (at == Best) == slices.ContainsFunc(alike[k], func(l Likeness) bool { return l != Different }) {
				t.Fatalf("schedule %d of means %v stands as %d, and is like %v", k, values, at, alike[k])
			}
		}
	}
	if seen[Best] < 10 || seen[First] < 10 {
		t.Errorf("too few of one kind: %v", seen)
	}
}

func TestNothingIsAlikeThatIsNotCompared(t *testing.T) {
	wait := All[Index("wait_mean_s")]
	same := waiting(100, func(k int64) int64 { return 100 + k%5 })
	p := Pair([]*Blocks{same, same, waiting(100, func(k int64) int64 { return 300 + k%7 })})
	v := means(p, wait.Name)
	if Likenesses(wait, v, nil) != nil || Likenesses(All[Index("wait_max_s")], v, p) != nil {
		t.Error("something is said of a short log, or of the longest wait")
	}
	if got := Likenesses(wait, v, p); got[0][1] != Alike || got[0][2] != Different || got[1][2] != Different {
		t.Errorf("two equal schedules and another: %v", got)
	}
	v[0] = math.NaN()
	if got := Likenesses(wait, v, p); got[0][1] != Different || got[1][0] != Different || got[1][2] != Different {
		t.Errorf("one has no part: %v", got)
	}
}
