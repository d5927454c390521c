package exact

import (
	"fmt"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/exact"
	"github.com/backfill-lab/backfill/core/exact/program"
	"github.com/backfill-lab/backfill/core/paper"
)

// either is a series over the steps beside the printed rows and those of the averages.
func either(r *paper.Results, name string) []float64 {
	return slices.Concat(matches(r, name), everyStep(r, name))
}

// worse counts steps whose schedule of slots is worse than the best policy's.
func worse(qualities []float64) int {
	return count(qualities, func(q float64) bool { return q > 1 })
}

func table1Claims() []paper.Claim {
	programs, claim := paper.Section("3.2"), paper.Section("4")
	return []paper.Claim{
		claim("average", "On average the policies lose 0.7 %, less than 1 %; here: 0 to 1 %.", average),
		claim("largest", "The largest loss is close to 11 %; here: within a tenth of that, over all steps looked at.", largest),
		claim("usual", "In the first three blocks losses are around 1 %; here: from 0 to 2 %.", usualTable1),
		claim("first-block-sjf", "In all four steps of the first block, SJF is the best policy.", firstBlockSjf),
		claim("mostly-sjf", "Wherever the paper names the policy that loses to the optimum, it is SJF; here: SJF is the best policy of "+
			"most steps that lose anything.", mostlySjf),
		claim("negative", "Sometimes the best policy is better than the optimum in slots.", negative),
		claim("negative-scaling", "Only time-scaling makes losses negative: without it, the solver finds at least the best policy's "+
			"schedule; here: to the second no loss is negative.", negativeScaling),
		claim("second-better", "To the second, an even larger improvement might be possible; here: it is larger on average.",
			secondBetter),
		programs("forward-most", "Compaction moves a job forward by at most a slot less one second.", forwardMost),
		programs("forward-mean", "On average compaction moves a job forward by half a slot; here: by 0.4 to 0.6.", forwardMean),
		programs("equation-6", "An x of 0.0001 MB and a quarter of 8 GB give the time scales; here: computed from the printed makespans "+
			"and run times.", equation6),
		claim("five-minutes", "A slot is 5 minutes on average; here: 4.5 to 5.5.", fiveMinutes),
		claim("unpredictable", "The previous step does not predict the effort: one more job takes nearly 20 times as long; here: of two "+
			"successive steps that differ by at most one job, one takes at least 15 times the nodes of the other.", unpredictable),
	}
}

func average(r *paper.Results) (bool, string) {
	mean := paper.Mean(losses(everyStep(r, quality)))
	return mean >= 0 && mean < 1, fmt.Sprintf("%.2f %%; to the second %.2f %%", mean, paper.Mean(losses(everyStep(r, qualitySecond))))
}

func largest(r *paper.Results) (bool, string) {
	most, second := slices.Max(losses(either(r, quality))), slices.Max(losses(either(r, qualitySecond)))
	return most >= 9.9 && most <= 12.1, fmt.Sprintf("%.2f %%; to the second %.2f %%", most, second)
}

func usualTable1(r *paper.Results) (bool, string) {
	var t paper.Cases
	for i, loss := range losses(matches(r, quality))[:usual] {
		t.Check(loss >= 0 && loss <= 2, "%s: %.2f %%", rows[i].title, loss)
	}
	return t.All()
}

func firstBlockSjf(r *paper.Results) (bool, string) {
	var t paper.Cases
	for i, p := range matches(r, bestPolicy)[:firstBlock] {
		name := exact.Policies[int(p)].Name
		t.Check(name == "sjf", "%s: %s", rows[i].title, name)
	}
	return t.All()
}

func mostlySjf(r *paper.Results) (bool, string) {
	sjf, all := 0, 0
	policies := everyStep(r, bestPolicy)
	for i, q := range everyStep(r, qualitySecond) {
		if q < 1 {
			all++
			if exact.Policies[int(policies[i])].Name == "sjf" {
				sjf++
			}
		}
	}
	return 2*sjf > all, fmt.Sprintf("%d of %d", sjf, all)
}

func negative(r *paper.Results) (bool, string) {
	q := either(r, quality)
	n := worse(q)
	return n > 0, fmt.Sprintf("in %d of %d steps, by at most %.2f %%", n, len(q), 100*(slices.Max(q)-1))
}

func negativeScaling(r *paper.Results) (bool, string) {
	q := either(r, qualitySecond)
	n := worse(q)
	return n == 0, fmt.Sprintf("to the second %d of %d steps are worse than the best policy, in slots %d", n, len(q),
		worse(either(r, quality)))
}

func secondBetter(r *paper.Results) (bool, string) {
	slots, second := paper.Mean(losses(everyStep(r, quality))), paper.Mean(losses(everyStep(r, qualitySecond)))
	return second > slots, fmt.Sprintf("%.3f %% instead of %.3f %%", second, slots)
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
		return count(rows, func(row row) bool {
			s, err := m.Scale(row.Makespan, row.Accumulated)
			return err == nil && float64(s) == 60*row.scale
		})
	}
	n := by(program.Memory{})
	return n == len(rows), fmt.Sprintf("%d of %d; %d with ten times that x", n, len(rows), by(program.Printed))
}

func fiveMinutes(r *paper.Results) (bool, string) {
	mean := paper.Mean(everyStep(r, scale))
	return mean >= 4.5 && mean < 5.5, fmt.Sprintf("%.2f min; %.2f min by the text's x", mean, paper.Mean(everyStep(r, textScale)))
}

func unpredictable(r *paper.Results) (bool, string) {
	nodes, jobs := everyStep(r, nodes), everyStep(r, jobsRow)
	most := 0.0
	for i := 1; i < len(nodes); i++ {
		a, b := min(nodes[i], nodes[i-1]), max(nodes[i], nodes[i-1])
		if math.Abs(jobs[i]-jobs[i-1]) <= 1 && a > 0 {
			most = max(most, b/a)
		}
	}
	return most >= 15, fmt.Sprintf("at most %.1f times", most)
}
