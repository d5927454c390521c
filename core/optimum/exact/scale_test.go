package exact

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Times and widths may be as large as Check allows: nothing overflows, and all
// scales.
func TestOptimaScaleWithTimesAndWidths(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 11))
	for range 150 {
		in := random(r, 1+r.IntN(6))
		want := brute(in)
		times, widths := int64(1), 1
		for {
			big := scaled(in, times*4, widths*3)
			if big.Check() != nil {
				break
			}
			times, widths = times*4, widths*3
		}
		for scaled(in, times*2, widths).Check() == nil {
			times *= 2
		}
		got := solve(t, scaled(in, times, widths), Options{MemoryMiB: 1})
		if !got.Optimal || got.Cost != want*times*int64(widths) {
			t.Fatalf("%+v times %d, widths %d: %+v, expected a cost of %d", in, times, widths, got, want*times*int64(widths))
		}
	}
}

func scaled(in *Instance, times int64, widths int) *Instance {
	out := &Instance{Procs: in.Procs * widths, Now: in.Now * times}
	for _, s := range in.Free {
		out.Free = append(out.Free, Step{s.At * times, s.Procs * widths})
	}
	for _, j := range in.Jobs {
		out.Jobs = append(out.Jobs, Job{j.ID, j.Procs * widths, j.Estimate * times, j.Submit * times})
	}
	return out
}

// More free processors, or the same ones earlier, never make the optimum dearer.
func TestMoreProcessorsNeverCostMore(t *testing.T) {
	cheaper := 0
	for seed := range uint64(24) {
		r := rand.New(rand.NewPCG(seed, 12))
		in := busy(seed, 5+r.IntN(3))
		more := *in
		more.Free = slices.Clone(in.Free)
		i := 1 + r.IntN(len(in.Free)-1)
		switch seed % 4 {
		case 0: // on the whole machine
			by := 1 + r.IntN(20)
			more.Procs += by
			for k := range more.Free {
				more.Free[k].Procs += by
			}
		case 1: // one step earlier
			more.Free[i].At -= r.Int64N(in.Free[i].At - in.Free[i-1].At)
		case 2: // one step higher
			more.Free[i-1].Procs += r.IntN(in.Free[i].Procs - in.Free[i-1].Procs)
		case 3: // a step in two, the first part earlier
			if in.Free[i].Procs-in.Free[i-1].Procs > 1 && in.Free[i].At-in.Free[i-1].At > 1 {
				early := Step{in.Free[i-1].At + 1, in.Free[i-1].Procs + 1}
				more.Free = slices.Insert(more.Free, i, early)
			}
		}
		if err := more.Check(); err != nil {
			t.Fatal(err)
		}
		a, b := solve(t, in, Options{}), solve(t, &more, Options{})
		if !a.Optimal || !b.Optimal || b.Cost > a.Cost {
			t.Fatalf("%s: the optimum is %d, with %v instead of %v it is %d", in.Name, a.Cost, more.Free, in.Free, b.Cost)
		}
		if b.Cost < a.Cost {
			cheaper++
		}
		if short := solve(t, &more, Options{Work: a.Work / 3}); short.Bound > a.Cost {
			t.Fatalf("%s: a bound of %d with more processors, a schedule with fewer costs %d", in.Name, short.Bound, a.Cost)
		}
	}
	if cheaper < 6 {
		t.Errorf("only %d optima of 24 are cheaper", cheaper)
	}
}

// Without one of its jobs, an instance costs less by at least what the job costs alone, and
// by no more than it costs after all others. With a job and its own processors for it, it
// costs no more than the job does at once.
func TestAJobCostsAtLeastWhatItCostsAlone(t *testing.T) {
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 13))
		in := busy(seed, 4+r.IntN(4))
		all := solve(t, in, Options{})
		i := r.IntN(len(in.Jobs))
		less, alone := *in, *in
		less.Jobs = slices.Delete(slices.Clone(in.Jobs), i, i+1)
		alone.Jobs = in.Jobs[i : i+1]
		without, one := solve(t, &less, Options{}), solve(t, &alone, Options{})
		end := in.Free[len(in.Free)-1].At
		for k, s := range without.Starts {
			end = max(end, s+less.Jobs[k].Estimate)
		}
		last := alone.Cost([]int64{end})
		if all.Cost < without.Cost+one.Cost || all.Cost > without.Cost+last {
			t.Fatalf("%s: %d with job %d and %d without; it costs %d alone and %d in the end", in.Name, all.Cost, i, without.Cost, one.Cost, last)
		}
		more := *in
		extra := Job{ID: 1000, Procs: 1 + r.IntN(50), Estimate: 1 + r.Int64N(50_000), Submit: in.Now}
		more.Jobs, more.Free = append(slices.Clone(in.Jobs), extra), slices.Clone(in.Free)
		more.Procs += extra.Procs
		for k := range more.Free {
			more.Free[k].Procs += extra.Procs
		}
		if with := solve(t, &more, Options{}); with.Cost > all.Cost+int64(extra.Procs)*extra.Estimate {
			t.Fatalf("%s: %d, and %d with %+v and processors for it", in.Name, all.Cost, with.Cost, extra)
		}
	}
}
