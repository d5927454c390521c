package dynp

import "github.com/backfill-lab/backfill/core/papers/paper"

// findings are what the record shows.
var findings = []paper.Finding{
	{Text: "The gains of the advanced decider, printed as up to 30.7 %, do not follow from the text as it stands. The " +
		"deciders differ only where two plans are equally good, and that is rare if every policy sorts the queue for " +
		"itself: the median gain is near 0 % on each set.",
		Rests: map[string]paper.Verdict{"dynp/table4/advanced-response": paper.Fails, "dynp/table4/largest-gain": paper.Fails,
			"dynp/table4/up-to-30": paper.Fails, "dynp/fig2/kth-20": paper.Fails, "dynp/fig2/pc2-30": paper.Fails}},
	{Text: "The printed counts of cases do not follow either: over two thirds of the decisions should be case 6b, FCFS and " +
		"SJF equally good.",
		Rests: map[string]paper.Verdict{"dynp/table6/6b": paper.Fails, "dynp/table6/fcfs-like-sjf": paper.Fails,
			"dynp/table6/differences": paper.Fails}},
	{Text: "What we think the original program did: it kept one list, which stayed as the last policy had sorted it, and " +
		"FCFS planned that list. Then FCFS and SJF often plan equally well, and a switch to LJF lasts. Which handling of " +
		"the list comes nearest was searched for, and found by its outcome; the league below scores it on logs that had " +
		"no part in the choice. Case 6b remains below two thirds in the variant of dynp/table6-kept, and SJF has its " +
		"lead on CTC only if planned starts stand.",
		Rests: map[string]paper.Verdict{"dynp/table6-kept/fcfs-like-sjf": paper.Holds, "dynp/table6-kept/ljf-lasting": paper.Holds,
			"dynp/table6-kept/6b": paper.Fails, "dynp/table5/ljf-lasting": paper.Fails}},
	{Text: "Against single policies self-tuning does here what it is meant to: it ends near or below the best one. The " +
		"printed curves are different: SJF lowest, and the advanced decider following FCFS or falling to LJF under load.",
		Rests: map[string]paper.Verdict{"dynp/fig4/sjf-best": paper.Fails, "dynp/fig4/ctc-like-ljf": paper.Fails,
			"dynp/fig4/like-fcfs": paper.Fails, "dynp/fig4/follows": paper.Fails}},
	{Text: "Reproduced with every sample or all but one: ARTwW is the best of the three qualities, MS starts most jobs with " +
		"LJF, over 90 % of the steps keep the policy, most switches are between SJF and FCFS, and basic dynP with its " +
		"old bounds does badly.",
		Rests: map[string]paper.Verdict{"dynp/table4/artww-best": paper.Holds, "dynp/table4/ms-ljf": paper.Holds,
			"dynp/table5/same-policy": paper.Holds, "dynp/table5/switches": paper.Holds, "dynp/fig4/basic-bad": paper.Holds}},
}
