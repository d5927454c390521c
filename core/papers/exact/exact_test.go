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
	chosen, err := size.nearest(rows(), sizes)
	if err != nil {
		t.Fatal(err)
	}
	for k, i := range chosen {
		if i != len(sizes)-1-k {
			t.Errorf("row %d finds step %d", k, i)
		}
	}
	twice, err := size.nearest([]row{rows()[0], rows()[0]}, sizes)
	if err != nil || twice[0] == twice[1] {
		t.Errorf("two equal rows find %v, error %v", twice, err)
	}
	if _, err := size.nearest(rows(), sizes[:3]); err == nil {
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
			if err := (sample{Jobs: 300, Every: 9, Part: k, Parts: n, Work: 1e-9}).do(t.Context(), w, nil, out); err != nil {
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

// Of every eight steps the first two are solved, in their order, and each is in one part.
func TestSuccessiveStepsAreChosen(t *testing.T) {
	whole := sample{Every: 8, Parts: 1}.chosen(19)
	if !slices.Equal(whole, []int{0, 1, 8, 9, 16, 17}) {
		t.Errorf("chosen are %v", whole)
	}
	if all := (sample{Every: 1, Parts: 1}).chosen(5); !slices.Equal(all, []int{0, 1, 2, 3, 4}) {
		t.Errorf("of every step: %v", all)
	}
	for steps := range 40 {
		var parts []int
		for k := range 3 {
			parts = append(parts, sample{Every: 8, Part: k, Parts: 3}.chosen(steps)...)
		}
		if whole := (sample{Every: 8, Parts: 1}).chosen(steps); !slices.Equal(parts, whole) {
			t.Errorf("%d steps: parts %v, whole %v", steps, parts, whole)
		}
	}
}

// A sample begins at second 0 and ends before two days are over. Each seed draws another one.
func TestSamplesAreOfTwoDays(t *testing.T) {
	var sums []string
	for seed := uint64(1); seed <= 2; seed++ {
		w, err := Paper().Loader(paper.Setting{Scale: paper.Quick, Seed: seed}, nil).JobSet(days)
		if err != nil {
			t.Fatal(err)
		}
		from, to := w.Span()
		if w.Jobs.Held()[0].Submit != 0 || w.Jobs.Held()[w.Len()-1].Submit >= 2*trace.Day || w.Len() < 100 {
			t.Errorf("seed %d: %d jobs in %d to %d", seed, w.Len(), from, to)
		}
		sums = append(sums, w.SHA256())
	}
	if sums[0] == sums[1] {
		t.Error("both seeds draw the same sample")
	}
}

// The averages of a span are those of a simulation that ends with it.
func TestSpansAreThoseOfShorterSimulations(t *testing.T) {
	w := made(t, threeDays)
	whole := paper.NewSummary()
	if err := (spanMeans{}).do(t.Context(), w, nil, whole); err != nil {
		t.Fatal(err)
	}
	for _, n := range spanDays {
		all, err := of(t.Context(), decider, w.Cut(0, n*trace.Day))
		if err != nil {
			t.Fatal(err)
		}
		jobs, end := 0.0, 0.0
		for _, in := range all {
			jobs += float64(len(in.Jobs)) / float64(len(all))
			last := in.Now
			for _, policy := range exact.Policies {
				for i, at := range in.List(policy.Order(in)) {
					last = max(last, at+in.Jobs[i].Estimate)
				}
			}
			end += float64(last) / float64(len(all))
		}
		for title, want := range map[string]float64{"jobs": jobs, makespan: end} {
			if got := whole.Values[spanValue(n, title)]; math.Abs(got/want-1) > 1e-9 {
				t.Errorf("%d days, %s: %v, want %v", n, title, got, want)
			}
		}
	}
}

// A clock moves the makespans, that of every policy, and equation 6 takes them; nothing else about a step but its
// slots depends on it.
func TestClocksMoveMakespans(t *testing.T) {
	all, err := of(t.Context(), decider, made(t, log))
	if err != nil {
		t.Fatal(err)
	}
	longer := 0
	for k := 0; k < len(all); k += 9 {
		const clock = 70_000
		length, end := paper.NewSummary(), paper.NewSummary()
		for at, out := range map[int64]*paper.Summary{0: length, clock: end} {
			if err := (method{}).solve(t.Context(), all[k], at, 1e-4, out); err != nil {
				t.Fatal(err)
			}
		}
		for _, name := range []string{makespan, ends + "fcfs", ends + "sjf", ends + "ljf"} {
			if by := end.Series[name][0] - length.Series[name][0]; by != clock {
				t.Errorf("%s: %s moves by %v", all[k].Name, name, by)
			}
		}
		for _, name := range []string{textScale, scale, scaleLow, scaleHigh} {
			want := math.Ceil(math.Sqrt(end.Series[makespan][0]*end.Series[accumulated][0]*map[string]float64{
				textScale: 5e-8, scale: 5e-7, scaleLow: 4.9956e-7, scaleHigh: 5.1733e-7}[name]) / 60)
			if got := end.Series[name][0]; got != want {
				t.Errorf("%s: %s is %v min, want %v", all[k].Name, name, got, want)
			}
			if got, less := end.Series[name][0], length.Series[name][0]; got < less {
				t.Errorf("%s: %s falls from %v to %v", all[k].Name, name, less, got)
			} else if got > less {
				longer++
			}
		}
		for _, same := range []string{jobsRow, accumulated, bestPolicy} {
			if !slices.Equal(length.Series[same], end.Series[same]) {
				t.Errorf("%s: %s is %v, and was %v", all[k].Name, same, end.Series[same], length.Series[same])
			}
		}
	}
	if longer == 0 {
		t.Error("no slot is longer")
	}
}

// Only steps until the second count.
func TestWaitingUntilByHand(t *testing.T) {
	step := func(now int64, jobs int) *exact.Instance {
		return &exact.Instance{Now: now, Jobs: make([]exact.Job, jobs)}
	}
	all := []*exact.Instance{step(10, 2), step(20, 5), step(30, 3), step(31, 9)}
	for second, want := range map[int64]int{9: 0, 10: 2, 30: 5, 31: 9} {
		if got := waitingUntil(all, second); got != want {
			t.Errorf("until %d: %d jobs, want %d", second, got, want)
		}
	}
	if lastRow() != 71_285 {
		t.Errorf("the last row is at %d", lastRow())
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
		if err := (method{}).solve(t.Context(), all[k], 0, 20, out); err != nil {
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
			if err := (method{}).solve(t.Context(), all[k], 0, work, out); err != nil {
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
