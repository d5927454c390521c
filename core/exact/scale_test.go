package exact

import (
	"math/rand/v2"
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
