package exact

import "github.com/backfill-lab/backfill/core/papers/paper"

// findings are what the record shows.
var findings = []paper.Finding{
	{Text: "Reproduced: in most steps some policy is not optimal, SJF is mostly the best of them, and on average the best " +
		"one loses little. How little is not decided: between 0.73 and 1.53 % in slots (printed: 0.7 %), because not " +
		"every step is proven; the largest loss is between 8.6 and 11.6 % (printed: close to 11 %).",
		Rests: map[string]paper.Verdict{"exact/table1/mostly-better": paper.Holds, "exact/table1/mostly-sjf": paper.Holds,
			"exact/table1/average": paper.Undecided, "exact/table1/largest": paper.Undecided}},
	{Text: "The printed steps are not among those of the log at hand. Steps matched by size lose 4 to 11 % where about 1 % " +
		"is printed; matched by length, or by length alone, they come nearer, so the losses do not tell which match is " +
		"right.",
		Rests: map[string]paper.Verdict{"exact/table1/usual": paper.Fails, "exact/section4/length-nearer": paper.Holds,
			"exact/section4/loss-tells": paper.Fails}},
	{Text: "What we think the original program did: it took a tenth of the memory that the text names, or ten times the " +
		"bytes for each entry of the matrix. Then equation 6 gives 11 of 12 printed time scales; as printed it gives " +
		"none.",
		Rests: map[string]paper.Verdict{"exact/table1/equation-6": paper.Fails}},
	{Text: "That optimal plans surely improve the schedule holds on the synthetic set and with perfect estimates, under " +
		"every load. It fails on the log with its own estimates, at the load of the log.",
		Rests: map[string]paper.Verdict{"exact/online/CTC_syn-improves": paper.Holds, "exact/online/CTC_head_exact-improves": paper.Holds,
			"exact/online/CTC_head-improves": paper.Fails}},
	{Text: "Compaction moves jobs by half a slot on average, as printed, but not by at most a slot: gains of a chain add " +
		"up, to almost 11 slots.",
		Rests: map[string]paper.Verdict{"exact/table1/forward-mean": paper.Holds, "exact/table1/forward-most": paper.Fails}},
}
