package dfrs

import "github.com/backfill-lab/backfill/core/papers/paper"

// findings are what the record shows.
var findings = []paper.Finding{
	{Text: "Reproduced, the main point: sharing nodes by fractions beats batch scheduling by orders of magnitude. The best algorithm " +
		"is 305 to 367 times nearer to the bound than EASY, 4.5 to 5.7 times away from it, and it combines all techniques; " +
		"GreedyPM*/per/OPT=MIN/MINVT=600 is the best at every load.",
		Rests: map[string]paper.Verdict{"dfrs/table2/orders-of-magnitude": paper.Holds, "dfrs/table2/all-techniques": paper.Holds,
			"dfrs/table2/factor-7": paper.Holds, "dfrs/fig1/best-at-every-load": paper.Holds}},
	{Text: "Not all algorithms do: purely greedy mapping without preemption (Greedy*) is worse than EASY on both sets of synthetic traces. " +
		"Our EASY is nearer to the bound than the printed one.",
		Rests: map[string]paper.Verdict{"dfrs/table2/batch-is-outperformed": paper.Fails}},
	{Text: "MINVT=600 is what makes the greedy algorithms with periods good, and mapping on completion then always helps. That OPT=MIN is " +
		"never worse than OPT=AVG holds on none of the three sets, and that MINVT is always better than MINFT on one of three.",
		Rests: map[string]paper.Verdict{"dfrs/table2/minvt-best": paper.Holds, "dfrs/table2/star-with-minvt": paper.Holds,
			"dfrs/table5/min-never-worse": paper.Fails, "dfrs/table6/min-never-worse": paper.Fails,
			"dfrs/table7/min-never-worse": paper.Fails, "dfrs/table5/minvt-beats-minft": paper.Fails,
			"dfrs/table6/minvt-beats-minft": paper.Fails, "dfrs/table7/minvt-beats-minft": paper.Holds}},
	{Text: "Costs have the printed order, not the printed size: the two best algorithms preempt and migrate as rarely as printed, " +
		"but take 0.81 and 0.83 GB/s instead of less than 0.80, and algorithms with MCB8 on submission migrate fewer jobs (at most " +
		"427 an hour, printed 490) and less often (50 times a job at worst, printed 73).",
		Rests: map[string]paper.Verdict{"dfrs/table3/per-hour": paper.Holds, "dfrs/table3/per-job": paper.Holds,
			"dfrs/table3/bandwidth": paper.Fails, "dfrs/table3/mcb8-migrates-more": paper.Fails, "dfrs/table3/up-to-73": paper.Fails}},
	{Text: "A period of ten penalties is a good one, as recommended. On the synthetic traces underutilization grows again from " +
		"periods of about 9,000 s on, not only beyond 15,000 s, and the degradation grows faster with the period than printed.",
		Rests: map[string]paper.Verdict{"dfrs/fig3/ten-penalties": paper.Holds, "dfrs/fig6/increases-again": paper.Fails,
			"dfrs/fig7/increases-again": paper.Fails, "dfrs/fig4/slow-growth": paper.Fails}},
}
