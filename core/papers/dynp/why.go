package dynp

// What is known of why a claim fails. Each was found by looking at runs: on the
// logs, at the paper's size, and on 16 more samples of each of CTC_syn, KTH_syn
// and pc2-like at shrinking factors 1.00 and 0.80.
const (
	whyKept = "a plan by FCFS that follows the submissions is nearly never as good as one by SJF; " +
		"the printed counts look like those of a program whose FCFS plans the queue as the last step left it (dynp/table6-kept)"
	whyAlike = "the deciders differ only where qualities are equal, which is rare where every policy sorts for itself; " +
		"on 16 other samples, too, their means differ by less than 1 %, so the printed gain belongs to how the paper's program planned " +
		"(dynp/table6-kept)"
	whyCTC = "on CTC's log plans by FCFS have the lower ARTwW under load, on 16 of 16 other samples at 0.80 (SJF delays the wide and long " +
		"jobs that weigh most); " +
		"on KTH and PC2 SJF is best among the single policies nearly always"
	whyTuning = "with every policy sorting for itself, self-tuning does what it is meant to: it comes out near or below the best single " +
		"policy, so it does not follow FCFS or fall to LJF as printed"
	whyPC2   = "of PC2 there is only a reconstruction, in which short jobs are fewer than they may have been"
	whySDSC  = "the log of SDSC at hand has other jobs than the paper's, with more work"
	whyDrawn = "submissions are drawn independently of the hour, as the paper says; then there can be no night"
	whyExact = "FCFS, SJF and the advanced decider gain from perfect estimates here (LJF loses), at low load too; in the paper they " +
		"change next to nothing at 1.00"
)

var why = map[string]string{
	"dynp/table2/dependent": "mean width times mean run time happens to be KTH's mean area; the run times do depend on " +
		"the estimates",
	"dynp/table3/characteristics": "the mean run time of a sample of 10,000 has a standard error of about 2 %, and the seed for " +
		"SDSC was drawn towards the printed load",
	"dynp/table3/nights":                    whyDrawn,
	"dynp/table4/advanced-response":         whyAlike,
	"dynp/table4/largest-gain":              whyAlike,
	"dynp/table4/response-over-utilization": whyAlike,
	"dynp/table4/best-quality":              "quality ART weighs narrow jobs as much as wide ones, and the schedule is judged by ARTwW",
	"dynp/table4/simple-favours-fcfs":       "FCFS and SJF share the jobs nearly evenly there",
	"dynp/table4/advanced-fcfs":             whyKept,
	"dynp/table4/advanced-sjf":              whyKept,
	"dynp/table4/advanced-user":             whyAlike + "; with MS ties are frequent, and staying with LJF in them costs response time",
	"dynp/table4/advanced-owner":            "with MS the advanced decider stays with LJF in ties, which raises the loss of capacity",
	"dynp/table4/up-to-30":                  whyAlike,
	"dynp/table5/sdsc-tries":                whySDSC,
	"dynp/table5/fcfs-brief":                whyKept,
	"dynp/table5/ljf-lasting":               whyKept,
	"dynp/table6/6b":                        whyKept,
	"dynp/table6/fcfs-like-sjf":             whyKept,
	"dynp/table6/differences":               whyKept,
	"dynp/table6/current":                   whyKept,
	"dynp/table6/8b-10a":                    whyKept,
	"dynp/table6-kept/sdsc-tries":           whySDSC,
	"dynp/table6-kept/same-policy":          "near the bound, as the printed numbers are",
	"dynp/table6-kept/fcfs-brief":           "far nearer than with plans by submission; in the printed counts FCFS is left in the next step",
	"dynp/table6-kept/6b":                   "far nearer than with plans by submission: over half of the steps of KTH_syn and PC2_syn",
	"dynp/table6-kept/differences":          "far nearer than with plans by submission",
	"dynp/table6-kept/current":              "far nearer than with plans by submission",
	"dynp/fig2/advanced-mostly":             whyAlike,
	"dynp/fig2/pc2-30":                      whyAlike,
	"dynp/fig2/kth-20":                      whyAlike,
	"dynp/fig3/pc2-not-reversed":            whyAlike,
	"dynp/fig3/pc2-grows":                   whyAlike,
	"dynp/fig3/pc2-constant":                whyPC2,
	"dynp/fig3/pc2-tenfold":                 whyPC2,
	"dynp/fig4/sjf-best":                    whyCTC + "; and " + whyTuning,
	"dynp/fig4/pc2-like-sjf":                whyTuning,
	"dynp/fig5/pc2-like-sjf":                whyTuning,
	"dynp/fig8/ljf-95":                      "the smallest factor does not saturate the reconstruction of PC2 for all of its span",
	"dynp/fig4/ctc-drops":                   whyTuning,
	"dynp/fig4/ctc-like-ljf":                whyTuning,
	"dynp/fig4/like-fcfs":                   whyTuning,
	"dynp/fig4/sjf-unshrunk":                whyCTC,
	"dynp/fig4/follows":                     whyTuning,
	"dynp/fig5/sjf-best":                    whyCTC + "; and " + whyTuning,
	"dynp/fig5/ctc-drops":                   whyTuning,
	"dynp/fig5/ctc-like-ljf":                whyTuning,
	"dynp/fig5/like-fcfs":                   whyTuning,
	"dynp/fig6/small-gain":                  whyExact,
	"dynp/fig6/sjf-best":                    whyTuning,
	"dynp/fig6/matters-with-load":           whyExact,
	"dynp/fig6/matters-on-pc2":              whyPC2,
	"dynp/fig7/same-ranking":                "two curves that lie close together change places",
}
