package rules

import "github.com/backfill-lab/backfill/core/papers/paper"

// findings are what the record shows.
var findings = []paper.Finding{
	{Text: "Reproduced on CTC, where the paper prints absolute numbers: all three approaches have a lower objective than EASY, both " +
		"genetic fuzzy systems a lower one than the probability-driven procedure, and the utilization stays. PITTS reaches 718,863 " +
		"(printed 723,283), CCA 717,725 (722,852): within 1 %. PITTS beats EASY on every workload.",
		Rests: map[string]paper.Verdict{"rules/table3/beat-easy": paper.Holds, "rules/table3/beat-prob": paper.Holds,
			"rules/table3/utilisation": paper.Holds, "rules/table4/objective": paper.Holds}},
	{Text: "Not reproduced, that they come close to what is possible: our off-line front removes 86 % of the waiting on CTC that a " +
		"scheduler could remove at all, the genetic fuzzy systems 59 and 60 %. The printed front removes 64 %, as much as simple " +
		"on-line priorities do (63 %): we think that the original search for it ended early.",
		Rests: map[string]paper.Verdict{"rules/table3/close-to-front": paper.Fails, "rules/fig5/close-to-fronts": paper.Fails,
			"rules/fig7/almost-reach": paper.Fails}},
	{Text: "The gain comes from the order of the user groups more than from training. One strategy alone, untrained, gains 12.8 % on CTC, " +
		"where PITTS gains 13.0 %; on each workload the best one gains at most 1.2 percentage points less than PITTS.",
		Rests: map[string]paper.Verdict{"rules/section5-strategies/group-order": paper.Holds}},
	{Text: "The probability-driven procedure loses against EASY on both SDSC 95 and SDSC 96, and gains 5.2 % on average where the paper " +
		"says 10 %. (SDSC 95 is a model in place of its log.)",
		Rests: map[string]paper.Verdict{"rules/fig5/beat-easy": paper.Fails, "rules/fig5/prob-10": paper.Fails,
			"rules/fig5/outperform": paper.Holds}},
	{Text: "Groups 1 and 2 do not both gain everywhere: on both SDSC 95 and SDSC 96 group 2 waits longer under PITTS than under EASY, " +
		"which the weights of 10 and 4 allow.",
		Rests: map[string]paper.Verdict{"rules/table4/shorter": paper.Fails, "rules/fig6/prioritization": paper.Holds}},
}
