package exact

import (
	"fmt"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/optimum/program"
	"github.com/backfill-lab/backfill/core/papers/paper"
)

// either is a series over the steps beside the printed rows and those of the averages.
func either(r *paper.Results, name string) []float64 {
	return slices.Concat(matches(r, name), everyStep(r, name))
}

func table1Claims() []paper.Claim {
	horizon, programs, claim, open := paper.Section("3.1"), paper.Section("3.2"), paper.Section("4"), paper.Open("4")
	return []paper.Claim{
		open("average", "On average the policies lose 0.7 %, less than 1 %; here: 0 to 1 %.", average),
		open("largest", "The largest loss is close to 11 %; here: within a tenth of that, over all steps looked at.", largest),
		open("usual", "In the first three blocks losses are around 1 %; here: from 0 to 2 %.", usualTable1),
		claim("first-block-sjf", "In all four steps of the first block, SJF is the best policy.", firstBlockSjf),
		open("mostly-sjf", "Wherever the paper names the policy that loses to the optimum, it is SJF; here: SJF is the best policy of "+
			"most steps that lose anything.", mostlySjf),
		open("negative", "Sometimes the best policy is better than the optimum in slots; here: where that optimum is proven.", negative),
		open("mostly-better", "Without time-scaling, the optimum is most likely better than any policy; here: on most steps.", mostlyBetter),
		open("second-better", "In the third block, an even larger improvement might be possible to the second; here: it is for at least "+
			"one of our three steps.", secondBetter),
		horizon("ljf-last", "T is most likely the makespan of LJF; here: on most steps whose policies do not all end together.", ljfLast),
		programs("million", "To the second, eight jobs over two days have more than a million variables; here: the step of our "+
			"simulation nearest to that.", million),
		programs("forward-most", "Compaction moves a job forward by at most a slot less one second.", forwardMost),
		programs("forward-mean", "On average compaction moves a job forward by half a slot; here: by 0.4 to 0.6.", forwardMean),
		programs("equation-6", "An x of 0.0001 MB and a quarter of 8 GB give the time scales; here: computed from the printed makespans "+
			"and run times.", equation6),
		claim("five-minutes", "A slot is 5 minutes on average; here: 4.5 to 5.5.", fiveMinutes),
		open("unpredictable", "The previous step does not predict the computing time: one more job takes nearly 20 times as long; here: "+
			"of successive steps that differ by at most one job, most differ in work by a factor of two or more.", unpredictable),
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

func equation6(*paper.Results) (bool, string) {
	by := func(m program.Memory) int {
		return count(rows(), func(row row) bool {
			s, err := m.Scale(row.Makespan, row.Accumulated)
			return err == nil && float64(s) == 60*row.scale
		})
	}
	n := by(program.Memory{})
	return n == len(rows()), fmt.Sprintf("%d of %d; %d with ten times that x", n, len(rows()), by(program.Printed))
}

func fiveMinutes(r *paper.Results) (bool, string) {
	mean := paper.Mean(everyStep(r, scale))
	return mean >= 4.5 && mean < 5.5, fmt.Sprintf("%.2f min; %.2f min by the text's x", mean, paper.Mean(everyStep(r, textScale)))
}

// unpredictable compares the work of successive steps in slots. Of a step that is not
// proven, the work is only a lower bound.
func unpredictable(r *paper.Results) (paper.Verdict, string) {
	work, gaps, jobs := everyStep(r, workSlots), everyStep(r, gap), everyStep(r, jobsRow)
	apart, open, pairs := 0, 0, 0
	for i := 1; i < len(work); i++ {
		if math.Abs(jobs[i]-jobs[i-1]) > 1 {
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
