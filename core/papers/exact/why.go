package exact

// why says why claims fail, where we know it.
var why = map[string]string{
	"exact/online/CTC_syn-improves":              whyOnline,
	"exact/online/CTC_syn-improves-on-deciders":  whyOnline,
	"exact/online/CTC_head-improves":             whyOnline,
	"exact/online/CTC_head-improves-on-deciders": whyOnline,

	"exact/table1/largest": "the printed step is not in the log at hand, and only its size is known",
	"exact/table1/usual": "only the sizes of the printed steps are known, and the possible gain depends on the jobs of a step, not on " +
		"its size",
	"exact/table1/equation-6":   "the paper's program took a tenth of the memory that its text names, or ten times the x",
	"exact/table1/five-minutes": "our steps have shorter makespans than the printed ones, and equation 6 grows with their root",
	"exact/table1/ljf-last":     "LJF starts long jobs early and leaves short ones for the end; the other two may start a long job last",
	"exact/table1/million": "the text multiplies jobs and seconds; ours leaves out starts that are too late for T or find too few free " +
		"processors",
	"exact/table1/forward-most": "a job can move further than a slot if jobs before it move, too: the gains of a chain add up",
}

const whyOnline = "plans know only estimates and the jobs submitted so far; when jobs end early or others arrive, another plan may " +
	"turn out better; " + logHeadExact + " is the same part of the log as " + head + " with exact estimates"
