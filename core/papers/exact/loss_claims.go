package exact

import (
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/optimum/exact"
	"github.com/backfill-lab/backfill/core/papers/paper"
)

// Claims on what the best policy loses. Where a schedule is not proven, its loss is an
// interval, and so are means and maxima of losses.

// A span is an interval in percent.
type span struct{ low, high float64 }

func (s span) String() string {
	low, high := fmt.Sprintf("%.2f", s.low), fmt.Sprintf("%.2f %%", s.high)
	if low+" %" == high {
		return high
	}
	return low + " to " + high
}

// loses is the interval of a number that grows with every loss, such as their mean.
func loses(of func(losses []float64) float64, r *paper.Results, series func(*paper.Results, string) []float64, quality string) span {
	return span{of(losses(series(r, quality+found))), of(losses(series(r, quality)))}
}

func average(r *paper.Results) (paper.Verdict, string) {
	mean, second := loses(paper.Mean, r, everyStep, inSlots), loses(paper.Mean, r, everyStep, toSecond)
	return paper.Within(mean.low, mean.high, 0, 1), fmt.Sprintf("%v; to the second %v", mean, second)
}

func largest(r *paper.Results) (paper.Verdict, string) {
	most, second := loses(slices.Max, r, either, inSlots), loses(slices.Max, r, either, toSecond)
	return paper.Within(most.low, most.high, 9.9, 12.1), fmt.Sprintf("%v; to the second %v", most, second)
}

// spans are the losses of the steps beside the printed rows.
func spans(r *paper.Results, quality string) (all []span) {
	high := losses(matches(r, quality))
	for i, low := range losses(matches(r, quality+found)) {
		all = append(all, span{low, high[i]})
	}
	return all
}

func usualTable1(r *paper.Results) (paper.Verdict, string) {
	var t paper.Cases
	for i, s := range spans(r, inSlots)[:usual] {
		t.Judge(paper.Within(s.low, s.high, 0, 2), "%s: %v", rows()[i].title, s)
	}
	return t.Every()
}

func firstBlockSjf(r *paper.Results) (bool, string) {
	var t paper.Cases
	for i, p := range matches(r, bestPolicy)[:firstBlock] {
		name := exact.Policies[int(p)].Name
		t.Check(name == "sjf", "%s: %s", rows()[i].title, name)
	}
	return t.All()
}

// mostlySjf counts the steps that surely lose. Those that may lose are open: none of SJF's
// may, and all of the others'. A sample in which no step loses says nothing.
func mostlySjf(r *paper.Results) (paper.Verdict, string) {
	var surely, maybe struct{ sjf, other int }
	policies, least := everyStep(r, bestPolicy), everyStep(r, toSecond)
	for i, q := range everyStep(r, toSecond+found) {
		at := &maybe
		switch {
		case q < 1:
			at = &surely
		case least[i] == 1:
			continue
		}
		if exact.Policies[int(policies[i])].Name == "sjf" {
			at.sjf++
		} else {
			at.other++
		}
	}
	v := paper.Undecided
	switch {
	case surely.sjf > surely.other+maybe.other:
		v = paper.Holds
	case surely.other > 0 && surely.sjf+maybe.sjf <= surely.other:
		v = paper.Fails
	}
	return v, fmt.Sprintf("%d of %d, and %d of %d that may lose", surely.sjf, surely.sjf+surely.other, maybe.sjf, maybe.sjf+maybe.other)
}

// negative looks for a step whose optimum in slots is proven, and worse than the best
// policy's schedule.
func negative(r *paper.Results) (paper.Verdict, string) {
	least, most := either(r, inSlots), either(r, inSlots+found)
	surely, maybe, by := 0, 0, 0.0
	for i := range least {
		switch {
		case least[i] > 1:
			surely++
			by = max(by, least[i]-1)
		case most[i] > 1:
			maybe++
		}
	}
	note := fmt.Sprintf("in %d of %d steps, perhaps in %d more", surely, len(least), maybe)
	switch {
	case surely > 0:
		return paper.Holds, fmt.Sprintf("%s; by at most %.2g %% where proven", note, 100*by)
	case maybe == 0:
		return paper.Fails, note
	}
	return paper.Undecided, note
}

func mostlyBetter(r *paper.Results) (paper.Verdict, string) {
	least, most := everyStep(r, toSecond), everyStep(r, toSecond+found)
	better := count(most, func(q float64) bool { return q < 1 })
	open := count(least, func(q float64) bool { return q < 1 }) - better
	return paper.Majority(better, open, len(most)), fmt.Sprintf("on %d of %d steps, perhaps on %d more", better, len(most), open)
}

// secondBetter compares the third block's optima in slots, compacted, with those to the
// second.
func secondBetter(r *paper.Results) (paper.Verdict, string) {
	var t paper.Cases
	slots, second := spans(r, inSlots), spans(r, toSecond)
	for i := twoBlocks; i < usual; i++ {
		v := paper.Undecided
		switch s, f := slots[i], second[i]; {
		case f.low > s.high:
			v = paper.Holds
		case f.high <= s.low:
			v = paper.Fails
		}
		t.Judge(v, "%s: %v in slots, %v to the second", rows()[i].title, slots[i], second[i])
	}
	return t.Any()
}
