package exact

// What is known of why claims of the exact paper fail.
var why = map[string]string{
	"exact/online/CTC_syn-improves":              whyOnline,
	"exact/online/CTC_syn-improves-on-deciders":  whyOnline,
	"exact/online/CTC_head-improves":             whyOnline,
	"exact/online/CTC_head-improves-on-deciders": whyOnline,

	"exact/table1/largest": "the printed step is of another version of the log and named by its size only; the one nearest to it in " +
		"size loses 5 %, the most of all loses 9 %",
	"exact/table1/usual": "the printed steps are named by their sizes only, and how much there is to gain depends on the jobs of a " +
		"step, not on its size",
	"exact/table1/equation-6":   "the paper's program took a tenth of the memory, or ten times the x, that its text names",
	"exact/table1/five-minutes": "our steps have shorter makespans than the printed ones, and equation 6 grows with their root",
	"exact/table1/forward-most": "a job can move further than a slot where those before it have moved, too: the gains of a chain add up",
}

const whyOnline = "plans are made of estimates, and of jobs that have been submitted; when jobs end early or others come, another plan " +
	"may turn out better. With exact estimates the claims hold for the same part of the log"
