package exact

import (
	"context"
	"fmt"

	"github.com/backfill-lab/backfill/core/optimum/program"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/trace"
)

// The paper does not say how long the simulation is that its averages cover. Sizes of steps need no solver: they are
// averaged over several spans, and over all steps of each.

// spanDays are the spans, in days from the start of a sample.
var spanDays = []int64{1, 2, 3}

// sizesOf are the columns that describe a step's size, with its makespan as an end on the clock.
var sizesOf = []struct {
	title, unit string
	of          func(program.Size) int64
}{
	{"jobs", "jobs", func(s program.Size) int64 { return int64(s.Jobs) }},
	{"makespan", "s", func(s program.Size) int64 { return s.Makespan }},
	{"acc. run time", "s", func(s program.Size) int64 { return s.Accumulated }},
}

func spanLabel(days int64) string {
	if days == 1 {
		return "1 day"
	}
	return fmt.Sprintf("%d days", days)
}

func spanValue(days int64, title string) string { return spanLabel(days) + ", " + title }

// spanMeans averages the sizes of all steps of each span.
type spanMeans struct {
	Decider string `json:",omitempty"`
}

func (s spanMeans) do(ctx context.Context, w *trace.Workload, _ *paper.Aid, out *paper.Summary) error {
	all, err := of(ctx, method{Decider: s.Decider}.policy(), w)
	if err != nil {
		return err
	}
	sums := make([]int64, len(sizesOf))
	steps, next := int64(0), 0
	for _, days := range spanDays {
		for ; next < len(all) && all[next].Now < days*trace.Day; next++ {
			size := program.SizeOf(all[next])
			size.Makespan += all[next].Now
			for i, c := range sizesOf {
				sums[i] += c.of(size)
			}
			steps++
		}
		for i, c := range sizesOf {
			out.Values[spanValue(days, c.title)] = float64(sums[i]) / float64(steps)
		}
	}
	return ctx.Err()
}

const spansLabel = "spans"

// section4Spans compares the printed averages of sizes with those of other spans.
func section4Spans(at paper.Setting) paper.Experiment {
	s := spanMeans{methodOf(at.Reading).Decider}
	x := paper.Experiment{ID: "exact/section4-spans",
		Runs: []paper.Run{{Label: spansLabel, JobSet: threeDays, Task: &paper.Task{Name: "exact/spans", Version: 1, Params: s, Do: s.do}}},
		Claims: []paper.Claim{
			paper.Judged("one-day-short", meanEnd(1, func(ours, printed float64) bool { return ours < printed })),
			paper.Judged("three-days-long", meanEnd(3, func(ours, printed float64) bool { return ours > printed })),
		}}
	for _, days := range spanDays {
		for _, c := range sizesOf {
			x.Add(spanLabel(days), c.title, c.unit, paper.Value(spansLabel, spanValue(days, c.title)))
			x.Repeat(spanLabel(days), c.title, numbers().At("table1", averages, c.title))
		}
	}
	return x
}

// meanEnd judges the mean makespan of a span by the printed one.
func meanEnd(days int64, is func(ours, printed float64) bool) func(*paper.Results) (bool, string) {
	return func(r *paper.Results) (bool, string) {
		ours, printed := r.Value(spansLabel, spanValue(days, makespan)), numbers().At("table1", averages, makespan)
		return is(ours, printed), fmt.Sprintf("%s, printed %s", paper.Format(ours, "s"), paper.Format(printed, "s"))
	}
}
