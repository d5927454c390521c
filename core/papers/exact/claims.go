package exact

import (
	"fmt"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

// either is a series over the steps beside the printed rows and those of the averages.
func either(r *paper.Results, name string) []float64 {
	return slices.Concat(matches(r, name), everyStep(r, name))
}

func table1Claims() []paper.Claim {
	return []paper.Claim{
		paper.Open("average", average),
		paper.Open("largest", largest),
		paper.Open("usual", usualTable1),
		paper.Judged("first-block-sjf", firstBlockSjf),
		paper.Open("mostly-sjf", mostlySjf),
		paper.Open("negative", negative),
		paper.Open("mostly-better", mostlyBetter),
		paper.Open("second-better", secondBetter),
		paper.Judged("ljf-last", ljfLast),
		paper.Judged("million", million),
		paper.Judged("forward-most", forwardMost),
		paper.Judged("forward-mean", forwardMean),
		paper.Open("five-minutes", fiveMinutes),
		paper.Open("unpredictable", unpredictable),
		paper.Open("sample-rows", sampleRows),
	}
}

// ljfLast counts the steps on which LJF ends last, without those on which all policies
// end together: they say nothing.
func ljfLast(r *paper.Results) (bool, string) {
	together := latest(r, "fcfs", "sjf", "ljf")
	steps := len(everyStep(r, makespan)) - together
	ljf, sjf, fcfs := latest(r, "ljf")-together, latest(r, "sjf")-together, latest(r, "fcfs")-together
	return 2*ljf > steps, fmt.Sprintf("of %d steps T is LJF's on %d, SJF's on %d, FCFS's on %d; all end together on %d more", steps, ljf, sjf,
		fcfs, together)
}

// latest counts the steps whose T is the makespan of each of these policies.
func latest(r *paper.Results, policies ...string) int {
	all := everyStep(r, makespan)
	is := slices.Repeat([]bool{true}, len(all))
	for _, policy := range policies {
		for i, end := range everyStep(r, ends+policy) {
			is[i] = is[i] && end == all[i]
		}
	}
	return count(is, func(is bool) bool { return is })
}

func million(r *paper.Results) (bool, string) {
	n, jobs, end := r.Value(matchedLabel, variables), r.Value(matchedLabel, exampleJobs), r.Value(matchedLabel, exampleMakespan)
	return n > numbers().At("table1", eightJobs, variables), fmt.Sprintf("%s variables; %.0f jobs times %s s are %s", paper.Format(n, ""),
		jobs, paper.Format(end, ""), paper.Format(jobs*end, ""))
}

func forwardMost(r *paper.Results) (bool, string) {
	most := slices.Max(slotsMoved(r, moved))
	return most < 1, fmt.Sprintf("%.3f slots", most)
}

func forwardMean(r *paper.Results) (bool, string) {
	mean := paper.Mean(slotsMoved(r, mean))
	return mean >= 0.4 && mean <= 0.6, fmt.Sprintf("%.2f", mean)
}

// slotsMoved is a series of seconds moved, in slots.
func slotsMoved(r *paper.Results, name string) []float64 {
	all := either(r, name)
	for i, minutes := range either(r, scale) {
		all[i] /= 60 * minutes
	}
	return all
}

// fiveMinutes judges the mean of time scales with the constants that the printed rows leave of equation 6.
func fiveMinutes(r *paper.Results) (paper.Verdict, string) {
	low, high := paper.Mean(everyStep(r, scaleLow)), paper.Mean(everyStep(r, scaleHigh))
	return paper.Within(low, high, 4.5, 5.5), fmt.Sprintf("%.2f to %.2f min; %.2f min by the text's x", low, high,
		paper.Mean(everyStep(r, textScale)))
}

// sampleRows asks whether the queue of a sample gets as long as that of the printed rows, and as early.
func sampleRows(r *paper.Results) (paper.Verdict, string) {
	most := waitingInHours(r)
	if math.IsNaN(most) {
		return paper.Untestable, "the log's steps have another clock"
	}
	printed := 0
	for _, row := range rows() {
		printed = max(printed, row.Jobs)
	}
	return paper.Rule(most >= float64(printed)), fmt.Sprintf("at most %.0f wait, printed are %d", most, printed)
}

// unpredictable compares the work of successive steps in slots. Of a step that is not
// proven, the work is only a lower bound.
func unpredictable(r *paper.Results) (paper.Verdict, string) {
	work, gaps, jobs, places := everyStep(r, workSlots), everyStep(r, gap), everyStep(r, jobsRow), everyStep(r, place)
	apart, open, pairs := 0, 0, 0
	for i := 1; i < len(work); i++ {
		if places[i] != places[i-1]+1 || math.Abs(jobs[i]-jobs[i-1]) > 1 {
			continue
		}
		pairs++
		less, more := i-1, i
		if work[less] > work[more] {
			less, more = more, less
		}
		switch factor := work[more] / work[less]; {
		case gaps[less] == 0 && factor >= 2:
			apart++
		case gaps[less] > 0 || gaps[more] > 0:
			open++
		}
	}
	return paper.Majority(apart, open, pairs), fmt.Sprintf("%d of %d, and %d undecided because a step is not proven", apart, pairs, open)
}
