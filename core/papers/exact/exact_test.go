package exact

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/slow"
	"github.com/backfill-lab/backfill/core/optimum/exact"
	"github.com/backfill-lab/backfill/core/optimum/program"
	"github.com/backfill-lab/backfill/core/papers/internal/laws"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/trace"
)

func TestLaws(t *testing.T) { laws.Check(t, Paper()) }

func TestDigests(t *testing.T) { laws.Digests(t, Paper()) }

func TestPrintedNumbersAreCompared(t *testing.T) { laws.Printed(t, Paper(), numbers()) }

func made(t testing.TB, name string) *trace.Workload {
	t.Helper()
	w, err := Paper().Loader(paper.First(paper.Quick), nil).JobSet(name)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// Every printed number is there, and the printed losses and times agree with the
// printed qualities and the sentences about them.
func TestPrintedNumbers(t *testing.T) {
	x := table1(paper.First(paper.Full))
	if n := len(x.Published); n != 13*7+1+3+1 {
		t.Errorf("%d printed numbers, want %d", n, 13*7+1+3+1)
	}
	if len(rows()) != 12 {
		t.Errorf("%d rows of steps, want 12", len(rows()))
	}
	at := func(row, column string) float64 { return numbers().At("table1", row, column) }
	for _, title := range append(titles(), averages) {
		if q, l := at(title, "quality"), at(title, loss); !(math.Abs(100*(1-q)-l) <= 0.006) {
			t.Errorf("%s: quality %v and loss %v", title, q, l)
		}
	}
	for i, hours := range map[int]float64{4: 2.5, 8: 237, 9: 3.5} { // as the text rounds them
		if got := at(rows()[i].title, time) / 3600; math.Abs(got-hours) > 0.15 {
			t.Errorf("%s: %.2f hours, the text says %v", rows()[i].title, got, hours)
		}
	}
}

func titles() (all []string) {
	for _, r := range rows() {
		all = append(all, r.title)
	}
	return all
}

// A row that is the size of a step finds that step, and no step is found twice.
func TestRowsFindTheirSteps(t *testing.T) {
	var sizes []program.Size
	for _, r := range slices.Backward(rows()) {
		sizes = append(sizes, r.Size)
	}
	chosen, err := match("").nearest(rows(), sizes)
	if err != nil {
		t.Fatal(err)
	}
	for k, i := range chosen {
		if i != len(sizes)-1-k {
			t.Errorf("row %d finds step %d", k, i)
		}
	}
	twice, err := match("").nearest([]row{rows()[0], rows()[0]}, sizes)
	if err != nil || twice[0] == twice[1] {
		t.Errorf("two equal rows find %v, error %v", twice, err)
	}
	if _, err := match("").nearest(rows(), sizes[:3]); err == nil {
		t.Error("12 rows find 3 steps")
	}
}

// The parts of a sample are the sample.
func TestPartsAreTheWhole(t *testing.T) {
	w := made(t, log)
	var whole, parts []float64
	for _, n := range []int{1, 3} {
		for k := range n {
			out := paper.NewSummary()
			if err := (sample{Jobs: 300, Every: 7, Part: k, Parts: n, Work: 1e-9}).do(t.Context(), w, nil, out); err != nil {
				t.Fatal(err)
			}
			if n == 1 {
				whole = out.Series[inSlots]
			} else {
				parts = append(parts, out.Series[inSlots]...)
			}
		}
	}
	if len(whole) < 5 || !slices.Equal(whole, parts) {
		t.Errorf("whole %v, parts %v", whole, parts)
	}
}

// To the second nothing is worse than in slots, nor than the best policy, and
// equation 6 by the text never gives longer slots than that of the printed scales.
func TestSecondsAreNeverWorseThanSlots(t *testing.T) {
	slow.Law(t)
	all, err := of(t.Context(), decider, made(t, log))
	if err != nil {
		t.Fatal(err)
	}
	better := 0
	for k := 0; k < len(all); k += 6 {
		out := paper.NewSummary()
		if err := (method{}).solve(t.Context(), all[k], 20, out); err != nil {
			t.Fatal(err)
		}
		slots, second := out.Series[inSlots+found][0], out.Series[toSecond+found][0]
		if second > min(slots, 1) || out.Series[textScale][0] > out.Series[scale][0] {
			t.Errorf("%s: quality %v in slots, %v to the second, scales %v and %v", all[k].Name, slots, second, out.Series[scale],
				out.Series[textScale])
		}
		if second < slots {
			better++
		}
	}
	if better == 0 {
		t.Error("slots never cost anything: the steps are too easy")
	}
}

// What more work proves lies in every interval of less work.
func TestIntervalsHoldTheOptimum(t *testing.T) {
	all, err := of(t.Context(), decider, made(t, log))
	if err != nil {
		t.Fatal(err)
	}
	open := 0
	for k := 0; k < len(all); k += 11 {
		little, much := paper.NewSummary(), paper.NewSummary()
		for work, out := range map[float64]*paper.Summary{2e-5: little, 0.1: much} {
			if err := (method{}).solve(t.Context(), all[k], work, out); err != nil {
				t.Fatal(err)
			}
		}
		for quality, gap := range map[string]string{inSlots: gap, toSecond: gapSecond} {
			at := func(out *paper.Summary) (low, high float64) {
				return out.Series[quality][0], out.Series[quality+found][0]
			}
			low, high := at(little)
			least, most := at(much)
			if low > high || (low == high) != (little.Series[gap][0] == 0) {
				t.Errorf("%s: %s %v to %v with a gap of %v", all[k].Name, quality, low, high, little.Series[gap][0])
			}
			if low < high {
				open++
			}
			if least == most && !(least >= low && most <= high) {
				t.Errorf("%s: %s %v is not in %v to %v", all[k].Name, quality, most, low, high)
			}
		}
	}
	if open < 10 {
		t.Errorf("only %d intervals are open: give less work", open)
	}
}

// What a plan leaves free is never below 0, and in the end all is. Without the waiting
// jobs it only increases, until the whole machine is free.
func TestFreeIsWhatPlansLeave(t *testing.T) {
	all, err := of(t.Context(), decider, made(t, log))
	if err != nil {
		t.Fatal(err)
	}
	for _, in := range all[:50] {
		starts, _, _ := in.Best()
		at, free := freeAt(in, starts)
		if at[0] != 0 || !slices.IsSorted(at) || slices.Min(free) < 0 || free[len(free)-1] != float64(in.Free[len(in.Free)-1].Procs) {
			t.Errorf("%s: %v at %v", in.Name, free, at)
		}
		at, free = freeAt(in, nil)
		for i, s := range in.Free {
			if at[i] != float64(s.At-in.Now) || free[i] != float64(s.Procs) || i > 0 && (at[i] <= at[i-1] || free[i] <= free[i-1]) {
				t.Errorf("%s: the history is %v at %v", in.Name, free, at)
			}
		}
		if free[len(free)-1] != float64(in.Procs) {
			t.Errorf("%s: in the end %v of %d processors are free", in.Name, free[len(free)-1], in.Procs)
		}
	}
}

// A task that is cancelled has no result.
func TestTasksCanBeCancelled(t *testing.T) {
	w := made(t, log)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, do := range map[string]func(context.Context, *trace.Workload, *paper.Aid, *paper.Summary) error{
		"sample": sample{Jobs: 1000, Every: 1, Parts: 1, Work: 0.001}.do, "matched": matched{Work: 0.001}.do} {
		if err := do(ctx, w, nil, paper.NewSummary()); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// How long a step takes: see the paper's notes.
func BenchmarkStep(b *testing.B) {
	all, err := of(b.Context(), decider, made(b, log))
	if err != nil {
		b.Fatal(err)
	}
	largest := slices.MaxFunc(all, func(a, c *exact.Instance) int { return len(a.Jobs) - len(c.Jobs) })
	b.Run("policies", func(b *testing.B) {
		for b.Loop() {
			largest.Best()
		}
		b.ReportMetric(float64(len(largest.Jobs)), "jobs")
	})
	b.Run("solve", func(b *testing.B) {
		for b.Loop() {
			if _, err := exact.Solve(b.Context(), largest, exact.Options{Work: workOf(paper.Full)}); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(len(largest.Jobs)), "jobs")
	})
}
