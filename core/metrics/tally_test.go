package metrics

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// tallied returns what a Tally says of a schedule, event by event in the order of time.
func tallied(in Input) Values {
	type event struct {
		at   int64
		kind int // ends first, then submissions, then starts
		tell func()
	}
	t := NewTally(in.Procs, in.Groups, 4*86400)
	var events []event
	for i := range in.Jobs {
		j, at := &in.Jobs[i], &in.Placed[i]
		events = append(events,
			event{j.Submit, 1, func() { t.Submitted(j.Submit, j.Procs) }},
			event{at.Start, 2, func() { t.Started(at.Start, j.Procs) }},
			event{at.End, 0, func() { t.Ended(at.End, j.Procs) }})
		if at.Start == at.End { // it ends after it has started
			events[len(events)-1].kind = 3
		}
	}
	slices.SortStableFunc(events, func(a, b event) int { return cmp.Or(cmp.Compare(a.at, b.at), a.kind-b.kind) })
	for _, e := range events {
		e.tell()
	}
	for i := range in.Jobs {
		j, at := &in.Jobs[i], &in.Placed[i]
		t.Add(&Ended{j.Submit, at.Start, at.End, j.Procs, j.User, at.Killed})
	}
	values, _ := t.Measured()
	return values
}

func TestATallyIsCompute(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 11))
	for n := range 300 {
		in := Input{Procs: 1 + r.IntN(30)}
		for range n % 60 {
			in.Groups = append(in.Groups, uint8(1+r.IntN(UserGroups)))
		}
		for i := range n {
			j := job.Job{ID: int64(i), Submit: r.Int64N(200), Procs: int32(1 + r.IntN(in.Procs)), User: r.Int32N(62) - 1}
			start := j.Submit + r.Int64N(50)
			in.Jobs = append(in.Jobs, j)
			in.Placed = append(in.Placed, job.Placement{Start: start, End: start + r.Int64N(40), Killed: r.IntN(3) == 0})
		}
		want, got := Compute(in), tallied(in)
		for i := range want {
			if math.Float64bits(got[i]) != math.Float64bits(want[i]) && want[i] == want[i] {
				t.Fatalf("case %d: %s is %v in a Tally, %v of Compute", n, Every[i].Name, got[i], want[i])
			}
		}
	}
}

// BenchmarkTally is the cost of a job, beside BenchmarkCompute.
func BenchmarkTally(b *testing.B) {
	for _, n := range []int{100_000, 2_000_000} {
		in := loaded(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				t := NewTally(in.Procs, in.Groups, 4*86400)
				for i := range in.Jobs {
					j, at := &in.Jobs[i], &in.Placed[i]
					t.Add(&Ended{j.Submit, at.Start, at.End, j.Procs, j.User, at.Killed})
				}
				t.Measured()
			}
			b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
		})
	}
}
