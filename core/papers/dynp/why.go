package dynp

import "github.com/backfill-lab/backfill/core/papers/paper"

// Why claims fail, found in runs on the logs at the paper's size, and with the seeds 1 to 16 of
// CTC_syn, KTH_syn and pc2-like at shrinking factor 1.00, of CTC_syn at 0.80, too.
const (
	whyKept = "a plan by FCFS in the order of submission is hardly ever as good as one by SJF; the printed counts are nearer to those of " +
		"programs whose FCFS plans the queue as the last step left it, though most differ from theirs, too (dynp/table6-kept is one)"
	whyAlike = "the deciders differ only where qualities are equal, which is rare if every policy sorts for itself: then the median gain " +
		"over 16 other samples is 0.0 % on each set. A queue that stays sorted (dynp/table6-kept) has hardly more (2, 1 and -1 % on CTC, KTH " +
		"and PC2); a program that also starts the jobs of FCFS longest first, with a step after every event, has 7, 38 and 20 %"
	whyCTC = "if every job is placed anew at every event, plans by FCFS have the lower ARTwW under load on CTC's log, on 16 of " +
		"16 other samples at 0.80 (SJF delays the wide and long jobs that weigh most); if planned starts stand, SJF's have it on 12 of them"
	whyTuning = "if every policy sorts for itself, self-tuning does what it is meant to: it ends near or below the best single policy, " +
		"so it does not follow FCFS or fall to LJF as printed"
	whySecond = "a step is taken once a second here, so that jobs submitted together count as waiting; with a step after every event there " +
		"are 474 tries"
)

var why = paper.Reasons("dynp", map[string]string{
	"mean width times mean run time happens to be KTH's mean area; the run times do depend on the estimates": "table2/dependent",

	"the mean run time of a sample of 10,000 has a standard error of about 2 %": "table3/characteristics",

	"submissions are drawn independently of the hour, as the paper says, so there can be no night": "table3/nights",

	whyAlike: "table4/advanced-response table4/largest-gain table4/response-over-utilization table4/up-to-30 " +
		"fig2/advanced-mostly fig2/pc2-30 fig2/kth-20 fig3/pc2-not-reversed fig3/pc2-grows fig2/ctc-alike",
	whyAlike + "; with MS ties are frequent, and staying with LJF in them costs response time": "table4/advanced-user",

	"quality ART weighs narrow jobs as much as wide ones, and the schedule is judged by ARTwW": "table4/best-quality",

	"FCFS and SJF share the jobs nearly evenly there": "table4/simple-favours-fcfs",
	whyKept: "table4/advanced-fcfs table4/advanced-sjf table5/fcfs-brief table5/ljf-lasting table6/6b table6/fcfs-like-sjf " +
		"table6/differences table6/current table6/8b-10a",
	"with MS the advanced decider stays with LJF in ties, which raises the loss of capacity": "table4/advanced-owner",

	whySecond: "table5/sdsc-tries table6-kept/sdsc-tries",

	"near the bound, as the printed numbers are": "table6-kept/same-policy",

	"far nearer than with plans by submission; in the printed counts FCFS is left in the next step": "table6-kept/fcfs-brief",

	"far nearer than with plans by submission: over half of the steps of KTH_syn and PC2_syn": "table6-kept/6b",

	"far nearer than with plans by submission": "table6-kept/differences table6-kept/current",

	"PC2 is only a reconstruction, in which short jobs are fewer than they may have been": "fig3/pc2-constant fig3/pc2-tenfold " +
		"fig6/matters-on-pc2",
	whyCTC: "fig4/sjf-unshrunk",

	whyCTC + "; and " + whyTuning: "fig4/sjf-best fig5/sjf-best",
	whyTuning: "fig4/pc2-like-sjf fig5/pc2-like-sjf fig4/ctc-drops fig4/ctc-like-ljf fig4/like-fcfs fig4/follows " +
		"fig5/ctc-drops fig5/ctc-like-ljf fig5/like-fcfs fig6/sjf-best",
	"the smallest factor does not saturate the reconstruction of PC2 for all of its span": "fig8/ljf-95",

	"FCFS, SJF and the advanced decider gain from perfect estimates here (LJF loses), at low load, too; in the paper they change next to " +
		"nothing at 1.00": "fig6/small-gain fig6/matters-with-load",
	"two curves that lie close together change places": "fig7/same-ranking",
})
