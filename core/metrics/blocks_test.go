package metrics

import (
	"math"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/study/stats"
)

// The mean of all blocks is the metric itself, whichever way the blocks were made.
func TestBlocksAddUpToTheirMetrics(t *testing.T) {
	for _, n := range []int{700, 5000, 400_000} { // hours, days, and weeks in memory
		in := loaded(n)
		for i := range in.Placed {
			in.Placed[i].Killed = i%7 == 0
		}
		values, measured := Measure(in, 4*86400)
		byHand, tally := NewBlocks(4*86400), NewTally(in.Procs, nil, 4*86400)
		for i := range in.Jobs {
			j, at := &in.Jobs[i], &in.Placed[i]
			e := Ended{Submit: j.Submit, Start: at.Start, End: at.End, Procs: j.Procs, Killed: at.Killed}
			byHand.Add(&e)
			tally.Add(&e)
		}
		_, tallied := tally.Measured()
		p := Pair([]*Blocks{measured, byHand, tallied})
		if p == nil || p.Blocks < stats.Least || slices.Index([]string{"hour", "day", "week"}, p.Unit) < 0 {
			t.Fatalf("%d jobs: %+v", n, p)
		}
		for _, name := range Means {
			for k, s := range p.Sums(name) {
				if got, want := s.Mean(), values.Value(name); math.Abs(got-want) > 1e-9*want {
					t.Errorf("%d jobs: %s of schedule %d is %g, its blocks say %g", n, name, k, want, got)
				}
			}
		}
		if p.Sums("util") != nil {
			t.Error("the use of a machine has blocks")
		}
		if !slices.Equal(measured.sums, byHand.sums) || !slices.Equal(measured.sums, tallied.sums) {
			t.Errorf("%d jobs: the three ways differ", n)
		}
	}
}

// Jobs of one day, six days and six weeks are divided by hours, days and weeks; of minutes nothing is said.
func TestPairTakesTheLongestUnit(t *testing.T) {
	for _, c := range []struct {
		every  int64
		unit   string
		blocks int
	}{{60, "", 0}, {3600, "hour", 6}, {86400, "day", 6}, {7 * 86400, "week", 6}, {30 * 86400, "week", 6}, {1000 * 86400, "week", 6}} {
		b := NewBlocks(4 * 86400)
		for k := range int64(6) {
			b.Add(&Ended{Submit: k * c.every, Start: k * c.every, End: k*c.every + 10, Procs: 1})
		}
		before := b.clone()
		switch p := Pair([]*Blocks{b, b}); {
		case c.unit == "":
			if p != nil {
				t.Errorf("every %d s: %+v", c.every, p)
			}
		case p == nil || p.Unit != c.unit || p.Blocks != c.blocks:
			t.Errorf("every %d s: %+v", c.every, p)
		case b.unit != before.unit || !slices.Equal(b.sums, before.sums):
			t.Errorf("every %d s: Pair changed what it was given", c.every)
		}
	}
	far := NewBlocks(4 * 86400)
	far.Add(&Ended{Submit: math.MaxInt64 / 2, Start: math.MaxInt64 / 2, End: math.MaxInt64/2 + 1, Procs: 1})
	if len(far.sums) > mostBlocks || Pair([]*Blocks{far}) != nil {
		t.Errorf("a submission in a billion years leaves %d blocks", len(far.sums))
	}
	early := NewBlocks(0)
	early.Add(&Ended{Submit: -1 << 40, Start: 0, End: 1, Procs: 1})
	if Pair([]*Blocks{early}) != nil {
		t.Error("a submission before the workload has a block")
	}
	if Pair(nil) != nil || Pair([]*Blocks{nil}) != nil {
		t.Error("nothing was paired")
	}
}

func TestOnlyWhatIsApartIsBest(t *testing.T) {
	schedule := func(wait func(k int64) int64) *Blocks {
		b := NewBlocks(4 * 86400) // a Monday
		for k := range int64(200) {
			at := k * 86400
			b.Add(&Ended{Submit: at, Start: at + wait(k), End: at + wait(k) + 100, Procs: int32(1 + k%3)})
		}
		return b
	}
	short := schedule(func(k int64) int64 { return 100 + k%5 })
	long := schedule(func(k int64) int64 { return 200 + k%7 })
	odd := schedule(func(k int64) int64 { return 182 + 45*(k/7%2) }) // nearly as long on average, in other weeks
	wait := All[Index("wait_mean_s")]
	p := Pair([]*Blocks{long, short, odd})
	values := func() (v []float64) {
		for _, s := range p.Sums("wait_mean_s") {
			v = append(v, s.Mean())
		}
		return v
	}()
	for _, c := range []struct {
		metric Metric
		values []float64
		p      *Paired
		want   []Standing
	}{
		{wait, values, p, []Standing{Behind, Best, Behind}},
		{wait, values, nil, []Standing{Behind, First, Behind}},
		{wait, []float64{values[0], math.NaN(), values[2]}, p, []Standing{First, Behind, Behind}},
		{wait, []float64{7, 7, 7}, p, []Standing{Behind, Behind, Behind}},
		{wait, []float64{math.NaN(), 7, math.NaN()}, p, []Standing{Behind, Behind, Behind}},
		{All[Index("wait_max_s")], []float64{3, 1, 2}, p, []Standing{Behind, First, Behind}},
		{All[Index("util")], []float64{3, 1, 3}, p, []Standing{First, Behind, First}},
		{All[Index("jobs_ended")], []float64{3, 1, 2}, p, []Standing{Behind, Behind, Behind}},
	} {
		if got := Standings(c.metric, c.values, c.p); !slices.Equal(got, c.want) {
			t.Errorf("%s of %v: %v, want %v", c.metric.Name, c.values, got, c.want)
		}
	}
	for _, name := range Means {
		j := Ended{Submit: 10, Start: 40, End: 240, Procs: 3, Killed: true}
		x, w := OfJob(name, &j, 200, 1)
		b := NewBlocks(0)
		b.Add(&j)
		p := Paired{all: []*Blocks{b}}
		if s := p.Sums(name)[0]; s.Mean() != x || stats.Mean([]float64{w}) != s.Den[len(s.Den)-1] {
			t.Errorf("%s of a job is %g, weight %g; its block says %g", name, x, w, s.Mean())
		}
	}
}
